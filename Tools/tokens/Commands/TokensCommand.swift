/// The program's entry: the words after its name.
package enum TokensCommand {
  /// Runs a command on the standard streams and ends the process with its code.
  package static func run(_ words: [String]) {
    FileSystem.catchSignals()
    var lost: FileProblem?
    let console = Console(
      result: { text in
        guard lost == nil else { return }
        do throws(FileProblem) { try FileSystem.write(text, to: 1) } catch { lost = error }
      },
      note: { text in try? FileSystem.write(text, to: 2) })
    let code = execute(words, console)
    if let lost { console.warn("meridian-tokens: \(lost.text)") }
    FileSystem.end((lost?.exit ?? code).rawValue)
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
