@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// Rings at the seam and around the poles, laid out without jumps.
struct SeamUnwrappingTests {
  private func longitudes(_ column: GeometryColumn) -> [Double] {
    column.coordinates.map { (($0.x - 0.5) * 360 * 1e6).rounded() / 1e6 }
  }

  private func contains(_ rings: [[(Double, Double)]], _ place: LonLat) throws -> Bool {
    let column = try Shapes.column(rings)
    let world = WebMercator.project(place)
    for copy in -2...2 {
      var isInside = false
      for ring in column.rings(of: 0) {
        let range = column.coordinates(of: ring)
        for index in range.dropLast() {
          let shifted = Coordinate(world.x + Double(copy), world.y)
          if RayCrossing.crosses(
            column.coordinates[index], column.coordinates[index + 1], shifted)
          {
            isInside.toggle()
          }
        }
      }
      if isInside { return true }
    }
    return false
  }

  @Test func `a ring that jumps at the seam runs on beyond it`() throws {
    let column = try Shapes.column([[(177, -17), (-178, -17), (-178, -19), (177, -19)]])
    #expect(longitudes(column) == [177, 182, 182, 177, 177])
    let other = try Shapes.column([[(-178, -17), (177, -17), (177, -19), (-178, -19)]])
    #expect(longitudes(other) == [-178, -183, -183, -178, -178])
  }

  @Test func `a ring stored beyond the seam starts in the canonical copy`() throws {
    let column = try Shapes.column([[(182, -17), (177, -17), (177, -19), (182, -19)]])
    #expect(longitudes(column) == [-178, -183, -183, -178, -178])
    let far = try Shapes.column([[(727.5, 1), (728.5, 1), (728.5, 2)]])
    #expect(longitudes(far) == [7.5, 8.5, 8.5, 7.5])
  }

  @Test func `a line takes the short way and ends where it is stored`() throws {
    let column = try Shapes.column([[(170, 0), (-170, 10), (-150, 10), (175, 0)]], .line)
    #expect(longitudes(column) == [170, 190, 210, 175])
  }

  @Test func `a box of the whole world stays a box`() throws {
    let box = [(-180.0, -60.0), (180, -60), (180, 60), (-180, 60)]
    for ring in [box, box.reversed()] {
      let column = try Shapes.column([ring])
      let summary = column.summaries[0]
      #expect(abs(summary.envelope.width - 1) < 1e-12)
      for longitude in [-179.0, -1, 0, 90, 179] {
        #expect(try contains([ring], LonLat(longitude, 59)))
        #expect(try !contains([ring], LonLat(longitude, 61)))
        #expect(try !contains([ring], LonLat(longitude, -61)))
      }
    }
  }

  @Test func `a ring cut at the seam and closed along the pole keeps its cut`() throws {
    // Like Antarctica in public data: along the coast, then down the seam and back along the pole.
    let ring = [
      (-180.0, -84.0), (-120, -74), (-60, -65), (0, -70), (60, -67), (120, -66), (180, -84),
      (180, -90), (-180, -90),
    ]
    let column = try Shapes.column([ring])
    #expect(abs(column.summaries[0].envelope.width - 1) < 1e-12)
    #expect(column.summaries[0].flags.contains(.invalid) == false)
    for longitude in [-179.0, -60, 0, 60, 179] {
      #expect(try contains([ring], LonLat(longitude, -84.9)), "at \(longitude)")
      #expect(try !contains([ring], LonLat(longitude, -60)))
      #expect(try !contains([ring], LonLat(longitude, 80)))
    }
  }

  @Test func `a ring around a pole is closed through it`() throws {
    let north = [(0.0, 80.0), (120, 80), (-120, 80)]
    for ring in [north, north.reversed()] {
      for longitude in [-179.0, -100, 0, 45, 100, 179] {
        #expect(try contains([ring], LonLat(longitude, 84)), "at \(longitude)")
        #expect(try !contains([ring], LonLat(longitude, 79)))
        #expect(try !contains([ring], LonLat(longitude, -84)))
      }
      #expect(try Shapes.column([ring]).summaries[0].flags.contains(.invalid) == false)
    }
    let south = (0..<12).map { (Double($0) * 30 - 180, -70.0) }
    for ring in [south, south.reversed()] {
      for longitude in [-179.0, -100, 0, 45, 179] {
        #expect(try contains([ring], LonLat(longitude, -75)), "at \(longitude)")
        #expect(try !contains([ring], LonLat(longitude, -69)))
        #expect(try !contains([ring], LonLat(longitude, 84)))
      }
    }
  }

  @Test func `a hole across the seam lies in its shell`() throws {
    // The shell is stored past 180, its hole with a jump.
    let rings = [
      [(170.0, -10.0), (190, -10), (190, 10), (170, 10)],
      [(179.0, -1.0), (-179, -1), (-179, 1), (179, 1)],
    ]
    #expect(try !contains(rings, LonLat(180, 0)))
    #expect(try contains(rings, LonLat(175, 0)))
    #expect(try contains(rings, LonLat(-175, 0)))
  }

  @Test func `a hole stored in another copy than its shell is still its hole`() throws {
    // The hole starts west of the seam and the shell east of it.
    let rings = [
      [(170.0, -10.0), (190, -10), (190, 10), (170, 10)],
      [(-179.0, -1.0), (-177, -1), (-177, 1), (-179, 1)],
    ]
    #expect(try !contains(rings, LonLat(-178, 0)))
    #expect(try contains(rings, LonLat(-175, 0)))
    #expect(try contains(rings, LonLat(175, 0)))
  }

  @Test(arguments: Seeds.batches(200))
  func `no edge of a small ring is longer than the ring, wherever it lies`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let middle = Double.random(in: -185...185, using: &random)
      let ring = (0..<Int.random(in: 3...9, using: &random)).map { _ in
        (
          LonLat.canonicalLongitude(middle + Double.random(in: -20...20, using: &random)),
          Double.random(in: -60...60, using: &random)
        )
      }
      let column = try Shapes.column([ring])
      let width = column.summaries[0].envelope.width * 360
      #expect(width <= 40.0001, "SEED=\(seed) \(width)")
      let first = column.coordinates[0].x
      #expect(first >= 0 && first < 1, "SEED=\(seed)")
    }
  }
}
