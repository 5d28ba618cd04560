/// Rules about single Swift files: sizes, words, documentation.
enum SourceRules {
  static let fileLines = 400
  static let functionLines = 60
  static let columns = 100

  /// Files, functions and lines that are too long.
  static func sizes(of file: Repository.File) -> [Finding] {
    var result: [Finding] = []
    let lines = file.lines
    let count = file.text.hasSuffix("\n") ? lines.count - 1 : lines.count
    if count > fileLines {
      result.append(
        Finding(path: file.path, line: 0, text: "\(count) lines, \(fileLines) are allowed"))
    }
    // In a test, a line of text that a program reads or writes may be as long as it is.
    let isTest = file.path.hasPrefix("Tests/")
    for (index, line) in lines.enumerated()
    where line.utf8.count > columns && line.count > columns && !(isTest && line.contains("\"")) {
      result.append(
        Finding(
          path: file.path, line: index + 1,
          text: "\(line.count) columns, \(columns) are allowed"))
    }
    for function in functions(of: file.code) where function.lines > functionLines {
      result.append(
        Finding(
          path: file.path, line: function.line,
          text: "a function of \(function.lines) lines, \(functionLines) are allowed"))
    }
    return result
  }

  /// Words that are not written in the product or its tools.
  static func words(in file: Repository.File) -> [Finding] {
    let code = file.code
    let banned = [
      (#"@unchecked[ ]+Sendable"#, "a promise nobody checks"),
      (#"nonisolated\(unsafe\)"#, "a promise nobody checks"),
      (#"\btry!"#, "an error that ends the process"),
      (#"\bas!"#, "a cast that ends the process"),
      (#"\bfatalError\b"#, "the end of the process"),
      (#"@_exported"#, "another module's names"),
      (#"[\w\)\]\}]!(?!=)"#, "a forced optional"),
      (#"^(?:\w+[ ]+)?var[ ][^={\n]*="#, "a global variable"),
      (#"^[ ]*(?:\w+[ ]+)?static[ ]+var[ ][^={\n]*="#, "a global variable"),
    ]
    return banned.flatMap { file.findings($0.0, in: code, $0.1) }.filter {
      !(mayShareMemory.contains(file.path) && $0.text.contains("nonisolated(unsafe)"))
    }
  }

  /// Files that share memory which nobody changes any more; all others get it from them.
  static let mayShareMemory: Set = ["Sources/MeridianKernel/Storage/Column.swift"]

  /// Public declarations without a comment for the reader; cases of enumerations may do without.
  static func documentation(of file: Repository.File) -> [Finding] {
    let lines = file.lines
    let code = file.code.split(separator: "\n", omittingEmptySubsequences: false)
    return code.enumerated().compactMap { index, line in
      guard line.contains("public ") else { return nil }
      let words = line.split { !$0.isLetter }
      let isDeclaration =
        words.contains("public") && !words.contains("import") && !words.contains("extension")
      guard isDeclaration, !isDocumented(index, lines) else { return nil }
      return Finding(
        path: file.path, line: index + 1, text: "not documented: \(line.drop { $0 == " " })")
    }
  }

  /// Whether a line of documentation stands above, attributes in between or not.
  private static func isDocumented(_ index: Int, _ lines: [Substring]) -> Bool {
    var above = index - 1
    while above >= 0 {
      let text = lines[above].drop { $0 == " " }
      if text.hasPrefix("///") { return true }
      guard text.hasPrefix("@") || text.hasPrefix("#if") else { return false }
      above -= 1
    }
    return false
  }

  /// Where functions start and how many lines they take, signature and braces included.
  static func functions(of code: String) -> [(line: Int, lines: Int)] {
    let bytes = Array(code.utf8)
    var result: [(line: Int, lines: Int)] = []
    var open: [(depth: Int, line: Int)] = []
    var pending: (line: Int, parentheses: Int)?
    var (line, depth, parentheses) = (1, 0, 0)
    var word: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "_") || isLetter(byte) {
        word.append(byte)
        continue
      }
      if word.elementsEqual("func".utf8) || word.elementsEqual("init".utf8) {
        pending = (line, parentheses)
      }
      word.removeAll(keepingCapacity: true)
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
      case UInt8(ascii: "("):
        parentheses += 1
      case UInt8(ascii: ")"):
        parentheses -= 1
      case UInt8(ascii: "{"):
        depth += 1
        if let start = pending, parentheses <= start.parentheses {
          open.append((depth, start.line))
          pending = nil
        }
      case UInt8(ascii: "}"):
        if let last = open.last, last.depth == depth {
          result.append((last.line, line - last.line + 1))
          open.removeLast()
        }
        depth -= 1
        // A protocol's requirement, or a call of another initializer, has no body.
        if let start = pending, parentheses <= start.parentheses { pending = nil }
      default:
        break
      }
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
