/// The grounds of a design system and the ratios of its inks on them.
///
/// A ground is made once for all contexts in which the material's colors and the backdrop are the
/// same. Contexts of reduced motion count only where a color depends on motion.
package struct ContrastSurvey {
  /// A token that something is drawn in.
  package struct Ink: Sendable {
    package var token: DesignToken
    package var use: DesignToken.Role.Ink
  }

  /// A material over a backdrop in a context, perhaps with a fill on it, or an opaque fill alone.
  package struct Spot: Sendable {
    package var context: Context
    /// What an ink is drawn on that does not lie on the material itself.
    package var fill: TokenPath?
    /// `nil` under an opaque fill, through which nothing is seen.
    package var under: Under?
    package var ground: Ground

    package struct Under: Sendable {
      package var reach: Reach
      package var backdrop: String
    }

    /// `frostedGlass over black`, `accent.wash on frostedGlass over black`, `accent.strong`.
    package var pair: String {
      let material = under.map { "\($0.reach.material.name) over \($0.backdrop)" }
      return [fill?.description, material].compactMap(\.self).joined(separator: " on ")
    }

    /// `light, increased contrast, Android from 31`.
    package var circumstances: String {
      context.settings + ", " + (under?.reach.text ?? context.platform.text)
    }
  }

  /// The ratio of an ink at a spot.
  package struct Measure: Sendable {
    package var spot: Spot
    package var ink: Color
    package var ratio: Double
    /// The color of the ground that gives the ratio.
    package var color: Color
    package var need: ContrastNeed

    package var passes: Bool { ratio >= need.ratio }
    /// Below 1 when the ink fails; what the worst place is judged by.
    package var share: Double { ratio / need.ratio }
  }

  package let system: DesignSystem
  /// Colors with a role as ink, and the colors of states, which are graphics at least.
  package let inks: [Ink]
  /// The materials over the backdrops.
  package let spots: [Spot]
  /// The spots of the fills that inks are drawn on.
  private let filled: [TokenPath: [Spot]]

  package init(_ system: DesignSystem) {
    self.system = system
    let states = Set(system.states.map(\.color))
    inks = system.tokens.compactMap { token in
      guard case .color = token.value[Context()] else { return nil }
      return (token.role.ink ?? (states.contains(token.path) ? .graphic : nil))
        .map { Ink(token: token, use: $0) }
    }
    var maker = GroundMaker(system)
    let contexts = Self.contexts(of: system)
    spots = contexts.flatMap { Self.spots(of: nil, in: system, $0, &maker) }
    var filled: [TokenPath: [Spot]] = [:]
    for fill in inks.flatMap(\.token.role.fills) where filled[fill] == nil {
      filled[fill] = contexts.flatMap { Self.spots(of: fill, in: system, $0, &maker) }
    }
    self.filled = filled
  }

  /// The spots of one context: of the materials, or of a fill.
  private static func spots(
    of fill: TokenPath?, in system: DesignSystem, _ context: Context, _ maker: inout GroundMaker
  ) -> [Spot] {
    let tint = fill.flatMap { system.color($0, in: context) }
    if let tint, tint.alpha >= 1 {
      return [Spot(context: context, fill: fill, ground: Ground([tint]))]
    }
    return Reach.all(in: system.materials, context).flatMap { reach in
      var coating = Coating(of: reach.material, in: system, context)
      if let tint { coating.layers.append(.tint(tint)) }
      return system.backdrops.map { backdrop in
        Spot(
          context: context, fill: fill, under: .init(reach: reach, backdrop: backdrop.name),
          ground: maker.ground(coating, over: backdrop, context))
      }
    }
  }

  /// Every spot that some ink is measured at.
  package var places: Int { spots.count + filled.values.reduce(0) { $0 + $1.count } }

  /// Where an ink lies: on its fills, or else on the materials.
  private func spots(of ink: Ink) -> [Spot] {
    ink.token.role.fills.isEmpty ? spots : ink.token.role.fills.flatMap { filled[$0] ?? [] }
  }

  /// The contexts that colors can differ in.
  private static func contexts(of system: DesignSystem) -> [Context] {
    let moves = system.tokens.contains { token in
      switch token.value[Context()] {
      case .color, .number, .gradient, .border: break
      default: return false
      }
      return Context.all.contains { context in
        guard context.motion == .standard else { return false }
        var still = context
        still.motion = .reduced
        return token.value[context] != token.value[still]
      }
    }
    return moves ? Context.all : Context.all.filter { $0.motion == .standard }
  }

  /// The ratios of an ink at every spot; spots without a backdrop's color are left out.
  package func measures(of ink: Ink) -> [Measure] {
    var luminances: [Color: Double] = [:]
    return spots(of: ink).compactMap { spot in
      guard case .color(let exact) = ink.token.value[spot.context] else { return nil }
      let color = exact.shown
      let worst: (ratio: Double, color: Color)?
      if color.alpha < 1 {
        worst = spot.ground.worst(for: color)
      } else {
        let luminance = luminances[color] ?? Luminance.of(color)
        luminances[color] = luminance
        worst = spot.ground.worst(forLuminance: luminance)
      }
      guard let worst else { return nil }
      return Measure(
        spot: spot, ink: color, ratio: worst.ratio, color: worst.color,
        need: ContrastNeed(for: ink.use, in: spot.context.contrast))
    }
  }

  /// The measure that is nearest to failing, or fails most: the first of equals.
  package func worst(of ink: Ink) -> Measure? {
    measures(of: ink).min { $0.share < $1.share }
  }
}

extension Context {
  /// The settings, without the platform: `light`, `dark, increased contrast`.
  package var settings: String {
    var words = [theme.rawValue]
    if contrast == .increased { words.append("increased contrast") }
    if transparency == .reduced { words.append("reduced transparency") }
    if motion == .reduced { words.append("reduced motion") }
    return words.joined(separator: ", ")
  }
}
