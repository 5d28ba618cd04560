internal import MeridianWorkspace

/// `status`, `save`, `publish`: where a document's changes stand, and moving them on.
package enum SaveCommand {
  /// Where they stand.
  package static let status = Command(
    words: ["status"], summary: "where a document's changes stand",
    examples: [
      Example("status town.gpkg", "edited, in conflict, or nothing to publish"),
      Example("status town.gpkg --format json", "the same with every edit that is not saved"),
    ],
    operands: [CommonOperands.store], formats: [.json, .table],
    notes: [
      """
      The state is the first that holds: unavailable, notDownloaded, downloading, conflict (the \
      file has changed since it was read, and there is something to publish), localDraft (edits \
      are not saved), edited (publishing would write), downloaded. Whether the file has changed is \
      told by all of its bytes.
      """
    ]
  ) { context throws(CommandError) in
    let path = try context.arguments.required(CommonOperands.store)
    let state: DocumentState
    do throws(WorkspaceError) {
      state = try DocumentState.of(path, folders: context.documentFolders)
    } catch {
      throw CommandError(error)
    }
    guard state != .unavailable && state != .notDownloaded else {
      try StatusWriter(state: state, path: path).write(in: context)
      return .inputOutput
    }
    return try context.withDocument { document throws(CommandError) in
      try StatusWriter(state: state, path: path, document: document).write(in: context)
      return .done
    }
  }

  /// From the session into the working copy.
  package static let save = Command(
    words: ["save"], summary: "writes the edit session into the working copy",
    examples: [Example("save town.gpkg", "edits become part of the document, here")],
    operands: [CommonOperands.store], formats: [.json, .table],
    notes: [
      """
      One transaction: every value is written only where it still is what its edit started from; \
      when one is not, nothing is. What triggers of the file change besides is told.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      do {
        let report = try document.save()
        var forms: [String: LayerForm] = [:]
        for result in report.results where forms[result.edit.layer] == nil {
          forms[result.edit.layer] = try document.form(
            of: document.layer(named: result.edit.layer))
        }
        try EditReportWriter(report, forms: forms).write(in: context)
      } catch {
        throw CommandError(error)
      }
      return .done
    }
  }

  static let to = Option(
    "to", .path, "Writes the document to this new file instead; one that is there is not replaced.")

  /// From the working copy to the file.
  package static let publish = Command(
    words: ["publish"], summary: "writes the working copy to the file, if nobody has changed it",
    examples: [
      Example("publish town.gpkg", "the file has the changes; exit 3 when somebody was faster"),
      Example("publish town.gpkg --to town-2.gpkg", "a new file with the changes"),
    ],
    operands: [CommonOperands.store], options: [to], formats: [.json, .table],
    notes: [
      """
      The file's bytes must be those that were read: otherwise nothing is written, the answer is a \
      conflict and the program ends with 3; see `conflict`. A program that is writing the file \
      also ends it with 3. The new file takes the old one's place in one step, so that whoever \
      opens it gets the one or the other as a whole; the old bytes stay in the state folder \
      until the next publish. When the file holds every change already, nothing is written.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      do {
        if let target = context.arguments[to] {
          try document.publish(to: target)
          try PublicationWriter(path: target, word: "published").write(in: context)
          return .done
        }
        let publication = try document.publish()
        var writer = PublicationWriter(path: document.path, word: "published")
        switch publication {
        case .published(let kept): writer.kept = kept
        case .adopted: writer.word = "adopted"
        }
        try writer.write(in: context)
      } catch {
        for notice in document.notices { context.notice(notice) }
        throw CommandError(error)
      }
      return .done
    }
  }
}

/// What a publish or a resolved conflict came to.
struct PublicationWriter {
  var path: String
  /// `published`, `adopted`, `reloaded`, `copied` or `kept`.
  var word: String
  /// Where versions of others, or of ours, lie now.
  var kept: [String] = []

  func write(in context: CommandContext) throws(CommandError) {
    guard context.format != .table else {
      let path = TextTable.printable(path)
      var text =
        switch word {
        case "adopted": "\(path) holds every change already; nothing was written.\n"
        case "reloaded": "\(path) is read as it is now; your changes are set aside.\n"
        case "copied": "Your changes are saved; \(path) is read as it is now.\n"
        case "kept": "Your changes are kept; \(path) still differs from what was read.\n"
        default: "\(path) is published.\n"
        }
      for place in kept { text += "Kept: \(TextTable.printable(place))\n" }
      return try context.output.write(text)
    }
    var json = JSONWriter()
    json.beginObject()
    json.member("path", path)
    json.member("outcome", word)
    json.key("kept")
    json.beginArray()
    for place in kept { json.string(place) }
    json.endArray()
    json.endObject()
    json.endLine()
    try context.output.write(&json)
  }
}
