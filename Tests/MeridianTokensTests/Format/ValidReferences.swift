@testable import MeridianTokens

/// Groups, extensions, aliases and pointers as they may be written: Format Module 2025.10, 6 and 7.
extension ValidSamples {
  private static let pair = #""a": {"$type": "color", "$value": \#(redText)}"#

  static let groups: [ValidSample] = [
    ValidSample("a file without tokens", "{}", [:]),
    ValidSample(
      "a group's type reaches into nested groups, the closest counts",
      #"{"$type": "number", "g": {"h": {"a": {"$value": 1}}, "#
        + #""i": {"$type": "dimension", "b": {"$value": \#(px(2))}}}}"#,
      ["g.h.a": .number(1), "g.i.b": px(2.0)]),
    ValidSample(
      "a root token beside others",
      #"{"g": {"$type": "number", "$root": {"$value": 1}, "small": {"$value": 2}}, "#
        + #""a": {"$value": "{g.$root}"}}"#,
      ["g.$root": .number(1), "g.small": .number(2), "a": .number(1)]),
    ValidSample(
      "names with spaces, slashes, tildes and letters of any script",
      #"{"brand colors": {"a/b": {"c~d": {"$type": "number", "$value": 1}}}, "größe": "#
        + ##"{"$type": "number", "$value": 2}, "x": {"$ref": "#/brand colors/a~1b/c~0d"}, "##
        + ##""y": {"$value": "{größe}"}, "z": {"$ref": "#/brand%20colors/a~1b/c~0d"}}"##,
      [
        "brand colors.a/b.c~d": .number(1), "größe": .number(2), "x": .number(1),
        "y": .number(2), "z": .number(1),
      ]),
    ValidSample(
      "an extended group, deeply merged",
      #"{"base": {"$type": "number", "in": {"a": {"$value": 1}, "b": {"$value": 2}}, "c": {"$value": 3}},"#
        + #" "next": {"$extends": "{base}", "in": {"b": {"$value": 20}, "d": {"$value": 4}}}}"#,
      [
        "next.in.a": .number(1), "next.in.b": .number(20), "next.in.d": .number(4),
        "next.c": .number(3), "base.in.b": .number(2),
      ]),
    ValidSample(
      "extensions in a row, whatever their order",
      #"{"c": {"$extends": "{b}", "z": {"$value": 3}}, "b": {"$extends": "{a}", "y": {"$value": 2}}, "#
        + #""a": {"$type": "number", "x": {"$value": 1}}}"#,
      ["c.x": .number(1), "c.y": .number(2), "c.z": .number(3), "b.x": .number(1)]),
    ValidSample(
      "a token that takes another type in the group that extends",
      #"{"a": {"$type": "number", "x": {"$value": 1}}, "b": {"$extends": "{a}", "x": "#
        + #"{"$type": "dimension", "$value": \#(px(2))}}}"#,
      ["b.x": px(2.0)]),
    ValidSample(
      "$ref as another word for $extends",
      ##"{"a": {"$type": "number", "x": {"$value": 1}}, "b": {"$ref": "#/a", "y": {"$value": 2}}, "##
        + ##""c": {"$ref": "#/a"}}"##,
      ["b.x": .number(1), "b.y": .number(2), "c.x": .number(1)]),
    ValidSample(
      "a group that is inherited can be extended in turn",
      #"{"a": {"$type": "number", "in": {"x": {"$value": 1}}}, "b": {"$extends": "{a}"}, "#
        + #""c": {"$type": "number", "$extends": "{b.in}"}}"#,
      ["c.x": .number(1)]),
    ValidSample(
      "an alias to an inherited token",
      #"{"a": {"$type": "number", "x": {"$value": 1}}, "b": {"$extends": "{a}"}, "#
        + #""c": {"$value": "{b.x}"}}"#,
      ["c": .number(1)]),
  ]

  static let references: [ValidSample] = [
    ValidSample(
      "an alias takes the type of what it refers to",
      #"{\#(pair), "b": {"$value": "{a}"}, "g": {"$type": "number", "c": {"$value": "{b}"}}}"#,
      ["b": red, "g.c": red]),
    ValidSample(
      "a pointer to a token, to its value, and as a value",
      ##"{\##(pair), "b": {"$ref": "#/a"}, "c": {"$ref": "#/a/$value", "$type": "color"}, "##
        + ##""d": {"$type": "color", "$value": {"$ref": "#/a"}}}"##,
      ["b": red, "c": red, "d": red]),
    ValidSample(
      "a pointer to an element of an array",
      ##"{\##(pair), "b": {"$type": "number", "$ref": "#/a/$value/components/0"}}"##,
      ["b": .number(1)]),
    ValidSample(
      "a pointer to a property, and to another beside it",
      ##"{"a": {"$type": "dimension", "$value": {"value": 16, "unit": "px"}}, "##
        + ##""b": {"$type": "dimension", "$value": {"value": {"$ref": "#/a/$value/value"}, "##
        + ##""unit": "rem"}}, "c": {"$type": "dimension", "$value": {"value": 3, "unit": "##
        + ##"{"$ref": "#/b/$value/unit"}}}}"##,
      ["b": .dimension(Dimension(16, .rem)), "c": .dimension(Dimension(3, .rem))]),
    ValidSample(
      "components from another color, and an array as a whole",
      ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [1, 0, 0]}}, "##
        + ##""b": {"$type": "color", "$value": {"colorSpace": {"$ref": "#/a/$value/colorSpace"}, "##
        + ##""components": [{"$ref": "#/a/$value/components/1"}, 0, "##
        + ##"{"$ref": "#/a/$value/components/0"}]}}, "c": {"$type": "color", "$value": "##
        + ##"{"colorSpace": "srgb", "components": {"$ref": "#/b/$value/components"}}}}"##,
      ["b": blue, "c": blue]),
    ValidSample(
      "one part of a value refers to another part of it",
      ##"{"a": {"$type": "cubicBezier", "$value": [0.25, {"$ref": "#/a/$value/0"}, 1, 1]}}"##,
      ["a": .cubicBezier(CubicBezier(0.25, 0.25, 1, 1))]),
    ValidSample(
      "a pointer into what a group says beside its tokens",
      ##"{"g": {"$extensions": {"com.example": {"n": 5}}, "a": {"$type": "number", "$value": "##
        + ##"{"$ref": "#/g/$extensions/com.example/n"}}}}"##,
      ["g.a": .number(5)]),
    ValidSample(
      "properties of tokens and groups, and what other tools keep in them",
      ##"{"$schema": "https://example.com", "$description": "d", "g": {"$description": "d", "##
        + ##""$deprecated": "old", "$extensions": {"com.example": [1, null]}, "a": {"$type": "##
        + ##""number", "$value": 1, "$description": "d", "$deprecated": false, "$extensions": "##
        + ##"{"com.example": {"x": true}}}}}"##,
      ["g.a": .number(1)]),
  ]
}
