import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import Testing

/// Rings that overlap themselves or hold a pole, and those that nearly do.
@Suite struct RingFlagTests {
  let earth: Geodesic

  init() throws { earth = try Geodesic(.wgs84) }

  private func flags(_ text: String) throws -> [MeasureFlag] { try earth.area(ring(text)).flags }

  @Test(arguments: [
    "0 0, 10 10, 10 0, 0 10",  // a bow-tie of ordinary size
    "0 0, 0.00001 0.00001, 0.00001 0, 0 0.00001",  // of one meter
    "0 -40, 80 40, 80 -40, 0 40",  // of a quarter of the Earth
    "170 0, -170 10, -170 0, 170 10",  // across the seam
    "0 0, 4 0, 4 2, 1 -1, 1 3",  // a side crossed twice
    "0 0, 2 0, 2 2, 1 0, 0 2, 1 -1",  // a vertex on a side, passing through
    "0 0, 1 1, 2 2, 2 0, 1 1, 0 2",  // passing through a vertex visited before
    "0 0, 2 0, 0 2, 0 0, 2 0, 0 2",  // twice around
    "0 89, 120 89, 240 89, 0 88, 120 88, 240 88",  // twice around the pole
    "-45 88, 135 88, 90 85, 45 88, -135 88, 180 80",  // crossing at the pole
  ])
  func `a ring that crosses or repeats itself is flagged`(_ text: String) throws {
    #expect(try flags(text).contains(.selfOverlapping))
    #expect(try earth.area(ring(text).reversed()).flags.contains(.selfOverlapping))
  }

  @Test(arguments: [
    "0 0, 10 0, 10 10, 0 10",
    "0 0, 2 0, 2 2, 1 0.000001, 0 2",  // a vertex ten centimeters from a side
    "0 0, 2 0, 2 2, 1 0, 0 2",  // a vertex on a side, turning back
    "0 0, 1 1, 2 0, 2 2, 1 1, 0 2",  // touching itself at a vertex
    "0 0, 4 0, 4 4, 0 4, 0 0, 1 1, 1 3, 3 3, 3 1, 1 1",  // a hole reached by a bridge
    "0 0, 2 0, 1 0, 1 1",  // a spike
    "0 0, 1 0, 2 0, 3 0, 3 1, 2 1, 1 1, 0 1",  // straight runs
    "10 40, 120 41, 120 40.99999, 10 39.99999",  // a sliver of a meter and ten thousand kilometers
    "0 60, 0 80, 180 80, 180 60, 90 50",  // over the pole by a meridian
  ])
  func `a ring that only touches itself or comes close is not`(_ text: String) throws {
    #expect(try !flags(text).contains(.selfOverlapping))
    #expect(try !earth.area(ring(text).reversed()).flags.contains(.selfOverlapping))
  }

  @Test func `geodesics decide, not straight lines on the map`() throws {
    // The northern edge bulges to 51.7 degrees at the middle: a vertex at 51 is outside of the
    // straight side on the map, yet inside of the geodesic.
    let inside = "-30 0, 30 0, 30 48, 0 51, -30 48"
    #expect(try flags(inside) == [])
    let spike = "-30 0, 0 51, 30 0, 30 48, -30 48"
    #expect(try !flags(spike).contains(.selfOverlapping))
    let through = "-30 0, 0 53, 30 0, 30 48, -30 48"
    #expect(try flags(through).contains(.selfOverlapping))
  }

  @Test func `a crossing is found at any size, place and direction`() throws {
    let seed: UInt64 = 11
    var random = SplitMix64(seed: seed)
    for round in 0..<200 {
      let center = LonLat(
        Double.random(in: -180...180, using: &random), Double.random(in: -90...90, using: &random))
      let size = 10 * Double.random(in: 0...6, using: &random).rounded() + 1
      let radius = size * Double.random(in: 1...1000, using: &random)
      let turn = Double.random(in: 0..<360, using: &random)
      let corners = try [0.0, 90, 180, 270].map {
        try earth.direct(from: center, azimuth: turn + $0, distance: radius).to
      }
      let comment: Comment = "seed \(seed), round \(round)"
      let tie = [corners[0], corners[2], corners[1], corners[3]]
      #expect(try earth.area(tie).flags.contains(.selfOverlapping), comment)
      #expect(try !earth.area(corners).flags.contains(.selfOverlapping), comment)
    }
  }

  @Test(arguments: [
    ("0 10, 90 10, 180 10, 270 10", true), ("0 -10, 90 -10, 180 -10, 270 -10", true),
    ("0 60, 90 60, 180 60", false), ("0 60, 91 60, 181 60", true), ("0 60, 89 60, 179 60", false),
    ("0 60, 120 60, 240 60", true), ("-10 80, 10 80, 10 89, -10 89", false),
    ("0 90, 10 80, 20 80", false), ("200 90, 10 80, 20 80", false),
    // A band through both poles, narrow and wide (the smaller side without and with poles).
    ("10 -85, 10 0, 10 85, 170 85, -170 85, -10 85, -10 0, -10 -85, -170 -85, 170 -85", true),
    ("-170 -85, -170 0, -170 85, 170 85, 170 0, 170 -85", false),
    // From the north pole to the other side of the south pole and back.
    ("0 90, 0 -80, 120 -80, 240 -80", true),
  ])
  func `a pole strictly inside the smaller side is told`(_ text: String, _ encloses: Bool) throws {
    #expect(try flags(text).contains(.enclosesPole) == encloses)
    let vertices = ring(text)
    #expect(try earth.area(vertices.reversed()).flags.contains(.enclosesPole) == encloses)
    for start in vertices.indices {
      let turned = Array(vertices[start...] + vertices[..<start])
      #expect(try earth.area(turned).flags.contains(.enclosesPole) == encloses, "from \(start)")
    }
  }
}
