/// The finished geometry of an index: ``GeometryColumn``'s arrays as columns.
///
/// Features have parts, parts have rings, rings have coordinates in the world. Read by taps, never
/// changed, and the same whether it was just built or mapped from a file.
struct PackedGeometry: Sendable {
  typealias Summary = GeometryColumn.Summary

  let coordinates: Column<Coordinate>
  /// Rings + 1 offsets into ``coordinates``.
  let ringOffsets: Column<UInt32>
  /// Parts + 1 offsets into rings.
  let partOffsets: Column<UInt32>
  /// Features + 1 offsets into parts.
  let featureOffsets: Column<UInt32>
  /// What each part is drawn with, as the bytes of a file have it.
  let dimensionCodes: Column<UInt8>
  /// The top-level member each part came from.
  let members: Column<UInt32>
  let summaries: Column<Summary>
  /// Bounding rectangle of everything.
  let extent: Envelope

  var count: Int { summaries.count }

  @inline(__always)
  func parts(of feature: Int) -> Range<Int> {
    range(featureOffsets, feature, below: dimensionCodes.count)
  }

  /// What a part is drawn with; a code that is none counts as a point's.
  @inline(__always)
  func dimension(of part: Int) -> PartDimension {
    PartDimension(rawValue: dimensionCodes[part]) ?? .point
  }

  @inline(__always)
  func rings(of part: Int) -> Range<Int> {
    range(partOffsets, part, below: ringOffsets.count - 1)
  }

  @inline(__always)
  func coordinates(of ring: Int) -> Range<Int> {
    range(ringOffsets, ring, below: coordinates.count)
  }

  /// From one offset to the next, within what there is; empty when a file has them the wrong way.
  @inline(__always)
  private func range(_ offsets: Column<UInt32>, _ number: Int, below limit: Int) -> Range<Int> {
    let start = min(Int(offsets[number]), limit)
    return start..<max(start, min(Int(offsets[number + 1]), limit))
  }

  /// Which ring of a part owns a coordinate, and the ring's first coordinate, by binary search.
  func ring(ofCoordinate index: Int, inPart part: Int) -> (ring: Int, first: Int) {
    let rings = rings(of: part)
    var low = rings.lowerBound
    var high = rings.upperBound
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(ringOffsets[middle]) <= index { low = middle } else { high = middle }
    }
    return (low - rings.lowerBound, Int(ringOffsets[low]))
  }
}

extension PackedGeometry {
  /// Takes over the arrays of a column.
  init(_ column: GeometryColumn, in writer: inout ColumnWriter) {
    coordinates = writer.column(column.coordinates)
    ringOffsets = writer.column(column.ringOffsets)
    partOffsets = writer.column(column.partOffsets)
    featureOffsets = writer.column(column.featureOffsets)
    dimensionCodes = writer.column(column.dimensions.map(\.rawValue))
    members = writer.column(column.members)
    summaries = writer.column(column.summaries)
    extent = column.extent
  }
}
