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

  private func isSame(_ a: GeometryColumn, _ b: GeometryColumn) -> Bool {
    a.coordinates == b.coordinates && a.ringOffsets == b.ringOffsets
      && a.partOffsets == b.partOffsets && a.featureOffsets == b.featureOffsets
      && a.dimensions == b.dimensions && a.members == b.members && a.extent == b.extent
      && a.summaries.map { "\($0)" } == b.summaries.map { "\($0)" }
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
      #expect(isSame(merged.column, expected.column), "SEED=\(seed)")
      #expect(merged.rows.map { "\($0)" } == expected.rows.map { "\($0)" }, "SEED=\(seed)")
      #expect(
        merged.problems.map { "\($0)" } == expected.problems.map { "\($0)" }, "SEED=\(seed)")
      #expect(
        merged.symbolRadii.map(\.bitPattern) == expected.symbolRadii.map(\.bitPattern),
        "SEED=\(seed)")
      for feature in 0..<expected.column.count {
        #expect(merged.titles[feature] == expected.titles[feature], "SEED=\(seed)")
      }
    }
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
    let (a, b) = (lent.sorted().titles, given.sorted().titles)
    #expect(titles.indices.map { a[$0] } == titles.indices.map { b[$0] })
    #expect(titles.indices.contains { a[$0]?.contains("\u{FFFD}") == true })
  }
}
