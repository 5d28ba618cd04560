import Foundation
import Testing

@testable import MeridianTokens

/// Expressions of the two native languages as values of tokens.
///
/// What a language cannot hold is asked of the source in the same way: SwiftUI has nine weights
/// (`Lossy`), and half of a blur is its radius.
struct CodeValues {
  enum Language { case swift, kotlin }

  let language: Language
  /// Color sets of an asset catalog: path → appearances → color.
  var assets: [String: [(appearances: Set<String>, color: Color)]] = [:]

  func value(
    like model: TokenValue, _ expression: ReadExpression, _ context: Context
  ) throws -> TokenValue {
    switch model {
    case .color: return .color(try color(expression, context))
    case .dimension: return .dimension(Dimension(try number(expression)))
    case .fontFamily: return .fontFamily(try texts(expression))
    case .fontWeight: return .fontWeight(try weight(expression))
    case .number: return .number(try number(expression))
    case .duration: return .duration(try time(expression))
    case .cubicBezier: return .cubicBezier(try curve(expression))
    case .strokeStyle: return .strokeStyle(try stroke(expression))
    case .border:
      let parts = try arguments(expression)
      return .border(
        Border(
          color: try color(part("color", parts), context),
          width: Dimension(try number(part("width", parts))),
          style: try stroke(part("stroke", parts))))
    case .transition:
      let parts = try arguments(expression)
      let names =
        language == .swift
        ? ("duration", "delay", "curve") : ("durationMillis", "delayMillis", "easing")
      return .transition(
        Transition(
          duration: try time(part(names.0, parts)), delay: try time(part(names.1, parts)),
          timing: try curve(part(names.2, parts))))
    case .shadow:
      return .shadow(try items(expression).map { try shadow($0, context) })
    case .gradient: return .gradient(try stops(expression, context))
    case .typography:
      let parts = try arguments(expression)
      return .typography(
        Typography(
          fontFamily: try texts(part("families", parts)),
          fontSize: Dimension(try number(part("size", parts))),
          fontWeight: try weight(part("weight", parts)),
          letterSpacing: Dimension(try number(part("tracking", parts))),
          lineHeight: try number(part("lineHeight", parts))))
    }
  }

  typealias Arguments = [(label: String?, value: ReadExpression)]

  func arguments(_ expression: ReadExpression) throws -> Arguments {
    guard case .call(_, let arguments) = expression else {
      Issue.record("\(expression) is no call")
      return []
    }
    return arguments
  }

  func part(_ label: String, _ arguments: Arguments) throws -> ReadExpression {
    try #require(arguments.first { $0.label == label }, "\(label) is missing").value
  }

  func number(_ expression: ReadExpression) throws -> Double {
    guard case .number(let number) = expression else {
      Issue.record("\(expression) is no number")
      return .nan
    }
    return number
  }

  func items(_ expression: ReadExpression) throws -> [ReadExpression] {
    guard case .list(let items) = expression else {
      Issue.record("\(expression) is no list")
      return []
    }
    return items
  }

  private func texts(_ expression: ReadExpression) throws -> [String] {
    try items(expression).map { item in
      guard case .text(let text) = item else {
        Issue.record("\(item) is no text")
        return ""
      }
      return text
    }
  }

  /// Milliseconds: Swift has seconds.
  private func time(_ expression: ReadExpression) throws -> Double {
    try number(expression) * (language == .swift ? 1000 : 1)
  }

  private static let weights = [
    "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black",
  ]

  private func weight(_ expression: ReadExpression) throws -> Double {
    if case .name(let name) = expression {
      let place = try #require(Self.weights.firstIndex(of: String(name.drop { $0 == "." })))
      return Double(place + 1) * 100
    }
    return try number(try #require(arguments(expression).first).value)
  }

  private func curve(_ expression: ReadExpression) throws -> CubicBezier {
    let numbers = try arguments(expression).map { try number($0.value) }
    try #require(numbers.count == 4)
    return CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// `.solid`, `.dashes([4, 2], cap: .round)`; `AeroStroke(AeroLine.Dashes, listOf(…), …)`.
  private func stroke(_ expression: ReadExpression) throws -> StrokeStyle {
    func last(_ name: String) -> String {
      (name.components(separatedBy: ".").last ?? "").lowercased()
    }
    switch expression {
    case .name(let name): return .line(try #require(StrokeStyle.Line(rawValue: last(name))))
    case .call(_, var parts):
      if language == .kotlin, case .name(let line) = parts[0].value {
        if parts.count == 1 { return try stroke(.name(line)) }
        try #require(last(line) == "dashes")
        parts.removeFirst()
      }
      guard parts.count == 2, case .name(let cap) = parts[1].value else { break }
      return .dashes(
        try items(parts[0].value).map { Dimension(try number($0)) },
        cap: try #require(StrokeStyle.Cap(rawValue: last(cap))))
    default: break
    }
    Issue.record("\(expression) is no stroke")
    return .line(.solid)
  }

  private func shadow(_ expression: ReadExpression, _ context: Context) throws -> Shadow {
    let parts = try arguments(expression)
    let blur =
      language == .swift
      ? try number(part("radius", parts)) * 2 : try number(part("blur", parts))
    guard case .flag(let isInset) = try part("isInset", parts) else {
      Issue.record("isInset is no flag")
      throw CancellationError()
    }
    return Shadow(
      color: try color(part("color", parts), context),
      offsetX: Dimension(try number(part("x", parts))),
      offsetY: Dimension(try number(part("y", parts))), blur: Dimension(blur),
      spread: Dimension(try number(part("spread", parts))), isInset: isInset)
  }

  func stops(_ expression: ReadExpression, _ context: Context) throws -> [GradientStop] {
    let parts = try arguments(expression)
    if language == .kotlin {
      return try parts.map { one in
        guard case .pair(let place, let color) = one.value else {
          Issue.record("\(one.value) is no stop")
          throw CancellationError()
        }
        return GradientStop(
          color: try self.color(color, context), position: try number(place))
      }
    }
    return try items(part("stops", parts)).map { stop in
      let parts = try arguments(stop)
      return GradientStop(
        color: try color(part("color", parts), context),
        position: try number(part("location", parts)))
    }
  }

  /// `Color(0xAARRGGBB)` in Kotlin; `Color(aero: 0xRRGGBBAA)` or a color set in Swift.
  private func color(_ expression: ReadExpression, _ context: Context) throws -> Color {
    let first = try #require(arguments(expression).first).value
    if case .text(let asset) = first { return try self.asset(asset, context) }
    let digits = UInt32(try number(first))
    let bytes = [24, 16, 8, 0].map { Double(digits >> $0 & 0xFF) / 255 }
    if language == .kotlin {
      return Color(red: bytes[1], green: bytes[2], blue: bytes[3], alpha: bytes[0])
    }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }

  /// The most exact of the color set's entries whose appearances all hold.
  private func asset(_ name: String, _ context: Context) throws -> Color {
    var holds: Set<String> = []
    if context.theme == .dark { holds.insert("dark") }
    if context.contrast == .increased { holds.insert("high") }
    let entries = try #require(assets[name], "no color set is called \(name)")
      .filter { $0.appearances.isSubset(of: holds) }
      .sorted { $0.appearances.count > $1.appearances.count }
    let best = try #require(entries.first)
    let rivals = entries.filter { $0.appearances.count == best.appearances.count }
    try #require(rivals.count == 1, "\(name) has two entries for \(context)")
    return best.color
  }

  /// Reads the color sets among the files.
  mutating func readAssets(_ files: [OutputFile]) throws {
    for file in files where file.path.hasSuffix(".colorset/Contents.json") {
      let start = try #require(file.path.range(of: ".xcassets/")).upperBound
      let name = String(file.path[start...].dropLast(".colorset/Contents.json".count))
      let object = try JSONSerialization.jsonObject(with: Data(file.text.utf8))
      let colors = try #require((object as? [String: Any])?["colors"] as? [[String: Any]])
      assets[name] = try colors.map { entry in
        let named = entry["appearances"] as? [[String: String]] ?? []
        let color = try #require(entry["color"] as? [String: Any])
        try #require(color["color-space"] as? String == "srgb")
        let parts = try #require(color["components"] as? [String: String])
        func byte(_ name: String) throws -> Double {
          let digits = try #require(parts[name]).dropFirst(2)
          return Double(try #require(Int(digits, radix: 16))) / 255
        }
        return (
          Set(named.compactMap { $0["value"] }),
          Color(
            red: try byte("red"), green: try byte("green"), blue: try byte("blue"),
            alpha: try #require(parts["alpha"].flatMap(Double.init)))
        )
      }
    }
  }
}
