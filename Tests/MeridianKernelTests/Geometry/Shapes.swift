@testable import MeridianKernel
import MeridianTestSupport

/// Shapes of hand-made rings, as one feature of a column.
enum Shapes {
  /// One polygon of open or closed rings, in degrees.
  static func column(
    _ rings: [[(Double, Double)]], _ dimension: PartDimension = .polygon,
    placement: GeometryColumn.Placement = .degrees
  ) throws -> GeometryColumn {
    let buffer = ScreenScene.geometry(
      dimension == .polygon ? .polygon : .lineString,
      [(dimension, rings.map { $0.map { Coordinate($0.0, $0.1) } })])
    var builder = GeometryColumn.Builder()
    try builder.append(buffer, placement: placement)
    return builder.column
  }

  /// A polygon in Web Mercator's meters, where areas and crossings are plain.
  static func planar(_ rings: [[(Double, Double)]]) throws -> GeometryColumn {
    try column(rings, placement: .mercatorMeters)
  }

  /// The even-odd area of a planar polygon, in squared meters.
  static func area(_ rings: [[(Double, Double)]]) throws -> (area: Double, isValid: Bool) {
    let measured = try planar(rings).evenOddArea(ofPart: 0)
    let scale = WebMercator.circumference
    return (measured.area * scale * scale, measured.isValid)
  }

  /// A square around a place.
  static func square(_ x: Double, _ y: Double, _ half: Double) -> [(Double, Double)] {
    [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
  }

  /// The same ring with every edge cut into equal pieces; the corners stay as they are.
  static func densified(_ ring: [(Double, Double)], pieces: Int) -> [(Double, Double)] {
    ring.indices.flatMap { index -> [(Double, Double)] in
      let a = ring[index]
      let b = ring[(index + 1) % ring.count]
      return (0..<pieces).map { piece in
        let share = Double(piece) / Double(pieces)
        return (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
      }
    }
  }
}
