/// On which side of a directed line a point lies, exactly.
///
/// A determinant in plain arithmetic with Shewchuk's forward error bound decides nearly always;
/// what it leaves open is summed up without rounding (J. R. Shewchuk, "Adaptive Precision
/// Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997). Exact unless products of
/// coordinates leave the range of `Double`.
enum Orientation {
  /// Positive when a, b, c turn left, negative when right, zero when they lie on one line.
  @inline(__always)
  static func sign(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
    let side = FilteredSide(a, b, c)
    return side.isSure ? side.value : exactSign(a, b, c)
  }

  /// The sign of a×b + b×c + c×a, each product as the exact sum of two numbers.
  @inline(never)
  static func exactSign(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
    var sum = Expansion()
    for (p, q) in [(a, b), (b, c), (c, a)] {
      sum.add(product: p.x, q.y)
      sum.add(product: -p.y, q.x)
    }
    return sum.leading
  }
}

/// A sum of numbers without rounding: components that do not overlap, the smallest first.
private struct Expansion {
  private var components: [Double] = []

  /// Its largest component, which has the sign of the whole; zero when the sum is.
  var leading: Double { components.last { $0 != 0 } ?? 0 }

  mutating func add(product a: Double, _ b: Double) {
    let high = a * b
    add((-high).addingProduct(a, b))
    add(high)
  }

  /// Shewchuk's GROW-EXPANSION.
  private mutating func add(_ number: Double) {
    var rest = number
    for index in components.indices {
      let sum = rest + components[index]
      let virtual = sum - rest
      components[index] = (rest - (sum - virtual)) + (components[index] - virtual)
      rest = sum
    }
    components.append(rest)
  }
}

/// Whether two segments have a point in common, exactly.
public enum SegmentCrossing {
  /// Closed segments a–b and c–d; an end on the other counts.
  public static func meet(
    _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate
  ) -> Bool {
    let (abc, abd) = (Orientation.sign(a, b, c), Orientation.sign(a, b, d))
    let (cda, cdb) = (Orientation.sign(c, d, a), Orientation.sign(c, d, b))
    if abc == 0 && c.isWithin(a, b) || abd == 0 && d.isWithin(a, b) { return true }
    if cda == 0 && a.isWithin(c, d) || cdb == 0 && b.isWithin(c, d) { return true }
    return (abc > 0) != (abd > 0) && (cda > 0) != (cdb > 0)
      && abc != 0 && abd != 0 && cda != 0 && cdb != 0
  }
}
