import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import Testing

/// Laws that hold for any input, on seeded random ones.
@Suite struct PropertyTests {
  let earth: Geodesic

  init() throws { earth = try Geodesic(.wgs84) }

  /// A place on a grid of 2⁻²⁰ degrees, so that adding 360 loses no digits.
  private func place(_ random: inout SplitMix64) -> LonLat {
    func grid(_ range: ClosedRange<Double>, _ random: inout SplitMix64) -> Double {
      (Double.random(in: range, using: &random) * 1_048_576).rounded() / 1_048_576
    }
    return LonLat(grid(-180...180, &random), grid(-89...89, &random))
  }

  /// A star-shaped ring around a place, with vertices at random azimuths in order.
  private func star(_ random: inout SplitMix64, radius: Double) throws -> [LonLat] {
    let center = place(&random)
    let count = Int.random(in: 3...12, using: &random)
    return try (0..<count).map { index in
      let azimuth =
        (Double(index) + Double.random(in: 0.1...0.9, using: &random)) * 360 / Double(count)
      let distance = radius * Double.random(in: 0.7...1, using: &random)
      let end = try earth.direct(from: center, azimuth: azimuth, distance: distance).to
      return LonLat(
        (end.longitude * 1_048_576).rounded() / 1_048_576,
        (end.latitude * 1_048_576).rounded() / 1_048_576)
    }
  }

  @Test(arguments: [1, 2, 3]) func `direct undoes inverse`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let from = place(&random)
      let to = place(&random)
      let way = try earth.inverse(from: from, to: to)
      let end = try earth.direct(from: from, azimuth: way.azimuth, distance: way.length)
      let miss = try earth.inverse(from: end.to, to: to).length
      #expect(miss <= 30e-9, "seed \(seed): \(from) to \(to)")
      let back = try earth.direct(from: to, azimuth: way.backAzimuth, distance: way.length)
      #expect(try earth.inverse(from: back.to, to: from).length <= 30e-9, "seed \(seed)")
      #expect(try earth.inverse(from: to, to: from).length == way.length, "seed \(seed)")
    }
  }

  @Test(arguments: [100.0, 10_000, 1_000_000, 5_000_000])
  func `an area depends neither on the start vertex nor on the direction`(_ radius: Double) throws {
    let seed: UInt64 = 65
    var random = SplitMix64(seed: seed)
    for round in 0..<50 {
      let ring = try star(&random, radius: radius)
      let whole = try earth.area(ring)
      let start = Int.random(in: ring.indices, using: &random)
      let turned = Array(ring[start...] + ring[..<start])
      let others = [turned, turned.reversed(), turned + [turned[0]]]
      for other in others {
        let measure = try earth.area(other)
        let comment: Comment = "seed \(seed), round \(round), radius \(radius)"
        #expect(abs(measure.area - whole.area) <= max(0.02, whole.area * 1e-12), comment)
        #expect(abs(measure.perimeter - whole.perimeter) <= 1e-7, comment)
        #expect(measure.flags == whole.flags, comment)
      }
      #expect(try earth.area(turned).orientation != earth.area(turned.reversed()).orientation)
    }
  }

  @Test func `moving all longitudes by whole turns changes nothing`() throws {
    let seed: UInt64 = 360
    var random = SplitMix64(seed: seed)
    for round in 0..<200 {
      let ring = try star(&random, radius: Double.random(in: 1000...6_000_000, using: &random))
      let turns = Double(Int.random(in: -3...3, using: &random))
      let moved = ring.map { LonLat($0.longitude + 360 * turns, $0.latitude) }
      #expect(try earth.line(moved) == earth.line(ring), "seed \(seed), round \(round)")
      let area = try earth.area(ring)
      let movedArea = try earth.area(moved)
      #expect(movedArea.flags == area.flags, "seed \(seed), round \(round)")
      #expect(movedArea.segments == area.segments, "seed \(seed), round \(round)")
      expect(movedArea.area, near: area.area, within: max(0.02, area.area * 1e-12))
    }
  }

  @Test func `no flag is raised for a simple ring away from poles and seam`() throws {
    let seed: UInt64 = 7
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let radius = Double.random(in: 1...500_000, using: &random)
      let ring = try star(&random, radius: radius)
      let limits = ring.allSatisfy { abs($0.latitude) < 80 && abs($0.longitude) < 150 }
      guard limits, ring.count > 4 else { continue }
      // Rounding to the grid may fold rings of a few meters.
      guard radius > 1000 else { continue }
      #expect(try earth.area(ring).flags == [], "seed \(seed), round \(round)")
    }
  }
}
