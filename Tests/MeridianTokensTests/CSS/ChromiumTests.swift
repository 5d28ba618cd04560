import Foundation
import Testing

@testable import MeridianTokens

/// The style sheet in a browser: what it computes is what the tokens say, under each preference.
@Suite(.serialized) struct ChromiumTests {
  @Test func `computed values equal the tokens under each emulated preference`() throws {
    guard let path = Chromium.path else {
      print("skipped: Chromium is not here")
      return
    }
    let browser = try Chromium(path: path)
    defer { browser.close() }
    for system in [Samples.system] + (try SetParityTests.names.map(SetParityTests.system)) {
      try Self.load(system, in: browser)
      var compared = 0
      for context in CSSParityTests.contexts {
        for reader in CSSParityTests.readers(for: context) {
          try Self.look(browser, as: reader)
          let computed = try Self.computed(browser)
          compared += try Self.compareTokens(system, computed, context)
          compared += try Self.compareMaterials(system, computed, context)
        }
      }
      print("\(system.name): \(compared) computed values equal the tokens")
      #expect(compared >= 48 * (system.tokens.count + system.materials.roles.count))
      try Self.compareForcedColors(system, browser)
      try Self.compareOthers(system, browser)
    }
  }

  /// Elements of the page: one a token, with the property it is put to use in.
  private static func probe(_ token: DesignToken) -> (style: String, reads: [String]) {
    let own = "var(--\(CSSParityTests.name(token.path)))"
    let name = "--" + CSSParityTests.name(token.path)
    switch token.value[Context()] {
    case .color: return ("background-color: \(own)", ["background-color"])
    case .dimension: return ("margin-left: \(own)", ["margin-left"])
    case .fontFamily: return ("font-family: \(own)", ["font-family"])
    case .fontWeight: return ("font-weight: \(own)", ["font-weight"])
    case .duration: return ("transition-duration: \(own)", ["transition-duration"])
    case .cubicBezier: return ("transition-timing-function: \(own)", ["transition-timing-function"])
    case .number: return ("margin-left: calc(\(own) * 1px)", ["margin-left"])
    case .strokeStyle: return ("border-left: 1px \(own)", ["border-left-style"])
    case .border:
      return (
        "border: \(own); margin-left: var(\(name)-width)",
        ["border-left-style", "border-left-color", "margin-left"]
      )
    case .transition:
      return (
        "transition: opacity \(own)",
        ["transition-duration", "transition-timing-function", "transition-delay"]
      )
    case .shadow: return ("box-shadow: \(own)", ["box-shadow"])
    case .gradient:
      return ("background-image: linear-gradient(10deg, \(own))", ["background-image"])
    case .typography:
      return (
        "font: \(own); letter-spacing: var(\(name)-letter-spacing)",
        ["font-family", "font-size", "font-weight", "line-height", "letter-spacing"]
      )
    }
  }

  private static func load(_ system: DesignSystem, in browser: Chromium) throws {
    let sheet = try #require(CSSOutput.files(for: system).first).text
    var body = ""
    var wanted: [[Any]] = []
    for (index, token) in system.tokens.enumerated() {
      let (style, reads) = probe(token)
      let escaped = style.replacingOccurrences(of: "\"", with: "&quot;")
      body += "<p id=t\(index) style=\"\(escaped)\">x</p>"
      wanted.append(["t\(index)", "", reads])
    }
    for (index, role) in system.materials.roles.enumerated() {
      body += "<p id=m\(index) class=material-\(CSSParityTests.name(TokenPath([role])))>x</p>"
      let reads = ["background-color", "backdrop-filter", "box-shadow", "border-left-color"]
      wanted.append(["m\(index)", "", reads])
      wanted.append(["m\(index)", "::after", ["opacity"]])
    }
    body += "<p id=ink style='color: CanvasText; background-color: Canvas'>x</p>"
    wanted.append(["ink", "", ["color", "background-color"]])
    let list = String(
      decoding: try JSONSerialization.data(withJSONObject: wanted), as: UTF8.self)
    let page = """
      <!doctype html><style>\(sheet)</style>
      <style>p { forced-color-adjust: none; border: 1px none }</style>\(body)
      """
    _ = try browser.evaluate(
      """
      document.open(); document.write(\(try Chromium.literal(page))); document.close();
      wanted = \(list);
      function look() {
        return Object.fromEntries(wanted.map(([id, pseudo, reads]) => {
          const style = getComputedStyle(document.getElementById(id), pseudo || null);
          return [id + pseudo, reads.map(name => style.getPropertyValue(name))];
        }));
      }
      document.styleSheets[0].cssRules.length
      """)
  }

  /// Sets the media features and the root element's attributes.
  static func look(_ browser: Chromium, as reader: StyleSheet.Reader) throws {
    var features: [String: String] = [:]
    for one in reader.media {
      let words = one.dropFirst().dropLast().components(separatedBy: ": ")
      features[words[0]] = words[1]
    }
    for (name, usual) in [
      ("prefers-color-scheme", "light"), ("prefers-contrast", "no-preference"),
      ("prefers-reduced-transparency", "no-preference"),
      ("prefers-reduced-motion", "no-preference"), ("forced-colors", "none"),
    ] where features[name] == nil {
      features[name] = usual
    }
    try browser.emulate(features)
    let attributes = String(
      decoding: try JSONSerialization.data(withJSONObject: reader.attributes), as: UTF8.self)
    _ = try browser.evaluate(
      """
      for (const name of ["theme", "contrast", "transparency", "motion"])
        document.documentElement.removeAttribute("data-" + name);
      for (const [name, value] of Object.entries(\(attributes)))
        document.documentElement.setAttribute(name, value);
      1
      """)
  }

  static func computed(_ browser: Chromium) throws -> [String: [String]] {
    try #require(try browser.evaluate("look()") as? [String: [String]])
  }

  private static func compareTokens(
    _ system: DesignSystem, _ computed: [String: [String]], _ context: Context
  ) throws -> Int {
    for (index, token) in system.tokens.enumerated() {
      let value = token.value[context]
      let read = try read(value, try #require(computed["t\(index)"]))
      // A browser computes lengths in pixels, line heights too.
      #expect(
        Canonical.text(read, inPoints: true) == Canonical.text(value, inPoints: true),
        "\(token.path) in \(context)")
    }
    return system.tokens.count
  }

  /// A value of the model's type from computed properties, in the order of `probe`.
  private static func read(_ model: TokenValue, _ texts: [String]) throws -> TokenValue {
    typealias Reader = CSSValueReader
    switch model {
    case .color: return .color(try Reader.color(texts[0]))
    case .dimension: return .dimension(try Reader.dimension(texts[0]))
    case .fontFamily: return .fontFamily(Reader.families(texts[0]))
    case .fontWeight: return .fontWeight(try Reader.number(texts[0]))
    case .duration: return .duration(try Reader.time(texts[0]))
    case .cubicBezier: return .cubicBezier(try Reader.bezier(texts[0]))
    case .number: return .number(try Reader.dimension(texts[0]).value)
    case .strokeStyle(let style):
      if case .dashes = style, texts[0] == "dashed" { return model }
      return .strokeStyle(.line(try #require(StrokeStyle.Line(rawValue: texts[0]))))
    case .border(let border):
      var style = border.style
      if case .line = style {
        style = .line(try #require(StrokeStyle.Line(rawValue: texts[0])))
      } else {
        #expect(texts[0] == "dashed")
      }
      return .border(
        Border(
          color: try Reader.color(texts[1]), width: try Reader.dimension(texts[2]), style: style))
    case .transition:
      return .transition(
        Transition(
          duration: try Reader.time(texts[0]), delay: try Reader.time(texts[2]),
          timing: try Reader.bezier(texts[1])))
    case .shadow: return .shadow(try Reader.shadows(texts[0]))
    case .gradient:
      try #require(texts[0].hasPrefix("linear-gradient(10deg, "), "\(texts[0])")
      return .gradient(try Reader.stops(String(texts[0].dropFirst(23).dropLast())))
    case .typography:
      let size = try Reader.dimension(texts[1])
      let spacing = texts[4] == "normal" ? Dimension(0) : try Reader.dimension(texts[4])
      return .typography(
        Typography(
          fontFamily: Reader.families(texts[0]), fontSize: size,
          fontWeight: try Reader.number(texts[2]), letterSpacing: spacing,
          lineHeight: try Reader.dimension(texts[3]).value / size.value))
    }
  }
}
