public import MeridianKernel
internal import MeridianStore

/// A note on the map: a text at a place. Never authoritative: out of hits unless asked for, out of
/// analysis and of export.
public struct Note: Hashable, Sendable {
  /// How a note is drawn.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text at the place.
    case text
    /// The text in a bubble that points to the place.
    case callout
  }

  /// The feature id in the notes' layer.
  public var id: Int64
  /// Where it is.
  public var place: LonLat
  /// What it says.
  public var text: String
  /// How it is drawn.
  public var kind: Kind
}

extension Document {
  /// The longest note, in characters.
  public static let longestNote = 10_000

  /// The document's notes by their ids; those without a place are left out.
  public func notes() throws(WorkspaceError) -> [Note] {
    guard let layer = try? store.layer(named: WorkspaceTables.markup),
      layer.geometryColumn != nil
    else { return [] }
    var found: [Note] = []
    do throws(StoreError) {
      try store.forEachRow(in: layer, columns: ["text", "kind"]) { row, status, geometry, values in
        guard status == .valid, let id = row.fid, geometry.coordinates.count == 1 else {
          return true
        }
        let at = geometry.coordinates[0]
        guard case .text(let text) = values[0] else { return true }
        var kind = Note.Kind.text
        if case .text(let name) = values[1] { kind = Note.Kind(rawValue: name) ?? .text }
        found.append(Note(id: id, place: LonLat(at.x, at.y), text: text, kind: kind))
        return true
      }
    } catch {
      throw .store(error)
    }
    return found
  }

  /// Adds a note and gives back its id; the working copy has it at once.
  ///
  /// Makes the notes' layer with the first one. Throws for a place off the earth, an empty or very
  /// long text, and in a file that is no GeoPackage.
  @discardableResult
  public func addNote(
    _ text: String, at place: LonLat, kind: Note.Kind = .text
  ) throws(WorkspaceError) -> Int64 {
    try checkNote(text)
    try checkPlace(place)
    guard case .geoPackage = store.format else {
      throw .unsupported(
        path: path, reason: "notes need a GeoPackage, and it is a \(store.format.name) database")
    }
    let id = try change(.notes) { connection in
      try MarkupLayer.make(in: connection)
      return try MarkupLayer.insert(text, at: place, kind: kind, into: connection)
    }
    // Who has opened the file before the layer was in it does not see it.
    if (try? store.layer(named: WorkspaceTables.markup)) == nil {
      do { try reopen() } catch { throw WorkspaceError(error, path: path) }
    }
    return id
  }

  /// Changes what a note says, where it is or how it is drawn; nil leaves that as it is. Throws
  /// when it is not there, and for what ``addNote(_:at:kind:)`` refuses.
  public func setNote(
    _ id: Int64, to text: String, at place: LonLat? = nil, kind: Note.Kind? = nil
  ) throws(WorkspaceError) {
    try checkNote(text)
    let old = try note(id)
    let new = Note(id: id, place: place ?? old.place, text: text, kind: kind ?? old.kind)
    guard new != old else { return }
    try checkPlace(new.place)
    try change(.notes) { connection in
      try connection.run(
        "UPDATE meridian_markup SET text = ?, kind = ? WHERE fid = ?",
        [.text(text), .text(new.kind.rawValue), .integer(id)])
      if new.place != old.place {
        try MarkupLayer.move(id, to: new.place, in: connection)
      }
    }
  }

  /// Removes a note; throws when it is not there.
  public func removeNote(_ id: Int64) throws(WorkspaceError) {
    _ = try note(id)
    try change(.notes) { connection in
      try connection.run("DELETE FROM meridian_markup WHERE fid = ?", [.integer(id)])
    }
  }

  private func note(_ id: Int64) throws(WorkspaceError) -> Note {
    guard let note = try notes().first(where: { $0.id == id }) else {
      throw .noSuchItem("no note \(id) in \(path); see `notes list`")
    }
    return note
  }

  private func checkPlace(_ place: LonLat) throws(WorkspaceError) {
    guard place.longitude.isFinite, abs(place.latitude) <= 90 else {
      throw .badEdits(["a note needs a place on the earth, longitude first"])
    }
  }

  private func checkNote(_ text: String) throws(WorkspaceError) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .badEdits(["a note needs a text"])
    }
    guard text.count <= Self.longestNote else {
      throw .badEdits([
        "a note of \(text.count) characters is too long; the longest has \(Self.longestNote)"
      ])
    }
  }
}

/// The notes' layer in the file: an ordinary features table of points with an R-tree, so that any
/// other program shows it.
enum MarkupLayer {
  /// Makes the layer where there is none, within the caller's transaction.
  static func make(in connection: Connection) throws {
    guard try !connection.hasTable(WorkspaceTables.markup) else { return }
    let writer = try GeoPackageWriter(continuing: connection)
    var definition = GeoPackageWriter.Definition(
      name: WorkspaceTables.markup, geometryType: "POINT")
    definition.title = "Notes"
    definition.columns = [
      AttributeColumn(name: "text", declaredType: "TEXT", isNotNull: true),
      AttributeColumn(name: "kind", declaredType: "TEXT", isNotNull: true),
    ]
    _ = try writer.addLayer(definition)
    try writer.finishLayers()
    try WorkspaceTables.register(WorkspaceTables.markup, in: connection)
  }

  /// Adds a note within the caller's transaction; its id.
  static func insert(
    _ text: String, at place: LonLat, kind: Note.Kind, into connection: Connection
  ) throws -> Int64 {
    try connection.run(
      "INSERT INTO meridian_markup (geom, text, kind) VALUES (?, ?, ?)",
      [.blob(blob(of: place)), .text(text), .text(kind.rawValue)])
    let id = connection.lastInsertedRow
    try widenExtent(place, in: connection)
    return id
  }

  /// Moves a note within the caller's transaction; the R-tree's triggers follow.
  static func move(_ id: Int64, to place: LonLat, in connection: Connection) throws {
    try connection.run(
      "UPDATE meridian_markup SET geom = ? WHERE fid = ?", [.blob(blob(of: place)), .integer(id)])
    try widenExtent(place, in: connection)
  }

  private static func blob(of place: LonLat) -> [UInt8] {
    var point = GeometryBuffer()
    point.begin(.point)
    point.beginPart(.point, member: 0)
    point.append(Coordinate(place.longitude, place.latitude))
    point.endRing()
    point.endPart()
    var blob: [UInt8] = []
    GeoPackageBinary.append(point, srsID: 4326, to: &blob)
    return blob
  }

  /// Keeps the declared extent around all notes.
  private static func widenExtent(_ place: LonLat, in connection: Connection) throws {
    let (x, y) = (AttributeValue.real(place.longitude), AttributeValue.real(place.latitude))
    try connection.run(
      """
      UPDATE gpkg_contents SET
        min_x = min(coalesce(min_x, ?1), ?1), min_y = min(coalesce(min_y, ?2), ?2),
        max_x = max(coalesce(max_x, ?1), ?1), max_y = max(coalesce(max_y, ?2), ?2)
        WHERE table_name = 'meridian_markup'
      """, [x, y])
  }
}
