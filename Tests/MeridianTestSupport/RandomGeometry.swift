public import MeridianKernel

/// Random geometries of every simple and multi type, for decoders and encoders.
public enum RandomGeometry {
  /// A point.
  public static func point(_ x: Double, _ y: Double) -> GeometryBuffer {
    var buffer = GeometryBuffer()
    buffer.begin(.point)
    buffer.beginPart(.point, member: 0)
    buffer.append(Coordinate(x, y))
    buffer.endRing()
    buffer.endPart()
    return buffer
  }

  /// A geometry that a seed decides; members of collections are simple.
  public static func any(seed: UInt64) -> GeometryBuffer {
    var random = SplitMix64(seed: seed)
    let types: [GeometryType] = [
      .point, .lineString, .polygon, .multiPoint, .multiLineString, .multiPolygon,
      .geometryCollection,
    ]
    let type = types.randomElement(using: &random) ?? .point
    var buffer = GeometryBuffer()
    buffer.begin(type)
    let count = type.rawValue < 4 ? 1 : Int.random(in: 1...5, using: &random)
    for member in 0..<count {
      let dimension: PartDimension =
        switch type {
        case .point, .multiPoint: .point
        case .lineString, .multiLineString: .line
        case .polygon, .multiPolygon: .polygon
        default: [.point, .line, .polygon].randomElement(using: &random) ?? .point
        }
      buffer.beginPart(dimension, member: member)
      for _ in 0..<(dimension == .polygon ? Int.random(in: 1...3, using: &random) : 1) {
        let vertices =
          dimension == .point
          ? 1 : Int.random(in: (dimension == .line ? 2 : 4)...12, using: &random)
        for _ in 0..<vertices {
          buffer.append(
            Coordinate(
              Double.random(in: -180...180, using: &random),
              Double.random(in: -90...90, using: &random)))
        }
        buffer.endRing()
      }
      buffer.endPart()
    }
    return buffer
  }
}
