/// Source of a manual page, built line by line: ASCII, escaped, without anything of the day.
struct Roff {
  /// A font of man(7).
  enum Font: String {
    case roman = "R"
    case bold = "B"
    case italic = "I"
  }

  /// Some text in one font.
  struct Word {
    var text: String
    var font: Font

    init(_ text: String, _ font: Font) {
      self.text = text
      self.font = font
    }
  }

  /// The page so far.
  private(set) var source: String
  /// Below a heading a paragraph begins by itself.
  private var isAfterHeading = false

  /// Begins a page of section 1.
  init(title: String, date: String, version: String) {
    source = Self.mark + "\n"
    source += ".TH \(Self.quoted(title.uppercased())) 1 \(date) \(Self.quoted(version)) "
    source += "\(Self.quoted("Meridian's manual"))\n"
    // Long words such as records of JSON would tear holes into justified lines.
    source += ".ad l\n"
  }

  /// The first line of every page, by which removing recognizes what installing wrote.
  static let mark = #".\" Made by `meridian man` from its table of commands."#

  /// Begins a section.
  mutating func section(_ title: String) {
    source += ".SH \(Self.quoted(title))\n"
    isAfterHeading = true
  }

  /// The line that indexes of manuals read.
  mutating func name(_ name: String, _ summary: String) {
    source += "\(Self.escaped(name)) \\- \(Self.escaped(summary))\n"
  }

  /// A paragraph of running text.
  mutating func paragraph(_ text: String) {
    if !isAfterHeading { source += ".PP\n" }
    self.text(text)
  }

  /// Running text in one font.
  mutating func text(_ text: String, font: Font = .roman) {
    source += Self.line(Self.styled(Word(text, font)))
    isAfterHeading = false
  }

  /// Breaks the line.
  mutating func lineBreak() { source += ".br\n" }

  /// A term, and below it what it means.
  mutating func term(_ words: [Word], _ meaning: String) {
    source += ".TP\n"
    source += Self.line(words.map(Self.styled).joined())
    text(meaning)
  }

  /// References to other pages of section 1.
  mutating func references(_ names: [String]) {
    let pages = names.map { Self.styled(Word($0, .bold)) + "(1)" }
    source += Self.line(pages.joined(separator: ",\n"))
  }

  private static func styled(_ word: Word) -> String {
    let text = escaped(word.text)
    return word.font == .roman ? text : "\\f\(word.font.rawValue)\(text)\\fR"
  }

  /// A text line may not begin with a control character.
  private static func line(_ text: String) -> String {
    (text.first == "." || text.first == "'" ? "\\&" : "") + text + "\n"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Text that comes out as it is: backslashes, quotes, hyphens that are minus signs, all of
  /// Unicode.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "\"": escaped += "\\(dq"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "-": escaped += "\\-"
      case "\n": escaped += " "
      case _ where scalar.value < 0x80: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return escaped
  }
}
