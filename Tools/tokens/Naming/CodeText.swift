/// Source code being written: lines, indented by the blocks around them.
package struct CodeText {
  /// The widest line that is written where text can be wrapped.
  package static let width = 100

  package private(set) var text = ""
  private let step: Int
  private var depth = 0 {
    didSet { margin = String(repeating: " ", count: depth * step) }
  }
  /// What stands before every line at the current depth.
  private var margin = ""

  /// Code with so many spaces a level.
  package init(indentation step: Int) { self.step = step }

  /// Columns left on a line at the current depth.
  package var room: Int { CodeText.width - depth * step }

  /// A line, or several with their own relative indentation; without a word, an empty one.
  package mutating func line(_ code: String = "") {
    code.eachLine { line in
      if !line.isEmpty {
        text += margin
        text += line
      }
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
    var lines: [String] = []
    var taken = 0
    for word in text.split(whereSeparator: isSeparator) {
      let wanted = word.count
      if !lines.isEmpty, taken + 1 + wanted <= width {
        lines[lines.count - 1] += " " + word
        taken += 1 + wanted
      } else {
        lines.append(String(word))
        taken = wanted
      }
    }
    return lines
  }

  private static func isSeparator(_ character: Character) -> Bool {
    if let ascii = character.asciiValue { return ascii <= 0x20 || ascii == 0x7F }
    return character.isWhitespace
      || character.unicodeScalars.contains {
        switch $0.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
  }

  /// A template's text with names in it: § stands for a type's, ¤ for a member's.
  package static func filled(_ template: String, type: String, member: String) -> String {
    var text = ""
    text.reserveCapacity(template.utf8.count * 9 / 8)
    var start = template.startIndex
    var at = start
    // Both marks begin with this byte, and little else in code does.
    while let mark = template.utf8[at...].firstIndex(of: 0xC2) {
      at = template.unicodeScalars.index(after: mark)
      let name: String
      switch template.unicodeScalars[mark] {
      case "§": name = type
      case "¤": name = member
      default: continue
      }
      text += template[start..<mark]
      text += name
      start = at
    }
    text += template[start...]
    return text
  }
}

extension String {
  /// Calls a body with each line, without its end; an empty text is one empty line.
  func eachLine(_ body: (Substring) -> Void) {
    var start = startIndex
    // A walk over an array takes a fraction of the time of one over a text's indices.
    for (offset, byte) in Array(utf8).enumerated() where byte == UInt8(ascii: "\n") {
      let end = utf8.index(startIndex, offsetBy: offset)
      body(self[start..<end])
      start = utf8.index(after: end)
    }
    body(self[start...])
  }

  /// Whether the text has several lines.
  var isOfSeveralLines: Bool { utf8.contains(UInt8(ascii: "\n")) }

  /// Whether the text has at most so many characters. None is less than a byte, so that what is
  /// short need not be counted.
  func fits(in room: Int) -> Bool { utf8.count <= room || count <= room }
}

/// Expressions of a language with named arguments, laid out to fit.
package enum CodeExpression {
  /// A call on one line when it fits in `room` columns and no argument is of several lines; or its
  /// arguments on one line below; or each of them on a line of its own.
  package static func call(
    _ name: String, _ arguments: [String], open: String = "(", close: String = ")", room: Int,
    indentation: Int
  ) -> String {
    let indent = String(repeating: " ", count: indentation)
    let bytes = arguments.reduce(0) { $0 + $1.utf8.count + 2 }
    // Much longer lines need not be counted.
    if bytes <= 4 * room + 2, !arguments.contains(where: \.isOfSeveralLines) {
      let inner = arguments.joined(separator: ", ")
      let line = name + open + inner + close
      if line.fits(in: room) { return line }
      if inner.fits(in: room) { return name + open + "\n" + indent + inner + "\n" + close }
    }
    var text = name + open
    text.reserveCapacity(text.utf8.count + bytes * 5 / 4)
    for (index, argument) in arguments.enumerated() {
      if index > 0 { text += "," }
      argument.eachLine { line in
        text += "\n"
        text += indent
        text += line
      }
    }
    return text + "\n" + close
  }

  /// A string literal of either language, with what `special` adds to the characters escaped.
  package static func literal(_ text: String, special: [Unicode.Scalar] = []) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl(scalar): result += " "
      default:
        if special.contains(scalar) { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
