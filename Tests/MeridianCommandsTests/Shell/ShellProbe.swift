import Foundation
import MeridianCommands
import MeridianTestSupport

/// A real shell that is asked what it would offer behind a line.
struct ShellProbe {
  let kind: ShellKind
  private let program: String

  /// nil, with a line said, when the shell is not installed.
  init?(_ kind: ShellKind, for test: String = #function) {
    guard let program = Self.find(kind.rawValue) else {
      print("skipped: \(test) (no \(kind.rawValue))")
      return nil
    }
    self.kind = kind
    self.program = program
  }

  /// The path of a program, if it is installed.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// What the shell offers behind each line, sorted, in a folder of its own.
  func offers(
    behind lines: [String], commands: [Command], files: [String] = []
  ) throws -> [[String]] {
    let folder = try TemporaryFolder()
    for file in files {
      try Data().write(to: URL(fileURLWithPath: folder.file(file)))
    }
    // Files that a completion offers lie apart from those the probe needs.
    let tools = try TemporaryFolder()
    try kind.script(for: commands).write(
      toFile: tools.file("_meridian"), atomically: true, encoding: .utf8)
    try driver.write(toFile: tools.file("driver"), atomically: true, encoding: .utf8)
    let options = kind == .bash ? ["--norc"] : kind == .zsh ? ["-f"] : ["--no-config"]
    let output = try Self.run(
      program, options + [tools.file("driver"), tools.path] + lines, in: folder.path)
    // A line of the driver for each offer, an empty one behind each question.
    var answers: [[String]] = [[]]
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "[end]" {
        answers.append([])
      } else if !line.isEmpty {
        answers[answers.count - 1].append(plain(String(line)))
      }
    }
    return answers.dropLast().map { $0.sorted() }
  }

  /// Without what one shell adds and another does not.
  private func plain(_ offer: String) -> String {
    var text = offer.split(separator: "\t")[0]
    if text.hasPrefix("--"), let equals = text.firstIndex(of: "=") {
      text = text[text.index(after: equals)...]
    }
    if text.first == "@" { text = text.dropFirst() }
    return String(text)
  }

  /// Runs a program to its end; its output, and its errors behind it.
  static func run(_ program: String, _ words: [String], in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder,
      "LC_ALL": "C.UTF-8", "TERM": "dumb",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private var driver: String {
    switch kind {
    case .bash:
      // As readline does it: words are broken at blanks, `=` and `@`.
      #"""
      . "$1/_meridian"
      shift
      for line in "$@"; do
        broken=$(sed 's/[=@]/ & /g' <<<"$line")
        read -ra COMP_WORDS <<<"$broken"
        [[ $broken != *[\ ] ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMPREPLY=()
        _meridian
        printf '%s\n' "${COMPREPLY[@]}" '[end]'
      done
      """#
    case .fish:
      #"""
      source $argv[1]/_meridian
      for line in $argv[2..-1]
        complete -C $line
        echo '[end]'
      end
      """#
    case .zsh:
      // A shell on a terminal of its own, whose offers are written down on their way.
      #"""
      zmodload zsh/zpty || exit
      folder=$1 out=$1/out
      shift
      zpty -b child zsh -f -i
      zpty -w child "PS1=; fpath=(${(q)folder} \$fpath); out=${(q)out}"
      zpty -w child 'autoload -Uz compinit; compinit -D -u'
      zpty -w child 'compadd() {
        local -a found
        if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
        builtin compadd -A found "$@"
        (( $#found )) && print -rl -- $found >>$out
        builtin compadd "$@"
      }'
      zpty -w child 'ask() { _main_complete; print -r -- "[end]" >>$out; BUFFER= }'
      zpty -w child 'zle -C ask complete-word ask; bindkey "^I" ask; bindkey "^U" kill-whole-line'
      for line in "$@"; do
        : >$out
        zpty -w -n child $'\x15'"$line"$'\t'
        for turn in {1..400}; do
          zpty -r -t child chunk
          [[ $(tail -n 1 $out) == '[end]' ]] && break
          sleep 0.05
        done
        cat $out
      done
      zpty -d child
      """#
    }
  }
}
