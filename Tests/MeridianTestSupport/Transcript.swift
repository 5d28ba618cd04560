import Foundation

/// A recorded session with the program, replayed and compared.
///
/// ```
/// # A comment.
/// $ meridian measure - <<END
/// {"id":1}
/// END
/// {"id":1,…}
/// ! a line of standard error
/// [exit 0]
/// ```
/// Words may stand in quotes. Settings may stand before the program's name; `TERMINAL=80` makes
/// the output a terminal of 80 columns.
public struct Transcript {
  /// One run of the program.
  public struct Run: Sendable {
    /// The words behind the program's name.
    public var arguments: [String]
    /// Settings of the environment.
    public var environment: [String: String]
    /// What stands on standard input.
    public var input: String
    /// Columns of the terminal, or `nil` for a pipe.
    public var terminal: Int?
  }

  /// What a run gave.
  public struct Answer: Sendable {
    var output: String
    var errors: String
    var code: Int32

    /// Makes an answer of its parts.
    public init(output: String, errors: String, code: Int32) {
      self.output = output
      self.errors = errors
      self.code = code
    }
  }

  /// Replays the transcript at a path within the package; returns what differs, if anything.
  public static func difference(replaying path: String, with program: (Run) -> Answer) -> String? {
    guard let text = try? String(contentsOfFile: Golden.root + "/" + path, encoding: .utf8) else {
      return "\(path) cannot be read."
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var replayed = ""
    while let line = lines.popFirst() {
      guard line.hasPrefix("$ ") else {
        replayed += lines.isEmpty && line.isEmpty ? "" : line + "\n"
        continue
      }
      replayed += line + "\n"
      var command = String(line.dropFirst(2))
      var input = ""
      if let mark = command.range(of: " <<") {
        let end = command[mark.upperBound...]
        while let next = lines.popFirst() {
          replayed += next + "\n"
          if next == end { break }
          input += next + "\n"
        }
        command = String(command[..<mark.lowerBound])
      }
      // What was recorded ends with the exit code.
      while let old = lines.popFirst(), !old.hasPrefix("[exit ") {}
      replayed += show(program(run(command, input)))
    }
    return Golden.difference(replayed, from: path)
  }

  private static func show(_ answer: Answer) -> String {
    var text = answer.output
    if !text.isEmpty && !text.hasSuffix("\n") { text += "(no line feed)\n" }
    for line in answer.errors.split(separator: "\n") { text += "! \(line)\n" }
    return text + "[exit \(answer.code)]\n"
  }

  private static func run(_ command: String, _ input: String) -> Run {
    var run = Run(arguments: [], environment: [:], input: input, terminal: nil)
    var words = split(command)[...]
    while let word = words.popFirst(), word != "meridian" {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      if parts[0] == "TERMINAL" {
        run.terminal = Int(parts[1])
      } else {
        run.environment[parts[0]] = parts[1]
      }
    }
    run.arguments = Array(words)
    return run
  }

  /// Words between blanks; single and double quotes keep blanks.
  public static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
