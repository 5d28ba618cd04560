import Foundation
import MeridianKernel

/// Reads the geometry of a parsed GeoJSON object into a buffer; enough of it for tests.
enum GeoJSONGeometry {
  /// The buffer of a geometry object; nil when it is none.
  static func buffer(_ object: Any?) -> GeometryBuffer? {
    guard let object = object as? [String: Any], let name = object["type"] as? String,
      let type = GeometryType.allCases.first(where: { $0.name == name })
    else { return nil }
    var buffer = GeometryBuffer()
    buffer.begin(type)
    guard append(object, type, member: nil, to: &buffer) else { return nil }
    return buffer
  }

  private static func append(
    _ object: [String: Any], _ type: GeometryType, member: Int?, to buffer: inout GeometryBuffer
  ) -> Bool {
    if type == .geometryCollection {
      guard let members = object["geometries"] as? [Any] else { return false }
      for (index, one) in members.enumerated() {
        guard let inner = one as? [String: Any], let name = inner["type"] as? String,
          let kind = GeometryType.allCases.first(where: { $0.name == name }),
          append(inner, kind, member: member ?? index, to: &buffer)
        else { return false }
      }
      return true
    }
    guard let list = object["coordinates"] as? [Any] else { return false }
    switch type {
    case .point: return part(.point, [[list]], member ?? 0, &buffer)
    case .lineString: return part(.line, [list], member ?? 0, &buffer)
    case .polygon: return part(.polygon, list, member ?? 0, &buffer)
    case .multiPoint:
      return list.enumerated().allSatisfy { part(.point, [[$1]], member ?? $0, &buffer) }
    case .multiLineString:
      return list.enumerated().allSatisfy { part(.line, [$1], member ?? $0, &buffer) }
    case .multiPolygon:
      return list.enumerated().allSatisfy {
        part(.polygon, $1 as? [Any] ?? [], member ?? $0, &buffer)
      }
    default: return false
    }
  }

  private static func part(
    _ dimension: PartDimension, _ rings: [Any], _ member: Int, _ buffer: inout GeometryBuffer
  ) -> Bool {
    buffer.beginPart(dimension, member: member)
    for ring in rings {
      guard let places = ring as? [Any] else { return false }
      for place in places {
        guard let numbers = place as? [NSNumber], numbers.count >= 2 else { return false }
        buffer.append(Coordinate(numbers[0].doubleValue, numbers[1].doubleValue))
      }
      buffer.endRing()
    }
    buffer.endPart()
    return true
  }
}
