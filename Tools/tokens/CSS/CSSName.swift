/// Names on the web: words in lower case between hyphens.
enum CSSName {
  /// `["glass", "rimLight"]` becomes `glass-rim-light`; nil when a name has nothing to keep.
  ///
  /// A group's root token (Format Module 2025.10, §6.2) is named as the group.
  static func kebab(_ names: [String]) -> String? {
    var parts: [String] = []
    for name in names where name != "$root" {
      guard let part = kebab(name) else { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "-")
  }

  /// One name; a word begins at a capital after a small letter or a digit (`iconButton`), and at
  /// the last of several capitals before a small letter (`HTMLText`).
  static func kebab(_ name: String) -> String? {
    let scalars = Array(name.unicodeScalars)
    var text = ""
    var isGap = false
    for (index, scalar) in scalars.enumerated() {
      guard isKept(scalar) else {
        isGap = true
        continue
      }
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      if isGap || startsWord(scalar, after: before, before: after), !text.isEmpty {
        text += "-"
      }
      isGap = false
      text += scalar.properties.lowercaseMapping
    }
    return text.isEmpty ? nil : text
  }

  private static func startsWord(
    _ scalar: Unicode.Scalar, after before: Unicode.Scalar?, before after: Unicode.Scalar?
  ) -> Bool {
    guard scalar.properties.isUppercase, let before, isKept(before) else { return false }
    if !before.properties.isUppercase { return true }
    return after.map { $0.properties.isLowercase } ?? false
  }

  /// Letters and digits of ASCII, and what CSS Syntax Level 3, §4.2 allows beyond.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF, 0x200C, 0x200D: true
    case 0x203F, 0x2040, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF: true
    case 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...: true
    default: false
    }
  }
}

/// The names given so far, of properties and of classes, and to what.
struct CSSNames {
  private var owners: [String: Owner] = [:]

  /// What a name stands for.
  struct Owner {
    /// `the token “ink.primary”` for instance.
    var text: String
    var place: SourcePlace?
  }

  /// Takes a name for `owner`; a name that is taken is an error that says by what.
  mutating func take(_ name: String, for owner: Owner) throws(TokenProblem) {
    guard let other = owners.updateValue(owner, forKey: name) else { return }
    let place = other.place.map { " (\($0))" } ?? ""
    throw TokenProblem(
      "\(owner.text) and \(other.text)\(place) are both “\(name)” on the web: rename one of them.",
      at: owner.place)
  }

  /// The kebab name of `names`, or an error when nothing of one of them can be kept.
  static func kebab(_ names: [String], of owner: Owner) throws(TokenProblem) -> String {
    if let name = CSSName.kebab(names) { return name }
    throw TokenProblem(
      "\(owner.text) has a name without a letter or digit, of which CSS can make none: rename it.",
      at: owner.place)
  }
}
