/// What a later program is compared with: which program, on which store, with which options and
/// taps. Its figures are kept for people to read; a comparison measures both sides anew.
struct Baseline {
  /// The program.
  let program: FileIdentity
  /// The store.
  let store: FileIdentity
  /// The version of the program.
  let version: String
  /// The words behind `profile`, without store and layers.
  let options: [String]
  /// The layers, none for all.
  let layers: [String]
  /// The taps as a trace.
  let taps: [UInt8]
  /// The report as JSON.
  private let measured: [UInt8]

  /// The most taps of a baseline, which is one document.
  static let tapLimit = 200_000
  /// The form of the document.
  private static let form: Int64 = 1

  /// A baseline of a report.
  init(of report: ProfileReport, taps: TapList, _ context: CommandContext) throws(CommandError) {
    program = try Self.thisProgram(context)
    store = try Self.thisStore(context)
    version = HelpCommand.versionLine.trimmingLineFeed
    options = Self.options(of: context)
    layers = context.arguments.all(ProfileCommand.layers)
    self.taps = taps.trace()
    var json = JSONWriter()
    report.writeJSON(to: &json)
    measured = json.bytes
  }

  /// The program that is running.
  static func thisProgram(_ context: CommandContext) throws(CommandError) -> FileIdentity {
    if let path = context.invocation.machine.program(), let found = FileIdentity(at: path) {
      return found
    }
    throw CommandError(
      "noProgram",
      "This system does not tell where the running program is, so that it cannot be started "
        + "again; compare without a baseline.", exitCode: .inputOutput)
  }

  /// The store that the words name.
  static func thisStore(_ context: CommandContext) throws(CommandError) -> FileIdentity {
    let path = try context.arguments.required(CommonOperands.store)
    if let found = FileIdentity(at: path) { return found }
    throw CommandError(
      "noSuchStore", "There is no file \(ValueProblem.quoted(path)).", exitCode: .notFound)
  }

  /// The words of the command line that change what a tap does.
  static func options(of context: CommandContext) -> [String] {
    let names = Set(ProfileCommand.shared.map { "--\($0.name)" })
    var kept: [String] = []
    var words = context.invocation.arguments.prefix { $0 != "--" }
    while let word = words.popFirst() {
      let name = word.prefix { $0 != "=" }
      guard names.contains(String(name)) else { continue }
      kept.append(word)
      if name == word, let value = words.popFirst() { kept.append(value) }
    }
    return kept
  }

  /// Writes the baseline as one JSON document.
  func write(to file: OutputFile) throws(CommandError) {
    var json = JSONWriter()
    json.beginObject()
    json.member("meridianBaseline", Self.form)
    json.member("version", version)
    json.key("program")
    program.write(to: &json)
    json.key("store")
    store.write(to: &json)
    for (name, words) in [("options", options), ("layers", layers)] {
      json.key(name)
      json.beginArray()
      for word in words { json.string(word) }
      json.endArray()
    }
    json.key("measured")
    json.raw(measured)
    json.key("taps")
    json.beginArray()
    for line in taps.split(separator: 0x0A) { json.raw(line) }
    json.endArray()
    json.endObject()
    json.endLine()
    file.empty()
    try file.append(json.bytes)
  }

  /// Reads a baseline from a file.
  init(path: String) throws(CommandError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SystemCalls.contents(of: path, limit: JSONDocument.sizeLimit)
    } catch {
      throw CommandError(error)
    }
    do throws(JSONError) {
      let document = try JSONDocument()
      let record = try document.parse(bytes, 0..<bytes.count)
      guard record["meridianBaseline"]?.int64 == Self.form,
        let program = FileIdentity(record["program"]), let store = FileIdentity(record["store"]),
        let options = record["options"], let layers = record["layers"], let taps = record["taps"],
        taps.count > 0
      else { throw JSONError(code: .syntax) }
      self.program = program
      self.store = store
      self.options = options.elements.compactMap(\.string)
      self.layers = layers.elements.compactMap(\.string)
      self.taps = Array(taps.elements.map { Array($0.raw) }.joined(separator: [0x0A]))
      version = record["version"]?.string ?? ""
      measured = []
    } catch {
      throw CommandError(
        "notABaseline",
        "\(ValueProblem.quoted(path)) is no baseline of this version; make one with "
          + "`meridian profile STORE --taps N --save FILE`.", exitCode: .broken)
    }
  }

  /// Throws when the program or the store is gone or another than the baseline was made with.
  func checkUnchanged() throws(CommandError) {
    for (file, what, remedy) in [
      (program, "program", "keep a copy of a program before building, and save with the copy"),
      (store, "store", "save a new baseline"),
    ] {
      guard let now = FileIdentity(at: file.path) else {
        throw CommandError(
          "baselineGone",
          "The \(what) of the baseline, \(ValueProblem.quoted(file.path)), is gone; \(remedy).",
          exitCode: .notFound)
      }
      guard now == file else {
        throw CommandError(
          "baselineChanged",
          "The \(what) of the baseline, \(ValueProblem.quoted(file.path)), has changed since; "
            + "\(remedy).", exitCode: .conflict)
      }
    }
  }
}

extension String {
  fileprivate var trimmingLineFeed: String { last == "\n" ? String(dropLast()) : self }
}
