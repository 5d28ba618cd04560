/// A layer's index as a tap reads it: without counting references.
///
/// Taking up a reference and laying it down again are two atomic operations; a tap would do it
/// dozens of times. Whoever hands this out keeps the index: a ``HitTester`` its layers.
@safe
struct HitColumns: Sendable {
  private unowned(unsafe) let index: HitIndex

  init(_ index: HitIndex) { unsafe self.index = index }

  @inline(__always) var geometry: PackedGeometry { unsafe index.geometry }
  @inline(__always) var tree: PackedRTree { unsafe index.tree }
  @inline(__always) var runs: RunRecords { unsafe index.runs }
  @inline(__always) var slabs: RunSlabs { unsafe index.slabs }
  @inline(__always) var rows: Column<HitIndex.Row> { unsafe index.rows }
  @inline(__always) var traits: HitIndex.Traits { unsafe index.traits }
  @inline(__always) var areas: PackedRTree { unsafe index.areas }
  @inline(__always) var areaParts: Column<HitIndex.AreaPart> { unsafe index.areaParts }
  @inline(__always) var grids: AreaGrids { unsafe index.grids }
  /// What is asked of few features.
  @inline(__always) var whole: HitIndex { unsafe index }

  @inline(__always)
  func radius(of feature: Int) -> Double? {
    guard unsafe index.symbolRadii.count > 0 else { return nil }
    return unsafe index.radius(of: feature)
  }
}
