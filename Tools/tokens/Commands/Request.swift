/// What the words after the program's name ask for.
struct Request: Hashable, Sendable {
  enum Verb: String, CaseIterable, Sendable { case build, check, diff, explain }

  var verb: Verb
  /// Files, and first of all the name for `explain`.
  var words: [String] = []
  /// The folder that `build` writes to.
  var out = "Data/tokens/generated"
  /// `build` compares only.
  var isCheck = false
  var wantsHelp = false

  /// Reads the words; the sentence that says what is wrong with them is a usage error.
  init(_ arguments: [String]) throws(CommandFailure) {
    guard let name = arguments.first else {
      throw Self.usage("Say what to do: build, check, diff or explain.")
    }
    guard let verb = Verb(rawValue: name) else {
      let hint = Suggestion.text(
        for: name, among: Verb.allCases.map(\.rawValue),
        otherwise: "; there are build, check, diff and explain.")
      throw Self.usage("There is no command \(Quote.of(name))\(hint)")
    }
    self.verb = verb
    var rest = arguments.dropFirst()
    while let word = rest.popFirst() { try take(word, &rest) }
    if !wantsHelp { try checkCount() }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(CommandFailure) {
    switch (word, verb) {
    case ("-h", _), ("--help", _): wantsHelp = true
    case ("--check", .build): isCheck = true
    case ("--out", .build):
      guard let folder = rest.popFirst(), !folder.isEmpty else {
        throw Self.usage("--out takes a folder.")
      }
      out = folder
    case ("--", _):
      words += rest
      rest = []
    default:
      guard !word.hasPrefix("-") else {
        let hint = "`meridian-tokens \(verb.rawValue) --help` lists the options"
        throw Self.usage("\(verb.rawValue) has no option \(Quote.of(word)); \(hint).")
      }
      words.append(word)
    }
  }

  private func checkCount() throws(CommandFailure) {
    switch verb {
    case .build, .check: break
    case .diff:
      guard words.count == 2 else {
        throw Self.usage("diff takes two files, the old one and the new one.")
      }
    case .explain:
      guard !words.isEmpty else {
        throw Self.usage("explain takes the name of a token, ink.primary for instance.")
      }
    }
  }

  private static func usage(_ text: String) -> CommandFailure { CommandFailure(text, .usage) }
}
