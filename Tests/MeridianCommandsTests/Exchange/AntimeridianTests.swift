import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

/// Cutting at 180° against the cases of the package “antimeridian” (planar cuts).
struct AntimeridianTests {
  /// Where we answer otherwise, and why.
  private static let differences = [
    "both-poles":
      "the ring winds around no pole as its short edges run, so it is cut and encloses neither",
    "extra-crossing":
      "the pole is the one of the mean latitude, as on the glass, whichever way the ring turns",
    "overlap":
      "the pole is the one of the mean latitude, and the ring crosses itself",
    "force-north-pole":
      "the same area: two of their pieces meet in a point of the seam, where ours is one",
    "issues-171": "their answer has lost one of the two holes",
  ]

  private struct Case {
    var name: String
    var input: Any
    var expected: [String: Any]?
  }

  private static func cases(for test: String = #function) throws -> [Case] {
    guard let path = OraclePath.file("antimeridian_cases.ndjson", for: test) else { return [] }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let object = try #require(parsed as? [String: Any])
      return Case(
        name: try #require(object["name"] as? String), input: try #require(object["input"]),
        expected: object["expected_flat"] as? [String: Any])
    }
  }

  /// The exported geometries of the cases.
  private static func cut(_ cases: [Case]) throws -> [[String: Any]] {
    let folder = try ExchangeFolder()
    let lines = try cases.enumerated().map { number, one in
      let feature: [String: Any] = [
        "type": "Feature", "id": number + 1, "properties": [:] as [String: Any],
        "geometry": one.input,
      ]
      return String(decoding: try JSONSerialization.data(withJSONObject: feature), as: UTF8.self)
    }
    try folder.write(lines.joined(separator: "\n"), to: "a.ndjson")
    let made = folder.run("import", "=a.ndjson", "--into", "=t.gpkg")
    #expect(made.code == 0, "\(made.errors)")
    let answer = folder.run("export", "=t.gpkg", "a", "-o", "-", "--format", "geojson")
    let whole = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
    let features = try #require((whole as? [String: Any])?["features"] as? [[String: Any]])
    return try features.map { try #require($0["geometry"] as? [String: Any]) }
  }

  @Test func `polygons and lines are cut as the oracle cuts them, but for named cases`() throws {
    let cases = try Self.cases()
    guard !cases.isEmpty else { return }
    var different: Set<String> = []
    for (one, geometry) in zip(cases, try Self.cut(cases)) {
      guard let expected = one.expected else { continue }
      if !Self.isSame(geometry, expected) { different.insert(one.name) }
    }
    #expect(different == Set(Self.differences.keys))
  }

  @Test func `no longitude lies beyond 180° and shells turn counterclockwise`() throws {
    let cases = try Self.cases()
    for (one, geometry) in zip(cases, cases.isEmpty ? [] : try Self.cut(cases)) {
      for polygon in Self.polygons(geometry) {
        for (number, ring) in polygon.enumerated() {
          #expect(ring.allSatisfy { abs($0[0]) <= 180 && abs($0[1]) <= 90 }, "\(one.name)")
          #expect(ring.first == ring.last && ring.count > 3, "\(one.name)")
          // A ring that crosses itself has no way in which it turns.
          let isCrossed = ["issues-182", "overlap", "force-north-pole"].contains(one.name)
          #expect((Self.area(ring) > 0) == (number == 0) || isCrossed, "\(one.name)")
        }
      }
    }
  }

  @Test(arguments: Seeds.list(200))
  func `cutting keeps a polygon's area, with a hole and in any spelling`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let center = Double.random(in: 160...200, using: &random)
    let outer = star(center, radius: Double.random(in: 20...60, using: &random), &random)
    let inner = outer.map { [center + ($0[0] - center) * 0.3, $0[1] * 0.3] }
    let whole = abs(Self.area(outer)) - abs(Self.area(inner))
    let folder = try ExchangeFolder()
    let wrapped = [outer, Array(inner.reversed())].map { ring in
      ring.map { [LonLat.canonicalLongitude($0[0]), $0[1]] }
    }
    let far = [outer, inner].map { ring in ring.map { [$0[0] - 360, $0[1]] } }
    for rings in [[outer, inner], wrapped, far] {
      let text = try JSONSerialization.data(
        withJSONObject: ["type": "Polygon", "coordinates": rings] as [String: Any])
      try folder.write(bytes: Array(text), to: "a.geojson")
      try? FileManager.default.removeItem(atPath: folder.file("t.gpkg"))
      #expect(folder.run("import", "=a.geojson", "--into", "=t.gpkg").code == 0)
      let answer = folder.run(
        "export", "=t.gpkg", "a", "-o", "-", "--format", "geojson", "--precision", "12")
      let parsed = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
      let features = (parsed as? [String: Any])?["features"] as? [[String: Any]]
      let geometry = try #require(features?.first?["geometry"] as? [String: Any])
      let area = Self.polygons(geometry).joined().reduce(0) { $0 + Self.area($1) }
      #expect(abs(area - whole) < 1e-6 * whole, "seed \(seed): \(area) \(whole)")
    }
  }

  /// A closed course of many points around a center, which never crosses itself.
  private func star(_ center: Double, radius: Double, _ random: inout SplitMix64) -> [[Double]] {
    let count = Int.random(in: 5...30, using: &random)
    var ring = (0..<count).map { step in
      let angle = 2 * Double.pi * Double(step) / Double(count)
      let length = radius * Double.random(in: 0.3...1, using: &random)
      return [center + length * cos(angle), length * sin(angle)]
    }
    ring.append(ring[0])
    return ring
  }

  // MARK: Comparing

  private static func polygons(_ geometry: [String: Any]) -> [[[[Double]]]] {
    if let one = geometry["coordinates"] as? [[[Double]]], geometry["type"] as? String == "Polygon"
    {
      return [one]
    }
    return geometry["coordinates"] as? [[[[Double]]]] ?? []
  }

  private static func lines(_ geometry: [String: Any]) -> [[[Double]]] {
    if let one = geometry["coordinates"] as? [[Double]] { return [one] }
    guard geometry["type"] as? String == "MultiLineString" else { return [] }
    return geometry["coordinates"] as? [[[Double]]] ?? []
  }

  private static func area(_ ring: [[Double]]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { $0 + ($1.0[0] * $1.1[1] - $1.1[0] * $1.0[1]) / 2 }
  }

  private static func isSame(_ a: [String: Any], _ b: [String: Any]) -> Bool {
    let texts = { (geometry: [String: Any]) in
      (polygons(geometry).map { $0.map(normal).joined(separator: ";") }
        + lines(geometry).map { $0.map(text).joined(separator: " ") }).sorted()
    }
    return texts(a) == texts(b) && a["type"] as? String == b["type"] as? String
  }

  private static func text(_ place: [Double]) -> String {
    // Off the middle between two texts, where numbers of seven decimals like to lie.
    place.prefix(2).map { String(format: "%.5f", $0 + 3.3e-7) }.joined(separator: " ")
  }

  /// A ring without repeats, counterclockwise, from its least place on.
  private static func normal(_ ring: [[Double]]) -> String {
    var places: [String] = []
    for place in area(ring) < 0 ? ring.reversed() : ring where text(place) != places.last {
      places.append(text(place))
    }
    if places.count > 1, places.first == places.last { places.removeLast() }
    guard let least = places.indices.min(by: { places[$0] < places[$1] }) else { return "" }
    return (places[least...] + places[..<least]).joined(separator: ",")
  }
}
