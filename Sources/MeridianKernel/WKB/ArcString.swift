/// Replaces circular arcs by segments of at most one degree while points arrive.
///
/// A circular string is a chain of arcs, each given by its start, a point on it and its end (SQL/MM
/// part 3, clause 7.3). An arc that ends where it starts is a full circle whose middle point lies
/// opposite; an arc whose three points lie on a line is two straight segments.
struct ArcString {
  /// More coordinates than this from arcs in one geometry are taken for an attack (512 MB).
  static let mostCoordinates = 1 << 25

  /// The largest turn of one segment, in radians.
  static let step = Double.pi / 180

  private var isContinuing: Bool
  private var start: Coordinate?
  private var middle: Coordinate?

  /// Starts a string; `continuing` says that the open ring already holds the arc's first point.
  init(continuing: Bool) {
    isContinuing = continuing
  }

  /// Takes the next stored point and appends what it completes.
  mutating func add(_ point: Coordinate, to buffer: inout GeometryBuffer) {
    guard let start else {
      self.start = point
      if !(isContinuing && buffer.coordinates.last == point) { buffer.append(point) }
      return
    }
    guard let middle else {
      self.middle = point
      return
    }
    Self.append(from: start, through: middle, to: point, in: &buffer)
    self.start = point
    self.middle = nil
  }

  /// Appends a point that no third one followed: a stray end is joined straight.
  mutating func finish(_ buffer: inout GeometryBuffer) {
    if let middle { buffer.append(middle) }
    middle = nil
  }

  private static func append(
    from a: Coordinate, through b: Coordinate, to c: Coordinate, in buffer: inout GeometryBuffer
  ) {
    buffer.isLinearized = true
    let toB = b - a
    let toC = c - a
    let chordB = toB.squaredDistance(to: Coordinate(0, 0))
    let chordC = toC.squaredDistance(to: Coordinate(0, 0))
    let center: Coordinate
    let isLeftTurn: Bool
    if a == c {
      center = (a + b) * 0.5
      isLeftTurn = true
    } else {
      let cross = toB.x * toC.y - toB.y * toC.x
      // Beyond this the arc's height is under a billionth of its chord: straight, and stable.
      guard abs(cross) > 1e-9 * (chordB * chordC).squareRoot() else {
        buffer.append(b)
        buffer.append(c)
        return
      }
      let scale = 0.5 / cross
      center =
        a
        + Coordinate(
          (toC.y * chordB - toB.y * chordC) * scale, (toB.x * chordC - toC.x * chordB) * scale)
      isLeftTurn = cross > 0
    }
    appendSide(from: a, to: b, around: center, isLeftTurn: isLeftTurn, in: &buffer)
    appendSide(from: b, to: c, around: center, isLeftTurn: isLeftTurn, in: &buffer)
  }

  /// Appends the points between two points of a circle, then the second one exactly as stored.
  private static func appendSide(
    from a: Coordinate, to b: Coordinate, around center: Coordinate, isLeftTurn: Bool,
    in buffer: inout GeometryBuffer
  ) {
    let radius = a.squaredDistance(to: center).squareRoot()
    let first = LibM.arctangent(a.y - center.y, a.x - center.x)
    var sweep = LibM.arctangent(b.y - center.y, b.x - center.x) - first
    if isLeftTurn && sweep < 0 { sweep += 2 * .pi }
    if !isLeftTurn && sweep > 0 { sweep -= 2 * .pi }
    // Not-a-number compares false, so coordinates without a place add no steps.
    if radius > 0 && radius.isFinite && abs(sweep) <= 2 * .pi {
      let steps = Int((abs(sweep) / step - 1e-9).rounded(.up))
      for index in 1..<max(steps, 1) {
        let angle = first + sweep * Double(index) / Double(steps)
        buffer.append(
          Coordinate(
            center.x + radius * LibM.cosine(angle), center.y + radius * LibM.sine(angle)))
      }
    }
    buffer.append(b)
  }
}
