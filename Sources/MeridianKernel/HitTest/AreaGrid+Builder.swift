/// Lays polygon parts of many edges out in cells.
struct AreaGridBuilder: Sendable {
  private var cells: [UInt32] = []
  private var edges: [UInt32] = []
  private let geometry: PackedGeometry

  init(_ geometry: PackedGeometry) { self.geometry = geometry }

  /// A part's grid; one without cells when the part is too small for one, in edges or in extent.
  mutating func grid(of part: Int, box: Envelope) -> AreaGrid {
    let rings = geometry.rings(of: part)
    let count = rings.reduce(0) { $0 + max(geometry.coordinates(of: $1).count - 1, 0) }
    guard count >= AreaGrid.leastEdges, count < Int(AreaGrids.startMask) / 8,
      edges.count + 8 * count < Int(UInt32.max), cells.count + count < Int(UInt32.max)
    else { return AreaGrid() }
    var grid = frame(box, edges: count)
    // Cells must be coarse against the rounding of coordinates, which in the world are about 1.
    let largest = max(1, abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY))
    guard min(grid.cellWidth, grid.cellHeight) > 1e-10 * largest else { return AreaGrid() }
    grid.firstCell = UInt32(cells.count)
    grid.firstEdge = UInt32(edges.count)
    var counts = [UInt32](repeating: 0, count: Int(grid.columns * grid.rows) + 1)
    var toggles = [Bool](repeating: false, count: Int(grid.columns + 1) * Int(grid.rows))
    Self.forEachEdge(of: rings, in: geometry) { index, a, b in
      Self.forEachCell(of: grid, a, b) { counts[$0] += 1 }
      Self.toggle(&toggles, grid, a, b)
    }
    var starts = [UInt32](repeating: 0, count: counts.count)
    for cell in 1..<counts.count { starts[cell] = starts[cell - 1] + counts[cell - 1] }
    let total = Int(starts[counts.count - 1])
    guard total < Int(AreaGrids.startMask), edges.count + total < Int(UInt32.max) else {
      return AreaGrid()
    }
    edges.append(contentsOf: repeatElement(0, count: total))
    var next = starts
    Self.forEachEdge(of: rings, in: geometry) { index, a, b in
      Self.forEachCell(of: grid, a, b) { cell in
        edges[Int(grid.firstEdge) + Int(next[cell])] = UInt32(index)
        next[cell] += 1
      }
    }
    appendCells(of: grid, starts, toggles)
    return grid
  }

  /// The columns of all grids made so far.
  func finish(in writer: inout ColumnWriter) -> AreaGrids {
    AreaGrids(cells: writer.column(cells), edges: writer.column(edges))
  }

  /// Lays parts out in an order, stretches of them at the same time.
  static func build(
    _ layout: RunLayout, order: [UInt32], geometry: PackedGeometry,
    in writer: inout ColumnWriter, _ concurrently: Concurrently
  ) -> (parts: Column<HitIndex.AreaPart>, grids: AreaGrids) {
    // Short ones: a single part may have as many edges as all others together.
    let pieces = Stretches(order.count, length: 8).map(concurrently) { places in
      var builder = AreaGridBuilder(geometry)
      let parts = places.map { place in
        let number = Int(order[place])
        var area = layout.areaParts[number]
        area.grid = builder.grid(of: Int(area.part), box: layout.areaBoxes[number])
        return area
      }
      return (parts, builder)
    }
    var parts: [HitIndex.AreaPart] = []
    parts.reserveCapacity(order.count)
    var ends = (cells: 0, edges: 0)
    // Where a piece's grids go; those that the numbers of cells and edges cannot reach are none.
    var kept: [(builder: AreaGridBuilder, firstCell: Int, firstEdge: Int)] = []
    for (areas, builder) in pieces {
      let isKept =
        ends.cells + builder.cells.count < Int(UInt32.max)
        && ends.edges + builder.edges.count < Int(UInt32.max)
      for var area in areas {
        if !isKept { area.grid = AreaGrid() }
        if area.grid.hasCells {
          area.grid.firstCell += UInt32(ends.cells)
          area.grid.firstEdge += UInt32(ends.edges)
        }
        parts.append(area)
      }
      guard isKept else { continue }
      kept.append((builder, ends.cells, ends.edges))
      ends.cells += builder.cells.count
      ends.edges += builder.edges.count
    }
    let sources = kept
    let cells: Column<UInt32> = writer.column(
      count: ends.cells, workers: kept.count, concurrently
    ) { piece, cells in
      let (source, first, _) = sources[piece]
      cells.set(from: first, to: source.cells, source.cells.indices)
    }
    let edges: Column<UInt32> = writer.column(
      count: ends.edges, workers: kept.count, concurrently
    ) { piece, edges in
      let (source, _, first) = sources[piece]
      edges.set(from: first, to: source.edges, source.edges.indices)
    }
    return (writer.column(parts), AreaGrids(cells: cells, edges: edges))
  }

  /// About one cell for two edges, as square as the box allows.
  private func frame(_ box: Envelope, edges: Int) -> AreaGrid {
    var grid = AreaGrid()
    let width = max(box.width, 1e-300)
    let height = max(box.height, 1e-300)
    let wanted = Double(edges) / 2
    let columns = min(max((wanted * width / height).squareRoot().rounded(), 1), 4096)
    let rows = min(max((wanted / columns).rounded(), 1), 4096)
    grid.columns = UInt32(columns)
    grid.rows = UInt32(rows)
    grid.minX = box.minX
    grid.minY = box.minY
    grid.cellWidth = width / columns
    grid.cellHeight = height / rows
    return grid
  }

  /// Static, so that a body may write to the columns: a call on `self` would hold a second
  /// reference to them, and every grid would copy all that were made before it.
  private static func forEachEdge(
    of rings: Range<Int>, in geometry: PackedGeometry, _ body: (Int, Coordinate, Coordinate) -> Void
  ) {
    for ring in rings {
      for index in geometry.coordinates(of: ring).dropLast() {
        body(index, geometry.coordinates[index], geometry.coordinates[index + 1])
      }
    }
  }

  /// Every cell that an edge comes near: within a thousandth of a cell, far above rounding.
  private static func forEachCell(
    of grid: AreaGrid, _ a: Coordinate, _ b: Coordinate, _ body: (Int) -> Void
  ) {
    let marginX = grid.cellWidth / 1000
    let marginY = grid.cellHeight / 1000
    let low = grid.row(min(a.y, b.y) - marginY)
    let high = grid.row(max(a.y, b.y) + marginY)
    for row in low...high {
      var left = min(a.x, b.x)
      var right = max(a.x, b.x)
      if low != high && a.y != b.y {
        // What of the edge lies in the row, and a little around it.
        let bottom = grid.minY + Double(row) * grid.cellHeight - marginY
        let x1 = at(bottom, a, b)
        let x2 = at(bottom + grid.cellHeight + 2 * marginY, a, b)
        left = max(left, min(x1, x2))
        right = min(right, max(x1, x2))
      }
      let first = grid.column(left - marginX)
      let last = max(first, grid.column(right + marginX))
      for column in first...last { body(row * Int(grid.columns) + column) }
    }
  }

  /// The x of an edge at a height, held within the edge.
  private static func at(_ y: Double, _ a: Coordinate, _ b: Coordinate) -> Double {
    let share = min(max((y - a.y) / (b.y - a.y), 0), 1)
    return a.x + share * (b.x - a.x)
  }

  /// Notes for every row whose middle height the edge passes that the middles left of it change
  /// sides.
  private static func toggle(
    _ toggles: inout [Bool], _ grid: AreaGrid, _ a: Coordinate, _ b: Coordinate
  ) {
    for row in grid.row(min(a.y, b.y))...grid.row(max(a.y, b.y)) {
      let y = grid.middle(column: 0, row: row).y
      guard (a.y <= y) != (b.y <= y) else { continue }
      // Middles so near to the edge that rounding could decide are no witnesses anyway.
      let columns = ((at(y, a, b) - grid.minX) / grid.cellWidth - 0.5).rounded(.up)
      let left = Int(min(max(columns, 0), Double(grid.columns)))
      toggles[row * Int(grid.columns + 1) + left].toggle()
    }
  }

  private mutating func appendCells(of grid: AreaGrid, _ starts: [UInt32], _ toggles: [Bool]) {
    let columns = Int(grid.columns)
    for row in 0..<Int(grid.rows) {
      var states = [UInt32](repeating: 0, count: columns)
      var isInside = false
      for column in stride(from: columns - 1, through: 0, by: -1) {
        // An edge noted with `left` middles to its left changes the middles before it.
        if toggles[row * (columns + 1) + column + 1] { isInside.toggle() }
        let cell = row * columns + column
        let isNear = isMiddleNearEdge(
          grid, column: column, row: row, starts[cell]..<starts[cell + 1])
        states[column] =
          isNear ? AreaGrids.Middle.unknown : isInside ? AreaGrids.Middle.inside : 0
      }
      for column in 0..<columns {
        cells.append(states[column] << 30 | starts[row * columns + column])
      }
    }
    cells.append(starts[starts.count - 1])
  }

  private func isMiddleNearEdge(
    _ grid: AreaGrid, column: Int, row: Int, _ bucket: Range<UInt32>
  ) -> Bool {
    let middle = grid.middle(column: column, row: row)
    return bucket.contains { number in
      let index = Int(edges[Int(grid.firstEdge) + Int(number)])
      let a = geometry.coordinates[index]
      let b = geometry.coordinates[index + 1]
      let near = 1e-4 * max(grid.cellWidth, grid.cellHeight)
      let squared = SegmentRelation.squaredDistance(a - middle, b - middle)
      return squared <= near * near
    }
  }
}
