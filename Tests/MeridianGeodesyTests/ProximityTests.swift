@testable import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import Testing

/// Geodesic distances to stored geometry against dense samples of it.
struct ProximityTests {
  /// The least distance to a segment by sampling, refined around the best sample.
  private func sampled(
    _ earth: Geodesic, _ place: LonLat, _ a: Coordinate, _ b: Coordinate
  ) throws -> Double {
    func distance(_ share: Double) throws -> Double {
      try earth.way(
        from: place,
        to: LonLat(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
      ).length
    }
    var (low, high) = (0.0, 1.0)
    var best = Double.infinity
    for _ in 0..<9 {
      let shares = (0...40).map { low + (high - low) * Double($0) / 40 }
      let distances = try shares.map(distance)
      let least = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      best = min(best, distances[least])
      (low, high) = (shares[max(least - 1, 0)], shares[min(least + 1, 40)])
    }
    return best
  }

  private func place(_ random: inout SplitMix64) -> LonLat {
    LonLat(
      Double.random(in: -180...180, using: &random), Double.random(in: -89...89, using: &random))
  }

  @Test(arguments: Seeds.batches(40))
  func `the distance to a segment is the least of its samples`(seeds: [UInt64]) throws {
    let earth = try Geodesic()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      for number in 0..<6 {
        let place = place(&random)
        let reach = [1e-4, 0.02, 1, 20][number % 4]
        func end() -> Coordinate {
          Coordinate(
            place.longitude + Double.random(in: -reach...reach, using: &random),
            min(max(place.latitude + Double.random(in: -reach...reach, using: &random), -90), 90))
        }
        let (a, b) = (end(), end())
        let near = try earth.proximity(to: place)
        let found = near.distance(toSegment: a, b)
        let expected = try sampled(earth, place, a, b)
        #expect(
          abs(found - expected) <= 2e-5 + 1e-9 * expected,
          "SEED=\(seed) \(place) \(a) \(b) \(found) \(expected)")
        #expect(near.distance(toSegment: a, b, within: found * 1.000001 + 1e-3) <= found + 1e-6)
        #expect(near.distance(toSegment: a, b, within: found * 0.5) > found * 0.5)
      }
    }
  }

  @Test(arguments: Seeds.batches(40))
  func `nothing in a rectangle is nearer than its bound`(seeds: [UInt64]) throws {
    let earth = try Geodesic()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      for _ in 0..<8 {
        let place = place(&random)
        let low = self.place(&random)
        let width = Double.random(in: 0...200, using: &random)
        let height = Double.random(in: 0...(90 - low.latitude), using: &random)
        let box = Envelope(
          minX: low.longitude, minY: low.latitude, maxX: low.longitude + width,
          maxY: low.latitude + height)
        let bound = try earth.proximity(to: place).lowerBound(to: box)
        var least = Double.infinity
        for x in 0...12 {
          for y in 0...12 {
            let other = LonLat(
              box.minX + width * Double(x) / 12, box.minY + height * Double(y) / 12)
            least = min(least, try earth.way(from: place, to: other).length)
          }
        }
        #expect(bound <= least + 1e-6, "SEED=\(seed) \(place) \(box)")
        // And it is of use: not far below what a sample finds.
        if width < 20 && height < 20 { #expect(bound >= least * 0.98 - 200_000) }
      }
    }
  }

  @Test(arguments: Seeds.batches(40))
  func `a plane around a place misjudges by its error at most`(seeds: [UInt64]) throws {
    let earth = try Geodesic()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      for number in 0..<20 {
        let place = place(&random)
        let near = try earth.proximity(to: place)
        let reach = [1e-5, 1e-3, 0.1, 2][number % 4]
        let other = LonLat(
          place.longitude + Double.random(in: -reach...reach, using: &random),
          min(max(place.latitude + Double.random(in: -reach...reach, using: &random), -90), 90))
        let dx = (other.longitude - place.longitude) * near.eastScale
        let dy = other.latitude - place.latitude
        let degrees = (dx * dx + dy * dy).squareRoot()
        let flat = degrees * near.metersPerDegree
        let way = try earth.way(from: place, to: other).length
        let error = near.planeError(degrees)
        #expect(
          abs(flat - way) <= way * error + 1e-7, "SEED=\(seed) \(place) \(other) \(flat) \(way)")
      }
    }
  }

  @Test(arguments: Seeds.batches(40))
  func `everything within a distance lies in the window`(seeds: [UInt64]) throws {
    let earth = try Geodesic()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let place = place(&random)
      let meters = [10.0, 5000, 400_000, 3_000_000][Int(seed) % 4]
      let box = Envelope(
        minX: place.longitude, minY: place.latitude, maxX: place.longitude,
        maxY: place.latitude)
      guard let window = earth.window(around: box, within: meters) else { continue }
      for step in 0..<72 {
        let end = try earth.direct(from: place, azimuth: Double(step) * 5, distance: meters).to
        let x =
          place.longitude
          + (end.longitude - place.longitude).remainder(dividingBy: 360)
        #expect(window.contains(Coordinate(x, end.latitude)), "SEED=\(seed) \(step)")
      }
      #expect(window.width < 2.2 * max(meters / 30_000, 1) + 200)
    }
  }

  @Test func `the copies of a place a turn away are as near`() throws {
    let near = try Geodesic().proximity(to: LonLat(-179.9, 60))
    let there = near.distance(to: Coordinate(179.9, 60))
    #expect(abs(there - 11_159.9961) < 1e-3)
    let line = near.distance(toSegment: Coordinate(179.9, 59), Coordinate(179.9, 61))
    #expect(line < there && line > 11_100)
  }
}
