import Foundation
import MeridianKernel
import MeridianTestSupport
import MeridianTopology
import Testing

/// Turf's planar cases of its boolean functions.
@Suite struct TurfTests {
  /// Turf's functions that are relations of two geometries.
  static let predicates: [String: SpatialPredicate] = [
    "contains": .contains, "crosses": .crosses, "disjoint": .disjoint, "equal": .equals,
    "intersects": .intersects, "overlap": .overlaps, "touches": .touches, "within": .within,
    "point-on-line": .intersects,
  ]

  /// Cases where Turf means something else than the standard, by function and name.
  static let differences = [
    "equal precision-default":
      "Turf compares rounded to six decimals; here coordinates are what they are",
    "point-on-line PointOnLineWithEpsilon":
      "Turf's option of a tolerance; here that is a question about a distance",
    "point-on-line LineWithOnly1SegmentIgnoreBoundary":
      "Turf's option to leave the ends out; by the standard a line holds its boundary",
    "point-on-line LineWithOnly1SegmentIgnoreBoundaryEnd":
      "Turf's option to leave the ends out; by the standard a line holds its boundary",
    "point-on-line PointOnStartFailsWhenIgnoreEndpoints":
      "Turf's option to leave the ends out; by the standard a line holds its boundary",
    "point-on-line PointOnEndFailsWhenIgnoreEndpoints":
      "Turf's option to leave the ends out; by the standard a line holds its boundary",
    "valid GeometryCollection/empty-geometry-collection":
      "Turf takes no empty collection; by the standard an empty geometry is valid",
    "valid GeometryCollection/nested-collection":
      "Turf follows RFC 7946's advice against nesting; by the standard it is valid",
  ]

  @Test func `every relation is Turf's, or differs for a named reason`() throws {
    guard let path = OraclePath.file("turf_boolean_cases.ndjson") else { return }
    let context = try TopologyContext()
    var (same, seen) = (0, Set<String>())
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let row = try #require(object as? [String: Any])
      let name = try #require(row["name"] as? String)
      let operation = try #require(row["op"] as? String)
      let expected = try #require(row["expected"] as? Bool)
      let collection = try #require(row["geojson"] as? [String: Any])
      let features = collection["features"] as? [[String: Any]] ?? [collection]
      let geometries = features.map { GeoJSONGeometry.buffer($0["geometry"] ?? $0) }
      var found: Set<Bool> = []
      if let predicate = Self.predicates[operation] {
        let a = try context.geometry(#require(geometries[0]))
        let b = try context.geometry(#require(geometries[1]))
        found = try context.everyWay(predicate, a, b)
      } else if operation == "valid" {
        guard let buffer = geometries[0] else { continue }
        found = [try context.validity(of: buffer).isValid]
      } else {
        continue
      }
      #expect(found.count == 1, "\(operation) \(name)")
      if found == [expected] {
        same += 1
      } else {
        seen.insert("\(operation) \(name)")
        #expect(
          Self.differences["\(operation) \(name)"] != nil, "\(operation) \(name): \(found)")
      }
    }
    #expect(seen == Set(Self.differences.keys))
    // The rest are five objects that hold no geometry at all, and functions that relate nothing:
    // clockwise, concave and parallel.
    #expect(same == 388)
    print("turf: \(same) the same, \(seen.count) explained")
  }
}
