extension HitIndex {
  /// Writes the index as bytes that ``init(image:keeping:)`` reads back, on this kind of machine
  /// and by this version.
  package func writeImage(_ emit: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    var image = IndexImage.Writer()
    for tree in [tree, areas, features] {
      image.add(tree.count)
      image.add(tree.frame.x)
      image.add(tree.frame.y)
      image.add(tree.boxes)
      image.add(tree.levels)
    }
    let box = geometry.extent
    for number in [box.minX, box.minY, box.maxX, box.maxY, traits.largestRadius] {
      image.add(number)
    }
    for trait in [traits.hasPoints, traits.hasLines, traits.hasPolygons] {
      image.add(trait ? 1 : 0)
    }
    image.add(geometry.coordinates)
    image.add(geometry.ringOffsets)
    image.add(geometry.partOffsets)
    image.add(geometry.featureOffsets)
    image.add(geometry.dimensionCodes)
    image.add(geometry.members)
    image.add(geometry.summaries)
    image.add(runs.leaves)
    image.add(runs.words)
    image.add(slabs.bytes)
    image.add(areaParts)
    image.add(grids.cells)
    image.add(grids.edges)
    image.add(rows)
    image.add(symbolRadii)
    image.add(titles.bytes)
    image.add(titles.offsets)
    var writer = ColumnWriter()
    let refused = writer.column(problems.map(ProblemRecord.init))
    image.add(refused)
    let memory = writer.memory
    try withExtendedLifetime(memory) { try unsafe image.write(emit) }
  }

  /// The index in bytes that `owner` keeps mapped and unchanged; nil when they are not one.
  ///
  /// Costs nothing but a look at the head: columns are read where they lie.
  package convenience init?(
    image bytes: UnsafeRawBufferPointer, keeping owner: any Sendable & AnyObject
  ) {
    guard var image = unsafe IndexImage.Reader(bytes),
      let tree = PackedRTree(&image), let areas = PackedRTree(&image),
      let features = PackedRTree(&image), let geometry = PackedGeometry(&image),
      let largestRadius = image.double(), let points = image.integer(),
      let lines = image.integer(), let polygons = image.integer(),
      let leaves = image.column(UInt32.self), let words = image.column(UInt32.self),
      let slabs = image.column(UInt8.self),
      let areaParts = image.column(AreaPart.self), let cells = image.column(UInt32.self),
      let edges = image.column(UInt32.self), let rows = image.column(Row.self),
      let radii = image.column(Float.self), let titleBytes = image.column(UInt8.self),
      let titleOffsets = image.column(UInt32.self), let refused = image.column(ProblemRecord.self),
      leaves.count == (tree.count + PackedRTree.fanOut - 1) / PackedRTree.fanOut,
      slabs.count == leaves.count * RunSlabs.leafLength,
      words.count % RunRecords.lineLength == 0,
      // A leaf's heads are longer than a run's ink, so what lies about where it is stays within.
      words.count >= leaves.count * PackedRTree.fanOut * RunRecords.headLength,
      areaParts.count == areas.count,
      features.count == geometry.count,
      rows.count == geometry.count, radii.count == 0 || radii.count == geometry.count
    else { return nil }
    self.init(
      geometry: geometry, tree: tree, runs: RunRecords(leaves: leaves, words: words),
      slabs: RunSlabs(bytes: slabs), areas: areas, areaParts: areaParts,
      grids: AreaGrids(cells: cells, edges: edges), features: features, rows: rows,
      titles: PackedTitles(bytes: titleBytes, offsets: titleOffsets),
      problems: refused.map(\.problem), symbolRadii: radii,
      traits: Traits(
        largestRadius: largestRadius, hasPoints: points != 0, hasLines: lines != 0,
        hasPolygons: polygons != 0),
      memory: owner)
  }
}

/// A problem without references.
private struct ProblemRecord: BitwiseCopyable, Sendable {
  var fid: Int64
  var row: Int64
  var hint: Envelope
  var reason: UInt8
  /// 1 with a key, 0 without: a byte that a file may have as it likes.
  var keys: UInt8

  /// Reasons by their numbers in the image, in an order that never changes.
  private static let reasons: [MissReason] = [
    .geometryEmpty, .geometryNonFinite, .geometryMalformed, .crsUndefined, .offScreen,
  ]

  init(_ problem: HitIndex.Problem) {
    fid = problem.fid ?? 0
    row = problem.row
    hint = problem.hint
    keys = problem.fid == nil ? 0 : 1
    reason = UInt8(Self.reasons.firstIndex(of: problem.reason) ?? 2)
  }

  var problem: HitIndex.Problem {
    HitIndex.Problem(
      fid: keys != 0 ? fid : nil, row: row,
      reason: Int(reason) < Self.reasons.count ? Self.reasons[Int(reason)] : .geometryMalformed,
      hint: hint)
  }
}

extension PackedRTree {
  fileprivate init?(_ image: inout IndexImage.Reader) {
    guard let count = image.integer(), let x = image.double(), let y = image.double(),
      let boxes = image.column(Float.self), let levels = image.column(UInt32.self),
      count >= 0, count < Int(UInt32.max)
    else { return nil }
    let expected = Self.levelStarts(of: count)
    guard levels.elementsEqual(expected),
      boxes.count == Int(expected[expected.count - 1]) * Self.nodeLength
    else { return nil }
    self.init(boxes: boxes, levels: levels, count: count, frame: Frame(x: x, y: y))
  }
}

extension PackedGeometry {
  fileprivate init?(_ image: inout IndexImage.Reader) {
    guard let minX = image.double(), let minY = image.double(), let maxX = image.double(),
      let maxY = image.double(), let coordinates = image.column(Coordinate.self),
      let ringOffsets = image.column(UInt32.self), let partOffsets = image.column(UInt32.self),
      let featureOffsets = image.column(UInt32.self),
      let dimensions = image.column(UInt8.self), let members = image.column(UInt32.self),
      let summaries = image.column(Summary.self), featureOffsets.count == summaries.count + 1,
      partOffsets.count == dimensions.count + 1, members.count == dimensions.count
    else { return nil }
    self.init(
      coordinates: coordinates, ringOffsets: ringOffsets, partOffsets: partOffsets,
      featureOffsets: featureOffsets, dimensionCodes: dimensions, members: members,
      summaries: summaries,
      extent: Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
  }
}
