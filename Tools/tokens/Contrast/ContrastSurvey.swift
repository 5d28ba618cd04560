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

  /// A material over a backdrop in a context.
  package struct Spot: Sendable {
    package var context: Context
    package var reach: Reach
    package var backdrop: String
    package var ground: Ground

    /// `frostedGlass over black`.
    package var pair: String { "\(reach.material.name) over \(backdrop)" }
    /// `light, increased contrast, Android from 31`.
    package var circumstances: String { context.settings + ", " + reach.text }
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
  package let spots: [Spot]

  package init(_ system: DesignSystem) {
    self.system = system
    let states = Set(system.states.map(\.color))
    inks = system.tokens.compactMap { token in
      guard case .color = token.value[Context()] else { return nil }
      return (token.role.ink ?? (states.contains(token.path) ? .graphic : nil))
        .map { Ink(token: token, use: $0) }
    }
    var maker = GroundMaker(system)
    spots = Self.contexts(of: system).flatMap { context in
      Reach.all(in: system.materials, context).flatMap { reach in
        let coating = Coating(of: reach.material, in: system, context)
        return system.backdrops.map { backdrop in
          Spot(
            context: context, reach: reach, backdrop: backdrop.name,
            ground: maker.ground(coating, over: backdrop, context))
        }
      }
    }
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
    return spots.compactMap { spot in
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
