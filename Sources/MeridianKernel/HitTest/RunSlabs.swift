/// A slab around every run: the strip between two parallel lines that holds it.
///
/// The box of a long street that runs aslant is mostly empty; its slab is as narrow as the street's
/// bends. A tap asks for the slabs of a leaf along with its boxes, and goes on with the runs that
/// meet the finger in both: of the boxes that meet it in a town, a third.
///
/// 64 bytes a leaf: sixteen normals' x, then y (signed, about 127 long), then the sixteen lower and
/// upper bounds. A vertex at (u, v) from its box's corner, in lengths of the longer side, lies at
/// x·u + y·v − min(x, 0) − min(y, 0), which is between the bounds. All zeros are the slab of
/// everything.
struct RunSlabs: Sendable {
  let bytes: Column<UInt8>

  static let leafLength = 64
  /// What a bound is moved outward by, for the roundings of `Float`.
  static let margin = 0.01
}

/// One run's slab.
struct RunSlab: Equatable, Sendable {
  var x: Int8 = 0
  var y: Int8 = 0
  var low: UInt8 = 0
  var high: UInt8 = 0

  /// The slab of vertices in a box of a frame.
  init(_ vertices: some Collection<Coordinate>, box: SIMD4<Float>, frame: PackedRTree.Frame) {
    let extent = max(Double(box.z) - Double(box.x), Double(box.w) - Double(box.y))
    guard let direction = Self.direction(vertices), extent > 0, extent.isFinite else { return }
    x = Int8((-direction.y * 127).rounded())
    y = Int8((direction.x * 127).rounded())
    let corner = Coordinate(frame.x + Double(box.x), frame.y + Double(box.y))
    let least = Double(min(x, 0)) + Double(min(y, 0))
    var (from, to) = (Double.infinity, -Double.infinity)
    for vertex in vertices {
      let along = (vertex.x - corner.x) * Double(x) + (vertex.y - corner.y) * Double(y)
      from = min(from, along)
      to = max(to, along)
    }
    low = Self.bound(from / extent - least - RunSlabs.margin, .down)
    high = Self.bound(to / extent - least + RunSlabs.margin, .up)
  }

  private static func bound(_ value: Double, _ rule: FloatingPointRoundingRule) -> UInt8 {
    UInt8(min(max(value.rounded(rule), 0), 255))
  }

  /// A unit vector along vertices: from the first to the last, or along the longest side of what
  /// is closed; nil when all are one place.
  private static func direction(_ vertices: some Collection<Coordinate>) -> Coordinate? {
    guard let first = vertices.first else { return nil }
    var chord = Coordinate(0, 0)
    var longest = Coordinate(0, 0)
    var longestSquared = 0.0
    var last = first
    for vertex in vertices {
      let side = vertex - last
      let squared = side.x * side.x + side.y * side.y
      if squared > longestSquared { (longest, longestSquared) = (side, squared) }
      chord = vertex - first
      last = vertex
    }
    let chordSquared = chord.x * chord.x + chord.y * chord.y
    let squared = max(chordSquared, longestSquared)
    guard squared > 0, squared.isFinite else { return nil }
    let along = chordSquared >= longestSquared ? chord : longest
    let length = squared.squareRoot()
    return Coordinate(along.x / length, along.y / length)
  }
}

// MARK: - Writing

extension RunSlabs {
  /// The slabs of runs in their tree's order.
  init(
    _ layout: RunLayout, order: [UInt32], tree: PackedRTree, geometry: PackedGeometry,
    in writer: inout ColumnWriter
  ) {
    let leaves = (order.count + PackedRTree.fanOut - 1) / PackedRTree.fanOut
    bytes = unsafe writer.column(UInt8.self, count: leaves * Self.leafLength) { target in
      unsafe target.initialize(repeating: 0)
      for (place, number) in order.enumerated() {
        let run = layout.runs[Int(number)]
        guard run.segments > 0 else { continue }
        let slab = RunSlab(
          geometry.coordinates[run.vertices], box: tree.box(at: place), frame: tree.frame)
        let first = place / PackedRTree.fanOut * Self.leafLength + place % PackedRTree.fanOut
        unsafe target[first] = UInt8(bitPattern: slab.x)
        unsafe target[first + 16] = UInt8(bitPattern: slab.y)
        unsafe target[first + 32] = slab.low
        unsafe target[first + 48] = slab.high
      }
    }
  }
}
