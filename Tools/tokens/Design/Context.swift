/// One combination of the settings a surface can be shown in: the modifiers of a token set.
///
/// Design Tokens Resolver Module 2025.10: each property is a modifier of that name, each case one
/// of its contexts. The first case is the default.
package struct Context: Hashable, Sendable {
  package enum Theme: String, CaseIterable, Sendable { case light, dark }
  package enum Contrast: String, CaseIterable, Sendable { case standard, increased }
  package enum Transparency: String, CaseIterable, Sendable { case standard, reduced }
  package enum Motion: String, CaseIterable, Sendable { case standard, reduced }
  package enum Platform: String, CaseIterable, Sendable { case ios, android, web }

  package var theme = Theme.light
  package var contrast = Contrast.standard
  package var transparency = Transparency.standard
  package var motion = Motion.standard
  package var platform = Platform.ios

  package init(
    theme: Theme = .light, contrast: Contrast = .standard, transparency: Transparency = .standard,
    motion: Motion = .standard, platform: Platform = .ios
  ) {
    self.theme = theme
    self.contrast = contrast
    self.transparency = transparency
    self.motion = motion
    self.platform = platform
  }

  /// All 48 contexts; the one at `index` stands at that place.
  package static let all: [Context] = Platform.allCases.flatMap { platform in
    Motion.allCases.flatMap { motion in
      Transparency.allCases.flatMap { transparency in
        Contrast.allCases.flatMap { contrast in
          Theme.allCases.map { theme in
            Context(
              theme: theme, contrast: contrast, transparency: transparency, motion: motion,
              platform: platform)
          }
        }
      }
    }
  }

  /// The place of this context in `all`.
  package var index: Int {
    let platform =
      switch platform {
      case .ios: 0
      case .android: 1
      case .web: 2
      }
    return platform * 16 + (motion == .standard ? 0 : 8) + (transparency == .standard ? 0 : 4)
      + (contrast == .standard ? 0 : 2) + (theme == .light ? 0 : 1)
  }

  /// The input of a resolver: modifier → context, in a fixed order.
  package var input: [(modifier: String, context: String)] {
    [
      ("theme", theme.rawValue), ("contrast", contrast.rawValue),
      ("transparency", transparency.rawValue), ("motion", motion.rawValue),
      ("platform", platform.rawValue),
    ]
  }
}

/// A value for every context; equal ones may be kept once.
package struct Varying<Value> {
  private var values: [Value]
  /// The place in `values` of each context's value.
  private var places: [UInt8]

  /// Asks for the value of each context in turn.
  package init<E>(_ value: (Context) throws(E) -> Value) throws(E) {
    values = []
    values.reserveCapacity(Context.all.count)
    for context in Context.all { values.append(try value(context)) }
    places = Array(0..<UInt8(Context.all.count))
  }

  /// Values and for each context the place of its own; every value is some context's, and there are
  /// no more values than contexts.
  init(_ values: [Value], places: [UInt8]) {
    self.values = values
    self.places = places
  }

  /// What is made of several values together: each combination there is is asked for once.
  package init<Part>(of parts: [Varying<Part>], _ value: ([Part]) -> Value) {
    values = []
    places = []
    var known: [[UInt8]: UInt8] = [:]
    for (index, context) in Context.all.enumerated() {
      let combination = parts.map { $0.places[index] }
      let place = known[combination] ?? UInt8(clamping: values.count)
      if known.updateValue(place, forKey: combination) == nil {
        values.append(value(parts.map { $0[context] }))
      }
      places.append(place)
    }
  }

  /// The value of all contexts when it is kept once.
  package var only: Value? { values.count == 1 ? values[0] : nil }

  /// What is made of the values, each that is kept asked for once.
  package func map<Other>(_ transform: (Value) -> Other) -> Varying<Other> {
    Varying<Other>(values.map(transform), places: places)
  }

  /// The value in one context.
  package subscript(context: Context) -> Value { values[Int(places[context.index])] }
}

extension Varying: Sendable where Value: Sendable {}
extension Varying: Equatable where Value: Equatable {
  package static func == (one: Varying, other: Varying) -> Bool {
    Context.all.allSatisfy { one[$0] == other[$0] }
  }

  /// Whether every context has the same value.
  package var isConstant: Bool { values.allSatisfy { $0 == values[0] } }
}
