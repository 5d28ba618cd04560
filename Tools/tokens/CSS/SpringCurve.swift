/// The way of a spring with a mass of 1 from 0 to 1, released at rest: the solution of
/// x″ + 2ζω x′ + ω² x = ω², with ζ the damping ratio and ω² the stiffness.
struct SpringCurve {
  /// At rest is within a thousandth of the way.
  static let rest = 0.001
  /// Seconds a spring may take to come to rest.
  static let longest = 10.0

  private let ratio: Double
  /// ω, in radians a second.
  private let frequency: Double

  /// nil for what is no spring that comes to rest: a ratio or stiffness not above zero.
  init?(_ spring: Spring) {
    guard spring.dampingRatio > 0, spring.stiffness > 0,
      spring.dampingRatio.isFinite, spring.stiffness.isFinite
    else { return nil }
    ratio = spring.dampingRatio
    frequency = spring.stiffness.squareRoot()
  }

  /// The place at a time in seconds.
  func value(at time: Double) -> Double { 1 - remainder(at: time) }

  private func remainder(at time: Double) -> Double {
    let decay = ratio * frequency
    if ratio < 1 {
      let swing = frequency * (1 - ratio * ratio).squareRoot()
      let angle = swing * time
      return RealMath.exponential(-decay * time)
        * (RealMath.cosine(angle) + decay / swing * RealMath.sine(angle))
    }
    let spread = frequency * (ratio * ratio - 1).squareRoot()
    // Both roots are one where the ratio is 1, and the quotient below would be 0/0.
    guard spread > frequency * 1e-6 else {
      return RealMath.exponential(-decay * time) * (1 + decay * time)
    }
    let slow = spread - decay
    let fast = -spread - decay
    return (slow * RealMath.exponential(fast * time) - fast * RealMath.exponential(slow * time))
      / (slow - fast)
  }

  /// A falling bound of how far the place still is from 1, now and later.
  private func bound(at time: Double) -> Double {
    guard ratio < 1 else { return abs(remainder(at: time)) }
    let decay = ratio * frequency
    return RealMath.exponential(-decay * time)
      * min(1 + decay * time, 1 / (1 - ratio * ratio).squareRoot())
  }

  /// Whole milliseconds until the spring is at rest; nil when that is longer than `longest`.
  var duration: Int? {
    guard bound(at: Self.longest) <= Self.rest else { return nil }
    var early = 0.0
    var late = Self.longest
    for _ in 0..<50 {
      let middle = (early + late) / 2
      if bound(at: middle) <= Self.rest { late = middle } else { early = middle }
    }
    return max(1, Int((late * 1000).rounded(.up)))
  }

  /// The place at even steps of a time in milliseconds, ends included; the last is 1.
  func samples(over duration: Int, steps: Int) -> [Double] {
    var places = (0...steps).map { value(at: Double($0) / Double(steps) * Double(duration) / 1000) }
    places[0] = 0
    places[steps] = 1
    return places
  }
}
