public import MeridianKernel
internal import MeridianStore

/// A named camera.
public struct Bookmark: Hashable, Sendable {
  /// The name, which is unique in a document.
  public var name: String
  /// Where the map is looked at from.
  public var camera: Camera

  /// Makes a bookmark of its parts.
  public init(name: String, camera: Camera) {
    self.name = name
    self.camera = camera
  }

  /// The bookmarks of a file in the order in which they were made; those whose numbers are no
  /// camera are left out.
  static func read(_ connection: Connection) throws(SQLiteError) -> [Bookmark] {
    guard try connection.hasTable("meridian_bookmark") else { return [] }
    let rows = try connection.prepare(
      "SELECT longitude, latitude, zoom, bearing, pitch, name FROM meridian_bookmark ORDER BY rowid"
    )
    var found: [Bookmark] = []
    while try rows.step() {
      if let camera = Camera(rows), let name = rows.text(5) {
        found.append(Bookmark(name: name, camera: camera))
      }
    }
    return found
  }
}

extension Camera {
  /// The camera in the first five columns of a row; nil when its numbers are none.
  init?(_ row: Statement) {
    let numbers = (0..<5).map { row.real($0) }
    guard
      let camera = try? Camera(
        center: LonLat(numbers[0], numbers[1]), zoom: numbers[2], bearing: numbers[3],
        pitch: numbers[4])
    else { return nil }
    self = camera
  }

  /// Its five numbers: longitude, latitude, zoom, bearing, pitch.
  var values: [AttributeValue] {
    [center.longitude, center.latitude, zoom, bearing, pitch].map { .real($0) }
  }
}

extension Document {
  /// The document's bookmarks in the order in which they were made.
  public func bookmarks() throws(WorkspaceError) -> [Bookmark] {
    guard let connection = store.readingConnection else { return [] }
    do { return try Bookmark.read(connection) } catch { throw WorkspaceError(error, path: path) }
  }

  /// Adds a bookmark; the working copy has it at once. Throws when the name is taken or empty.
  public func add(_ bookmark: Bookmark) throws(WorkspaceError) {
    guard !bookmark.name.isEmpty else { throw .badEdits(["a bookmark needs a name"]) }
    guard try !bookmarks().contains(where: { $0.name == bookmark.name }) else {
      throw .badEdits([
        "a bookmark \"\(bookmark.name)\" is there already; remove it first or give another name"
      ])
    }
    try change(.bookmarks) { connection in
      try connection.run(
        "INSERT INTO meridian_bookmark (longitude, latitude, zoom, bearing, pitch, name) "
          + "VALUES (?, ?, ?, ?, ?, ?)", bookmark.camera.values + [.text(bookmark.name)])
    }
  }

  /// Removes a bookmark; throws when there is none of the name.
  public func removeBookmark(named name: String) throws(WorkspaceError) {
    let names = try bookmarks().map(\.name)
    guard names.contains(name) else {
      let nearest = NameDistance.nearest(to: name, among: names)
      throw .noSuchItem(
        "no bookmark \"\(name)\" in \(path)"
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; see `bookmarks list`"))
    }
    try change(.bookmarks) { connection in
      try connection.run("DELETE FROM meridian_bookmark WHERE name = ?", [.text(name)])
    }
  }
}

// MARK: - The camera that a document was left with

extension Document {
  /// Where the map was last looked at from on this machine, else when it was last published; nil
  /// when neither is known.
  public var camera: Camera? {
    if let state = try? state(), let bytes = FileAccess.contents(of: state.camera) {
      let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        .compactMap { Double($0.trimmingSuffix("\n")) }
      if numbers.count == 5,
        let camera = try? Camera(
          center: LonLat(numbers[0], numbers[1]), zoom: numbers[2], bearing: numbers[3],
          pitch: numbers[4])
      {
        return camera
      }
    }
    guard let connection = store.readingConnection,
      (try? connection.hasTable("meridian_camera")) == true,
      let row = try? connection.prepare(
        "SELECT longitude, latitude, zoom, bearing, pitch FROM meridian_camera WHERE id = 1"),
      (try? row.step()) == true
    else { return nil }
    return Camera(row)
  }

  /// Keeps the camera beside the working copy: it never makes the document dirty, and goes along
  /// with the next publish.
  public func keep(_ camera: Camera) throws(WorkspaceError) {
    let state = try state()
    FileAccess.makeFolders(state.path)
    let numbers = [
      camera.center.longitude, camera.center.latitude, camera.zoom, camera.bearing, camera.pitch,
    ]
    do throws(StoreError) {
      try FileNames.replace(
        state.camera, with: numbers.map { "\($0)" }.joined(separator: " ") + "\n")
    } catch {
      throw .store(error)
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ end: Character) -> Substring {
    last == end ? dropLast() : self
  }
}
