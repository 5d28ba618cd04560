/// Source code being written: lines, indented by the blocks around them.
package struct CodeText {
  /// The widest line that is written where text can be wrapped.
  package static let width = 100

  package private(set) var text = ""
  private let step: Int
  private var depth = 0

  /// Code with so many spaces a level.
  package init(indentation step: Int) { self.step = step }

  /// Columns left on a line at the current depth.
  package var room: Int { CodeText.width - depth * step }

  /// A line, or several with their own relative indentation; without a word, an empty one.
  package mutating func line(_ code: String = "") {
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.isEmpty { text += String(repeating: " ", count: depth * step) + line }
      text += "\n"
    }
  }

  /// A line, what it encloses, and the line that ends it.
  package mutating func block(
    _ opening: String, closing: String = "}", _ body: (inout CodeText) -> Void
  ) {
    line(opening)
    depth += 1
    body(&self)
    depth -= 1
    line(closing)
  }

  /// What the last line opened, and the line that ends it: the other half of an alternative.
  package mutating func rest(closing: String = "}", _ body: (inout CodeText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
    line(closing)
  }

  /// A sentence in comments, wrapped; nothing for an empty one.
  package mutating func comment(_ sentence: String, mark: String) {
    for piece in CodeText.wrapped(sentence, to: room - mark.count - 1) {
      line(mark + " " + piece)
    }
  }

  /// Words in lines of at most `width` columns (a longer word has a line to itself); control
  /// characters and line breaks count as spaces, so that text of a file cannot leave its comment.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    let separators = { (character: Character) in
      character.isWhitespace
        || character.unicodeScalars.contains {
          switch $0.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: true
          default: false
          }
        }
    }
    var lines: [String] = []
    for word in text.split(whereSeparator: separators) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// Expressions of a language with named arguments, laid out to fit.
package enum CodeExpression {
  /// A call on one line when it fits in `room` columns and no argument is of several lines; or its
  /// arguments on one line below; or each of them on a line of its own.
  package static func call(
    _ name: String, _ arguments: [String], open: String = "(", close: String = ")", room: Int,
    indentation: Int
  ) -> String {
    let inner = arguments.joined(separator: ", ")
    let isOfOneLine = !inner.utf8.contains(UInt8(ascii: "\n"))
    // Four bytes are a character at most, so that most lines need not be counted.
    if isOfOneLine, inner.utf8.count <= 4 * room {
      let line = name + open + inner + close
      if line.count <= room { return line }
    }
    let indent = String(repeating: " ", count: indentation)
    if isOfOneLine, inner.utf8.count <= 4 * room, inner.count <= room {
      return name + open + "\n" + indent + inner + "\n" + close
    }
    let rows = arguments.map { argument in
      argument.split(separator: "\n", omittingEmptySubsequences: false)
        .map { indent + $0 }.joined(separator: "\n")
    }
    return name + open + "\n" + rows.joined(separator: ",\n") + "\n" + close
  }

  /// A string literal of either language, with what `special` adds to the characters escaped.
  package static func literal(_ text: String, special: Set<Character> = []) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: result += " "
        default:
          if special.contains(Character(scalar)) { result += "\\" }
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
