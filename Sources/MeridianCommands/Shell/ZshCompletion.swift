/// The completion function for zsh, to be found as `_meridian` on its `fpath`.
struct ZshCompletion {
  let commands: [ShellCommand]

  /// The whole file.
  var script: String {
    #"""
    #compdef meridian
    # zsh completion for meridian \#(HelpCommand.number), made from its table of commands.

    # The commands, or the second words of one.
    _meridian_commands() {
      local -a names
      case ${1-} in
        ('') names=(
    \#(described(ShellCommand.families(commands)))\#
        ) ;;
    \#(secondWords)\#
      esac
      (( $#names )) && _describe -t commands command names
    }

    # The words of a command as words behind another.
    _meridian_topics() {
      case $CURRENT in
        (2) _meridian_commands ;;
        (3) _meridian_commands $words[2] ;;
      esac
    }

    # The words and options of a command.
    _meridian_arguments() {
      case $1 in
    \#(commands.map(arguments).joined())\#
      esac
    }

    _meridian() {
      local curcontext=$curcontext state state_descr line ret=1 command
      typeset -A opt_args
      _arguments -C \
    \#(lines(ShellCommand.leading.flatMap(specs)))\#
        '1: : _meridian_commands' \
        '*:: :->rest' && ret=0
      [[ $state == rest ]] || return ret
      command=$words[1]
      if (( CURRENT == 2 )); then
        _meridian_commands $command && ret=0
      elif [[ " \#(twoWords) " == *" $command/$words[2] "* ]]; then
        command="$command $words[2]"
        shift words
        (( CURRENT-- ))
      fi
      _meridian_arguments $command && ret=0
      return ret
    }

    # Sourced, it registers itself; found by its name, it is called.
    if [[ $funcstack[1] == _meridian ]]; then
      _meridian "$@"
    else
      compdef _meridian meridian
    fi

    """#
  }

  private func quoted(_ text: String) -> String { text.inSingleQuotes(["'": #"'\''"#]) }

  private func described(_ rows: [(word: String, summary: String)]) -> String {
    rows.map { row in
      "      \(quoted("\(colons(row.word)):\(row.summary)"))\n"
    }.joined()
  }

  private var secondWords: String {
    ShellCommand.families(commands).map { family in
      let inner = commands.filter { $0.words.count > 1 && $0.words[0] == family.word }
      guard !inner.isEmpty else { return "" }
      return "    (\(quoted(family.word))) names=(\n"
        + described(inner.map { ($0.words[1], $0.summary) }) + "    ) ;;\n"
    }.joined()
  }

  private var twoWords: String {
    commands.filter { $0.words.count > 1 }.map { $0.words.joined(separator: "/") }
      .joined(separator: " ")
  }

  private func arguments(of command: ShellCommand) -> String {
    let operands = command.operands.enumerated().map { index, operand in
      let place = operand.takesRest ? "*" : "\(index + 1)"
      let mark = operand.isRequired || operand.takesRest ? ":" : "::"
      return "\(place)\(mark)\(colons(operand.name)):\(action(operand.offer))"
    }
    return "    (\(quoted(command.name)))\n      _arguments \\\n"
      + lines(command.options.flatMap(specs) + operands, isLast: true) + "      ;;\n"
  }

  private func lines(_ specs: [String], isLast: Bool = false) -> String {
    specs.enumerated().map { index, spec in
      "        \(quoted(spec))" + (isLast && index == specs.count - 1 ? "\n" : " \\\n")
    }.joined()
  }

  /// One for each spelling: `(-q --quiet)--quiet[No progress]`.
  private func specs(of option: ShellCommand.Option) -> [String] {
    let others =
      option.repeats
      ? "*" : option.names.count > 1 ? "(\(option.names.joined(separator: " ")))" : ""
    return option.names.map { name in
      let text = "\(others)\(name)"
      guard let placeholder = option.placeholder else {
        return "\(text)[\(brackets(option.brief))]"
      }
      // `=`: behind an equals sign or as the next word.
      let equals = name.hasPrefix("--") ? "=" : ""
      return
        "\(text)\(equals)[\(brackets(option.brief))]:\(colons(placeholder)):\(action(option.offer))"
    }
  }

  private func action(_ offer: Offer) -> String {
    switch offer {
    case .nothing: " "
    case .words(let list): "(\(list.map(escapedWord).joined(separator: " ")))"
    case .files: "_files"
    case .filesBehindAt: "{ compset -P @ && _files }"
    case .commands: " _meridian_topics"
    }
  }

  private func colons(_ text: String) -> String {
    text.map { "\\:".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private func brackets(_ text: String) -> String {
    text.map { "\\[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// A word within the parentheses of an action, which a shell reads once more.
  private func escapedWord(_ word: String) -> String {
    word.map { $0.isLetter || $0.isNumber || "-_./,".contains($0) ? String($0) : "\\\($0)" }
      .joined()
  }
}
