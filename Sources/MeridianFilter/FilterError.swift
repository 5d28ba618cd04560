/// What is wrong with the text of a filter, and where.
///
/// ```swift
/// do { _ = try BoundFilter("pop > 'many'", layer: schema) } catch { print(error.message) }
/// ```
public struct FilterError: Error, Hashable, Sendable {
  /// What is wrong and what to do, one sentence without the place.
  public let sentence: String
  /// The whole filter.
  public let text: String
  /// Where the mistake starts, in bytes of UTF-8 from the start of the text.
  public let offset: Int

  init(_ sentence: String, in text: String, at offset: Int) {
    self.sentence = sentence
    self.text = text
    self.offset = max(0, min(offset, text.utf8.count))
  }

  /// Where the mistake starts, in characters of Unicode from 1.
  public var column: Int { 1 + scalars.before.count }

  /// The sentence and two lines more: the text, or a window of it, and a caret under the place.
  public var message: String {
    let (shown, caret) = window(width: 76)
    return "\(sentence)\n\(shown)\n\(String(repeating: " ", count: caret))^"
  }
}

extension FilterError: CustomStringConvertible {
  /// One sentence with the place.
  public var description: String { "\(sentence) (column \(column) of the filter)" }
}

extension FilterError {
  /// The text's characters before and from the place on.
  private var scalars: (before: [Unicode.Scalar], after: [Unicode.Scalar]) {
    let place = text.utf8.index(text.startIndex, offsetBy: offset)
    return (Array(text.unicodeScalars[..<place]), Array(text.unicodeScalars[place...]))
  }

  /// At most so many terminal columns of the text around the place, and the caret's column in it.
  private func window(width: Int) -> (text: String, caret: Int) {
    let (before, after) = scalars
    let whole = (before + after).reduce(0) { $0 + Self.width($1) }
    var left = before.count
    var right = after.count
    var caret = before.reduce(0) { $0 + Self.width($1) }
    if whole > width {
      // Two columns are kept for the marks of what is cut off.
      let room = width - 2
      let behind = after.reduce(0) { min(room, $0 + Self.width($1)) }
      (left, caret) = Self.fitting(before.reversed(), max(room / 2, room - behind))
      right = Self.fitting(after, room - caret).count
    }
    var shown = ""
    if left < before.count {
      shown += "…"
      caret += 1
    }
    for scalar in before.suffix(left) + after.prefix(right) {
      shown.unicodeScalars.append(Self.isPlain(scalar) ? scalar : " ")
    }
    if right < after.count { shown += "…" }
    return (shown, caret)
  }

  /// How many characters from the front fit into so many columns, and the columns they take.
  private static func fitting(
    _ scalars: some Sequence<Unicode.Scalar>, _ room: Int
  ) -> (count: Int, width: Int) {
    var (count, width) = (0, 0)
    for scalar in scalars {
      guard width + Self.width(scalar) <= room else { break }
      width += Self.width(scalar)
      count += 1
    }
    return (count, width)
  }

  /// Whether a character changes nothing but its own place on the screen.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// Terminal columns of a character: none for a mark on another, two for East Asian wide ones and
  /// pictures (Unicode Standard Annex 11).
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// A sentence without characters that move the cursor.
  static func plain(_ sentence: String) -> String {
    var text = ""
    for scalar in sentence.unicodeScalars {
      text.unicodeScalars.append(isPlain(scalar) ? scalar : " ")
    }
    return text
  }

  /// A piece of the filter as a sentence may show it: short, and without characters that move the
  /// cursor.
  static func shown(_ piece: String) -> String {
    let plain = piece.unicodeScalars.lazy.map { isPlain($0) ? $0 : " " }
    var text = ""
    for scalar in plain.prefix(40) { text.unicodeScalars.append(scalar) }
    return piece.unicodeScalars.count > 40 ? text + "…" : text
  }
}
