@testable import MeridianTokens

/// A small whole set as a file: every type of token, every extension, every layer.
enum SampleSet {
  static let tokens = ##"""
    {"$description": "A sample.",
     "color": {"$type": "color", "ink": {"$value": {"colorSpace": "srgb", "components": [0.1, 0.1, 0.1], "hex": "#1a1a1a"},
                "$extensions": {"org.meridian.tokens": {"ink": "text", "on": ["{color.tint}"], "materialRole": "onSurface"}}},
               "tint": {"$value": {"colorSpace": "oklch", "components": [0.9, 0.02, 180], "alpha": 0.8}},
               "link": {"$value": "{color.ink}"}},
     "blur": {"$type": "dimension", "$value": {"value": 22, "unit": "px"}},
     "button": {"$type": "dimension", "$value": {"value": 2.75, "unit": "rem"}},
     "grain": {"$type": "number", "$value": 0.03},
     "rim": {"$type": "border", "$value": {"color": "{color.tint}", "width": {"value": 1, "unit": "px"}, "style": "solid"}},
     "drop": {"$type": "shadow", "$value": {"color": "{color.ink}", "offsetX": {"value": 0, "unit": "px"}, "offsetY": {"value": 8, "unit": "px"},
               "blur": {"$ref": "#/blur"}, "spread": {"value": 0, "unit": "px"}}},
     "wash": {"$type": "gradient", "$value": [{"color": "{color.tint}", "position": 0}, {"color": "{color.ink}", "position": 1}]},
     "body": {"$type": "typography", "$value": {"fontFamily": ["SF Pro", "system-ui"], "fontSize": {"value": 15, "unit": "px"},
               "fontWeight": "medium", "letterSpacing": {"value": -0.2, "unit": "px"}, "lineHeight": 1.35},
               "$extensions": {"org.meridian.tokens": {"textStyle": "body", "tabular": true, "uppercase": false, "monospaced": true}}},
     "move": {"$type": "transition", "$value": {"duration": {"value": 0.2, "unit": "s"}, "delay": {"value": 0, "unit": "ms"}, "timingFunction": "{ease}"}},
     "ease": {"$type": "cubicBezier", "$value": [0.2, 0, 0, 1]},
     "ghost": {"$type": "strokeStyle", "$value": {"dashArray": ["{blur}"], "lineCap": "butt"}},
     "$extensions": {"org.meridian.tokens": \##(extensions)}}
    """##

  static let extensions = ##"""
    {"springs": {"sheet": {"dampingRatio": 0.86, "stiffness": 320}},
      "haptics": {"light": {"swiftUI": "impact(weight: .light)", "android": "CLOCK_TICK", "androidVersion": 21, "androidFallback": "LONG_PRESS"}},
      "wallpapers": {"vivid": {"radials": [{"center": [0.2, 0.1], "radius": 0.8, "stops": "{wash}"}], "linear": {"angle": 160, "stops": "{wash}"}}},
      "materials": {"roles": ["chrome", "sheet"], "materials": {
          "liquid": [{"system": "glassEffect", "tint": "{color.tint}"}],
          "glass": [{"blur": "{blur}"}, {"fill": "{color.tint}"}, {"border": "{rim}"}, {"highlight": "{rim}"}, {"grain": "{grain}"}, {"shadow": "{drop}"}],
          "solid": [{"fill": "{color.tint}"}]},
        "table": [{"transparency": "reduced", "material": "solid"}, {"lowRAM": true, "material": "solid"}, {"contrast": "increased", "material": "solid"},
          {"role": "sheet", "platform": "ios", "from": 26, "material": "liquid"}, {"material": "glass"}]},
      "targets": {"icon": "{button}"},
      "states": {"edited": {"color": "{color.ink}", "symbol": "pencil", "label": "Edited"}, "bare": {"color": "{color.ink}"}},
      "backdrops": {"white": {"color": "{color.tint}"}, "vivid": {"wallpaper": "vivid"}},
      "components": [{"name": "Sheet", "swiftUI": "sheet", "compose": "ModalBottomSheet", "web": "dialog", "difference": "None.", "role": "sheet"}]}
    """##

  /// A file whose extensions are these; the tokens as in the sample.
  static func file(extensions marked: String) -> String {
    tokens.replacing(extensions, with: marked)
  }
}
