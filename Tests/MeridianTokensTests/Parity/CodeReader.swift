import Foundation
import Testing

/// An expression of generated Swift or Kotlin, as far as values of tokens go.
indirect enum ReadExpression {
  case number(Double)
  case text(String)
  case flag(Bool)
  /// `.solid`, `AeroLine.Solid`.
  case name(String)
  case call(String, [(label: String?, value: ReadExpression)])
  case list([ReadExpression])
  /// `0.5f to Color(…)`.
  case pair(ReadExpression, ReadExpression)
  /// A property of the settings, and the value with it on or off.
  case choice(String, on: ReadExpression, off: ReadExpression)

  /// The expression when the settings with these names are on.
  func chosen(_ settings: Set<String>) -> ReadExpression {
    switch self {
    case .choice(let setting, let on, let off):
      (settings.contains(setting) ? on : off).chosen(settings)
    case .call(let name, let arguments):
      .call(name, arguments.map { ($0.label, $0.value.chosen(settings)) })
    case .list(let items): .list(items.map { $0.chosen(settings) })
    case .pair(let one, let other): .pair(one.chosen(settings), other.chosen(settings))
    default: self
    }
  }
}

/// A small reader of generated Swift and Kotlin: constants and functions of the settings inside of
/// `extension`, `enum` and `object`. It knows the languages, not what wrote the text.
struct CodeReader {
  private enum Word: Equatable {
    case name(String)
    case number(Double)
    case text(String)
    case sign(Character)
  }

  /// Everything declared, by the names around it and its own: `["Aero", "Ink", "primary"]`.
  private(set) var declarations: [[String]: ReadExpression] = [:]
  private var words: [Word] = []
  private var place = 0

  init(_ text: String) throws {
    words = try Self.words(text)
    while place < words.count { try readDeclaration(in: []) }
  }

  private static func words(_ text: String) throws -> [Word] {
    var words: [Word] = []
    let text = Array(text)
    var index = 0
    while index < text.count {
      let character = text[index]
      let next = index + 1 < text.count ? text[index + 1] : " "
      if character == "/", next == "/" {
        while index < text.count, !text[index].isNewline { index += 1 }
      } else if character == "/", next == "*" {
        while index + 1 < text.count, text[index] != "*" || text[index + 1] != "/" { index += 1 }
        index += 2
      } else if character.isWhitespace {
        index += 1
      } else if character == "\"" {
        words.append(.text(try string(text, &index)))
      } else if character.isNumber {
        words.append(.number(try number(text, &index)))
      } else if character.isLetter || character == "_" {
        let start = index
        while index < text.count, text[index].isLetter || text[index].isNumber || text[index] == "_"
        { index += 1 }
        words.append(.name(String(text[start..<index])))
      } else {
        if character != "`" { words.append(.sign(character)) }
        index += 1
      }
    }
    return words
  }

  private static func string(_ text: [Character], _ index: inout Int) throws -> String {
    var result = ""
    index += 1
    while index < text.count, text[index] != "\"" {
      if text[index] == "\\" {
        index += 1
        try #require(index < text.count && "\"\\$".contains(text[index]), "an unknown escape")
      }
      result.append(text[index])
      index += 1
    }
    index += 1
    return result
  }

  /// `0x1A2B`, `12`, `0.5f`; the period of `12.dp` is not the number's.
  private static func number(_ text: [Character], _ index: inout Int) throws -> Double {
    let start = index
    if text[index] == "0", index + 1 < text.count, text[index + 1] == "x" {
      index += 2
      while index < text.count, text[index].isHexDigit { index += 1 }
      return Double(try #require(UInt64(String(text[(start + 2)..<index]), radix: 16)))
    }
    while index < text.count,
      text[index].isNumber
        || text[index] == "." && index + 1 < text.count && text[index + 1].isNumber
    { index += 1 }
    let number = try #require(Double(String(text[start..<index])))
    if index < text.count, text[index] == "f" { index += 1 }
    return number
  }

  private var word: Word? { place < words.count ? words[place] : nil }

  private func isNext(_ sign: Character) -> Bool { word == .sign(sign) }

  private mutating func take(_ sign: Character) throws {
    try #require(isNext(sign), "“\(sign)” is wanted, not \(String(describing: word))")
    place += 1
  }

  private mutating func takeName() throws -> String {
    guard case .name(let name) = word else {
      throw ReadingError(text: "a name is wanted, not \(String(describing: word))")
    }
    place += 1
    return name
  }

  private struct ReadingError: Error {
    var text: String
  }

  /// Reads one declaration, or passes over one word that begins none.
  private mutating func readDeclaration(in scope: [String]) throws {
    guard case .name(let word) = word else {
      if isNext("{") { try skipBraces() } else { place += 1 }
      return
    }
    place += 1
    switch word {
    case "extension", "enum", "object":
      // An enumeration with cases has a type behind its name, and nothing that is looked for.
      guard case .name = self.word else { return }
      let names = try readNames()
      guard isNext("{") else { return }
      place += 1
      while !isNext("}") {
        try #require(place < words.count, "a brace is missing")
        try readDeclaration(in: scope + names)
      }
      place += 1
    case "let", "val":
      guard case .name(let name) = self.word else { return }
      place += 1
      if isNext(":") { skipType() }
      guard isNext("=") else { return }
      place += 1
      if isNext("{") { return try skipBraces() }
      declarations[scope + [name]] = try readExpression()
    case "func", "fun": try readFunction(in: scope)
    case "struct", "class", "import", "package", "var", "init":
      while place < words.count, !isNext("{"), !isKeyword { place += 1 }
      if isNext("{") { try skipBraces() }
    default: break
    }
  }

  private var isKeyword: Bool {
    guard case .name(let name) = word else { return false }
    return [
      "extension", "enum", "object", "let", "val", "func", "fun", "struct", "class", "import",
      "var",
      "init",
    ].contains(name)
  }

  private mutating func readNames() throws -> [String] {
    var names = [try takeName()]
    while isNext(".") {
      place += 1
      names.append(try takeName())
    }
    return names
  }

  /// A type: names, angle brackets, square brackets.
  private mutating func skipType() {
    while place < words.count, !isNext("="), !isNext("{"), !isKeyword, !isNext("}") { place += 1 }
  }

  /// A function of the settings alone is a declaration; others are passed over.
  private mutating func readFunction(in scope: [String]) throws {
    guard case .name(let name) = word else { return }
    place += 1
    let start = place
    while place < words.count, !isNext("{"), !isNext("=") { place += 1 }
    let head = words[start..<place]
    // `(_ settings: AeroSettings) -> …` or `(settings: AeroSettings): …`.
    let names = head.prefix(3).filter { $0 != .name("_") }
    guard names.starts(with: [.sign("("), .name("settings")]), !head.contains(.sign(","))
    else {
      if isNext("{") { try skipBraces() }
      return
    }
    if isNext("=") { place += 1 }
    declarations[scope + [name]] =
      isNext("{") ? try readBlock() : try readExpression()
  }

  private mutating func skipBraces() throws {
    var depth = 0
    repeat {
      try #require(place < words.count, "a brace is missing")
      if isNext("{") { depth += 1 }
      if isNext("}") { depth -= 1 }
      place += 1
    } while depth > 0
  }

  private mutating func readBlock() throws -> ReadExpression {
    try take("{")
    let value = try readExpression()
    try take("}")
    return value
  }

  private mutating func readExpression() throws -> ReadExpression {
    let value = try readOperand()
    if isNext("?") {
      guard case .name(let setting) = value else {
        throw ReadingError(text: "a choice by something that is no setting")
      }
      place += 1
      let on = try readExpression()
      try take(":")
      return .choice(Self.setting(setting), on: on, off: try readExpression())
    }
    if word == .name("to") {
      place += 1
      return .pair(value, try readOperand())
    }
    return value
  }

  private static func setting(_ name: String) -> String {
    name.replacingOccurrences(of: "settings.", with: "")
  }

  private mutating func readOperand() throws -> ReadExpression {
    switch word {
    case .number(let number):
      place += 1
      return try readUnit(.number(number))
    case .text(let text):
      place += 1
      return .text(text)
    case .sign("-"):
      place += 1
      guard case .number(let number) = try readOperand() else {
        throw ReadingError(text: "a minus before no number")
      }
      return .number(-number)
    case .sign("("):
      place += 1
      let inner = try readExpression()
      try take(")")
      return try readUnit(inner)
    case .sign("["):
      place += 1
      return .list(try readArguments(until: "]").map(\.value))
    case .sign("."):
      place += 1
      return try readCall("." + readNames().joined(separator: "."))
    case .name("if"): return try readIf()
    case .name("return"):
      place += 1
      return try readExpression()
    case .name("true"), .name("false"):
      let isTrue = word == .name("true")
      place += 1
      return .flag(isTrue)
    case .name: return try readCall(readNames().joined(separator: "."))
    default: throw ReadingError(text: "a value is wanted, not \(String(describing: word))")
    }
  }

  /// `.dp`, `.sp` and `.em` behind a number say nothing that the type does not.
  private mutating func readUnit(_ value: ReadExpression) throws -> ReadExpression {
    guard isNext("."), place + 1 < words.count, case .name(let unit) = words[place + 1],
      ["dp", "sp", "em"].contains(unit)
    else { return value }
    place += 2
    return value
  }

  private mutating func readCall(_ name: String) throws -> ReadExpression {
    guard isNext("(") else { return .name(name) }
    place += 1
    let arguments = try readArguments(until: ")")
    return name == "listOf" ? .list(arguments.map(\.value)) : .call(name, arguments)
  }

  private mutating func readArguments(
    until end: Character
  ) throws -> [(label: String?, value: ReadExpression)] {
    var arguments: [(label: String?, value: ReadExpression)] = []
    while !isNext(end) {
      var label: String?
      if case .name(let name) = word, place + 1 < words.count,
        words[place + 1] == .sign(":") || words[place + 1] == .sign("=")
      {
        label = name
        place += 2
      }
      arguments.append((label, try readExpression()))
      if !isNext(end) { try take(",") }
    }
    place += 1
    return arguments
  }

  /// `if settings.isDark { … } else { … }`, with parentheses and `return` in Kotlin.
  private mutating func readIf() throws -> ReadExpression {
    place += 1
    let isKotlin = isNext("(")
    if isKotlin { place += 1 }
    let setting = Self.setting(try readNames().joined(separator: "."))
    if isKotlin { try take(")") }
    let on = isNext("{") ? try readBlock() : try readExpression()
    try #require(try takeName() == "else")
    let off = isNext("{") ? try readBlock() : try readExpression()
    return .choice(setting, on: on, off: off)
  }
}
