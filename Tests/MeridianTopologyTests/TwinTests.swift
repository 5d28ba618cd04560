import MeridianKernel
import MeridianTestSupport
import MeridianTopology
import Testing

/// Prepared and plain answers are twins, whatever the geometry is.
@Suite struct TwinTests {
  @Test(arguments: Seeds.batches(200))
  func `prepared and plain agree on random geometries, valid or not`(seeds: [UInt64]) throws {
    let context = try TopologyContext()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let a = try context.geometry(Self.geometry(&random))
      let b = try context.geometry(Self.geometry(&random))
      for predicate in SpatialPredicate.allCases {
        let answers = try context.everyWay(predicate, a, b)
        #expect(answers.count == 1, "seed \(seed), \(predicate)")
      }
      let prepared = PreparedGeometry(a)
      let first = try context.distance(prepared, b)
      #expect(try first == context.distance(a, b))
      let distance = try context.distance(prepared, b)
      if let first, let distance {
        #expect(abs(first - distance) <= 1e-12 * max(1, first), "seed \(seed)")
        for limit in [first * 0.999, first * 1.001] {
          #expect(
            try context.isWithin(limit, of: prepared, b) == context.isWithin(limit, of: a, b),
            "seed \(seed), within \(limit)")
        }
      } else {
        #expect(first == nil && distance == nil, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Seeds.batches(200))
  func `the named relations are what the matrix says`(seeds: [UInt64]) throws {
    let context = try TopologyContext()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let a = try context.geometry(Self.geometry(&random))
      let b = try context.geometry(Self.geometry(&random))
      #expect(
        try context.holds(.disjoint, a, b) != context.holds(.intersects, a, b), "seed \(seed)")
      #expect(
        try context.holds(.disjoint, a, b) == context.relate(a, b, pattern: "FF*FF****"),
        "seed \(seed)")
      #expect(
        try context.holds(.within, a, b) == context.relate(a, b, pattern: "T*F**F***"),
        "seed \(seed)")
      let matrix = Array(try context.relate(a, b))
      let turned = Array(try context.relate(b, a))
      for (index, cell) in matrix.enumerated() {
        #expect(turned[index % 3 * 3 + index / 3] == cell, "seed \(seed)")
      }
      if try !a.isEmpty && a.isValid {
        #expect(try context.holds(.equals, a, a), "seed \(seed)")
      }
    }
  }

  @Test(arguments: Seeds.batches(100))
  func `a difference and an intersection make up the first geometry`(seeds: [UInt64]) throws {
    let context = try TopologyContext()
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let a = try context.geometry(Self.geometry(&random))
      let b = try context.geometry(Self.geometry(&random))
      let shared = try context.geometry(context.intersection(a, b))
      let rest = try context.geometry(context.difference(a, b))
      let all = try context.geometry(context.union(a, b))
      let only = try context.geometry(context.symmetricDifference(a, b))
      if !shared.isEmpty { #expect(try context.holds(.intersects, a, b), "seed \(seed)") }
      #expect(try shared.isEmpty == context.holds(.disjoint, a, b), "seed \(seed)")
      if !rest.isEmpty {
        #expect(try context.distance(rest, a) ?? 1 <= 1e-9, "seed \(seed)")
        #expect(try context.distance(only, rest) ?? 1 <= 1e-9, "seed \(seed)")
      }
      #expect(all.isEmpty == (a.isEmpty && b.isEmpty), "seed \(seed)")
    }
  }

  /// A geometry on a small grid, so that edges and corners meet: half of the polygons are star
  /// shaped and so valid, the others cross themselves.
  static func geometry(_ random: inout SplitMix64) -> GeometryBuffer {
    let types: [GeometryType] = [
      .point, .lineString, .polygon, .polygon, .polygon, .multiPoint, .multiLineString,
      .multiPolygon, .geometryCollection,
    ]
    let type = types.randomElement(using: &random) ?? .point
    var buffer = GeometryBuffer()
    buffer.begin(type)
    if Int.random(in: 0..<20, using: &random) == 0 {
      buffer.noteEmptyPart()
      return buffer
    }
    for member in 0..<(type.rawValue < 4 ? 1 : Int.random(in: 1...3, using: &random)) {
      let dimension: PartDimension =
        switch type {
        case .point, .multiPoint: .point
        case .lineString, .multiLineString: .line
        case .polygon, .multiPolygon: .polygon
        default: [.point, .line, .polygon].randomElement(using: &random) ?? .point
        }
      buffer.beginPart(dimension, member: member)
      part(dimension, &random, &buffer)
      buffer.endRing()
      buffer.endPart()
    }
    return buffer
  }

  private static func part(
    _ dimension: PartDimension, _ random: inout SplitMix64, _ buffer: inout GeometryBuffer
  ) {
    func place(_ random: inout SplitMix64) -> Coordinate {
      Coordinate(
        Double(Int.random(in: 0...8, using: &random)),
        Double(Int.random(in: 0...8, using: &random)))
    }
    if dimension == .polygon, Bool.random(using: &random) {
      let corner = place(&random)
      let size = Coordinate(
        Double(Int.random(in: 1...4, using: &random)),
        Double(Int.random(in: 1...4, using: &random)))
      for offset in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)] {
        buffer.append(corner + Coordinate(size.x * offset.0, size.y * offset.1))
      }
      return
    }
    // Ones too short and rings left open are among them on purpose.
    let count = dimension == .point ? 1 : Int.random(in: 1...7, using: &random)
    let first = place(&random)
    buffer.append(first)
    for _ in 1..<max(2, count) where count > 1 { buffer.append(place(&random)) }
    if dimension == .polygon, Int.random(in: 0..<4, using: &random) > 0 { buffer.append(first) }
  }
}
