/// One declaration with its value under each mask of preferences.
struct CSSRule {
  /// A class name when the declaration is an element's; nil for the root element's.
  var className: String?
  /// One property, or several that take the same value.
  var properties: [String]
  /// By mask: 16 values.
  var values: [String]
  /// A remark beside the base value.
  var remark: String?

  init(
    _ properties: String..., className: String? = nil, remark: String? = nil,
    value: (Context) -> String
  ) {
    self.className = className
    self.properties = properties
    self.remark = remark
    values = CSSPreference.contexts.map(value)
  }

  /// The masks at which the value must be written, fewer preferences first, so that the last one
  /// that holds always gives the right value.
  ///
  /// By induction over `CSSPreference.masks`: when a mask's turn comes, all masks that are part of
  /// it have been written, and the last of them gives the value so far.
  var writtenMasks: [Int] {
    guard values.contains(where: { $0 != values[0] }) else { return [0] }
    var written: [Int] = []
    for mask in CSSPreference.masks {
      let sofar = written.last { $0 & mask == $0 }
      if sofar.map({ values[$0] != values[mask] }) ?? true { written.append(mask) }
    }
    return written
  }
}

/// Rules as text: a block a mask and variant, in the order in which later ones win.
///
/// Conditions stand in `:where()` and count nothing, so that a rule of the page's own weighs as
/// much as the base value and order alone decides between the blocks.
struct CSSBlocks {
  private var text = ""
  private let canBlur: Bool

  /// - Parameter canBlur: whether the rules stand inside a condition that backdrops can be blurred.
  static func text(of rules: [CSSRule], canBlur: Bool = false) -> String {
    var blocks = CSSBlocks(canBlur: canBlur)
    var byMask = [[CSSRule]](repeating: [], count: CSSPreference.masks.count)
    for rule in rules {
      for mask in rule.writtenMasks { byMask[mask].append(rule) }
    }
    for mask in CSSPreference.masks where !byMask[mask].isEmpty {
      blocks.write(byMask[mask], mask: mask)
    }
    return blocks.text
  }

  private init(canBlur: Bool) { self.canBlur = canBlur }

  private mutating func write(_ rules: [CSSRule], mask: Int) {
    if mask != 0 {
      let names = CSSPreference.all.filter { mask & (1 << $0.bit) != 0 }.map(\.name)
      text += "\n/* \(names.joined(separator: ", ")) */\n"
    }
    for variant in CSSVariant.variants(of: mask, canBlur: canBlur) {
      let body = Self.body(rules, mask: mask, attributes: variant.attributes)
      text += variant.conditions.reversed().reduce(body) { Self.nest($0, in: $1) }
    }
  }

  /// Neighbors of the same class share a pair of braces.
  private static func body(_ rules: [CSSRule], mask: Int, attributes: String) -> String {
    var body = ""
    var index = 0
    while index < rules.count {
      let name = rules[index].className
      body += selector(name, attributes: attributes) + " {\n"
      while index < rules.count, rules[index].className == name {
        let rule = rules[index]
        for property in rule.properties {
          body += "  \(property): \(rule.values[mask]);"
          if mask == 0, let remark = rule.remark { body += " /* \(comment(remark)) */" }
          body += "\n"
        }
        index += 1
      }
      body += "}\n"
    }
    return body
  }

  private static func selector(_ className: String?, attributes: String) -> String {
    guard let className else {
      return attributes.isEmpty ? ":root" : ":root:where(\(attributes))"
    }
    return attributes.isEmpty ? ".\(className)" : ":where(:root\(attributes)) .\(className)"
  }

  /// Text inside a condition's braces, one step further in.
  static func nest(_ body: String, in condition: String) -> String {
    var text = condition + " {"
    body.eachLine { line in
      text += line.isEmpty ? "\n" : "\n  "
      text += line
    }
    return text + "}\n"
  }

  /// Text that cannot end the comment it stands in, on one line.
  static func comment(_ text: String) -> String {
    String(
      text.map { $0 == "*" ? "·" : $0.isNewline ? " " : $0 })
  }
}
