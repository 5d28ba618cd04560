/// Two states of a token set told apart by effect.
package struct TokenDiff {
  private let old: DesignSystem
  private let new: DesignSystem

  package init(from old: DesignSystem, to new: DesignSystem) {
    self.old = old
    self.new = new
  }

  /// One line an effect: tokens in the order of the new source, then what is not a token, then
  /// contrast.
  package var lines: [String] {
    let lines = removed + tokens + behavior + materials + contrast
    return lines.isEmpty ? ["no difference"] : lines
  }

  private var removed: [String] {
    old.tokens.filter { new.token($0.path) == nil }.map {
      "removed     \($0.path) (\(ValueText.text(of: $0.value[Context()])))"
    }
  }

  private var tokens: [String] {
    new.tokens.flatMap { token -> [String] in
      guard let before = old.token(token.path) else {
        return ["added       \(token.path): \(ValueText.text(of: token.value[Context()]))"]
      }
      var lines = ModeGroups.groups { context -> String? in
        let (one, other) = (before.value[context], token.value[context])
        guard one != other else { return nil }
        return "\(ValueText.text(of: one)) → \(ValueText.text(of: other))"
      }.compactMap { group in
        group.value.map { "changed     \(token.path) in \(group.modes): \($0)" }
      }
      if before.deprecation == nil, let reason = token.deprecation {
        lines.append(
          "deprecated  \(token.path)" + (reason.isEmpty ? "" : ": \(reason)"))
      }
      return lines
    }
  }

  /// Springs and haptics that came, went or changed.
  private var behavior: [String] {
    func spring(_ spring: Spring) -> String {
      "damping \(Rounding.text(spring.dampingRatio)), "
        + "stiffness \(Rounding.text(spring.stiffness))"
    }
    func haptic(_ haptic: Haptic) -> String {
      "\(haptic.swiftUI), \(haptic.android) from \(haptic.androidVersion), "
        + "else \(haptic.androidFallback)"
    }
    func target(_ target: TouchTarget) -> String { target.size.description }
    return Self.changes("spring", old.springs, new.springs, name: \.name, text: spring)
      + Self.changes("haptic", old.haptics, new.haptics, name: \.name, text: haptic)
      + Self.changes("target", old.targets, new.targets, name: \.name, text: target)
  }

  private static func changes<Item>(
    _ kind: String, _ old: [Item], _ new: [Item], name: KeyPath<Item, String>,
    text: (Item) -> String
  ) -> [String] {
    let gone = old.filter { item in !new.contains { $0[keyPath: name] == item[keyPath: name] } }
    return gone.map { "removed     \(kind) \($0[keyPath: name])" }
      + new.compactMap { item in
        guard let before = old.first(where: { $0[keyPath: name] == item[keyPath: name] }) else {
          return "added       \(kind) \(item[keyPath: name]): \(text(item))"
        }
        let (one, other) = (text(before), text(item))
        return one == other ? nil : "changed     \(kind) \(item[keyPath: name]): \(one) → \(other)"
      }
  }

  /// Surfaces that get another material, and materials of other layers.
  private var materials: [String] {
    let layers = new.materials.materials.compactMap { material -> String? in
      guard let before = old.materials.materials.first(where: { $0.name == material.name }),
        before.layers != material.layers
      else { return nil }
      func text(_ layers: [Material.Layer]) -> String {
        layers.map { "\($0.name) \($0.path)" }.joined(separator: ", ")
      }
      return "material    \(material.name): \(text(before.layers)) → \(text(material.layers))"
    }
    var seen: Set<String> = []
    let cells = Context.all.flatMap { context in
      Reach.questions(of: [old.materials, new.materials], context).compactMap { question in
        let one = old.materials.material(for: question)?.name ?? "nothing"
        let other = new.materials.material(for: question)?.name ?? "nothing"
        guard one != other else { return String?.none }
        let place = Reach.text(of: question)
        var settings = context
        settings.theme = .light
        settings.motion = .standard
        let modes = settings.settings.split(separator: ", ").dropFirst().joined(separator: ", ")
        let line =
          "material    \(question.role), \(place)\(modes.isEmpty ? "" : ", " + modes): "
          + "\(one) → \(other)"
        return seen.insert(line).inserted ? line : nil
      }
    }
    return layers + cells
  }

  /// Inks whose worst place became better or worse in what is shown of it.
  private var contrast: [String] {
    let (before, after) = (ContrastSurvey(old), ContrastSurvey(new))
    return after.inks.compactMap { ink in
      guard let other = before.inks.first(where: { $0.token.path == ink.token.path }) else {
        return nil
      }
      return ContrastShift(before.measures(of: other), after.measures(of: ink))
        .map { "contrast    \(ink.token.path) \($0.text)" }
    }
  }
}
