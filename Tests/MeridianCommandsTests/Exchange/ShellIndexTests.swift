import Foundation
import MeridianCommands
import MeridianKernel
import MeridianTestSupport
import Testing

/// Holes and their shells: the index, the loop over few, and a slow twin in whole numbers.
struct ShellIndexTests {
  private typealias Ring = [Coordinate]

  /// Twice the area; exact for small whole numbers.
  private func doubleArea(_ ring: Ring) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }

  /// 1 inside, 0 on an edge, −1 outside.
  private func side(_ p: Coordinate, _ ring: Ring) -> Int {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      let cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
      let isBetween =
        p.x >= min(a.x, b.x) && p.x <= max(a.x, b.x) && p.y >= min(a.y, b.y)
        && p.y <= max(a.y, b.y)
      if cross == 0 && isBetween { return 0 }
      if (a.y > p.y) != (b.y > p.y), (cross > 0) == (b.y > a.y) { isInside.toggle() }
    }
    return isInside ? 1 : -1
  }

  /// Every shell, every vertex.
  private func twin(_ shells: [Ring], _ hole: Ring, _ area: Double) -> Int? {
    let around = shells.indices.filter { shell in
      abs(doubleArea(shells[shell])) >= abs(area)
        && hole.lazy.map { side($0, shells[shell]) }.first { $0 != 0 } ?? 1 > 0
    }
    return around.min {
      (abs(doubleArea(shells[$0])), $0) < (abs(doubleArea(shells[$1])), $1)
    }
  }

  /// A closed ring of whole numbers, now and then one that crosses itself.
  private func ring(_ random: inout SplitMix64) -> Ring {
    let size = Double(Int.random(in: 1...9, using: &random))
    let (x, y) = (
      Double(Int.random(in: 0...12, using: &random)), Double(Int.random(in: 0...12, using: &random))
    )
    var ring = [
      Coordinate(x, y), Coordinate(x + size, y), Coordinate(x + size, y + size),
      Coordinate(x, y + size),
    ]
    if Bool.random(using: &random) {
      ring = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        Coordinate(
          x + Double(Int.random(in: 0...9, using: &random)),
          y + Double(Int.random(in: 0...9, using: &random)))
      }
    }
    return ring + [ring[0]]
  }

  @Test(arguments: Seeds.batches(60))
  func `the index, the loop and the slow twin find the same shell`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let shells = (0..<Int.random(in: 0...30, using: &random)).map { _ in ring(&random) }
      let many = ShellIndex(shells.map { $0[...] }, holes: 1000)
      let few = ShellIndex(shells.map { $0[...] }, holes: 1)
      for number in 0..<40 {
        let hole =
          number % 10 == 0 && !shells.isEmpty ? shells[number % shells.count] : ring(&random)
        let area = Bool.random(using: &random) ? doubleArea(hole) : 0
        let wanted = twin(shells, hole, area)
        #expect(
          many.smallest(around: hole[...], doubleArea: area) == wanted, "SEED=\(seed) \(hole)")
        #expect(few.smallest(around: hole[...], doubleArea: area) == wanted, "SEED=\(seed) \(hole)")
      }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `eight thousand holes find their shells, in one of as many vertices and in as many`() {
    let count = 8000
    let squares = (0..<count).map { number -> Ring in
      let (x, y) = (Double(number % 200) * 3, Double(number / 200) * 3)
      return [(0, 0), (0, 2), (2, 2), (2, 0), (0, 0)].map { Coordinate(x + $0.0, y + $0.1) }
    }
    let holes = squares.map { ring in
      ring.map { Coordinate(ring[0].x + 0.5 + ($0.x - ring[0].x) / 4, $0.y + 0.25) }.reversed()
    }
    let many = ShellIndex(squares.map { $0[...] }, holes: count)
    let round = (0...count).map { number -> Coordinate in
      let angle = Double(number % count) * 2 * .pi / Double(count)
      return Coordinate(300 + 1000 * Foundation.cos(angle), 150 - 1000 * Foundation.sin(angle))
    }
    let one = ShellIndex([round[...]], holes: count)
    for (number, hole) in holes.enumerated() {
      #expect(many.smallest(around: Array(hole)[...]) == number)
      #expect(one.smallest(around: Array(hole)[...]) == 0)
    }
  }

  @Test func `a shapefile's record of many rings becomes the polygons it was`() throws {
    let folder = try ExchangeFolder()
    let polygons = (0..<1500).map { number -> String in
      let (x, y) = (Double(number % 50) * 2, Double(number / 50) * 2)
      let square = { (low: Double, high: Double) in
        [(low, low), (high, low), (high, high), (low, high), (low, low)]
          .map { "[\(x + $0.0),\(y + $0.1)]" }.joined(separator: ",")
      }
      return "[[\(square(0, 1.5))],[\(square(0.25, 0.5))],[\(square(0.75, 1))]]"
    }
    try folder.write(
      #"{"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":["#
        + polygons.joined(separator: ",") + "]}}", to: "a.geojson")
    let files = [folder.file("s.shp"), folder.file("a.geojson")]
    guard try GDAL.run("ogr2ogr", files) != nil else { return }
    let answer = folder.run("import", "=s.shp", "--into", "=t.gpkg")
    #expect(answer.code == 0, "\(answer.errors)")
    let geometry = try #require(try folder.layer("s", of: "t.gpkg").rows.first?.geometry)
    #expect(geometry.type == .multiPolygon && geometry.parts.count == 1500)
    for part in geometry.parts.indices {
      let rings = geometry.ringRange(ofPart: part).map { geometry.coordinateRange(ofRing: $0) }
      #expect(rings.count == 3)
      let corner = rings.map { range in
        geometry.coordinates[range].reduce(into: Envelope.empty) { $0.formUnion($1) }
      }
      #expect(
        corner.dropFirst().allSatisfy { corner[0].minX < $0.minX && corner[0].maxX > $0.maxX })
    }
  }
}
