@testable import MeridianTokens

/// Tokens, groups, references and texts that break a rule: Format Module 2025.10, 4 to 7.
extension InvalidSamples {
  static let tokens: [InvalidSample] = [
    InvalidSample(
      "a token without a type", #"{"g": {‸"a": {"$value": 1}}}"#,
      #""a" has no type; give it or a group around it a $type."#),
    InvalidSample(
      "a name with a period", #"{"$type": "number", ‸"a.b": {"$value": 1}}"#,
      #"The name "a.b" has a ".", which aliases need; leave it out."#),
    InvalidSample(
      "a name with a brace", #"{"g": {‸"a{": {}}}"#,
      #"The name "a{" has a "{", which aliases need; leave it out."#),
    InvalidSample(
      "a name with a dollar sign", #"{‸"$mine": {"$type": "number", "$value": 1}}"#,
      #""$mine" is no property of a group, and names do not begin with "$"; rename or remove it."#),
    InvalidSample(
      "a name that is empty", #"{‸"": {}}"#, "The name is empty; give the token or group one."),
    InvalidSample(
      "a property misspelt", #"{"a": {"$type": "number", ‸"$vlaue": 1}}"#,
      #""$vlaue" is no property of a group, and names do not begin with "$"; did you mean "#
        + #""$value"?"#),
    InvalidSample(
      "a token with a property of a group",
      #"{"a": {"$type": "number", "$value": 1, ‸"$extends": "{b}"}}"#,
      #""$extends" is no property of a token, and names do not begin with "$"; rename "#
        + "or remove it."),
    InvalidSample(
      "a token that is a group too", #"{"a": {"$type": "number", "$value": 1, ‸"b": {}}}"#,
      #""a" has a value and is a group with "b" at the same time; give the group's own value as "#
        + "$root."),
    InvalidSample(
      "a token with a root", #"{"a": {"$type": "number", "$value": 1, ‸"$root": {"$value": 1}}}"#,
      #""a" has a value and is a group with "$root" at the same time; give the group's own value "#
        + "as $root."),
    InvalidSample(
      "a value and a reference", ##"{"a": {"$type": "number", "$value": 1, "$ref": ‸"#/b"}}"##,
      "The token has both $value and $ref; keep one of them."),
    InvalidSample(
      "a description that is no text",
      #"{"a": {"$type": "number", "$value": 1, "$description": ‸2}}"#,
      "$description is a number; write a text."),
    InvalidSample(
      "deprecated by a number", #"{"g": {"$deprecated": ‸0}}"#,
      "$deprecated is a number; write true, false, or the reason as a text."),
    InvalidSample(
      "extensions in an array", #"{"a": {"$type": "number", "$value": 1, "$extensions": ‸[]}}"#,
      "$extensions is an array; write an object with a key for each vendor."),
  ]

  static let groups: [InvalidSample] = [
    InvalidSample(
      "a value where a token belongs", #"{"a": {"value": ‸1}}"#,
      #""value" is a number, where a group or a token belongs; did you mean "$value"?"#),
    InvalidSample(
      "a text where a token belongs", #"{"a": ‸"red"}"#,
      #""a" is a text, where a group or a token belongs; write {"$value": …}."#),
    InvalidSample(
      "a value of the file", #"{‸"$value": 1}"#,
      "A file of tokens has no value of its own; give it a token with a name."),
    InvalidSample(
      "a root that is a group", #"{"g": {‸"$root": {"a": {}}}}"#,
      "$root is a token and has no $value here; give it one."),
    InvalidSample(
      "groups that extend one another",
      #"{"a": {"$extends": "{b}"}, "b": {"$extends": "{c}"}, "c": {"$extends": ‸"{a}"}}"#,
      "Groups extend one another in a circle, a → b → c → a; leave out one $extends."),
    InvalidSample(
      "a group that extends the one around it",
      #"{"a": {"$type": "number", "x": {"$value": 1}, "b": {"$extends": ‸"{a}"}}}"#,
      "Groups extend one another in a circle, a → a.b → a; leave out one $extends."),
    InvalidSample(
      "a group that extends itself", #"{"a": {"$extends": ‸"{a}"}}"#,
      "Groups extend one another in a circle, a → a; leave out one $extends."),
    InvalidSample(
      "a circle through what is inherited",
      #"{"a": {"x": {"$extends": "{b}"}}, "b": {"y": {"$extends": ‸"{a}"}}}"#,
      "Groups extend one another in a circle, a → a.x → b → a.x.y → a; leave out one $extends."),
    InvalidSample(
      "a token extended", #"{"t": {"$type": "number", "$value": 1}, "a": {"$extends": ‸"{t}"}}"#,
      #""{t}" is a token, and only a group can be extended; name the group around it."#),
    InvalidSample(
      "a group extended that there is not", #"{"button": {}, "a": {"$extends": ‸"{buton}"}}"#,
      #"There is no group "{buton}" to extend; did you mean "{button}"?"#),
    InvalidSample(
      "an extension that names nothing", #"{"a": {"$extends": ‸["{b}"]}}"#,
      #"$extends is an array; name a group as "{group}"."#),
    InvalidSample(
      "an extension said twice", ##"{"b": {}, "a": {"$extends": "{b}", "$ref": ‸"#/b", "c": {}}}"##,
      "The group has both $extends and $ref; keep one of them."),
    InvalidSample(
      "an array as a file", "‸[]", "The file is an array; write an object of groups and tokens."),
  ]

  static let references: [InvalidSample] = [
    InvalidSample(
      "tokens in a circle",
      #"{"$type": "number", "a": {"$value": ‸"{b}"}, "b": {"$value": "{c}"}, "#
        + #""c": {"$value": "{a}"}}"#,
      "Tokens refer to one another in a circle, a → b → c → a; give one of them a value of its "
        + "own."),
    InvalidSample(
      "a token that is itself", #"{"a": {"$type": "number", "$value": ‸"{a}"}}"#,
      "Tokens refer to one another in a circle, a → a; give one of them a value of its own."),
    InvalidSample(
      "a circle through parts of values",
      ##"{"a": {"$type": "number", "$value": ‸{"$ref": "#/b/$value"}}, "##
        + ##""b": {"$type": "number", "$value": {"$ref": "#/a/$value"}}}"##,
      "Tokens refer to one another in a circle, a → b → a; give one of them a value of its own."),
    InvalidSample(
      "a circle of elements",
      ##"{"a": {"$type": "cubicBezier", "$value": [‸{"$ref": "#/a/$value/2"}, 0, "##
        + ##"{"$ref": "#/a/$value/0"}, 1]}}"##,
      "References lead back to where they began, #/a/$value/2 → #/a/$value/0 → #/a/$value/2; "
        + "give one of them a value."),
    InvalidSample(
      "an alias to nothing",
      #"{"ink": {"$type": "number", "primary": {"$value": 1}}, "a": {"$value": ‸"{ink.primry}"}}"#,
      #"There is no token "{ink.primry}"; did you mean "{ink.primary}"?"#),
    InvalidSample(
      "an alias to a group", #"{"g": {}, "a": {"$type": "number", "$value": ‸"{g}"}}"#,
      #""{g}" is a group, not a token; name one of its tokens."#),
    InvalidSample(
      "an alias to a group with a root",
      #"{"g": {"$type": "number", "$root": {"$value": 1}}, "a": {"$value": ‸"{g}"}}"#,
      #""{g}" is a group, not a token; write "{g.$root}"."#),
    InvalidSample(
      "an alias of another type",
      #"{"n": {"$type": "number", "$value": 1}, "a": {"$type": "color", "$value": ‸"{n}"}}"#,
      #""{n}" is a number token, and a color belongs here; refer to another token."#),
    InvalidSample(
      "a part of another type",
      #"{"n": {"$type": "number", "$value": 1}, "a": {"$type": "dimension", "$value": "#
        + #"{"value": 1, "unit": ‸"{n}"}}}"#,
      #""n" is a number token, and a unit belongs here; refer to a part of it with $ref."#),
    InvalidSample(
      "an alias that is open", #"{"a": {"$type": "number", "$value": ‸"{b"}}"#,
      #"The alias "{b" is not closed; write {group.token}."#),
    InvalidSample(
      "an alias without a name", #"{"a": {"$type": "number", "$value": ‸"{b..c}"}}"#,
      #"The alias "{b..c}" has an empty name; write {group.token}."#),
    InvalidSample(
      "an alias to a property", #"{"a": {"$type": "number", "$value": ‸"{b.$value}"}}"#,
      #"An alias stands for a whole token and cannot name "$value"; refer to a property with "#
        + ##"{"$ref": "#/…"}."##),
    InvalidSample(
      "a pointer beyond an array",
      ##"{"c": {"$type": "cubicBezier", "$value": [0, 0, 1, 1]}, "a": ‸{"$type": "number", "$ref": "##
        + ##""#/c/$value/4"}}"##,
      ##""#/c/$value/4" points at nothing: there is no "4" in an array."##),
    InvalidSample(
      "a pointer into an alias",
      ##"{"c": {"$type": "cubicBezier", "$value": [0, 0, 1, 1]}, "d": {"$value": "{c}"}, "##
        + ##""a": {"$type": "number", "$value": ‸{"$ref": "#/d/$value/0"}}}"##,
      ##""#/d/$value/0" goes into the alias "{c}", which has no parts; point into the token it "##
        + "stands for."),
    InvalidSample(
      "a pointer to nothing",
      ##"{"blue": {"$type": "number", "$value": 1}, "a": {"$value": ‸{"$ref": "#/bleu/$value"}}}"##,
      ##""#/bleu/$value" points at nothing in this set; did you mean "#/blue"?"##),
    InvalidSample(
      "a pointer to another file", ##"{"a": {"$type": "number", "$ref": ‸"b.json#/c"}}"##,
      ##"The reference "b.json#/c" leaves the document; inside tokens a $ref begins with "#/"."##),
    InvalidSample(
      "a tilde that is no escape", ##"{"a": {"$type": "number", "$ref": ‸"#/b~2"}}"##,
      ##"The pointer "#/b~2" has a "~" that is no escape; write ~0 for "~" and ~1 for "/"."##),
    InvalidSample(
      "something beside a reference",
      ##"{"b": {"$type": "number", "$value": 1}, "a": {"$type": "number", "$value": "##
        + ##"{"$ref": "#/b", ‸"value": 2}}}"##,
      #""value" stands beside a $ref, which takes the place of the whole value; remove one of "#
        + "them."),
    InvalidSample(
      "a pointer that is no text", #"{"a": {"$type": "number", "$ref": ‸7}}"#,
      ##"$ref is a number; write a pointer such as "#/group/token"."##),
  ]

  static let texts: [InvalidSample] = [
    InvalidSample("nothing", "‸", "The file is empty; write a JSON object with tokens."),
    InvalidSample(
      "a comma too many", "{\n  \"a\": {},\n‸}",
      "The text is not JSON here; look for a missing comma, quote or bracket."),
    InvalidSample(
      "a key twice", "{\"ä\": {\"b\": {}, \"c\": {\"b\": {}},\n ‸\"\\u0062\": {}}}",
      #"The key "b" stands a second time in the same object; give it once."#),
    InvalidSample(
      "a number beyond all", #"{"a": {"$type": "number", "$value": ‸1e999}}"#,
      "The number is out of range; write a smaller one."),
    InvalidSample(
      "a whole number beyond 64 bits",
      #"{"a": {"$type": "number", "$value": ‸123456789012345678901234567890}}"#,
      "The number is out of range; write a smaller one."),
    InvalidSample(
      "half a character", #"{"a": {"$description": ‸"\ud800"}}"#,
      "The text has an escape of half a character; write the character itself."),
    InvalidSample(
      "too deep", String(repeating: "[", count: 64) + "‸[" + String(repeating: "]", count: 65),
      "More than 64 arrays and objects are nested here; flatten them."),
    InvalidSample(
      "characters, not bytes", "{\"é👍🏽\": {\"$type\": ‸\"x\"}}",
      "\"x\" is no type of the format; use one of color, dimension, fontFamily, fontWeight, "
        + "duration, cubicBezier, number, strokeStyle, border, transition, shadow, gradient or "
        + "typography."),
  ]
}
