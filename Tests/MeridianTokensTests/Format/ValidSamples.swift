@testable import MeridianTokens

/// Every type and feature of the format, as it may be written: Format Module 2025.10, 5 to 9.
enum ValidSamples {
  static let red = TokenValue.color(Color(red: 1, green: 0, blue: 0))
  static let blue = TokenValue.color(Color(red: 0, green: 0, blue: 1))
  static let redText = #"{"colorSpace": "srgb", "components": [1, 0, 0]}"#
  static let blueText = #"{"colorSpace": "srgb", "components": [0, 0, 1]}"#

  static func px(_ value: Double) -> TokenValue { .dimension(Dimension(value)) }
  static func px(_ value: Int) -> String { #"{"value": \#(value), "unit": "px"}"# }

  static let all: [ValidSample] = types + composites + groups + references

  static let types: [ValidSample] = [
    ValidSample(
      "a color", #"{"a": {"$type": "color", "$value": \#(redText)}}"#, ["a": red]),
    ValidSample(
      "a color with alpha and fallback",
      ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0],"##
        + ##" "alpha": 0.5, "hex": "#FF0000"}}}"##,
      ["a": .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))]),
    ValidSample(
      "a color without a hue",
      #"{"a": {"$type": "color", "$value": {"colorSpace": "hsl", "components": ["none", 0, 100]}}}"#,
      ["a": .color(.white)]),
    ValidSample(
      "dimensions",
      #"{"$type": "dimension", "a": {"$value": {"value": -1.5, "unit": "px"}}, "#
        + #""b": {"$value": {"value": 0, "unit": "rem"}}}"#,
      ["a": px(-1.5), "b": .dimension(Dimension(0, .rem))]),
    ValidSample(
      "font families",
      #"{"$type": "fontFamily", "a": {"$value": "One"}, "b": {"$value": ["One", "Two Three"]}}"#,
      ["a": .fontFamily(["One"]), "b": .fontFamily(["One", "Two Three"])]),
    ValidSample(
      "font weights",
      #"{"$type": "fontWeight", "a": {"$value": 1}, "b": {"$value": 1000}, "c": {"$value": 350.5}}"#,
      ["a": .fontWeight(1), "b": .fontWeight(1000), "c": .fontWeight(350.5)]),
    ValidSample(
      "durations",
      #"{"$type": "duration", "a": {"$value": {"value": 200, "unit": "ms"}}, "#
        + #""b": {"$value": {"value": 1.5, "unit": "s"}}}"#,
      ["a": .duration(200), "b": .duration(1500)]),
    ValidSample(
      "a curve that goes beyond its ends",
      #"{"a": {"$type": "cubicBezier", "$value": [0.5, -3, 1, 4e1]}}"#,
      ["a": .cubicBezier(CubicBezier(0.5, -3, 1, 40))]),
    ValidSample(
      "numbers", #"{"$type": "number", "a": {"$value": -2.5e-1}, "b": {"$value": 7}}"#,
      ["a": .number(-0.25), "b": .number(7)]),
  ]

  private static let dashes = StrokeStyle.dashes(
    [Dimension(4), Dimension(0.25, .rem)], cap: .round)
  private static let dashText =
    #"{"dashArray": [\#(px(4)), {"value": 0.25, "unit": "rem"}], "lineCap": "round"}"#
  private static let shadowText =
    #"{"color": \#(redText), "offsetX": \#(px(1)), "offsetY": \#(px(2)), "blur": \#(px(3)), "#
    + #""spread": \#(px(4))"#
  private static func shadow(inset: Bool = false) -> Shadow {
    Shadow(
      color: Color(red: 1, green: 0, blue: 0), offsetX: Dimension(1), offsetY: Dimension(2),
      blur: Dimension(3), spread: Dimension(4), isInset: inset)
  }

  static let composites: [ValidSample] = [
    ValidSample(
      "every named stroke style",
      #"{"$type": "strokeStyle", "#
        + StrokeStyle.Line.allCases.map { #""\#($0.rawValue)": {"$value": "\#($0.rawValue)"}"# }
        .joined(separator: ", ") + "}",
      Dictionary(
        uniqueKeysWithValues: StrokeStyle.Line.allCases.map {
          ($0.rawValue, .strokeStyle(.line($0)))
        })),
    ValidSample(
      "a dashed stroke style", #"{"a": {"$type": "strokeStyle", "$value": \#(dashText)}}"#,
      ["a": .strokeStyle(dashes)]),
    ValidSample(
      "borders",
      #"{"$type": "border", "a": {"$value": {"color": \#(redText), "width": \#(px(1)), "#
        + #""style": "solid"}}, "b": {"$value": {"color": \#(redText), "width": \#(px(2)), "#
        + #""style": \#(dashText)}}}"#,
      [
        "a": .border(
          Border(
            color: Color(red: 1, green: 0, blue: 0), width: Dimension(1), style: .line(.solid))),
        "b": .border(
          Border(color: Color(red: 1, green: 0, blue: 0), width: Dimension(2), style: dashes)),
      ]),
    ValidSample(
      "a transition",
      #"{"a": {"$type": "transition", "$value": {"duration": {"value": 0.2, "unit": "s"}, "#
        + #""delay": {"value": 0, "unit": "ms"}, "timingFunction": [0, 0, 1, 1]}}}"#,
      ["a": .transition(Transition(duration: 200, delay: 0, timing: CubicBezier(0, 0, 1, 1)))]),
    ValidSample(
      "shadows: one, several, inside",
      #"{"$type": "shadow", "a": {"$value": \#(shadowText)}}, "#
        + #""b": {"$value": [\#(shadowText)}, \#(shadowText), "inset": true}, "{a}"]}}"#,
      [
        "a": .shadow([shadow()]), "b": .shadow([shadow(), shadow(inset: true), shadow()]),
      ]),
    ValidSample(
      "a gradient whose positions are clamped",
      #"{"$type": "gradient", "a": {"$value": [{"color": \#(redText), "position": -99}, "#
        + #"{"color": \#(blueText), "position": 42}]}}"#,
      [
        "a": .gradient([
          GradientStop(color: Color(red: 1, green: 0, blue: 0), position: 0),
          GradientStop(color: Color(red: 0, green: 0, blue: 1), position: 1),
        ])
      ]),
    ValidSample(
      "a gradient of another's stop, and a position that is a token",
      #"{"start": {"$type": "gradient", "$value": [{"color": \#(redText), "position": 0}]}, "#
        + #""half": {"$type": "number", "$value": 0.5}, "a": {"$type": "gradient", "$value": "#
        + #"["{start}", {"color": \#(blueText), "position": "{half}"}]}}"#,
      [
        "a": .gradient([
          GradientStop(color: Color(red: 1, green: 0, blue: 0), position: 0),
          GradientStop(color: Color(red: 0, green: 0, blue: 1), position: 0.5),
        ])
      ]),
    ValidSample(
      "typography, every part a token",
      #"{"family": {"$type": "fontFamily", "$value": ["A", "b"]}, "#
        + #""size": {"$type": "dimension", "$value": \#(px(17))}, "#
        + #""weight": {"$type": "fontWeight", "$value": "semi-bold"}, "#
        + #""line": {"$type": "number", "$value": 1.25}, "a": {"$type": "typography", "$value": "#
        + #"{"fontFamily": "{family}", "fontSize": "{size}", "fontWeight": "{weight}", "#
        + #""letterSpacing": "{size}", "lineHeight": "{line}"}}}"#,
      [
        "a": .typography(
          Typography(
            fontFamily: ["A", "b"], fontSize: Dimension(17), fontWeight: 600,
            letterSpacing: Dimension(17), lineHeight: 1.25))
      ]),
  ]
}
