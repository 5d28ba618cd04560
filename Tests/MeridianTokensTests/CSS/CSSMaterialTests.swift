import Foundation
import Testing

@testable import MeridianTokens

/// Every cell of the material table for the web is what its class draws.
struct CSSMaterialTests {
  @Test func `every cell of the sample's table is drawn`() throws {
    try Self.compare(Samples.system)
  }

  @Test func `a table that asks for contrast too is drawn`() throws {
    var system = Samples.system
    system.materials.rows.insert(
      .init(role: "sheet", platform: .web, contrast: .increased, material: "solid"), at: 0)
    system.materials.rows.insert(
      .init(
        role: "chrome", platform: .web, transparency: .reduced, contrast: .increased,
        material: "blurredGlass"), at: 0)
    try Self.compare(system)
  }

  /// Layers put into words of CSS a second time, from the table itself.
  static func compare(_ system: DesignSystem) throws {
    let sheet = try StyleSheet(try #require(CSSOutput.files(for: system).first).text)
    var cells = 0
    for context in CSSParityTests.contexts {
      for role in system.materials.roles {
        let material = try #require(
          system.materials.material(
            for: .init(
              role: role, platform: .web, version: 0, isLowRAM: false,
              transparency: context.transparency, contrast: context.contrast)))
        for reader in CSSParityTests.readers(for: context) {
          let root = try sheet.root(for: reader)
          let name = "material-" + CSSParityTests.name(TokenPath([role]))
          #expect(root["--" + name] == "\"\(material.name)\"", "\(role) in \(context)")
          let drawn = try sheet.element("." + name, for: reader)
          let noise = try sheet.element(".\(name)::after", for: reader)
          try check(material, drawn, noise, system, context)
        }
        cells += 1
      }
    }
    #expect(cells == 16 * system.materials.roles.count)
  }

  private static func check(
    _ material: Material, _ drawn: [String: String], _ noise: [String: String],
    _ system: DesignSystem, _ context: Context
  ) throws {
    var shadows: [TokenValue] = []
    var opacity = 0.0
    var blurs: [String] = []
    var fills: [String] = []
    var edge: TokenValue?
    for layer in material.layers {
      switch layer {
      case .system: Issue.record("the web draws no material of a system")
      case .blur(let path): blurs.append(try text(path, system, context))
      case .fill(let path): fills.append(try text(path, system, context))
      case .border(let path): edge = try value(path, system, context)
      case .grain(let path):
        if case .number(let number) = try value(path, system, context) { opacity = number }
      case .shadow(let path): shadows.append(try value(path, system, context))
      case .highlight(let path):
        guard case .border(let line) = try value(path, system, context) else { continue }
        shadows.insert(
          .shadow([
            Shadow(
              color: line.color, offsetX: Dimension(0), offsetY: line.width, blur: Dimension(0),
              spread: Dimension(0), isInset: true)
          ]), at: 0)
      }
    }
    let blur = drawn["backdrop-filter"] ?? "none"
    #expect(drawn["-webkit-backdrop-filter"] ?? "none" == blur)
    let radius = blur.components(separatedBy: "blur(").dropFirst().map { $0.prefix { $0 != ")" } }
    #expect(
      try radius.map { Canonical.text(.dimension(try CSSValueReader.dimension("\($0)"))) } == blurs)
    let grain = try CSSValueReader.number(try #require(noise["opacity"]))
    #expect(Canonical.number(grain) == Canonical.number(opacity))
    let background = try #require(drawn["background"])
    let colors = StyleSheet.split(background, at: ",").reversed().map { layer in
      layer.hasPrefix("linear-gradient(")
        ? StyleSheet.split(String(layer.dropFirst(16).dropLast()), at: ",")[0] : layer
    }
    #expect(try colors.map { Canonical.text(try CSSValueReader.color($0)) } == fills)
    let border = try #require(drawn["border"])
    if let edge {
      let words = StyleSheet.split(border, at: " ")
      let read = Border(
        color: try CSSValueReader.color(words[2]), width: try CSSValueReader.dimension(words[0]),
        style: .line(try #require(StrokeStyle.Line(rawValue: words[1]))))
      #expect(Canonical.text(.border(read)) == Canonical.text(edge))
    } else {
      #expect(border == "0 none")
    }
    let shadow = try #require(drawn["box-shadow"])
    if shadows.isEmpty {
      #expect(shadow == "0 0 #0000")
    } else {
      #expect(
        Canonical.text(.shadow(try CSSValueReader.shadows(shadow)), inPoints: true)
          == shadows.map { Canonical.text($0, inPoints: true) }.joined(separator: ", "))
    }
  }

  private static func value(
    _ path: TokenPath, _ system: DesignSystem, _ context: Context
  ) throws -> TokenValue {
    try #require(system.tokens.first { $0.path == path }).value[context]
  }

  private static func text(
    _ path: TokenPath, _ system: DesignSystem, _ context: Context
  ) throws -> String {
    Canonical.text(try value(path, system, context))
  }

  @Test func `a surface inside another blurs nothing`() throws {
    let sheet = try StyleSheet(try #require(CSSOutput.files(for: Samples.system).first).text)
    let any = ":is(.material-chrome, .material-sheet)"
    let rule = try #require(sheet.rules.last { $0.selectors == ["\(any) \(any)"] })
    #expect(rule.declarations.map(\.value) == ["none", "none"])
  }

  @Test func `colors of the system replace every color, and surfaces are opaque`() throws {
    let system = Samples.system
    let sheet = try StyleSheet(try #require(CSSOutput.files(for: system).first).text)
    for context in CSSParityTests.contexts {
      for var reader in CSSParityTests.readers(for: context) {
        reader.media.insert("(forced-colors: active)")
        let root = try sheet.root(for: reader)
        #expect(root["--ink-primary"] == "CanvasText")
        #expect(root["--glass-tint"] == "Canvas")
        #expect(root["--glass-rim"] == "1px solid CanvasText")
        let colored = root.filter {
          $0.value.replacingOccurrences(of: CSSValue.noShadow, with: "").contains("#")
        }
        #expect(colored.isEmpty)
        let drawn = try sheet.element(".material-sheet", for: reader)
        #expect(drawn["background"] == "Canvas")
        #expect(drawn["backdrop-filter"] == "none")
      }
    }
  }
}
