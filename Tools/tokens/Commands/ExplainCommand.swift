/// `explain`: where a token's value comes from and where it goes.
struct ExplainCommand {
  private let sources: TokenSources
  private let console: Console

  init(_ sources: TokenSources, _ console: Console) {
    self.sources = sources
    self.console = console
  }

  /// `words` are the name and the files.
  func run(_ words: [String]) throws(CommandFailure) -> ExitCode {
    let name = words.first ?? ""
    let systems = try sources.systems(Array(words.dropFirst()))
    // An alias may be pasted as it is written.
    let path = TokenPath(name.hasPrefix("{") && name.hasSuffix("}") ? inner(name) : name)
    var isFirst = true
    for system in systems {
      guard let token = system.token(path) ?? system.token(path.appending("$root")) else {
        continue
      }
      if !isFirst { console.say("") }
      isFirst = false
      for line in Explanation(of: token, in: system).lines { console.say(line) }
    }
    guard isFirst else { return .done }
    let names = systems.flatMap { $0.tokens.map(\.path.description) }
    throw CommandFailure(
      "There is no token \(Quote.of(path.description))\(hint(for: path.description, among: names))",
      .missing)
  }

  /// A last part alone, `primary` for `ink.primary`, is near enough, and so is one that is nearly
  /// right.
  private func hint(for word: String, among names: [String]) -> String {
    let otherwise = "; check its spelling."
    let ending = names.first { $0.lowercased().hasSuffix("." + word.lowercased()) }
    if let ending { return "; did you mean \(Quote.of(ending))?" }
    if let near = Suggestion.nearest(to: word, among: names) {
      return "; did you mean \(Quote.of(near))?"
    }
    let ends = names.map { String($0.split(separator: ".").last ?? "") }
    guard let end = Suggestion.nearest(to: word, among: ends),
      let place = ends.firstIndex(of: end)
    else { return otherwise }
    return "; did you mean \(Quote.of(names[place]))?"
  }

  private func inner(_ alias: String) -> String { String(alias.dropFirst().dropLast()) }
}

extension TokenPath {
  /// The path of something in this group.
  func appending(_ name: String) -> TokenPath { TokenPath(names + [name]) }
}
