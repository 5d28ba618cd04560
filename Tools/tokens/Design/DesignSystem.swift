/// One token set, typed and in every context: what the surfaces, the gate and the reports read.
package struct DesignSystem: Sendable {
  /// The resolver document's name, `Aero` for instance: the namespace of what is generated.
  package var name: String
  /// In the order of the source.
  package var tokens: [DesignToken]
  package var springs: [Spring]
  package var haptics: [Haptic]
  package var wallpapers: [Wallpaper]
  package var materials: MaterialTable
  package var targets: [TouchTarget]
  package var states: [StateCue]
  package var backdrops: [Backdrop]
  package var components: [Component]

  private let places: [TokenPath: Int]

  package init(
    name: String, tokens: [DesignToken], springs: [Spring], haptics: [Haptic],
    wallpapers: [Wallpaper], materials: MaterialTable, targets: [TouchTarget], states: [StateCue],
    backdrops: [Backdrop], components: [Component]
  ) {
    self.name = name
    self.tokens = tokens
    self.springs = springs
    self.haptics = haptics
    self.wallpapers = wallpapers
    self.materials = materials
    self.targets = targets
    self.states = states
    self.backdrops = backdrops
    self.components = components
    places = Dictionary(
      zip(tokens.map(\.path), tokens.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The token of a path.
  package func token(_ path: TokenPath) -> DesignToken? { places[path].map { tokens[$0] } }
}

/// A spring with a mass of 1: damping ratio 1 is critical, stiffness in 1/s².
///
/// SwiftUI's response is 2π/√stiffness seconds, its damping fraction the damping ratio; Compose
/// takes both as they are.
package struct Spring: Hashable, Sendable {
  package var name: String
  package var dampingRatio: Double
  package var stiffness: Double

  package init(name: String, dampingRatio: Double, stiffness: Double) {
    self.name = name
    self.dampingRatio = dampingRatio
    self.stiffness = stiffness
  }
}

/// A touch that is felt: SwiftUI's `SensoryFeedback` and a constant of Android's
/// `HapticFeedbackConstants`. The web has none.
package struct Haptic: Hashable, Sendable {
  package var name: String
  /// `selection`, `impact(weight: .light)`, `success`, `warning` …
  package var swiftUI: String
  /// `CLOCK_TICK` for instance.
  package var android: String
  /// The API level the constant came with; below it `fallback` is used.
  package var androidVersion: Int
  package var androidFallback: String

  package init(
    name: String, swiftUI: String, android: String, androidVersion: Int, androidFallback: String
  ) {
    self.name = name
    self.swiftUI = swiftUI
    self.android = android
    self.androidVersion = androidVersion
    self.androidFallback = androidFallback
  }
}

/// Radial gradients, the first on top, over a linear one.
package struct Wallpaper: Hashable, Sendable {
  package var name: String
  package var radials: [Radial]
  package var linear: Linear

  package init(name: String, radials: [Radial], linear: Linear) {
    self.name = name
    self.radials = radials
    self.linear = linear
  }

  /// Center and radius in shares of the shape's width, height and longer side.
  package struct Radial: Hashable, Sendable {
    package var centerX, centerY, radius: Double
    /// A gradient token, from the center out.
    package var stops: TokenPath

    package init(centerX: Double, centerY: Double, radius: Double, stops: TokenPath) {
      self.centerX = centerX
      self.centerY = centerY
      self.radius = radius
      self.stops = stops
    }
  }

  /// CSS's angle in degrees: 0 to the top, clockwise.
  package struct Linear: Hashable, Sendable {
    package var angle: Double
    /// A gradient token.
    package var stops: TokenPath

    package init(angle: Double, stops: TokenPath) {
      self.angle = angle
      self.stops = stops
    }
  }
}

/// A control that fingers press: its least side is a dimension token.
package struct TouchTarget: Hashable, Sendable {
  package var name: String
  package var size: TokenPath
  package var place: SourcePlace

  package init(name: String, size: TokenPath, place: SourcePlace) {
    self.name = name
    self.size = size
    self.place = place
  }
}

/// A state shown by a color, and what says the same without color.
package struct StateCue: Hashable, Sendable {
  package var name: String
  package var color: TokenPath
  /// A symbol of the system's set, a word, or a shape; empty when there is none, which the gate
  /// refuses.
  package var symbol: String
  package var label: String
  package var place: SourcePlace

  package init(name: String, color: TokenPath, symbol: String, label: String, place: SourcePlace) {
    self.name = name
    self.color = color
    self.symbol = symbol
    self.label = label
    self.place = place
  }
}

/// What can lie behind a material.
package struct Backdrop: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A color token.
    case color(TokenPath)
    /// The wallpaper of that name.
    case wallpaper(String)
  }

  package var name: String
  package var source: Source

  package init(name: String, source: Source) {
    self.name = name
    self.source = source
  }
}

/// A part of the surface and its form on each platform.
package struct Component: Hashable, Sendable {
  package var name: String
  package var swiftUI: String
  package var compose: String
  package var web: String
  /// A difference between platforms that is meant.
  package var difference: String?
  /// A surface role, when it is made of a material.
  package var role: String?

  package init(
    name: String, swiftUI: String, compose: String, web: String, difference: String? = nil,
    role: String? = nil
  ) {
    self.name = name
    self.swiftUI = swiftUI
    self.compose = compose
    self.web = web
    self.difference = difference
    self.role = role
  }
}
