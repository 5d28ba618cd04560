import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

@Suite struct `WKB curves` {
  /// Bytes of a type with counted coordinates.
  private func run(_ code: UInt32, _ numbers: [Double], into encoder: inout GeometryEncoder) {
    encoder.byte(1)
    encoder.uint32(code)
    encoder.uint32(UInt32(numbers.count / 2))
    for number in numbers { encoder.double(number) }
  }

  private func string(_ numbers: [Double]) throws -> GeometryBuffer {
    var encoder = GeometryEncoder()
    run(8, numbers, into: &encoder)
    return try read(encoder.bytes)
  }

  private func area(_ points: [Coordinate]) -> Double {
    var sum = 0.0
    for index in points.indices {
      let next = points[(index + 1) % points.count]
      sum += points[index].x * next.y - next.x * points[index].y
    }
    return sum / 2
  }

  @Test func `A23 a curve polygon of two half circles becomes a circle within a thousandth`() throws
  {
    var encoder = GeometryEncoder()
    encoder.byte(1)
    encoder.uint32(10)
    encoder.uint32(1)
    run(8, [0, 0, 1, 1, 2, 0, 1, -1, 0, 0], into: &encoder)
    let circle = try read(encoder.bytes)
    #expect(circle.type == .curvePolygon && circle.isLinearized)
    #expect(circle.parts.map(\.dimension) == [.polygon])
    #expect(abs(abs(area(circle.coordinates)) / .pi - 1) < 1e-3)
    #expect(circle.coordinates.first == circle.coordinates.last)
    // The first tap of the case lies inside, the second outside.
    let top = circle.coordinates.map(\.y).max() ?? 0
    #expect(top >= 0.95 && top < 1.1)
  }

  @Test func `steps are one degree at most and stored points are kept`() throws {
    let arc = try string([1, 0, 0, 1, -1, 0])
    #expect(arc.coordinates.count == 181)
    #expect(arc.coordinates[90] == Coordinate(0, 1))
    for (a, b) in zip(arc.coordinates, arc.coordinates.dropFirst()) {
      #expect(a.squaredDistance(to: b).squareRoot() <= 2 * sin(Double.pi / 360) + 1e-12)
      #expect(abs(a.squaredDistance(to: Coordinate(0, 0)) - 1) < 1e-12)
    }
  }

  @Test func `an arc turns the way its middle point says`() throws {
    let right = try string([-1, 0, 0, 1, 1, 0])
    #expect(right.coordinates.allSatisfy { $0.y > -1e-12 })
    let long = try string([1, 0, -1, 0, 0, -1])
    #expect(long.coordinates.count == 271)
  }

  @Test func `an arc that ends where it starts is a full circle through the opposite point`() throws
  {
    let circle = try string([0, 0, 2, 0, 0, 0])
    #expect(circle.coordinates.count == 361)
    #expect(abs(area(circle.coordinates) / .pi - 1) < 1e-3)
  }

  @Test func `an arc whose points lie on a line is straight`() throws {
    #expect(
      try string([0, 0, 1, 1, 2, 2]).coordinates
        == [Coordinate(0, 0), Coordinate(1, 1), Coordinate(2, 2)])
    let far = try string([500_000, 5_000_000, 500_010, 5_000_000, 500_020, 5_000_000])
    #expect(far.coordinates.count == 3)
    #expect(try string([3, 3, 3, 3, 3, 3]).coordinates.count <= 3)
  }

  @Test func `an arc with a number that is no place is kept without steps`() throws {
    let odd = try string([0, 0, .nan, 1, 2, 0])
    #expect(odd.isNonFinite && odd.coordinates.count == 3)
    #expect(try string([0, 0, .infinity, 1, 2, 0]).isNonFinite)
    #expect(try string([0, 0, 1e300, 1e300, -1e300, 5]).isNonFinite)
  }

  @Test func `a compound curve is one line that repeats no joint`() throws {
    var encoder = GeometryEncoder()
    encoder.byte(1)
    encoder.uint32(9)
    encoder.uint32(3)
    run(2, [-5, 0, 0, 0], into: &encoder)
    run(8, [0, 0, 1, 1, 2, 0], into: &encoder)
    run(2, [2, 0, 5, 0], into: &encoder)
    let line = try read(encoder.bytes)
    #expect(line.parts.count == 1 && line.ringEnds.count == 1 && line.isLinearized)
    #expect(line.coordinates.count == 1 + 181 + 1)
    for (a, b) in zip(line.coordinates, line.coordinates.dropFirst()) { #expect(a != b) }
  }

  @Test func `multi curves and multi surfaces number their members`() throws {
    var curves = GeometryEncoder()
    curves.byte(1)
    curves.uint32(11)
    curves.uint32(2)
    run(2, [0, 0, 1, 0], into: &curves)
    run(8, [0, 0, 1, 1, 2, 0], into: &curves)
    let lines = try read(curves.bytes)
    #expect(lines.parts.map(\.member) == [0, 1])
    #expect(lines.parts.map(\.dimension) == [.line, .line])

    var surfaces = GeometryEncoder(isBigEndian: true)
    surfaces.byte(0)
    surfaces.uint32(12)
    surfaces.uint32(2)
    surfaces.wkb(try WKT.geometry("POLYGON ((0 0, 1 0, 1 1, 0 0))"))
    surfaces.byte(0)
    surfaces.uint32(10)
    surfaces.uint32(0)
    let polygons = try read(surfaces.bytes)
    #expect(polygons.parts.map(\.member) == [0] && polygons.hasEmptyPart)
  }

  @Test func `triangles and polyhedral surfaces are polygons`() throws {
    var encoder = GeometryEncoder()
    encoder.byte(1)
    encoder.uint32(1016)
    encoder.uint32(1)
    encoder.byte(1)
    encoder.uint32(1017)
    encoder.uint32(1)
    encoder.uint32(4)
    for number in [0, 0, 9, 1, 0, 9, 1, 1, 9, 0, 0, 9] { encoder.double(Double(number)) }
    let tin = try read(encoder.bytes)
    #expect(tin.type == .tin && tin.parts.map(\.dimension) == [.polygon])
    #expect(tin.coordinates.map(\.x) == [0, 1, 1, 0])
  }
}
