import Foundation
import Testing

@testable import MeridianTokens

extension ChromiumTests {
  /// Each role's computed look against its cell of the table; how many were compared.
  static func compareMaterials(
    _ system: DesignSystem, _ computed: [String: [String]], _ context: Context
  ) throws -> Int {
    for (index, role) in system.materials.roles.enumerated() {
      let question = MaterialTable.Question(
        role: role, platform: .web, version: 0, isLowRAM: false,
        transparency: context.transparency, contrast: context.contrast)
      let material = try #require(system.materials.material(for: question))
      let drawn = try #require(computed["m\(index)"])
      let opacity = try #require(computed["m\(index)::after"])[0]
      var look = Look()
      for layer in material.layers { look.add(layer, system, context) }
      let remark = Comment(rawValue: "\(role) in \(context)")
      #expect(try Canonical.text(CSSValueReader.color(drawn[0])) == look.fill, remark)
      #expect(drawn[1] == look.filter, remark)
      let shadows = try CSSValueReader.shadows(drawn[2])
      #expect(Canonical.text(.shadow(shadows), inPoints: true) == look.shadow, remark)
      if let edge = look.edge {
        #expect(try Canonical.text(CSSValueReader.color(drawn[3])) == edge, remark)
      }
      #expect(try abs(CSSValueReader.number(opacity) - look.grain) < 0.00005, remark)
    }
    return system.materials.roles.count
  }

  /// A cell as a browser would compute it.
  private struct Look {
    var fill = "0.0.0.0"
    var filter = "none"
    var edge: String?
    var grain = 0.0
    private var highlights: [Shadow] = []
    private var shadows: [Shadow] = []

    var shadow: String {
      let none = Shadow(
        color: Color(red: 0, green: 0, blue: 0, alpha: 0), offsetX: Dimension(0),
        offsetY: Dimension(0), blur: Dimension(0), spread: Dimension(0))
      let all = highlights + shadows
      return Canonical.text(.shadow(all.isEmpty ? [none] : all), inPoints: true)
    }

    mutating func add(_ layer: Material.Layer, _ system: DesignSystem, _ context: Context) {
      func value(_ path: TokenPath) -> TokenValue? { system.token(path)?.value[context] }
      switch layer {
      case .system: Issue.record("the web draws no material of a system")
      case .blur(let path):
        if case .dimension(let radius) = value(path) {
          filter = "blur(\(Rounding.text(radius.points))px)"
        }
      // The lowest fill is the color; others are images over it.
      case .fill(let path):
        if case .color(let color) = value(path), fill == "0.0.0.0" { fill = Canonical.text(color) }
      case .border(let path):
        if case .border(let line) = value(path) { edge = Canonical.text(line.color) }
      case .grain(let path):
        if case .number(let number) = value(path) { grain = number }
      case .shadow(let path):
        if case .shadow(let some) = value(path) { shadows = some + shadows }
      case .highlight(let path):
        guard case .border(let line) = value(path) else { return }
        highlights.append(
          Shadow(
            color: line.color, offsetX: Dimension(0), offsetY: line.width, blur: Dimension(0),
            spread: Dimension(0), isInset: true))
      }
    }
  }

  /// With the system's colors forced, inks are its text and every surface is its canvas.
  static func compareForcedColors(_ system: DesignSystem, _ browser: Chromium) throws {
    for dark in [false, true] {
      var reader = StyleSheet.Reader()
      reader.media = ["(forced-colors: active)"]
      if dark { reader.media.insert("(prefers-color-scheme: dark)") }
      // An attribute does not bring colors back.
      reader.attributes = ["data-theme": dark ? "light" : "dark"]
      try look(browser, as: reader)
      let computed = try computed(browser)
      let text = try #require(computed["ink"])[0]
      let canvas = try #require(computed["ink"])[1]
      #expect(text != canvas)
      let cues = Set(system.states.map(\.color))
      for (index, token) in system.tokens.enumerated() {
        guard case .color = token.value[context(dark)] else { continue }
        let isInk = token.role.ink != nil || cues.contains(token.path)
        #expect(computed["t\(index)"]?[0] == (isInk ? text : canvas), "\(token.path)")
      }
      for index in system.materials.roles.indices {
        let drawn = try #require(computed["m\(index)"])
        #expect(drawn == [canvas, "none", "none", text])
      }
    }
  }

  /// Springs are `linear()` here, wallpapers are painted, and glass within glass blurs nothing.
  static func compareOthers(_ system: DesignSystem, _ browser: Chromium) throws {
    try look(browser, as: StyleSheet.Reader())
    func probe(_ html: String, _ property: String, _ pseudo: String = "") throws -> String {
      let text = try browser.evaluate(
        """
        (() => {
          const box = document.createElement("div");
          box.innerHTML = \(try Chromium.literal(html));
          document.body.append(box);
          const inner = box.querySelector(".probe");
          const style = getComputedStyle(inner, \(try Chromium.literal(pseudo)) || null);
          const value = style.getPropertyValue(\(try Chromium.literal(property)));
          box.remove();
          return value;
        })()
        """)
      return try #require(text as? String)
    }
    for spring in system.springs {
      let name = CSSParityTests.name(TokenPath([spring.name]))
      let style = "transition: opacity var(--spring-\(name)-duration) var(--spring-\(name))"
      let html = "<p class=probe style='\(style)'></p>"
      let easing = try SpringEasing(spring)
      let read = try probe(html, "transition-timing-function")
      #expect(
        try SpringEasingTests.points(read).count == SpringEasingTests.points(easing.linear).count)
      let time = try CSSValueReader.time(try probe(html, "transition-duration"))
      #expect(Canonical.number(time) == Canonical.number(Double(easing.duration)))
    }
    for wallpaper in system.wallpapers {
      let name = CSSParityTests.name(TokenPath([wallpaper.name]))
      let html = "<p class='probe wallpaper-\(name)'></p>"
      let images = StyleSheet.split(try probe(html, "background-image", "::before"), at: ",")
      #expect(images.count == wallpaper.radials.count + 1)
    }
    for role in system.materials.roles {
      let name = "material-" + CSSParityTests.name(TokenPath([role]))
      let html = "<p class=\(name)><span class='probe \(name)'></span></p>"
      #expect(try probe(html, "backdrop-filter") == "none")
    }
  }

  private static func context(_ dark: Bool) -> Context {
    Context(theme: dark ? .dark : .light, platform: .web)
  }
}
