extension DesignToken.Role {
  /// What a token is for, as reports tell it: `ink for text`, `on accent.strong`, `tabular digits`.
  var words: [String] {
    var words: [String] = []
    if let ink { words.append("ink for \(ink.text)") }
    if !fills.isEmpty { words.append("on " + Self.list(fills.map(\.description))) }
    if !materialRoles.isEmpty {
      words.append("Material's " + Self.list(materialRoles.map(\.rawValue)))
    }
    if let textStyle { words.append("scales as \(textStyle.rawValue)") }
    if isTabular { words.append("tabular digits") }
    if isMonospaced { words.append("monospaced") }
    if isUppercase { words.append("uppercase") }
    return words
  }

  /// `a`, `a and b`, `a, b and c`.
  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension StateCue {
  /// What tells the state: color, symbol and word.
  var text: String {
    [color.description, symbol, label].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Backdrop {
  var text: String {
    switch source {
    case .color(let path): path.description
    case .wallpaper(let name): "wallpaper \(name)"
    }
  }
}

extension Wallpaper {
  /// The layers from the front to the back.
  var text: String {
    let front = radials.map { radial in
      "\(radial.stops) around \(Rounding.text(radial.centerX)), \(Rounding.text(radial.centerY)) "
        + "as far as \(Rounding.text(radial.radius))"
    }
    return (front + ["\(linear.stops) at \(Rounding.text(linear.angle))°"])
      .joined(separator: "; ")
  }
}

extension Component {
  /// The three forms, and what is meant to be different.
  var text: String {
    ([swiftUI, compose, web] + [difference, role].compactMap(\.self)).joined(separator: " | ")
  }
}
