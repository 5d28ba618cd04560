import Foundation
import Testing

@testable import MeridianTokens

/// Wallpapers read back from all three outputs.
struct WallpaperParityTests {
  @Test func `the sample's wallpapers are the same in all three outputs`() throws {
    try Self.compare(Samples.system)
  }

  @Test(arguments: SetParityTests.names)
  func `a set's wallpapers are the same in all three outputs`(_ name: String) throws {
    try Self.compare(try SetParityTests.system(name))
  }

  private static func compare(_ system: DesignSystem) throws {
    #expect(!system.wallpapers.isEmpty)
    let sheet = try StyleSheet(try #require(CSSOutput.files(for: system).first).text)
    let swift = try declarations(of: SwiftUIOutput.files(for: system), ".swift")
    let kotlin = try declarations(of: ComposeOutput.files(for: system), ".kt")
    for wallpaper in system.wallpapers {
      for context in Context.all {
        let expected = try layers(of: wallpaper, system, context)
        let name = wallpaper.name.filter { $0.isLetter || $0.isNumber }.lowercased()
        let found: [String]
        switch context.platform {
        case .web:
          let reader = try #require(CSSParityTests.readers(for: context).first)
          let kebab = CSSParityTests.name(TokenPath([wallpaper.name]))
          let drawn = try sheet.element(".wallpaper-\(kebab)::before", for: reader)
          found = try css(try #require(drawn["background"]))
        case .ios:
          found = try native(try #require(swift[name]), swift, .swift, context)
        case .android:
          found = try native(try #require(kotlin[name]), kotlin, .kotlin, context)
        }
        #expect(found == expected, "\(wallpaper.name) in \(context)")
      }
    }
  }

  private static func declarations(
    of files: [OutputFile], _ end: String
  ) throws -> [String: ReadExpression] {
    var found: [String: ReadExpression] = [:]
    for file in files where file.path.hasSuffix(end) {
      for (path, value) in try CodeReader(file.text).declarations
      where path.dropLast().last == "Wallpapers" {
        found[path[path.count - 1].filter { $0.isLetter || $0.isNumber }.lowercased()] = value
      }
      // Gradients that are the same in every mode are named, not repeated.
      for (path, value) in try CodeReader(file.text).declarations where path.count > 1 {
        found[path.joined(separator: ".")] = value
      }
    }
    return found
  }

  /// Layers from the top down: geometry, then stops.
  private static func layers(
    of wallpaper: Wallpaper, _ system: DesignSystem, _ context: Context
  ) throws -> [String] {
    func stops(_ path: TokenPath) throws -> String {
      Canonical.text(try #require(system.token(path)).value[context])
    }
    let radials = try wallpaper.radials.map { radial in
      try text([radial.centerX, radial.centerY, radial.radius], stops(radial.stops))
    }
    return radials + [try text([wallpaper.linear.angle], stops(wallpaper.linear.stops))]
  }

  private static func text(_ numbers: [Double], _ stops: String) -> String {
    (numbers.map(Canonical.number) + [stops]).joined(separator: " ")
  }

  private static func css(_ background: String) throws -> [String] {
    try StyleSheet.split(background, at: ",").map { layer in
      let open = try #require(layer.firstIndex(of: "("))
      let inside = String(layer[layer.index(after: open)...].dropLast())
      let parts = StyleSheet.split(inside, at: ",")
      let stops = Canonical.text(
        .gradient(try CSSValueReader.stops(parts.dropFirst().joined(separator: ", "))))
      if layer.hasPrefix("linear-gradient(") {
        try #require(parts[0].hasSuffix("deg"))
        return text([try CSSValueReader.number(String(parts[0].dropLast(3)))], stops)
      }
      // `circle calc(0.8 * 100cqmax) at 20% 10%`
      let words = StyleSheet.split(parts[0], at: " ")
      try #require(layer.hasPrefix("radial-gradient(circle ") && words.count == 5)
      try #require(words[1].hasPrefix("calc(") && words[1].hasSuffix(" * 100cqmax)"))
      let center = try words[3...].map { try CSSValueReader.number(String($0.dropLast())) / 100 }
      let radius = try CSSValueReader.number(String(words[1].dropFirst(5).dropLast(12)))
      return text(center + [radius], stops)
    }
  }

  private static func native(
    _ expression: ReadExpression, _ named: [String: ReadExpression],
    _ language: CodeValues.Language, _ context: Context
  ) throws -> [String] {
    let values = CodeValues(language: language)
    var settings: Set<String> = []
    if context.theme == .dark { settings.insert("isDark") }
    if context.contrast == .increased { settings.insert("increasesContrast") }
    if context.transparency == .reduced { settings.insert("reducesTransparency") }
    if context.motion == .reduced { settings.insert("reducesMotion") }
    let parts = try values.arguments(expression.chosen(settings))
    func stops(_ expression: ReadExpression) throws -> String {
      var expression = expression
      if case .name(let name) = expression {
        expression = try #require(named[name], "\(name) is not declared").chosen(settings)
      }
      return Canonical.text(.gradient(try values.stops(expression, context)))
    }
    var layers = try values.items(values.part("radials", parts)).map { radial in
      let parts = try values.arguments(radial)
      var center = parts
      var names = ["centerX", "centerY"]
      if values.language == .swift {
        center = try values.arguments(values.part("center", parts))
        names = ["x", "y"]
      }
      let numbers = try names.map { try values.number(values.part($0, center)) }
      let radius = try values.number(values.part("radius", parts))
      return text(numbers + [radius], try stops(values.part("gradient", parts)))
    }
    let linear = try values.part("linear", parts)
    if values.language == .swift {
      let parts = try values.arguments(linear)
      let angle = try values.number(values.part("angle", parts))
      layers.append(text([angle], try stops(values.part("gradient", parts))))
    } else {
      layers.append(text([try values.number(values.part("angle", parts))], try stops(linear)))
    }
    return layers
  }
}
