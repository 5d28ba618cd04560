internal import MeridianKernel
internal import MeridianWorkspace

/// `bookmarks`: named cameras.
package enum BookmarksCommand {
  /// What is done with bookmarks.
  enum Action: String, CaseIterable, Sendable { case add, list, rm }

  static let action = Operand(
    "ACTION", .oneOf(Action.self), arity: .optional,
    "add NAME or rm NAME; without one the bookmarks are listed.")
  static let name = Operand(
    "NAME", ValueKind.text("NAME", needs: "the name of a bookmark"), arity: .optional,
    "The bookmark.")

  /// The command.
  package static let command = Command(
    words: ["bookmarks"], summary: "named cameras: add, list, rm",
    examples: [
      Example(
        "bookmarks town.gpkg add Mill --center 7.5,47 --zoom 16 --pitch 45",
        "a view to come back to"),
      Example("bookmarks town.gpkg list", "all bookmarks"),
      Example("bookmarks town.gpkg rm Mill", "one less"),
    ],
    synopsis: [
      "bookmarks STORE [list]",
      "bookmarks STORE add NAME --center LON,LAT --zoom Z [--bearing B] [--pitch P]",
      "bookmarks STORE rm NAME",
    ],
    operands: [CommonOperands.store, action, name],
    options: [
      HitCommand.center, HitCommand.zoom, HitCommand.bearing, HitCommand.pitch,
      DocumentOptions.source,
    ],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      Changes go to the document's working copy at once and to the file with the next publish.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      do {
        switch context.arguments[action] ?? .list {
        case .list: try write(try document.bookmarks(), context)
        case .add:
          let bookmark = Bookmark(name: try named("add", context), camera: try camera(context))
          try document.add(bookmark)
          try write([bookmark], context)
        case .rm: try document.removeBookmark(named: try named("rm", context))
        }
      } catch {
        throw CommandError(error)
      }
      return .done
    }
  }

  private static func named(
    _ action: String, _ context: CommandContext
  ) throws(CommandError) -> String {
    if let name = context.arguments[name] { return name }
    throw CommandError(
      UsageError.combination("`bookmarks STORE \(action)` needs the name of a bookmark."))
  }

  private static func camera(_ context: CommandContext) throws(CommandError) -> Camera {
    let arguments = context.arguments
    let (center, zoom) = (
      try arguments.required(HitCommand.center), try arguments.required(HitCommand.zoom)
    )
    do throws(CameraError) {
      return try Camera(
        center: center, zoom: zoom, bearing: arguments[HitCommand.bearing] ?? 0,
        pitch: arguments[HitCommand.pitch] ?? 0)
    } catch {
      throw CommandError(UsageError.combination("The camera is none: \(error.description)."))
    }
  }

  private static func write(
    _ bookmarks: [Bookmark], _ context: CommandContext
  ) throws(CommandError) {
    guard context.format != .table else {
      var table = TextTable([
        ("name", .left), ("center", .left), ("zoom", .right), ("bearing", .right),
        ("pitch", .right),
      ])
      for bookmark in bookmarks {
        let camera = bookmark.camera
        table.append([
          bookmark.name, NumberText.place(camera.center), NumberText.plain(camera.zoom),
          NumberText.plain(camera.bearing), NumberText.plain(camera.pitch),
        ])
      }
      return try context.write(table)
    }
    var json = JSONWriter()
    let isOneDocument = context.format == .json
    if isOneDocument { json.beginArray() }
    for bookmark in bookmarks {
      let camera = bookmark.camera
      json.beginObject()
      json.member("name", bookmark.name)
      json.member("center", (camera.center.longitude, camera.center.latitude), decimals: 7)
      json.member("zoom", camera.zoom)
      json.member("bearing", camera.bearing)
      json.member("pitch", camera.pitch)
      json.endObject()
      if !isOneDocument { json.endLine() }
    }
    if isOneDocument {
      json.endArray()
      json.endLine()
    }
    try context.output.write(&json)
  }
}
