@testable import MeridianTokens

/// A program over the generated Swift of a set that prints every value in every context.
struct SwiftDump {
  private let system: DesignSystem
  private let set: SwiftSet

  init(_ system: DesignSystem) throws {
    self.system = system
    set = try SwiftSet(system)
  }

  var source: String {
    self.set.filled(SwiftDump.texts) + "\nfunc dump\(set.prefix)() {\n"
      + "  for index in 0..<16 {\n    let settings = settings§(index)\n".filled(set)
      + tokens + materials + "  }\n}\n"
  }

  private var tokens: String {
    var text = ""
    for token in system.tokens {
      text += line(token.path.description, "text\(set.prefix)(\(set.use(token.path)))")
    }
    for spring in system.springs {
      let name = set.prefix + "." + set.names[TokenPath(["springs", spring.name])].use
      text += line("spring/\(spring.name)", "text\(set.prefix)(\(name))")
    }
    for wallpaper in system.wallpapers {
      let name = set.prefix + "." + set.names[TokenPath(["wallpapers", wallpaper.name])].use
      let isConstant = set.isConstant(wallpaper)
      text += line(
        "wallpaper/\(wallpaper.name)",
        "text\(set.prefix)(\(name)\(isConstant ? "" : "(settings)"))")
    }
    return text
  }

  private var materials: String {
    let versions = ValueKey.versions(of: system).map(String.init).joined(separator: ", ")
    return self.set.filled(
      """
          for role in §Role.allCases {
            for version in [\(versions)] {
              let material = §Material.resolve(role, systemVersion: version, settings: settings)
              let layers = material.layers(in: settings).map(text§).joined(separator: " + ")
              print(
                "\(system.name)", "material/\\(role.rawValue)/\\(version)/false", index,
                "\\(material.rawValue): \\(layers)", separator: "\\t")
            }
          }

      """)
  }

  private func line(_ name: String, _ expression: String) -> String {
    "    print(\"\(system.name)\", \(CodeExpression.literal(name)), index, \(expression), "
      + "separator: \"\\t\")\n"
  }

  /// Values in the words of `CanonicalValue`.
  private static let texts = """
    import SwiftUI

    private func settings§(_ index: Int) -> §Settings {
      §Settings(
        isDark: index & 1 != 0, increasesContrast: index & 2 != 0,
        reducesTransparency: index & 4 != 0, reducesMotion: index & 8 != 0)
    }
    private func text§(_ value: CGFloat) -> String { text§(Double(value)) }
    private func text§(_ value: Double) -> String {
      var text = String(format: "%.4f", value)
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
      return text == "-0" ? "0" : text
    }
    private func text§(_ value: Color) -> String { value.stub }
    private func text§(_ value: [String]) -> String { value.joined(separator: "|") }
    private func text§(_ value: Font.Weight) -> String { String(value.stub) }
    private func text§(_ value: §Curve) -> String {
      [value.x1, value.y1, value.x2, value.y2].map(text§).joined(separator: ",")
    }
    private func text§(_ value: §Stroke) -> String {
      if case .dashes(let lengths, let cap) = value {
        return lengths.map(text§).joined(separator: ",") + "/\\(cap)"
      }
      return "\\(value)"
    }
    private func text§(_ value: §Border) -> String {
      "\\(text§(value.color)) \\(text§(value.width)) \\(text§(value.stroke))"
    }
    private func text§(_ value: §Transition) -> String {
      "\\(text§(value.duration)) \\(text§(value.delay)) \\(text§(value.curve))"
    }
    private func text§(_ value: §Spring) -> String {
      let response = 2 * Double.pi / value.response
      return "\\(text§(value.dampingRatio)) \\(text§(response * response))"
    }
    private func text§(_ value: [§Shadow]) -> String {
      value.map {
        let lengths = [$0.radius, $0.x, $0.y, $0.spread].map(text§).joined(separator: " ")
        return "\\(text§($0.color)) \\(lengths)" + ($0.isInset ? " inset" : "")
      }.joined(separator: "; ")
    }
    private func text§(_ value: Gradient) -> String {
      value.stops.map { "\\(text§($0.color))@\\(text§($0.location))" }.joined(separator: ";")
    }
    private func text§(_ value: §TextStyle) -> String {
      var words = [
        text§(value.families), text§(value.size), text§(value.weight), text§(value.tracking),
        text§(value.lineHeight), value.relativeTo.rawValue,
      ]
      if value.isTabular { words.append("tabular") }
      if value.isMonospaced { words.append("monospaced") }
      if value.isUppercase { words.append("uppercase") }
      return words.joined(separator: " ")
    }
    private func text§(_ value: §Layer) -> String {
      switch value {
      case .glass(let tint): "glass \\(text§(tint))"
      case .material(let system, let tint): "\\(system) \\(text§(tint))"
      case .blur(let radius): "blur \\(text§(radius))"
      case .fill(let color): "fill \\(text§(color))"
      case .border(let border): "border \\(text§(border))"
      case .highlight(let border): "highlight \\(text§(border))"
      case .grain(let opacity): "grain \\(text§(opacity))"
      case .shadow(let shadow): "shadow \\(text§(shadow))"
      }
    }
    private func text§(_ value: §Wallpaper) -> String {
      let radials = value.radials.map {
        "\\(text§($0.center.x)) \\(text§($0.center.y)) \\(text§($0.radius)) \\(text§($0.gradient))"
      }
      let linear = "\\(text§(value.linear.angle)) \\(text§(value.linear.gradient))"
      return (radials + [linear]).joined(separator: " + ")
    }

    """
}

extension String {
  fileprivate func filled(_ set: SwiftSet) -> String { set.filled(self) }
}
