@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// Pieces merged on many threads against one builder sorted plainly.
@Suite struct `Pieces of a layer` {
  private static func backwards(_ count: Int, _ body: @Sendable (Int) -> Void) {
    for number in (0..<count).reversed() { body(number) }
  }

  private func append(
    _ number: Int, of scene: inout RandomScene, to builder: inout HitIndex.Builder
  ) {
    let row = Int64(number)
    switch number % 11 {
    case 3: builder.refuse(GeometryBuffer(), fid: row, row: row, reason: .geometryMalformed)
    case 7:
      builder.append(RandomGeometry.point(7, 91), fid: nil, row: row, title: "no place")
    default:
      let title = number % 4 == 0 ? nil : number % 4 == 1 ? "" : "Broad Street \(number) é"
      builder.append(
        scene.geometry(), fid: number % 5 == 0 ? nil : row, row: row, title: title,
        symbolRadius: number % 6 == 0 ? Double(number) : nil)
    }
  }

  private func isSame(_ a: PackedGeometry, _ b: PackedGeometry) -> Bool {
    a.coordinates.elementsEqual(b.coordinates) && a.ringOffsets.elementsEqual(b.ringOffsets)
      && a.partOffsets.elementsEqual(b.partOffsets)
      && a.featureOffsets.elementsEqual(b.featureOffsets)
      && a.dimensionCodes.elementsEqual(b.dimensionCodes) && a.members.elementsEqual(b.members)
      && a.extent == b.extent && a.summaries.map { "\($0)" } == b.summaries.map { "\($0)" }
  }

  @Test(arguments: Seeds.batches(40))
  func `merge into what one builder gives, whatever their number`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let center = TwinTests.centers[Int(seed) % TwinTests.centers.count]
      var scene = RandomScene(seed: seed, center: center, spread: 0.5)
      let count = Int.random(in: 0...400, using: &random)
      var whole = HitIndex.Builder(placement: .degrees)
      var pieces = [HitIndex.Builder(placement: .degrees)]
      for number in 0..<count {
        if Int.random(in: 0..<30, using: &random) == 0 {
          pieces.append(HitIndex.Builder(placement: .degrees))
        }
        var twin = scene
        append(number, of: &scene, to: &whole)
        append(number, of: &twin, to: &pieces[pieces.count - 1])
      }
      let expected = whole.sorted()
      let merged = try #require(HitIndex.Builder.merged(pieces, Self.backwards) { false })
      #expect(isSame(merged.geometry, expected.geometry), "SEED=\(seed)")
      #expect(merged.rows.map { "\($0)" } == expected.rows.map { "\($0)" }, "SEED=\(seed)")
      #expect(
        merged.problems.map { "\($0)" } == expected.problems.map { "\($0)" }, "SEED=\(seed)")
      #expect(
        merged.symbolRadii.map(\.bitPattern) == expected.symbolRadii.map(\.bitPattern),
        "SEED=\(seed)")
      for feature in 0..<expected.geometry.count {
        #expect(merged.titles[feature] == expected.titles[feature], "SEED=\(seed)")
      }
      withExtendedLifetime((merged.writer, expected.writer)) {}
    }
  }

  /// What of an index has no unused bytes.
  private func columns(of index: HitIndex) -> [[UInt8]] {
    let trees = [index.tree, index.areas, index.features]
    let geometry = index.geometry
    return trees.flatMap { [Array($0.boxes.raw), Array($0.levels.raw)] } + [
      Array(index.runs.leaves.raw), Array(index.runs.words.raw), Array(index.slabs.bytes),
      Array(index.grids.cells.raw), Array(index.grids.edges.raw), Array(index.titles.bytes),
      Array(geometry.coordinates.raw), Array(geometry.ringOffsets.raw),
    ]
  }

  @Test func `an index is the same, whoever lays it out and in whatever order`() throws {
    let seed: UInt64 = 11
    var random = SplitMix64(seed: seed)
    var scene = RandomScene(seed: seed, center: TwinTests.centers[0], spread: 0.5)
    var whole = HitIndex.Builder(placement: .degrees)
    // More runs, leaves and features than a stretch of any of them has.
    for number in 0..<40_000 {
      let geometry =
        number % 8 == 0
        ? scene.geometry()
        : RandomGeometry.point(
          .random(in: 7...8, using: &random), .random(in: 47...48, using: &random))
      whole.append(geometry, fid: Int64(number), row: Int64(number), title: "\(number)")
    }
    let pieces = [whole]
    let one = whole.build()
    let other = try #require(HitIndex.Builder.build(pieces, concurrently: Self.backwards))
    #expect(one.count == 40_000 && one.tree.count > 2 * 16_384)
    #expect(columns(of: one) == columns(of: other))
    #expect(one.areaParts.map { "\($0)" } == other.areaParts.map { "\($0)" })
    #expect(one.rows.map { "\($0)" } == other.rows.map { "\($0)" })
    #expect("\(one.traits)" == "\(other.traits)")
  }

  @Test func `no pieces, and pieces without features, give an empty index`() throws {
    let none = try #require(HitIndex.Builder.build([], concurrently: Self.backwards))
    #expect(none.count == 0)
    var refused = HitIndex.Builder(placement: .degrees)
    refused.refuse(GeometryBuffer(), fid: 1, row: 1, reason: .geometryEmpty)
    let some = try #require(
      HitIndex.Builder.build(
        [refused, HitIndex.Builder(placement: .degrees)], concurrently: Self.backwards))
    #expect(some.count == 0 && some.problems.count == 1 && some.bounds == nil)
  }

  @Test(arguments: [1, 2, 3])
  func `building ends where it is canceled`(question: Int) throws {
    var builder = HitIndex.Builder(placement: .degrees)
    builder.append(RandomGeometry.point(7, 47), fid: 1, row: 1)
    var asked = 0
    let index = builder.build(concurrently: Self.backwards) {
      asked += 1
      return asked == question
    }
    #expect(index == nil && asked == question)
  }

  @Test func `titles lent as bytes are the same as titles given as text`() {
    let titles: [[UInt8]] = [
      Array("Mill".utf8), [], Array("Zürich".utf8), [0x41, 0xFF, 0x42], [0xC3], [0],
    ]
    var lent = HitIndex.Builder(placement: .degrees)
    var given = HitIndex.Builder(placement: .degrees)
    for (row, bytes) in titles.enumerated() {
      let point = RandomGeometry.point(Double(row), 47)
      lent.append(point, fid: nil, row: Int64(row), titleUTF8: bytes.span.bytes)
      given.append(
        point, fid: nil, row: Int64(row), title: String(decoding: bytes, as: UTF8.self))
    }
    let (a, b) = (lent.sorted(), given.sorted())
    let (some, same) = withExtendedLifetime((a.writer, b.writer)) {
      (titles.indices.map { a.titles[$0] }, titles.indices.map { b.titles[$0] })
    }
    #expect(some == same && some.contains { $0?.contains("\u{FFFD}") == true })
  }
}
