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
    x = Self.nearest(-direction.y * 127)
    y = Self.nearest(direction.x * 127)
    let corner = Coordinate(frame.x + Double(box.x), frame.y + Double(box.y))
    let least = Double(min(x, 0)) + Double(min(y, 0))
    var (from, to) = (Double.infinity, -Double.infinity)
    for vertex in vertices {
      let along = (vertex.x - corner.x) * Double(x) + (vertex.y - corner.y) * Double(y)
      from = min(from, along)
      to = max(to, along)
    }
    low = UInt8(Self.held(from / extent - least - RunSlabs.margin))
    let above = Self.held(to / extent - least + RunSlabs.margin)
    high = UInt8(above)
    if Double(high) < above { high += 1 }
  }

  /// Within what a bound can say; the whole part of that is the bound below.
  private static func held(_ value: Double) -> Double { min(max(value, 0), 255) }

  /// `rounded()`, of a number of three digits, without a call.
  private static func nearest(_ value: Double) -> Int8 {
    let whole = Int32(value)
    let rest = value - Double(whole)
    return Int8(rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole)
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
    in writer: inout ColumnWriter, _ concurrently: Concurrently = inTurn
  ) {
    let leaves = (order.count + PackedRTree.fanOut - 1) / PackedRTree.fanOut
    bytes = writer.column(
      UInt8.self, count: leaves * Self.leafLength, Stretches(leaves, length: 512), concurrently
    ) { leaves, bytes in
      for leaf in leaves {
        unsafe bytes.with((leaf * Self.leafLength)..<((leaf + 1) * Self.leafLength)) { target in
          unsafe target.initialize(repeating: 0)
          let first = leaf * PackedRTree.fanOut
          for place in first..<min(first + PackedRTree.fanOut, order.count) {
            let run = layout.runs[Int(order[place])]
            guard run.segments > 0 else { continue }
            let vertices = unsafe UnsafeBufferPointer(
              start: geometry.coordinates.address(Int(run.start), length: run.vertices.count),
              count: run.vertices.count)
            let slab = unsafe RunSlab(vertices, box: tree.box(at: place), frame: tree.frame)
            unsafe target[place - first] = UInt8(bitPattern: slab.x)
            unsafe target[place - first + 16] = UInt8(bitPattern: slab.y)
            unsafe target[place - first + 32] = slab.low
            unsafe target[place - first + 48] = slab.high
          }
        }
      }
    }
  }
}
