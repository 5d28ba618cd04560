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
    let near = Nearness.nearest(to: path.description, among: names)
    let hint = near.map { "did you mean \($0)?" } ?? "check its spelling."
    throw CommandFailure("There is no token \(path); \(hint)", .missing)
  }

  private func inner(_ alias: String) -> String { String(alias.dropFirst().dropLast()) }
}

extension TokenPath {
  /// The path of something in this group.
  func appending(_ name: String) -> TokenPath { TokenPath(names + [name]) }
}
