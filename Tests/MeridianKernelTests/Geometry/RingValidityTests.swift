@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// Which rings keep to themselves, and what area the others have.
struct RingValidityTests {
  static let simple: [(name: String, rings: [[(Double, Double)]])] = [
    ("a triangle", [[(0, 0), (4096, 0), (0, 4096)]]),
    ("a square", [Shapes.square(0, 0, 1024)]),
    ("a square the other way round", [Shapes.square(0, 0, 1024).reversed()]),
    ("an L", [[(0, 0), (4096, 0), (4096, 1024), (1024, 1024), (1024, 4096), (0, 4096)]]),
    (
      "a comb",
      [[(0, 0), (4096, 0), (4096, 4096), (3072, 1024), (2048, 4096), (1024, 1024), (0, 4096)]]
    ),
    ("a square with a hole", [Shapes.square(0, 0, 1024), Shapes.square(0, 0, 512)]),
    (
      "two holes side by side",
      [Shapes.square(0, 0, 2048), Shapes.square(-1024, 0, 512), Shapes.square(1024, 0, 512)]
    ),
    (
      "a hole that touches its shell in a point",
      [Shapes.square(0, 0, 1024), [(1024, 0), (0, 512), (0, -512)]]
    ),
  ]

  static let tangled: [(name: String, rings: [[(Double, Double)]])] = [
    ("a bow-tie", [[(0, 0), (4096, 4096), (4096, 0), (0, 4096)]]),
    (
      "a star",
      [[(0, 4096), (2048, -4096), (-4096, 1024), (4096, 1024), (-2048, -4096)]]
    ),
    (
      "a spike that folds back onto itself",
      [[(0, 0), (4096, 0), (8192, 0), (4096, 0), (4096, 4096), (0, 4096)]]
    ),
    (
      "a figure of eight through one vertex",
      [[(0, 0), (2048, 2048), (4096, 0), (4096, 4096), (2048, 2048), (0, 4096)]]
    ),
    (
      "a vertex on an edge of its own ring",
      [[(0, 0), (4096, 0), (4096, 4096), (2048, 0), (0, 4096)]]
    ),
    ("a hole across its shell", [Shapes.square(0, 0, 1024), Shapes.square(1128, 8, 512)]),
    ("a hole outside of its shell", [Shapes.square(0, 0, 1024), Shapes.square(8192, 0, 512)]),
    (
      "two holes that cross",
      [Shapes.square(0, 0, 4096), Shapes.square(0, 0, 1024), Shapes.square(1032, 520, 1024)]
    ),
  ]

  private func isValid(_ rings: [[(Double, Double)]]) throws -> Bool {
    RingValidity.isValid(try Shapes.planar(rings), part: 0)
  }

  // One piece stays a small ring; forty pieces make several blocks. Powers of two and an origin on
  // the vertex keep the cut edges exactly straight.
  @Test(arguments: [1, 2, 4, 16, 32])
  func `simple rings are valid, small and large alike`(pieces: Int) throws {
    for shape in Self.simple {
      let rings = shape.rings.map { Shapes.densified($0, pieces: pieces) }
      #expect(try isValid(rings), "\(shape.name) in \(pieces) pieces")
    }
  }

  @Test(arguments: [1, 2, 4, 16, 32])
  func `tangled rings are invalid, small and large alike`(pieces: Int) throws {
    for shape in Self.tangled {
      let rings = shape.rings.map { Shapes.densified($0, pieces: pieces) }
      #expect(try !isValid(rings), "\(shape.name) in \(pieces) pieces")
    }
  }

  @Test func `where a ring starts and which way it goes change nothing`() throws {
    for (shapes, expected) in [(Self.simple, true), (Self.tangled, false)] {
      for shape in shapes {
        let shell = shape.rings[0]
        for start in shell.indices {
          let turned = Array(shell[start...] + shell[..<start])
          for ring in [turned, turned.reversed()] {
            #expect(
              try isValid([ring] + shape.rings.dropFirst()) == expected,
              "\(shape.name) from \(start)")
          }
        }
      }
    }
  }

  @Test func `rings that cross through a vertex or along an edge are invalid`() throws {
    let crossing = [
      // The hole's vertex lies on the shell's edge, and the hole goes on to the other side.
      [
        Shapes.square(0, 0, 1024),
        [(512, -512), (1024, -512), (1536, -512), (1536, 512), (1024, 512), (512, 512)],
      ],
      // Two holes overlap and share stretches of their edges.
      [Shapes.square(0, 0, 4096), Shapes.square(0, 0, 1024), Shapes.square(1024, 0, 1024)],
      // The hole is the shell once more.
      [Shapes.square(0, 0, 1024), Shapes.square(0, 0, 1024)],
    ]
    for (number, rings) in crossing.enumerated() {
      #expect(try !isValid(rings), "number \(number)")
    }
  }

  @Test func `repeated vertices are allowed`() throws {
    let square = Shapes.square(0, 0, 1024).flatMap { [$0, $0] }
    #expect(try isValid([square]))
    let large = Shapes.densified(Shapes.square(0, 0, 1024), pieces: 8).flatMap { [$0, $0] }
    #expect(try isValid([large]))
  }

  @Test(arguments: Seeds.batches(200))
  func `small and large ring paths agree on random rings`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let count = Int.random(in: 3...8, using: &random)
      // Corners of whole 2^12 steps near the map's middle: cutting edges in 8 is exact.
      let ring = (0..<count).map { _ in
        (
          Double(Int.random(in: -40...40, using: &random)) * 4096,
          Double(Int.random(in: -40...40, using: &random)) * 4096
        )
      }
      let small = try worldRing(ring)
      let large = try worldRing(Shapes.densified(ring, pieces: 8))
      #expect(
        RingValidity.isValid(small, part: 0) == RingValidity.isValid(large, part: 0),
        "SEED=\(seed) \(ring)")
    }
  }

  /// A column whose world coordinates are exact multiples of a power of two.
  private func worldRing(_ ring: [(Double, Double)]) throws -> GeometryColumn {
    var column = GeometryColumn()
    for corner in ring + [ring[0]] {
      column.coordinates.append(Coordinate(0.5 + corner.0 * 0x1p-24, 0.5 + corner.1 * 0x1p-24))
    }
    column.ringOffsets.append(UInt32(column.coordinates.count))
    column.partOffsets.append(1)
    column.dimensions.append(.polygon)
    column.members.append(0)
    return column
  }
}

/// The even-odd area, exact for simple and for tangled rings.
struct EvenOddAreaTests {
  private func close(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= expected * 1e-6 + 1e-3
  }

  @Test func `a square with a hole is the shell less the hole`() throws {
    let measured = try Shapes.area([Shapes.square(0, 0, 1000), Shapes.square(0, 0, 500)])
    #expect(measured.isValid && close(measured.area, 3_000_000))
  }

  @Test func `a bow-tie's lobes add up`() throws {
    let measured = try Shapes.area([[(0, 0), (1000, 1000), (1000, 0), (0, 1000)]])
    #expect(!measured.isValid && close(measured.area, 500_000))
  }

  @Test func `the middle of a star is outside by the even-odd rule`() throws {
    // The pentagram on the unit circle of 1000: five tips, the pentagon left out.
    let tips = [
      (0.0, 1000.0), (587.785252292, -809.016994375), (-951.056516295, 309.016994375),
      (951.056516295, 309.016994375), (-587.785252292, -809.016994375),
    ]
    let measured = try Shapes.area([tips])
    // Whole star 1 122 569.94; the inner pentagon has the circumradius 381.966: 346 893.19.
    #expect(!measured.isValid)
    #expect(close(measured.area, 1_122_569.941 - 346_893.189), "\(measured.area)")
  }

  @Test func `where two holes overlap is inside again`() throws {
    // Two holes of 1000² share 500 × 900.
    let measured = try Shapes.area([
      Shapes.square(0, 0, 2000), Shapes.square(0, 0, 500), Shapes.square(500, 100, 500),
    ])
    #expect(!measured.isValid && close(measured.area, 16_000_000 - 1_100_000), "\(measured)")
  }

  @Test func `where two holes overlap along an edge is inside again`() throws {
    // Two holes of 1000² share 500 × 1000 and stretches of two edges.
    let measured = try Shapes.area([
      Shapes.square(0, 0, 2000), Shapes.square(0, 0, 500), Shapes.square(500, 0, 500),
    ])
    #expect(close(measured.area, 16_000_000 - 1_000_000), "\(measured)")
  }

  @Test func `a hole across the shell counts outside where it sticks out`() throws {
    let measured = try Shapes.area([Shapes.square(0, 0, 1000), Shapes.square(1000, 0, 500)])
    #expect(!measured.isValid && close(measured.area, 4_000_000 - 500_000 + 500_000), "\(measured)")
  }

  @Test func `beyond the limit a tangled polygon counts as its box`() throws {
    let bow = [(0.0, 0.0), (1024, 1024), (1024, 0), (0, 1024)]
    let small = try Shapes.area([Shapes.densified(bow, pieces: 32)])
    #expect(!small.isValid && close(small.area, 1024 * 512))
    let large = try Shapes.area([Shapes.densified(bow, pieces: 128)])
    #expect(!large.isValid && close(large.area, 1024 * 1024))
  }

  @Test(arguments: Seeds.batches(100))
  func `random tangles have the area that sampling finds`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let ring = (0..<Int.random(in: 4...9, using: &random)).map { _ in
        (Double.random(in: 0...1000, using: &random), Double.random(in: 0...1000, using: &random))
      }
      let measured = try Shapes.area([ring])
      var inside = 0
      let closed = (ring + [ring[0]]).map { Coordinate($0.0, $0.1) }
      for column in 0..<100 {
        for row in 0..<100 {
          let place = Coordinate(Double(column) * 10 + 5, Double(row) * 10 + 5)
          var isInside = false
          for (a, b) in zip(closed, closed.dropFirst()) where RayCrossing.crosses(a, b, place) {
            isInside.toggle()
          }
          if isInside { inside += 1 }
        }
      }
      #expect(
        abs(measured.area - Double(inside) * 100) < 20_000,
        "SEED=\(seed) \(measured.area) against \(inside * 100)")
    }
  }
}
