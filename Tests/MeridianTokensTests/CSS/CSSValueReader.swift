import Foundation
import Testing

@testable import MeridianTokens

/// The model's, not the measure of the same name in Foundation.
typealias Dimension = MeridianTokens.Dimension

/// Values of CSS read back, as the style sheet writes them and as a browser computes them.
enum CSSValueReader {
  /// The value of a token of the same type as `model`, from its property and the parts of it.
  static func value(
    like model: TokenValue, _ name: String, in values: [String: String]
  ) throws -> TokenValue {
    func own(_ suffix: String = "") throws -> String {
      try #require(values["--" + name + suffix], "--\(name)\(suffix) is missing")
    }
    switch model {
    case .color: return .color(try color(own()))
    case .dimension: return .dimension(try dimension(own()))
    case .fontFamily: return .fontFamily(try families(own()))
    case .fontWeight: return .fontWeight(try number(own()))
    case .number: return .number(try number(own()))
    case .duration: return .duration(try time(own()))
    case .cubicBezier: return .cubicBezier(try bezier(own()))
    case .gradient: return .gradient(try stops(own()))
    case .shadow: return .shadow(try shadows(own()))
    case .transition: return .transition(try transition(own()))
    case .typography: return .typography(try type(own(), spacing: own("-letter-spacing")))
    case .strokeStyle:
      let dashes = (values["--\(name)-dashes"], values["--\(name)-cap"])
      return .strokeStyle(try style(own(), dashes.0, dashes.1))
    case .border:
      let words = StyleSheet.split(try own(), at: " ")
      try #require(words.count == 3)
      let parts = [try own("-width"), try own("-style"), try own("-color")]
      try #require(parts == words)
      let dashes = (values["--\(name)-dashes"], values["--\(name)-cap"])
      return .border(
        Border(
          color: try color(words[2]), width: try dimension(words[0]),
          style: try style(words[1], dashes.0, dashes.1)))
    }
  }

  /// `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)`.
  static func color(_ text: String) throws -> Color {
    if text.hasPrefix("#") {
      let digits = Array(text.dropFirst())
      try #require(digits.count == 6 || digits.count == 8, "\(text) is no color")
      let levels = try stride(from: 0, to: digits.count, by: 2).map {
        Double(try #require(Int(String(digits[$0...($0 + 1)]), radix: 16))) / 255
      }
      return Color(
        red: levels[0], green: levels[1], blue: levels[2], alpha: levels.count > 3 ? levels[3] : 1)
    }
    try #require(text.hasPrefix("rgb") && text.hasSuffix(")"), "\(text) is no color")
    let inside = text.drop { $0 != "(" }.dropFirst().dropLast()
    let parts = try StyleSheet.split(String(inside), at: ",").map(number)
    try #require(parts.count == 3 || parts.count == 4)
    return Color(
      red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255,
      alpha: parts.count > 3 ? parts[3] : 1)
  }

  static func number(_ text: String) throws -> Double {
    try #require(Double(text), "\(text) is no number")
  }

  static func dimension(_ text: String) throws -> Dimension {
    let unit: Dimension.Unit = text.hasSuffix("rem") ? .rem : .px
    try #require(text.hasSuffix(unit.rawValue), "\(text) is no length")
    return Dimension(try number(String(text.dropLast(unit.rawValue.count))), unit)
  }

  /// Milliseconds.
  static func time(_ text: String) throws -> Double {
    if text.hasSuffix("ms") { return try number(String(text.dropLast(2))) }
    try #require(text.hasSuffix("s"), "\(text) is no time")
    return try number(String(text.dropLast())) * 1000
  }

  static func bezier(_ text: String) throws -> CubicBezier {
    try #require(text.hasPrefix("cubic-bezier(") && text.hasSuffix(")"), "\(text) is no easing")
    let parts = try StyleSheet.split(String(text.dropFirst(13).dropLast()), at: ",").map(number)
    try #require(parts.count == 4)
    return CubicBezier(parts[0], parts[1], parts[2], parts[3])
  }

  static func families(_ text: String) -> [String] {
    StyleSheet.split(text, at: ",").map { name in
      guard name.hasPrefix("\"") else { return name }
      return String(name.dropFirst().dropLast()).replacingOccurrences(of: "\\\"", with: "\"")
        .replacingOccurrences(of: "\\\\", with: "\\")
    }
  }

  static func stops(_ text: String) throws -> [GradientStop] {
    try StyleSheet.split(text, at: ",").map { stop in
      let words = StyleSheet.split(stop, at: " ")
      try #require(words.count == 2 && words[1].hasSuffix("%"), "\(stop) is no stop")
      return GradientStop(
        color: try color(words[0]), position: try number(String(words[1].dropLast())) / 100)
    }
  }

  /// In any order of color, lengths and `inset`.
  static func shadows(_ text: String) throws -> [Shadow] {
    try StyleSheet.split(text, at: ",").map { one in
      var words = StyleSheet.split(one, at: " ")
      let isInset = words.contains("inset")
      words.removeAll { $0 == "inset" }
      let place = try #require(words.firstIndex { $0.hasPrefix("#") || $0.hasPrefix("rgb") })
      let color = try color(words.remove(at: place))
      let lengths = try words.map { try $0 == "0" ? Dimension(0) : dimension($0) }
      try #require(lengths.count == 4, "\(one) has not four lengths")
      return Shadow(
        color: color, offsetX: lengths[0], offsetY: lengths[1], blur: lengths[2],
        spread: lengths[3], isInset: isInset)
    }
  }

  static func transition(_ text: String) throws -> Transition {
    let words = StyleSheet.split(text, at: " ")
    try #require(words.count == 3)
    return Transition(
      duration: try time(words[0]), delay: try time(words[2]), timing: try bezier(words[1]))
  }

  /// `500 15px/1.35 "SF Pro", system-ui`.
  static func type(_ text: String, spacing: String) throws -> Typography {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    try #require(words.count == 3)
    let sizes = words[1].split(separator: "/").map(String.init)
    try #require(sizes.count == 2)
    return Typography(
      fontFamily: families(words[2]), fontSize: try dimension(sizes[0]),
      fontWeight: try number(words[0]), letterSpacing: try dimension(spacing),
      lineHeight: try number(sizes[1]))
  }

  private static func style(
    _ keyword: String, _ dashes: String?, _ cap: String?
  ) throws -> StrokeStyle {
    guard let dashes, dashes != "initial" else {
      return .line(try #require(StrokeStyle.Line(rawValue: keyword)))
    }
    try #require(keyword == "dashed")
    let cap = try #require(cap.flatMap { StrokeStyle.Cap(rawValue: $0) })
    return .dashes(try StyleSheet.split(dashes, at: " ").map(dimension), cap: cap)
  }
}
