extension SwiftSet {
  /// Springs of the set: `Aero.Springs.sheet`.
  func springs(into code: inout CodeText) {
    let members = system.springs.map { spring in
      Member(
        name: names[TokenPath(["springs", spring.name])],
        documentation: [],
        type: prefix + "Spring",
        value: .value(
          "\(prefix)Spring(dampingRatio: \(Rounding.text(spring.dampingRatio)), "
            + "stiffness: \(Rounding.text(spring.stiffness)))"))
    }
    extensions(of: members, into: &code)
  }

  /// The feedback of each haptic, checked: text of a file becomes code here.
  func hapticExpressions() throws(TokenProblem) -> [String] {
    var expressions: [String] = []
    for haptic in system.haptics {
      guard let expression = SensoryFeedback.expression(haptic.swiftUI) else {
        throw TokenProblem(
          "The haptic “\(haptic.name)” names “\(haptic.swiftUI)”, which is no SensoryFeedback of "
            + "SwiftUI; write success, selection, impact(weight: .light) or another of them.")
      }
      expressions.append(expression)
    }
    return expressions
  }

  /// Haptics of the set: `Aero.Haptics.success`.
  func haptics(_ expressions: [String], into code: inout CodeText) {
    let members = zip(system.haptics, expressions).map { haptic, expression in
      Member(
        name: names[TokenPath(["haptics", haptic.name])], documentation: [],
        type: "SensoryFeedback", value: .value(expression))
    }
    extensions(of: members, into: &code)
  }
}

/// SwiftUI's `SensoryFeedback` of iOS 17 as text.
enum SensoryFeedback {
  private static let plain: Set<String> = [
    "alignment", "decrease", "error", "impact", "increase", "levelChange", "selection", "start",
    "stop", "success", "warning",
  ]
  private static let weights: Set<String> = ["light", "medium", "heavy"]
  private static let flexibilities: Set<String> = ["rigid", "solid", "soft"]

  /// The Swift expression; `nil` for anything that is none of them.
  static func expression(_ text: String) -> String? {
    if plain.contains(text) { return "." + text }
    guard text.hasPrefix("impact("), text.hasSuffix(")") else { return nil }
    let inside = text.dropFirst("impact(".count).dropLast()
    var arguments: [String] = []
    for (index, part) in inside.split(separator: ",").enumerated() {
      let words = part.split(separator: ":").map { $0.filter { $0 != " " } }
      guard words.count == 2 else { return nil }
      let allowed =
        switch (index, words[0]) {
        case (0, "weight"): words[1].first == "." && weights.contains(String(words[1].dropFirst()))
        case (0, "flexibility"):
          words[1].first == "." && flexibilities.contains(String(words[1].dropFirst()))
        case (_, "intensity"): Double(words[1]).map { $0 >= 0 && $0 <= 1 } ?? false
        default: false
        }
      guard allowed, !arguments.contains(where: { $0.hasPrefix(words[0]) }) else { return nil }
      // The number anew: what Double reads need not be Swift.
      let value = words[0] == "intensity" ? Rounding.text(Double(words[1]) ?? 1) : words[1]
      arguments.append("\(words[0]): \(value)")
    }
    return arguments.isEmpty ? nil : ".impact(\(arguments.joined(separator: ", ")))"
  }
}
