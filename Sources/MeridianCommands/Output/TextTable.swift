/// Rows of text in aligned columns, for people.
package struct TextTable: Sendable {
  /// To which side the cells of a column lean.
  package enum Alignment: Hashable, Sendable {
    /// For words.
    case left
    /// For numbers.
    case right
  }

  private var titles: [String] = []
  private var alignments: [Alignment] = []
  private var rows: [[String]] = []

  /// An empty table with these columns.
  package init(_ columns: [(title: String, alignment: Alignment)]) {
    titles = columns.map(\.title)
    alignments = columns.map(\.alignment)
  }

  /// Adds a row with one cell a column.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count == titles.count, "A row has one cell for every column.")
    rows.append(cells.map(Self.printable))
  }

  /// The lines of the table; the widest left-aligned columns are cut to fit a terminal.
  package func text(width limit: Int? = nil, isColored: Bool = false) -> String {
    var widths = titles.map(Self.columns)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], Self.columns(cell))
      }
    }
    if let limit { fit(&widths, into: limit) }
    var text = ""
    let head = line(titles, widths)
    text += isColored ? "\u{1B}[1m\(head)\u{1B}[0m\n" : head + "\n"
    for row in rows { text += line(row, widths) + "\n" }
    return text
  }

  /// Narrows the widest words, column by column, never below ten.
  private func fit(_ widths: inout [Int], into limit: Int) {
    let gaps = 2 * (widths.count - 1)
    while widths.reduce(gaps, +) > limit {
      let candidates = widths.indices.filter { alignments[$0] == .left && widths[$0] > 10 }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
    }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let cell = Self.cut(cell, to: widths[column])
      let padding = String(repeating: " ", count: max(0, widths[column] - Self.columns(cell)))
      if column > 0 { line += "  " }
      line += alignments[column] == .left ? cell + padding : padding + cell
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func cut(_ cell: String, to width: Int) -> String {
    guard columns(cell) > width else { return cell }
    var kept = ""
    var used = 1
    for character in cell {
      used += columns(String(character))
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// A cell in one line and without control characters, which could steer the terminal.
  static func printable(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: isControl) else { return cell }
    var text = ""
    for scalar in cell.unicodeScalars {
      let isSpace = scalar == "\n" || scalar == "\t" || scalar == "\r"
      text.unicodeScalars.append(isControl(scalar) ? (isSpace ? " " : "\u{FFFD}") : scalar)
    }
    return text
  }

  /// Whether a character steers a terminal or turns the direction of the text.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// How many columns a terminal gives a text: two for wide characters, none for marks.
  static func columns(_ text: String) -> Int {
    text.reduce(0) { count, character in
      guard let first = character.unicodeScalars.first else { return count }
      if first.value < 0x300 { return count + 1 }
      if isWide(first) || character.unicodeScalars.contains("\u{FE0F}") { return count + 2 }
      switch first.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return count
      default: return count + 1
      }
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
