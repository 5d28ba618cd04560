private import MeridianKernel

extension ValueKind where Value == String {
  /// Any text but an empty one.
  package static func text(
    _ placeholder: String, needs: String, offer: Offer = .nothing
  ) -> ValueKind {
    ValueKind(placeholder: placeholder, needs: needs, offer: offer) { text throws(ValueProblem) in
      guard !text.isEmpty else { throw ValueProblem(needs: needs, but: "the word is empty") }
      return text
    }
  }

  /// The path of a file or folder.
  package static var path: ValueKind {
    text("PATH", needs: "the path of a file", offer: .files)
  }

  /// The name of a layer.
  package static var layer: ValueKind { text("LAYER", needs: "the name of a layer") }
}

/// Standard input, asked for with a hyphen.
package struct StandardInput: Hashable, Sendable {}

extension ValueKind where Value == StandardInput {
  /// The hyphen that stands for standard input.
  package static var hyphen: ValueKind {
    let needs = "a hyphen, for standard input"
    return ValueKind(placeholder: "-", needs: needs, choices: ["-"]) { text throws(ValueProblem) in
      guard text == "-" else {
        throw ValueProblem(needs: needs, but: "it is \(ValueProblem.quoted(text))")
      }
      return StandardInput()
    }
  }
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  package static func oneOf(_: Value.Type) -> ValueKind {
    let choices = Value.allCases.map(\.rawValue)
    let needs = "one of " + choices.joined(separator: ", ")
    return ValueKind(
      placeholder: choices.joined(separator: "|"), needs: needs, choices: choices
    ) { text throws(ValueProblem) in
      if let value = Value(rawValue: text) { return value }
      var but = "\(ValueProblem.quoted(text)) is none of them"
      if let near = Suggestion.nearest(to: text, among: choices) {
        but += "; the nearest is \(near)"
      }
      throw ValueProblem(needs: needs, but: but)
    }
  }
}

extension ValueKind where Value == Double {
  /// A number within limits.
  package static func number(
    _ range: ClosedRange<Double>, _ placeholder: String = "NUMBER"
  ) -> ValueKind {
    let needs =
      "a number from \(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound))"
    return ValueKind(placeholder: placeholder, needs: needs) { text throws(ValueProblem) in
      let value = try number(text, needs: needs)
      guard range.contains(value) else {
        throw ValueProblem(needs: needs, but: "it is \(NumberText.plain(value))")
      }
      return value
    }
  }

  /// Any finite number.
  package static func anyNumber(_ placeholder: String = "NUMBER", needs: String = "a number")
    -> ValueKind
  {
    ValueKind(placeholder: placeholder, needs: needs) { text throws(ValueProblem) in
      try number(text, needs: needs)
    }
  }

  /// A length on the glass in points, within limits: `22pt`, `22`, or a finger, pencil or pointer.
  package static func glassLength(_ range: ClosedRange<Double>, presets: Bool) -> ValueKind {
    let limits = "\(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound)) pt"
    let names = presets ? ["fingertip", "pencil", "pointer"] : []
    let needs = "a length on the glass such as 22pt" + (presets ? " or fingertip" : "")
    let placeholder = (["LENGTH"] + names).joined(separator: "|")
    return ValueKind(placeholder: placeholder, needs: needs, choices: names) {
      text throws(ValueProblem) in
      if presets, let preset = glassPresets[text] { return preset }
      let (value, unit) = try measure(text, needs: needs)
      guard unit.isEmpty || unit == "pt" else {
        throw ValueProblem(needs: needs, but: "“\(unit)” is no unit on the glass; write pt")
      }
      guard range.contains(value) else {
        throw ValueProblem(
          needs: "\(needs), from \(limits)", but: "it is \(NumberText.plain(value)) pt")
      }
      return value
    }
  }

  /// A length on the ground in meters: `25m`, `1.2km`, `0.3nmi`, or a bare number of meters.
  package static var groundLength: ValueKind {
    let needs = "a length on the ground such as 25m"
    return ValueKind(placeholder: "LENGTH", needs: needs) { text throws(ValueProblem) in
      let (value, unit) = try measure(text, needs: needs)
      guard let factor = groundUnits[unit.isEmpty ? "m" : String(unit)] else {
        throw ValueProblem(
          needs: needs,
          but: "“\(unit)” is not one of its units m, km, ft, ft-us, yd, mi and nmi")
      }
      let meters = value * factor
      guard meters.isFinite else {
        throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) is too long")
      }
      return meters
    }
  }

  /// The presets of a tolerance in points.
  package static var glassPresets: [String: Double] {
    ["fingertip": 22, "pencil": 10, "pointer": 4]
  }

  /// Meters in a unit of length.
  private static var groundUnits: [String: Double] {
    [
      "m": 1, "km": 1000, "ft": 0.3048, "ft-us": 1200.0 / 3937, "yd": 0.9144, "mi": 1609.344,
      "nmi": 1852,
    ]
  }

  fileprivate static func number(_ text: some StringProtocol, needs: String)
    throws(ValueProblem) -> Double
  {
    switch Numeral.number(text) {
    case .success(let value): return value
    case .failure(let clause): throw ValueProblem(needs: needs, but: clause.text)
    }
  }

  private static func measure(_ text: String, needs: String) throws(ValueProblem)
    -> (Double, Substring)
  {
    if Numeral.looksNonFinite(text) { _ = try number(text, needs: needs) }
    let (digits, unit) = Numeral.splitUnit(text)
    guard !digits.isEmpty else {
      throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) has no number")
    }
    return (try number(digits, needs: needs), unit)
  }
}

extension ValueKind where Value == Int {
  /// A whole number within limits.
  package static func whole(_ range: ClosedRange<Int>, _ placeholder: String = "N") -> ValueKind {
    let needs =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound) on"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueKind(placeholder: placeholder, needs: needs) { text throws(ValueProblem) in
      guard let value = Int(text), text.utf8.first != UInt8(ascii: "+") else {
        throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) is not one")
      }
      guard range.contains(value) else {
        throw ValueProblem(needs: needs, but: "it is \(value)")
      }
      return value
    }
  }
}
