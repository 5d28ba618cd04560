/// A spring as CSS easings: `linear()` through enough points, and the nearest cubic Bézier for
/// browsers without it (CSS Easing Functions Level 2, §2.2).
struct SpringEasing {
  /// How far `linear()` may be from the spring, in shares of the way, the rounding of the points
  /// and the millisecond grid included.
  static let tolerance = 0.0025

  /// Milliseconds.
  let duration: Int
  let linear: String
  let bezier: CubicBezier

  /// An error names the spring when it has no easing.
  init(_ spring: Spring) throws(TokenProblem) {
    guard let curve = SpringCurve(spring), let duration = curve.duration else {
      throw TokenProblem(
        """
        The spring “\(spring.name)” does not come to rest within \(Int(SpringCurve.longest)) \
        seconds: raise its damping ratio or its stiffness.
        """)
    }
    self.duration = duration
    let samples = curve.samples(over: duration, steps: Self.steps)
    linear = Self.linear(samples)
    bezier = SpringFit.nearest(to: samples)
  }

  /// Fine steps that points are chosen from; a whole number of them is a percent.
  private static let steps = 1000

  /// The fewest points a single pass finds: each segment is as long as one straight line from its
  /// start stays within the tolerance of all samples it passes over.
  private static func linear(_ samples: [Double]) -> String {
    // Half of it: the rest is for rounding and for what lies between two samples.
    let tolerance = Self.tolerance / 2
    var points = ["0"]
    var start = 0
    while start < samples.count - 1 {
      var end = start + 1
      var low = -Double.infinity
      var high = Double.infinity
      var next = start + 1
      while next < samples.count {
        let run = Double(next - start)
        let rise = samples[next] - samples[start]
        if rise / run >= low, rise / run <= high { end = next }
        low = max(low, (rise - tolerance) / run)
        high = min(high, (rise + tolerance) / run)
        if low > high { break }
        next += 1
      }
      points.append(point(samples[end], at: end))
      start = end
    }
    return "linear(\(points.joined(separator: ", ")))"
  }

  private static func point(_ place: Double, at step: Int) -> String {
    if step == steps { return Rounding.text(place) }
    return "\(Rounding.text(place)) \(CSSValue.percent(Double(step) / Double(steps)))"
  }
}

/// The cubic Bézier nearest to a sampled curve.
enum SpringFit {
  /// The four numbers are moved one by one, by steps that are halved when none helps: every start
  /// gives the same end, and the easing stays one of CSS (x within 0 … 1).
  static func nearest(to samples: [Double]) -> CubicBezier {
    var best = [0.2, 0.8, 0.2, 1.0]
    var error = distance(best, samples)
    var step = 0.16
    while step > 0.002 {
      var isBetter = false
      for place in best.indices {
        for move in [-step, step] {
          var tried = best
          tried[place] += move
          if place % 2 == 0 { tried[place] = min(1, max(0, tried[place])) }
          let distance = distance(tried, samples)
          if distance < error {
            error = distance
            best = tried
            isBetter = true
          }
        }
      }
      if !isBetter { step /= 2 }
    }
    return CubicBezier(best[0], best[1], best[2], best[3])
  }

  /// The sum of squared distances at even steps of the curve's own parameter.
  static func distance(_ points: [Double], _ samples: [Double]) -> Double {
    var sum = 0.0
    let steps = 32
    for index in 1..<steps {
      let t = Double(index) / Double(steps)
      let x = bernstein(points[0], points[2], t)
      let place = Int(x * Double(samples.count - 1))
      let gap = bernstein(points[1], points[3], t) - samples[place]
      sum += gap * gap
    }
    return sum
  }

  private static func bernstein(_ one: Double, _ two: Double, _ t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * one + 3 * rest * t * t * two + t * t * t
  }
}
