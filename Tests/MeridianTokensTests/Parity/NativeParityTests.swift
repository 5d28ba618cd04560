import Foundation
import Testing

@testable import MeridianTokens

/// The two native outputs read back from their text: the same values as the source, in every
/// context of their platform.
struct NativeParityTests {
  @Test func `the sample's values are read back from Swift`() throws {
    #expect(try Self.compareSwift(Samples.system) == Samples.system.tokens.count * 16)
  }

  @Test func `the sample's values are read back from Kotlin`() throws {
    #expect(try Self.compareKotlin(Samples.system) == Samples.system.tokens.count * 16)
  }

  static func compareSwift(_ system: DesignSystem) throws -> Int {
    let files = try SwiftUIOutput.files(for: system)
    var values = CodeValues(language: .swift)
    try values.readAssets(files)
    var found: [String: ReadExpression] = [:]
    for file in files where file.path.hasSuffix(".swift") {
      for (path, value) in try CodeReader(file.text).declarations {
        found[key(path.dropFirst())] = value
      }
    }
    return try compare(system, found, values, platform: .ios)
  }

  static func compareKotlin(_ system: DesignSystem) throws -> Int {
    var found: [String: ReadExpression] = [:]
    for file in try ComposeOutput.files(for: system) where file.path.hasSuffix(".kt") {
      let declarations = try CodeReader(file.text).declarations
      for (path, value) in declarations where path.count > 1 {
        found[key(path.dropFirst())] = value
      }
      // The colors of each mode are one constant; a function chooses between them.
      for (path, value) in declarations {
        guard path.count == 1, path[0].hasSuffix("Colors"), case .choice = value else { continue }
        for (name, color) in try leaves(of: value, in: declarations) { found[name] = color }
      }
    }
    return try compare(system, found, CodeValues(language: .kotlin), platform: .android)
  }

  /// Colors by path, each a choice between the modes.
  private static func leaves(
    of choice: ReadExpression, in declarations: [[String]: ReadExpression]
  ) throws -> [String: ReadExpression] {
    switch choice {
    case .choice(let setting, let on, let off):
      let one = try leaves(of: on, in: declarations)
      let other = try leaves(of: off, in: declarations)
      try #require(one.count == other.count)
      return one.reduce(into: [:]) { all, pair in
        guard let off = other[pair.key] else { return }
        all[pair.key] = .choice(setting, on: pair.value, off: off)
      }
    case .name(let name):
      return colors(try #require(declarations[[name]], "\(name) is not declared"), [])
    default: return colors(choice, [])
    }
  }

  private static func colors(
    _ value: ReadExpression, _ path: [String]
  ) -> [String: ReadExpression] {
    guard case .call(_, let arguments) = value else { return [:] }
    if arguments.count == 1, arguments[0].label == nil { return [key(path[...]): value] }
    return arguments.reduce(into: [:]) { all, argument in
      all.merge(colors(argument.value, path + [argument.label ?? ""])) { $1 }
    }
  }

  /// Names without signs and capitals, which languages differ in, and without the word that keeps a
  /// group from being called as a type of the language is (`TypeTokens`).
  private static func key(_ names: ArraySlice<String>) -> String {
    names.map { name in
      let plain = name.filter { $0.isLetter || $0.isNumber }.lowercased()
      return plain.count > 6 && plain.hasSuffix("tokens") ? String(plain.dropLast(6)) : plain
    }.joined(separator: ".")
  }

  private static func compare(
    _ system: DesignSystem, _ found: [String: ReadExpression], _ values: CodeValues,
    platform: Context.Platform
  ) throws -> Int {
    var compared = 0
    for token in system.tokens {
      let name = key(token.path.names[...])
      let expression = try #require(found[name], "\(token.path) is missing")
      for context in Context.all where context.platform == platform {
        let value = Lossy.value(token.value[context], values.language)
        let read = try values.value(
          like: value, expression.chosen(settings(context)), context)
        #expect(
          Canonical.text(read, inPoints: true) == Canonical.text(value, inPoints: true),
          "\(token.path) in \(context)")
        compared += 1
      }
      if case .typography = token.value[Context()] {
        try compareRole(token.role, expression, values)
      }
    }
    for spring in system.springs {
      let expression = try #require(found[key(["springs", spring.name])])
      let parts = try values.arguments(expression)
      let ratio = try values.number(values.part("dampingRatio", parts))
      #expect(Canonical.number(ratio) == Canonical.number(spring.dampingRatio))
      let stiffness = try values.number(values.part("stiffness", parts))
      #expect(Canonical.number(stiffness) == Canonical.number(spring.stiffness))
    }
    return compared
  }

  /// What the tokens' extensions say of a type style.
  private static func compareRole(
    _ role: DesignToken.Role, _ expression: ReadExpression, _ values: CodeValues
  ) throws {
    let parts = try values.arguments(expression.chosen([]))
    for (name, isSet) in [
      ("isTabular", role.isTabular), ("isMonospaced", role.isMonospaced),
      ("isUppercase", role.isUppercase),
    ] {
      guard case .flag(let read) = try values.part(name, parts) else {
        Issue.record("\(name) is no flag")
        continue
      }
      #expect(read == isSet)
    }
    if values.language == .swift, let style = role.textStyle,
      case .name(let read) = try values.part("relativeTo", parts)
    {
      #expect(read == "." + style.rawValue)
    }
  }

  private static func settings(_ context: Context) -> Set<String> {
    var settings: Set<String> = []
    if context.theme == .dark { settings.insert("isDark") }
    if context.contrast == .increased { settings.insert("increasesContrast") }
    if context.transparency == .reduced { settings.insert("reducesTransparency") }
    if context.motion == .reduced { settings.insert("reducesMotion") }
    return settings
  }
}

/// What a language can hold of a value.
enum Lossy {
  static func value(_ value: TokenValue, _ language: CodeValues.Language) -> TokenValue {
    switch value {
    case .fontWeight(let weight): return .fontWeight(self.weight(weight, language))
    case .typography(var type):
      type.fontWeight = weight(type.fontWeight, language)
      return .typography(type)
    default: return value
    }
  }

  /// The nearest of SwiftUI's nine weights; whole numbers in Compose.
  private static func weight(_ weight: Double, _ language: CodeValues.Language) -> Double {
    let step = language == .swift ? 100.0 : 1
    return min(max((weight / step).rounded() * step, step), language == .swift ? 900 : 1000)
  }
}
