@testable import MeridianTokens

/// A token's value in words that programs made of the generated code print, too: what parity is
/// asked in. It knows the model and the rounding, and nothing of the generators.
struct CanonicalValue {
  let system: DesignSystem
  let context: Context

  /// A platform's own: SwiftUI has nine weights, Compose whole milliseconds, at most a day.
  private var isSwift: Bool { context.platform == .ios }

  func text(_ path: TokenPath, as token: DesignToken? = nil) -> String {
    guard let token = token ?? system.token(path) else { return "no such token" }
    return switch token.value[context] {
    case .color(let color): text(color)
    case .dimension(let dimension): text(dimension.points)
    case .fontFamily(let names): names.joined(separator: "|")
    case .fontWeight(let weight): self.weight(weight)
    case .duration(let milliseconds): time(milliseconds)
    case .cubicBezier(let curve): text(curve)
    case .number(let number): text(number)
    case .strokeStyle(let style): text(style)
    case .border(let border):
      "\(text(border.color)) \(text(border.width.points)) \(text(border.style))"
    case .transition(let transition):
      "\(time(transition.duration)) \(time(transition.delay)) \(text(transition.timing))"
    case .shadow(let shadows): shadows.map(text).joined(separator: "; ")
    case .gradient(let stops):
      stops.map { "\(text($0.color))@\(text($0.position))" }.joined(separator: ";")
    case .typography(let type): text(type, token.role)
    }
  }

  func text(_ number: Double) -> String { Rounding.text(number) }

  private func text(_ color: Color) -> String {
    let digits = Array("0123456789ABCDEF")
    return "#" + color.levels.map { "\(digits[$0 / 16])\(digits[$0 % 16])" }.joined()
  }

  private func time(_ milliseconds: Double) -> String {
    isSwift ? text(milliseconds / 1000) : text(min(milliseconds.rounded(), 86_400_000))
  }

  private func weight(_ weight: Double) -> String {
    isSwift ? text(100 * min(9, max(1, (weight / 100).rounded()))) : text(weight.rounded())
  }

  private func text(_ curve: CubicBezier) -> String {
    [curve.x1, curve.y1, curve.x2, curve.y2].map(text).joined(separator: ",")
  }

  private func text(_ style: StrokeStyle) -> String {
    switch style {
    case .line(let line): line.rawValue
    case .dashes(let lengths, let cap):
      lengths.map { text($0.points) }.joined(separator: ",") + "/" + cap.rawValue
    }
  }

  /// The blur halved, as SwiftUI has it.
  private func text(_ shadow: Shadow) -> String {
    let lengths = [
      shadow.blur.points / 2, shadow.offsetX.points, shadow.offsetY.points, shadow.spread.points,
    ]
    return "\(text(shadow.color)) \(lengths.map(text).joined(separator: " "))"
      + (shadow.isInset ? " inset" : "")
  }

  private func text(_ type: Typography, _ role: DesignToken.Role) -> String {
    var words = [
      type.fontFamily.joined(separator: "|"), text(type.fontSize.points), weight(type.fontWeight),
      text(type.letterSpacing.points), text(type.lineHeight),
    ]
    // Compose scales every style alike.
    if isSwift { words.append((role.textStyle ?? .body).rawValue) }
    if role.isTabular { words.append("tabular") }
    if role.isMonospaced { words.append("monospaced") }
    if role.isUppercase { words.append("uppercase") }
    return words.joined(separator: " ")
  }

  func text(_ layer: Material.Layer) -> String {
    switch layer {
    case .system(.glassEffect, let tint) where isSwift: "glass \(text(tint))"
    case .system(let system, let tint) where isSwift: "\(system.rawValue) \(text(tint))"
    case .system(_, let tint): "fill \(text(tint))"
    case .blur(let radius): "blur \(text(radius))"
    case .fill(let color): "fill \(text(color))"
    case .border(let border): "border \(text(border))"
    case .highlight(let border): "highlight \(text(border))"
    case .grain(let opacity): "grain \(text(opacity))"
    case .shadow(let shadow): "shadow \(text(shadow))"
    }
  }

  func text(_ wallpaper: Wallpaper) -> String {
    let radials = wallpaper.radials.map {
      "\(text($0.centerX)) \(text($0.centerY)) \(text($0.radius)) \(text($0.stops))"
    }
    return (radials + ["\(text(wallpaper.linear.angle)) \(text(wallpaper.linear.stops))"])
      .joined(separator: " + ")
  }
}
