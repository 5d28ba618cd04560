/// The program's entry: the words after its name.
package enum TokensCommand {
  /// Runs a command on the standard streams and ends the process with its code.
  package static func run(_ words: [String]) {
    FileSystem.catchSignals()
    var isOpen = true
    let console = Console(
      result: { if isOpen { isOpen = FileSystem.write($0, to: 1) } },
      note: { _ = FileSystem.write($0, to: 2) })
    FileSystem.end(execute(words, console).rawValue)
  }

  /// Runs a command; every failure is one sentence beside the result.
  package static func execute(_ words: [String], _ console: Console) -> ExitCode {
    if ["-h", "--help", "help"].contains(words.first) {
      console.say(HelpPages.overview)
      return .done
    }
    do throws(CommandFailure) {
      let request = try Request(words)
      if request.wantsHelp {
        console.say(HelpPages.page(of: request.verb))
        return .done
      }
      let sources = TokenSources(console)
      switch request.verb {
      case .build: return try BuildCommand(request, sources, console).run()
      case .check: return try CheckCommand(sources, console).run(request.words)
      case .diff:
        let old = try sources.system(request.words[0])
        let new = try sources.system(request.words[1])
        for line in TokenDiff(from: old, to: new).lines { console.say(line) }
        return .done
      case .explain: return try ExplainCommand(sources, console).run(request.words)
      }
    } catch {
      console.warn("meridian-tokens: \(error.text)")
      return error.exit
    }
  }
}
