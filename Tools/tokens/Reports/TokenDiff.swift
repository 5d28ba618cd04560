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
      let (use, newUse) = (before.role.words, token.role.words)
      if use != newUse {
        func text(_ words: [String]) -> String {
          words.isEmpty ? "nothing" : words.joined(separator: ", ")
        }
        lines.append("use         \(token.path): \(text(use)) → \(text(newUse))")
      }
      if before.deprecation == nil, let reason = token.deprecation {
        lines.append(
          "deprecated  \(token.path)" + (reason.isEmpty ? "" : ": \(reason)"))
      }
      return lines
    }
  }

  /// What is no token and came, went or changed: springs, haptics, states and so on.
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
      + Self.changes("state", old.states, new.states, name: \.name, text: \.text)
      + Self.changes("wallpaper", old.wallpapers, new.wallpapers, name: \.name, text: \.text)
      + Self.changes("backdrop", old.backdrops, new.backdrops, name: \.name, text: \.text)
      + Self.changes("component", old.components, new.components, name: \.name, text: \.text)
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

  /// An ink that is drawn on something else has no place in common: its worst ones are told.
  private func moved(
    _ before: ContrastSurvey.Measure?, _ after: ContrastSurvey.Measure?, _ path: TokenPath
  ) -> String? {
    guard let before, let after else { return nil }
    let outcome =
      after.passes
      ? (before.passes ? "" : ", passes \(after.need.level)") : ", fails \(after.need.level)"
    return "contrast    \(path) at worst \(Luminance.text(before.ratio)) on \(before.spot.pair) → "
      + "\(Luminance.text(after.ratio)) on \(after.spot.pair)\(outcome) "
      + "(\(after.spot.circumstances))"
  }

  /// Inks whose worst place became better or worse in what is shown of it.
  private var contrast: [String] {
    let (before, after) = (ContrastSurvey(old), ContrastSurvey(new))
    return after.inks.compactMap { ink in
      guard let other = before.inks.first(where: { $0.token.path == ink.token.path }) else {
        return nil
      }
      if other.token.role.fills != ink.token.role.fills {
        return moved(before.worst(of: other), after.worst(of: ink), ink.token.path)
      }
      return ContrastShift(before.measures(of: other), after.measures(of: ink))
        .map { "contrast    \(ink.token.path) \($0.text)" }
    }
  }
}
