internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// `notes`: texts at places of the map.
package enum NotesCommand {
  /// What is done with notes.
  enum Action: String, CaseIterable, Sendable { case add, list, set, rm }

  static let action = Operand(
    "ACTION", .oneOf(Action.self), arity: .optional,
    "add LON,LAT TEXT; set ID TEXT; rm ID; without one the notes are listed.")
  static let words = Operand(
    "WORD", .plainText("WORD", needs: "a place, a number or a text"), arity: .atLeast(0),
    readsFiles: true, "What the action needs.")
  static let callout = Switch(
    "callout", "add: the text stands in a bubble that points to the place.")

  /// The command.
  package static let command = Command(
    words: ["notes"], summary: "texts at places: add, list, set, rm",
    examples: [
      Example("notes town.gpkg add 7.5,47 \"bridge closed\"", "a note; its id is printed"),
      Example("notes town.gpkg add 7.5,47 \"look here\" --callout", "a bubble that points"),
      Example("notes town.gpkg list", "all notes by their ids"),
      Example("notes town.gpkg set 3 \"bridge open again\"", "other words for note 3"),
      Example("notes town.gpkg rm 3", "note 3 is gone"),
    ],
    synopsis: [
      "notes STORE [list]", "notes STORE add LON,LAT TEXT [--callout]", "notes STORE set ID TEXT",
      "notes STORE rm ID",
    ],
    operands: [CommonOperands.store, action, words],
    options: [callout, DocumentOptions.source], formats: [.ndjson, .table, .json],
    notes: [
      """
      Notes are kept in the layer meridian_markup, which any other program shows too. They are hit \
      only with `hit --include-markup`, and are out of queries and exports. Changes go to the \
      document's working copy at once and to the file with the next publish.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      do {
        switch context.arguments[action] ?? .list {
        case .list:
          try takes(0, "list", context)
          try write(try document.notes(), context)
        case .add:
          let words = try takes(2, "add LON,LAT TEXT", context)
          let at = try place(words[0])
          let kind = context.arguments.has(callout) ? Note.Kind.callout : .text
          let id = try document.addNote(words[1], at: at, kind: kind)
          try write(try document.notes().filter { $0.id == id }, context)
        case .set:
          let words = try takes(2, "set ID TEXT", context)
          let id = try number(words[0])
          try document.setNote(id, to: words[1])
          try write(try document.notes().filter { $0.id == id }, context)
        case .rm:
          let words = try takes(1, "rm ID", context)
          try document.removeNote(try number(words[0]))
        }
      } catch {
        throw CommandError(error)
      }
      return .done
    }
  }

  @discardableResult
  private static func takes(
    _ count: Int, _ usage: String, _ context: CommandContext
  ) throws(CommandError) -> [String] {
    let words = context.arguments.all(words)
    guard words.count == count else {
      throw CommandError(
        UsageError.combination(
          "`notes STORE \(usage)` takes \(count) more word\(count == 1 ? "" : "s"), but there "
            + "\(words.count == 1 ? "is" : "are") \(words.count); put a text of several words in "
            + "quotes."))
    }
    return words
  }

  private static func place(_ text: String) throws(CommandError) -> LonLat {
    do throws(ValueProblem) {
      return try ValueKind<LonLat>.place.read(text)
    } catch {
      throw CommandError(UsageError.badValue("LON,LAT", needs: error.needs, but: error.but))
    }
  }

  private static func number(_ text: String) throws(CommandError) -> Int64 {
    guard let id = Int64(text) else {
      throw CommandError(
        UsageError.combination(
          "ID must be the number of a note, but it is \(ValueProblem.quoted(text)); see "
            + "`notes STORE list`."))
    }
    return id
  }

  private static func write(_ notes: [Note], _ context: CommandContext) throws(CommandError) {
    guard context.format != .table else {
      var table = TextTable([("id", .right), ("place", .left), ("kind", .left), ("text", .left)])
      for note in notes {
        table.append([
          "\(note.id)", NumberText.place(note.place), note.kind.rawValue, note.text,
        ])
      }
      return try context.write(table)
    }
    var json = JSONWriter()
    let isOneDocument = context.format == .json
    if isOneDocument { json.beginArray() }
    for note in notes {
      json.beginObject()
      json.member("id", note.id)
      json.member("at", (note.place.longitude, note.place.latitude), decimals: 7)
      json.member("kind", note.kind.rawValue)
      json.member("text", note.text)
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
