import Foundation
import Testing

@testable import MeridianTokens

/// What a browser finds in the style sheet is what the source says, in every context.
struct CSSParityTests {
  /// The reader who asks by media features, by attributes against the opposite media features, and
  /// where attributes alone speak.
  static func readers(for context: Context) -> [StyleSheet.Reader] {
    let asked: [(media: String, attribute: String, on: String, off: String, holds: Bool)] = [
      ("(prefers-color-scheme: dark)", "data-theme", "dark", "light", context.theme == .dark),
      (
        "(prefers-contrast: more)", "data-contrast", "increased", "standard",
        context.contrast == .increased
      ),
      (
        "(prefers-reduced-transparency: reduce)", "data-transparency", "reduced", "standard",
        context.transparency == .reduced
      ),
      (
        "(prefers-reduced-motion: reduce)", "data-motion", "reduced", "standard",
        context.motion == .reduced
      ),
    ]
    var byMedia = StyleSheet.Reader()
    var against = StyleSheet.Reader()
    var byAttribute = StyleSheet.Reader()
    for (index, one) in asked.enumerated() {
      if one.holds { byMedia.media.insert(one.media) } else { against.media.insert(one.media) }
      against.attributes[one.attribute] = one.holds ? one.on : one.off
      byAttribute.attributes[one.attribute] = one.holds ? one.on : one.off
      // Half by one, half by the other.
      if index % 2 == 0, one.holds { byAttribute.media.insert(one.media) }
    }
    return [byMedia, against, byAttribute]
  }

  static let contexts = Context.all.filter { $0.platform == .web }

  /// A path's name on the web, for paths of plain words.
  static func name(_ path: TokenPath) -> String {
    path.names.filter { $0 != "$root" }.map { name in
      name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }.joined(separator: "-")
  }

  @Test func `the sample's values are read back in every web context`() throws {
    try Self.compare(Samples.system)
  }

  static func compare(_ system: DesignSystem) throws {
    let file = try #require(CSSOutput.files(for: system).first)
    let sheet = try StyleSheet(file.text)
    var compared = 0
    for context in contexts {
      for reader in readers(for: context) {
        let values = try sheet.root(for: reader)
        for token in system.tokens {
          let value = token.value[context]
          let read = try CSSValueReader.value(like: value, name(token.path), in: values)
          #expect(Canonical.text(read) == Canonical.text(value), "\(token.path) in \(context)")
          compared += 1
        }
      }
    }
    #expect(compared == system.tokens.count * 48)
  }

  @Test func `less transparency is what a browser without blur gets`() throws {
    let system = Samples.system
    let sheet = try StyleSheet(try #require(CSSOutput.files(for: system).first).text)
    for context in Self.contexts {
      var asked = context
      asked.transparency = .reduced
      for var reader in Self.readers(for: context) {
        reader.canBlur = false
        let values = try sheet.root(for: reader)
        for token in system.tokens {
          let value = token.value[asked]
          let read = try CSSValueReader.value(like: value, Self.name(token.path), in: values)
          #expect(Canonical.text(read) == Canonical.text(value), "\(token.path) in \(context)")
        }
        #expect(values["--material-sheet"] == "\"solid\"")
        #expect(try sheet.element(".material-sheet", for: reader)["backdrop-filter"] == nil)
      }
    }
  }

  @Test func `a set in which every value is its own in every context is read back`() throws {
    let system = Scattered.system(seed: 0x5EED)
    try Self.compare(system)
  }
}

/// A system whose tokens differ in arbitrary combinations of the preferences.
enum Scattered {
  static func system(seed: UInt64) -> DesignSystem {
    var state = seed
    print("seed \(seed)")
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    var system = Samples.system
    system.tokens = Samples.system.tokens
    for number in 0..<24 {
      let few = next(4) + 1
      let values = Varying<TokenValue> { _ in
        .dimension(Dimension(Double(next(few)) * 1.5, number % 2 == 0 ? .px : .rem))
      }
      system.tokens.append(
        DesignToken(
          path: TokenPath("scattered.n\(number)"), value: values, aliases: Varying { _ in [] },
          place: Samples.place))
    }
    return system
  }
}
