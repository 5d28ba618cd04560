/// Where a polygon part's cells are among all grids, and how they lie in the world.
///
/// A part of many edges is laid out in cells. A cell knows the edges that come near it and whether
/// its middle is inside, so a place is inside when the way from it to the middle of its cell
/// crosses an even number of edges and the middle is inside, or an odd number and it is not.
struct AreaGrid: BitwiseCopyable, Sendable {
  var columns: UInt32 = 0
  var rows: UInt32 = 0
  /// Its first cell, and its first edge.
  var firstCell: UInt32 = 0
  var firstEdge: UInt32 = 0
  var minX = 0.0
  var minY = 0.0
  var cellWidth = 0.0
  var cellHeight = 0.0

  /// Parts of fewer edges are looked through edge by edge.
  static let leastEdges = 49

  var hasCells: Bool { columns > 0 }

  @inline(__always)
  func column(_ x: Double) -> Int { Self.cell((x - minX) / cellWidth, columns) }

  @inline(__always)
  func row(_ y: Double) -> Int { Self.cell((y - minY) / cellHeight, rows) }

  /// The middle of a cell.
  @inline(__always)
  func middle(column: Int, row: Int) -> Coordinate {
    Coordinate(
      minX + (Double(column) + 0.5) * cellWidth, minY + (Double(row) + 0.5) * cellHeight)
  }

  @inline(__always)
  private static func cell(_ value: Double, _ count: UInt32) -> Int {
    // What is no number, as a file may have it, is in the first cell.
    value > 0 ? Int(min(value, Double(count) - 1)) : 0
  }
}

/// The cells of all grids of an index.
struct AreaGrids: Sendable {
  /// Per grid, cells + 1: where a cell's edges start among its grid's, in the lower 30 bits, and
  /// what is known of its middle in the upper two.
  let cells: Column<UInt32>
  /// Edges by the index of their first coordinate.
  let edges: Column<UInt32>

  /// What is known of a cell's middle.
  enum Middle {
    static let outside: UInt32 = 0
    static let inside: UInt32 = 1
    /// Too near to an edge to be a witness.
    static let unknown: UInt32 = 2
  }

  static let startMask: UInt32 = (1 << 30) - 1

  /// Where a place's cell is among all.
  @inline(__always)
  private func cell(_ point: Coordinate, _ grid: AreaGrid) -> Int {
    Int(grid.firstCell) + grid.row(point.y) * Int(grid.columns) + grid.column(point.x)
  }

  /// Where a cell's first edge is.
  @inline(__always)
  private func firstEdge(_ cell: Int, _ grid: AreaGrid) -> Int {
    Int(grid.firstEdge) + Int(cells[cell] & Self.startMask)
  }

  /// Asks the processor for what is known of a place's cell.
  @inline(__always)
  func prefetch(_ point: Coordinate, _ grid: AreaGrid) {
    if grid.hasCells { cells.prefetch(cell(point, grid)) }
  }

  /// Asks for the cell's edges, once the cell is there.
  @inline(__always)
  func prefetchEdges(_ point: Coordinate, _ grid: AreaGrid) {
    if grid.hasCells { edges.prefetch(firstEdge(cell(point, grid), grid)) }
  }

  /// Asks for the vertices of the first edge, once the edges are there: the others are seldom far.
  @inline(__always)
  func prefetchVertices(_ point: Coordinate, _ grid: AreaGrid, of geometry: PackedGeometry) {
    if grid.hasCells {
      geometry.coordinates.prefetch(Int(edges[firstEdge(cell(point, grid), grid)]))
    }
  }

  /// Whether a part contains a place, or nil when the place, or the way to the middle, comes so
  /// near to an edge that rounding would decide.
  @inline(__always)
  func contains(
    _ point: Coordinate, in grid: AreaGrid, of geometry: PackedGeometry, trace: inout HitTrace
  ) -> Bool? {
    let column = grid.column(point.x)
    let row = grid.row(point.y)
    let cell = Int(grid.firstCell) + row * Int(grid.columns) + column
    let word = cells[cell]
    let (start, end) = (firstEdge(cell, grid), firstEdge(cell + 1, grid))
    let state = word >> 30
    guard start < end else { return state == Middle.inside }
    guard state < Middle.unknown else { return nil }
    let middle = grid.middle(column: column, row: row)
    var isInside = state == Middle.inside
    trace.edges += end - start
    let west = min(point.x, middle.x)
    let east = max(point.x, middle.x)
    let south = min(point.y, middle.y)
    let north = max(point.y, middle.y)
    for number in start..<end {
      let index = Int(edges[number])
      let a = geometry.coordinates[index]
      let b = geometry.coordinates[index + 1]
      // Most edges of a cell stay clear of the way.
      if max(a.x, b.x) < west || min(a.x, b.x) > east || max(a.y, b.y) < south
        || min(a.y, b.y) > north
      {
        continue
      }
      let side = FilteredSide(a, b, point)
      if !side.isSure && point.isWithin(a, b) { return nil }
      let isLeft = SegmentRelation.orientation(point, middle, a) > 0
      if isLeft == (SegmentRelation.orientation(point, middle, b) > 0) { continue }
      let other = FilteredSide(a, b, middle)
      guard side.isSure && other.isSure else { return nil }
      if (side.value > 0) != (other.value > 0) { isInside.toggle() }
    }
    return isInside
  }
}

/// Which side of an edge a place is on, and whether rounding could have decided it: the forward
/// error bound of the 2 × 2 determinant (Shewchuk, "Adaptive Precision Floating-Point Arithmetic
/// and Fast Robust Geometric Predicates", 1997, section 4.1, with room to spare).
struct FilteredSide {
  let value: Double
  let isSure: Bool

  @inline(__always)
  init(_ a: Coordinate, _ b: Coordinate, _ point: Coordinate) {
    let left = (b.x - a.x) * (point.y - a.y)
    let right = (point.x - a.x) * (b.y - a.y)
    value = left - right
    isSure = abs(value) > 1e-15 * (abs(left) + abs(right))
  }
}

extension Coordinate {
  /// Whether it lies in the rectangle of two others.
  @inline(__always)
  func isWithin(_ a: Coordinate, _ b: Coordinate) -> Bool {
    x >= min(a.x, b.x) && x <= max(a.x, b.x) && y >= min(a.y, b.y) && y <= max(a.y, b.y)
  }
}
