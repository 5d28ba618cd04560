/// The completion script for bash; it needs bash 3.2 and nothing beside it.
struct BashCompletion {
  let commands: [ShellCommand]

  /// The whole script.
  var script: String {
    #"""
    # bash completion for meridian \#(HelpCommand.number), made from its table of commands.

    # Offers those of some words that begin as the word under the cursor.
    _meridian_words() {
      local word
      for word in "$@"; do
        if [[ $word == "$cur"* ]]; then
          printf -v word '%q' "$word"
          COMPREPLY+=("$prefix$word")
        fi
      done
    }

    # Offers files and folders.
    _meridian_files() {
      local file plain=${cur//\\/}
      plain=${plain#[\"\']}
      # Fails where no completion is going on, as in a test.
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do
        COMPREPLY+=("$prefix$file")
      done < <(compgen -f -- "$plain")
    }

    # Whether an option takes the next word: COMMAND OPTION.
    _meridian_takes_value() {
      case "$1 $2" in
    \#(cases(valued, action: "return 0"))\#
      esac
      return 1
    }

    # Whether two words name a command.
    _meridian_is_command() {
      case "$1 $2" in
    \#(cases(commands.filter { $0.words.count > 1 }.map { quoted($0.name) }, action: "return 0"))\#
      esac
      return 1
    }

    # Offers the commands, or the second words of one: [WORD].
    _meridian_commands() {
      case ${1-} in
        '') _meridian_words \#(words(ShellCommand.families(commands).map(\.word))) ;;
    \#(secondWords)\#
      esac
    }

    # Offers the options of a command.
    _meridian_options() {
      case $1 in
    \#(optionLists)\#
      esac
    }

    # Offers values: COMMAND and an option or the number of an operand.
    _meridian_values() {
      case "$1 $2" in
    \#(values)\#
      esac
    }

    \#(Self.main)
    complete -F _meridian meridian

    """#
  }

  private func quoted(_ text: String) -> String { text.inSingleQuotes(["'": #"'\''"#]) }

  private func words(_ list: [String]) -> String { list.map(quoted).joined(separator: " ") }

  /// One `case` with many patterns, a few a line.
  private func cases(_ patterns: [String], action: String) -> String {
    guard !patterns.isEmpty else { return "" }
    return "    " + patterns.joined(separator: " | \\\n      ") + ") \(action) ;;\n"
  }

  private var valued: [String] {
    let leading = ShellCommand.leading.filter { $0.placeholder != nil }.flatMap(\.names)
    return leading.map { quoted(" \($0)") }
      + commands.flatMap { command in
        command.options.filter { $0.placeholder != nil }.flatMap { option in
          option.names.map { quoted("\(command.name) \($0)") }
        }
      }
  }

  private var secondWords: String {
    ShellCommand.families(commands).map { family in
      let inner = commands.filter { $0.words.count > 1 && $0.words[0] == family.word }
      guard !inner.isEmpty else { return "" }
      return "    \(quoted(family.word))) _meridian_words \(words(inner.map { $0.words[1] })) ;;\n"
    }.joined()
  }

  private var optionLists: String {
    let leading = "    '') _meridian_words \(words(ShellCommand.leading.flatMap(\.names))) ;;\n"
    return commands.reduce(into: leading) { text, command in
      let names = command.options.flatMap(\.names)
      text += "    \(quoted(command.name)))\n      _meridian_words "
      text += names.map(quoted).joined(separator: " \\\n        ") + " ;;\n"
    }
  }

  private var values: String {
    var text = ""
    for option in ShellCommand.leading {
      guard let action = action(option.offer) else { continue }
      text +=
        "    \(option.names.map { quoted(" \($0)") }.joined(separator: " | "))) \(action) ;;\n"
    }
    for command in commands {
      for option in command.options {
        guard let action = action(option.offer) else { continue }
        let patterns = option.names.map { quoted("\(command.name) \($0)") }
        text += "    \(patterns.joined(separator: " | "))) \(action) ;;\n"
      }
      for (index, operand) in command.operands.enumerated() {
        guard let action = action(operand.offer) else { continue }
        let number =
          operand.takesRest ? "'\(command.name) '[0-9]*" : "'\(command.name) \(index + 1)'"
        text += "    \(number)) \(action) ;;\n"
      }
    }
    return text
  }

  private func action(_ offer: Offer) -> String? {
    switch offer {
    case .nothing: nil
    case .words(let list): "_meridian_words \(words(list))"
    case .files: "_meridian_files"
    case .filesBehindAt: "[[ -z $at ]] || _meridian_files"
    case .commands: "_meridian_commands \"$operand\""
    }
  }

  /// Walks over the words before the cursor, then offers what fits behind them.
  private static let main = #"""
    _meridian() {
      local cur=${COMP_WORDS[COMP_CWORD]} prefix='' at='' command='' operand='' pending='' ended=''
      local word='' index count=0
      COMPREPLY=()
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ -n $pending ]]; then
          # Where bash breaks words at it, `--name=value` comes as three.
          [[ $word == '=' ]] || pending=''
        elif [[ -z $ended && $word == -- ]]; then
          ended=1
        elif [[ -z $ended && $word == -?* && $word != -[0-9.]* && $word != -inf* ]]; then
          if _meridian_takes_value "$command" "$word"; then pending=$word; fi
        elif [[ $word == '@' ]]; then
          : # The next word belongs to it.
        elif [[ -z $command ]]; then
          command=$word
        elif ((count == 0)) && _meridian_is_command "$command" "$word"; then
          command="$command $word"
        else
          count=$((count + 1))
          operand=$word
        fi
      done
      if [[ $cur == --*=* ]]; then
        pending=${cur%%=*}
        prefix=$pending=
        cur=${cur#*=}
      elif [[ -n $pending && $cur == '=' ]]; then
        cur=''
      elif [[ $cur == @* ]]; then
        at=1
        cur=${cur#@}
        [[ $COMP_WORDBREAKS == *@* ]] || prefix=@
      elif [[ $word == '@' ]]; then
        at=1
      fi
      if [[ -n $pending ]]; then
        _meridian_values "$command" "$pending"
        return
      fi
      if [[ -z $command ]]; then
        _meridian_commands
      else
        if ((count == 0)); then _meridian_commands "$command"; fi
        _meridian_values "$command" "$((count + 1))"
      fi
      if [[ -z $ended && -z $at && ($cur == -* || ${#COMPREPLY[@]} -eq 0 && -z $cur) ]]; then
        _meridian_options "$command"
      fi
    }
    """#
}
