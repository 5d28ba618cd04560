@testable import MeridianTokens

/// Values that break a rule of their type: Format Module 2025.10, 8 and 9; Color Module 2025.10, 4.
enum InvalidSamples {
  static let all = values + colors + composites + tokens + groups + references + texts

  /// A token of a type with a value.
  static func token(_ type: String, _ value: String) -> String {
    #"{"a": {"$type": "\#(type)", "$value": \#(value)}}"#
  }

  private static let values: [InvalidSample] = [
    InvalidSample(
      "a unit of its own", token("dimension", #"{"value": 1, "unit": ‸"em"}"#),
      #""em" is no unit of a dimension; use "px" or "rem"."#),
    InvalidSample(
      "a dimension without a unit", token("dimension", #"‸{"value": 0}"#),
      #"The dimension has no "unit"; add it."#),
    InvalidSample(
      "a dimension as a text", token("dimension", #"‸"16px""#),
      #"The dimension is a text; write an object with "value" and "unit"."#),
    InvalidSample(
      "a dimension of a text", token("dimension", #"{"value": ‸"1", "unit": "px"}"#),
      "The dimension's value is a text; write a number."),
    InvalidSample(
      "a dimension with more", token("dimension", #"{"value": 1, "unit": "px", ‸"units": 1}"#),
      #""units" is no part of a dimension; did you mean "unit"?"#),
    InvalidSample(
      "a duration in minutes", token("duration", #"{"value": 1, "unit": ‸"min"}"#),
      #""min" is no unit of a duration; use "ms" or "s"."#),
    InvalidSample(
      "a duration beyond all numbers", token("duration", #"‸{"value": 1e308, "unit": "s"}"#),
      "The duration is out of range; write a smaller one."),
    InvalidSample(
      "a font family of numbers", token("fontFamily", "[‸1]"),
      "The font's name is a number; write a text."),
    InvalidSample(
      "no font at all", token("fontFamily", "‸[]"),
      "The font family has no name; write at least one."),
    InvalidSample(
      "a font family that is a number", token("fontFamily", "‸1"),
      "The font family is a number; write a font's name or an array of names."),
    InvalidSample(
      "a font's name of spaces", token("fontFamily", #"["a", ‸" "]"#),
      "The font's name is empty; write a name."),
    InvalidSample(
      "several fonts where one belongs",
      #"{"b": {"$type": "fontFamily", "$value": ["x", "y"]}, "#
        + #""a": {"$type": "fontFamily", "$value": [‸"{b}", "z"]}}"#,
      "A reference inside an array of fonts stands for one name, and this one has several; refer "
        + "to a token with one."),
    InvalidSample(
      "a weight below 1", token("fontWeight", "‸0.5"),
      "The font weight 0.5 is outside 1 to 1000; write one within."),
    InvalidSample(
      "a weight above 1000", token("fontWeight", "‸1000.5"),
      "The font weight 1000.5 is outside 1 to 1000; write one within."),
    InvalidSample(
      "a weight's name in other letters", token("fontWeight", #"‸"Bold""#),
      #""Bold" is no font weight; did you mean "bold"?"#),
    InvalidSample(
      "a weight that is true", token("fontWeight", "‸true"),
      #"The font weight is a boolean; write a number from 1 to 1000 or a name such as "bold"."#),
    InvalidSample(
      "a curve of three numbers", token("cubicBezier", "‸[0, 0, 1]"),
      "A cubic Bézier is an array of four numbers; write [x1, y1, x2, y2]."),
    InvalidSample(
      "a curve that goes back in time", token("cubicBezier", "[0, 0, ‸1.01, 1]"),
      "The curve's x2 is outside 0 to 1; write one within."),
    InvalidSample(
      "a curve with a text", token("cubicBezier", #"[0, ‸"0", 1, 1]"#),
      "The curve's y1 is a text; write a number."),
    InvalidSample(
      "a number in quotes", token("number", #"‸"1""#),
      "The number is a text; write a JSON number."),
    InvalidSample(
      "a type that there is not", #"{"a": {"$type": ‸"colour", "$value": 1}}"#,
      #""colour" is no type of the format; did you mean "color"?"#),
    InvalidSample(
      "a type of drafts", #"{"a": {"$type": ‸"string", "$value": 1}}"#,
      #""string" is no type of the format; use one of color, dimension, fontFamily, fontWeight, "#
        + "duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient or "
        + "typography."),
    InvalidSample(
      "a type that is no text", #"{"$type": ‸1}"#,
      "The type is a number; write one of the format's types as a text."),
  ]

  private static let colors: [InvalidSample] = [
    InvalidSample(
      "a color as a text", token("color", ##"‸"#ff0000""##),
      ##"The color is a text; write {"colorSpace": "srgb", "components": [red, green, blue]} and "##
        + ##""#ff0000" as its "hex"."##),
    InvalidSample(
      "a color space that there is not",
      token("color", #"{"colorSpace": ‸"sRGB", "components": [0, 0, 0]}"#),
      #""sRGB" is no color space; did you mean "srgb"?"#),
    InvalidSample(
      "a color without components", token("color", #"‸{"colorSpace": "srgb"}"#),
      #"The color has no "components"; add it."#),
    InvalidSample(
      "two components", token("color", #"{"colorSpace": "hsl", "components": ‸[0, 0]}"#),
      "The components of hsl are an array of 3; write [hue, saturation, lightness]."),
    InvalidSample(
      "a component beyond its range",
      token("color", #"{"colorSpace": "srgb", "components": [0, ‸1.1, 0]}"#),
      "The green of srgb is outside 0 to 1; write one within."),
    InvalidSample(
      "a full turn of hue",
      token("color", #"{"colorSpace": "oklch", "components": [0, 0, ‸360]}"#),
      "The hue of oklch is outside 0 to 360, 360 excluded; write one within."),
    InvalidSample(
      "a chroma below 0",
      token("color", #"{"colorSpace": "lch", "components": [50, ‸-1, 0]}"#),
      "The chroma of lch is below 0; write 0 or more."),
    InvalidSample(
      "a component in words",
      token("color", #"{"colorSpace": "lab", "components": [50, ‸"None", 0]}"#),
      #"The a is a text; write a number or "none"."#),
    InvalidSample(
      "an alpha above 1",
      token("color", #"{"colorSpace": "srgb", "components": [0, 0, 0], "alpha": ‸2}"#),
      "The alpha is outside 0 to 1; write one within."),
    InvalidSample(
      "no alpha at all",
      token("color", #"{"colorSpace": "srgb", "components": [0, 0, 0], "alpha": ‸"none"}"#),
      "The alpha is a text; write a number."),
    InvalidSample(
      "a fallback with alpha",
      token("color", ##"{"colorSpace": "srgb", "components": [0, 0, 0], "hex": ‸"#00000080"}"##),
      ##"The hex fallback is not "#" and six hex digits; write "#rrggbb", without alpha."##),
    InvalidSample(
      "a part that colors have not",
      token("color", #"{"colorSpace": "srgb", "components": [0, 0, 0], ‸"opacity": 1}"#),
      #""opacity" is no part of a color; it has "colorSpace", "components", "alpha" and "hex"."#),
  ]

  private static let red = ValidSamples.redText
  private static let one = #"{"value": 1, "unit": "px"}"#

  private static let composites: [InvalidSample] = [
    InvalidSample(
      "a line that there is not", token("strokeStyle", #"‸"dash""#),
      #""dash" is no stroke style; use one of solid, dashed, dotted, double, groove, ridge, outset "#
        + "or inset."),
    InvalidSample(
      "dashes without a cap", token("strokeStyle", #"‸{"dashArray": []}"#),
      #"The stroke style has no "lineCap"; add it."#),
    InvalidSample(
      "no dashes", token("strokeStyle", #"{"dashArray": ‸[], "lineCap": "round"}"#),
      "The dash array is not an array of dimensions; write at least one."),
    InvalidSample(
      "a cap that there is not",
      token("strokeStyle", #"{"dashArray": [\#(one)], "lineCap": ‸"flat"}"#),
      #"The line cap is none of "round", "butt" and "square"; use one of them."#),
    InvalidSample(
      "a border without a style", token("border", #"‸{"color": \#(red), "width": \#(one)}"#),
      #"The border has no "style"; add it."#),
    InvalidSample(
      "a border of a number", token("border", "‸1"),
      #"The border is a number; write an object with "color", "width" and "style"."#),
    InvalidSample(
      "a border's width in percent",
      token(
        "border",
        #"{"color": \#(red), "width": {"value": 1, "unit": ‸"%"}, "style": "solid"}"#),
      #""%" is no unit of a dimension; use "px" or "rem"."#),
    InvalidSample(
      "a transition with another part",
      token("transition", #"{‸"easing": 1}"#),
      #""easing" is no part of a transition; it has "duration", "delay" and "timingFunction"."#),
    InvalidSample(
      "a transition's delay as a number",
      token(
        "transition",
        #"{"duration": {"value": 1, "unit": "s"}, "delay": ‸0, "timingFunction": [0, 0, 1, 1]}"#),
      #"The duration is a number; write an object with "value" and "unit"."#),
    InvalidSample(
      "a shadow without a spread",
      token(
        "shadow",
        #"‸{"color": \#(red), "offsetX": \#(one), "offsetY": \#(one), "blur": \#(one)}"#),
      #"The shadow has no "spread"; add it."#),
    InvalidSample(
      "an inset that is a text",
      token(
        "shadow",
        #"{"color": \#(red), "offsetX": \#(one), "offsetY": \#(one), "blur": \#(one), "#
          + #""spread": \#(one), "inset": ‸"true"}"#),
      "The inset is a text; write true or false."),
    InvalidSample(
      "no shadow in the array", token("shadow", "‸[]"),
      "The array of shadows is empty; write at least one."),
    InvalidSample(
      "an array in an array of shadows", token("shadow", "[‸[]]"),
      #"The shadow is an array; write an object with "color", "offsetX", "offsetY", "blur" and "#
        + #""spread"."#),
    InvalidSample(
      "a gradient without stops", token("gradient", "‸[]"),
      #"A gradient is an array of stops; write at least one {"color": …, "position": …}."#),
    InvalidSample(
      "a stop without a position", token("gradient", #"[‸{"color": \#(red)}]"#),
      #"The gradient stop has no "position"; add it."#),
    InvalidSample(
      "a position in percent", token("gradient", #"[{"color": \#(red), "position": ‸"50%"}]"#),
      "The position is a text; write a number."),
    InvalidSample(
      "a whole gradient where a stop belongs",
      #"{"g": {"$type": "gradient", "$value": [{"color": \#(red), "position": 0}, "#
        + #"{"color": \#(red), "position": 1}]}, "a": {"$type": "gradient", "$value": [‸"{g}"]}}"#,
      "A reference inside a gradient stands for one stop, and this one has several; refer to a "
        + "gradient with one."),
    InvalidSample(
      "typography without spacing",
      token(
        "typography",
        #"‸{"fontFamily": "A", "fontSize": \#(one), "fontWeight": 400, "lineHeight": 1}"#),
      #"The typography has no "letterSpacing"; add it."#),
    InvalidSample(
      "a line height with a unit",
      token(
        "typography",
        #"{"fontFamily": "A", "fontSize": \#(one), "fontWeight": 400, "letterSpacing": \#(one), "#
          + #""lineHeight": ‸\#(one)}"#),
      "The line height is an object; write a number."),
  ]
}
