/// The completion script for fish 3 and later.
struct FishCompletion {
  let commands: [ShellCommand]

  /// The whole script.
  var script: String {
    #"""
    # fish completion for meridian \#(HelpCommand.number), made from its table of commands.

    # Whether an option takes the next word: COMMAND OPTION.
    function __meridian_takes_value
        contains -- "$argv[1] $argv[2]" \#(list(valued))
    end

    # Prints the command before the cursor, then its operands, a line each.
    function __meridian_line
        set -l command ''
        set -l operands
        set -l pending ''
        set -l ended ''
        set -l words (commandline -opc)
        for word in $words[2..-1]
            if test -n "$pending"
                set pending ''
            else if test -z "$ended" -a "x$word" = x--
                set ended 1
            else if test -z "$ended"; and string match -qr '^-(?![0-9.]|inf|$)' -- $word
                if __meridian_takes_value "$command" $word
                    set pending $word
                end
            else if test -z "$command"
                set command $word
            else if test (count $operands) -eq 0; and contains -- "$command $word" \#(
              list(commands.filter { $0.words.count > 1 }.map(\.name)))
                set command "$command $word"
            else
                set -a operands $word
            end
        end
        printf '%s\n' "$command" $operands
    end

    # Whether the words before the cursor name a command: COMMAND [OPERANDS…], where OPERANDS are
    # the numbers of operands that may stand before the cursor.
    function __meridian_at
        set -l line (__meridian_line)
        test "$line[1]" = "$argv[1]"; or return 1
        test (count $argv) -eq 1; and return 0
        contains -- (math (count $line) - 1) $argv[2..-1]
    end

    # Whether a command's word before the cursor is another word, of which more are offered.
    function __meridian_after
        set -l line (__meridian_line)
        test "$line[1]" = "$argv[1]" -a (count $line) -eq 2 -a "$line[2]" = "$argv[2]"
    end

    complete -c meridian -f
    \#(families)\#
    \#(ShellCommand.leading.map { option(of: "", $0) }.joined())\#
    \#(commands.map(lines).joined())
    """#
  }

  private func quoted(_ text: String) -> String {
    text.inSingleQuotes(["'": #"\'"#, "\\": #"\\"#])
  }

  private func list(_ texts: [String]) -> String {
    texts.map { "\\\n            " + quoted($0) }.joined(separator: " ")
  }

  private var valued: [String] {
    ShellCommand.leading.filter { $0.placeholder != nil }.flatMap(\.names).map { " \($0)" }
      + commands.flatMap { command in
        command.options.filter { $0.placeholder != nil }.flatMap(\.names).map {
          "\(command.name) \($0)"
        }
      }
  }

  private var families: String {
    words(ShellCommand.families(commands), when: "__meridian_at ''")
      + ShellCommand.families(commands).map { family in
        words(inner(family.word), when: "__meridian_at \(quoted(family.word)) 0")
      }.joined()
  }

  private func inner(_ word: String) -> [(word: String, summary: String)] {
    commands.filter { $0.words.count > 1 && $0.words[0] == word }.map { ($0.words[1], $0.summary) }
  }

  private func words(_ rows: [(word: String, summary: String)], when condition: String) -> String {
    rows.map { row in
      "complete -c meridian -n \(quoted(condition)) -a \(offered([row.word])) "
        + "-d \(quoted(row.summary))\n"
    }.joined()
  }

  private func lines(of command: ShellCommand) -> String {
    command.options.map { option(of: command.name, $0) }.joined()
      + command.operands.enumerated().map { operand(of: command.name, $0.offset, $0.element) }
      .joined()
  }

  private func option(of command: String, _ option: ShellCommand.Option) -> String {
    let names = option.names.map { name in
      name.hasPrefix("--")
        ? " -l \(quoted(String(name.dropFirst(2))))"
        : " -s \(quoted(String(name.dropFirst())))"
    }.joined()
    let value = option.placeholder == nil ? "" : argument(option.offer)
    return "complete -c meridian -n \(quoted("__meridian_at \(quoted(command))"))\(names)\(value)"
      + " -d \(quoted(option.brief))\n"
  }

  private func argument(_ offer: Offer) -> String {
    switch offer {
    case .nothing, .commands: " -x"
    case .words(let list): " -x -a \(offered(list))"
    case .files, .filesBehindAt: " -r -F"
    }
  }

  private func operand(
    of command: String, _ index: Int, _ operand: ShellCommand.Operand
  ) -> String {
    let places = operand.takesRest ? "" : " \(index)"
    let condition = "__meridian_at \(quoted(command))\(places)"
    let start = "complete -c meridian -n \(quoted(condition))"
    switch operand.offer {
    case .nothing: return ""
    case .words(let list): return "\(start) -a \(offered(list)) -d \(quoted(operand.help))\n"
    case .files: return "\(start) -F\n"
    case .filesBehindAt:
      return "\(start) -a '@(__fish_complete_path (string sub -s 2 -- (commandline -ct)))'\n"
    case .commands:
      let first = "__meridian_at \(quoted(command)) 0"
      return words(ShellCommand.families(commands), when: first)
        + ShellCommand.families(commands).map { family in
          let after = "__meridian_after \(quoted(command)) \(quoted(family.word))"
          return words(inner(family.word), when: after)
        }.joined()
    }
  }

  /// Words for `-a`, which fish reads once more.
  private func offered(_ words: [String]) -> String {
    quoted(words.map { quoted($0) }.joined(separator: " "))
  }
}
