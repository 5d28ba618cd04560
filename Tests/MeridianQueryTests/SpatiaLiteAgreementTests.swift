import MeridianKernel
import MeridianQuery
import MeridianStore
import MeridianTestSupport
import Testing

/// The same answers as SpatiaLite's SQL on random questions over the samples.
struct SpatiaLiteAgreementTests {
  private struct Question {
    var layer: String
    var predicate: SpatialPredicate
    var wkt: String
  }

  /// A question of a kind that finds something often: around, along or at features of the layer.
  private func question(
    _ layer: String, _ geometries: [GeometryBuffer], _ random: inout SplitMix64
  ) -> Question {
    let predicate = SpatialPredicate.allCases.randomElement(using: &random) ?? .intersects
    let chosen = geometries.randomElement(using: &random) ?? GeometryBuffer()
    let other = geometries.randomElement(using: &random) ?? chosen
    let (a, b) = (
      chosen.coordinates.randomElement(using: &random) ?? Coordinate(0, 0),
      other.coordinates.randomElement(using: &random) ?? Coordinate(1, 1)
    )
    let wkt: String
    switch Int.random(in: 0..<6, using: &random) {
    case 0: wkt = "POINT(\(a.x) \(a.y))"
    case 1: wkt = "LINESTRING(\(a.x) \(a.y), \(b.x) \(b.y))"
    case 2:
      let (x, y) = ((min(a.x, b.x), max(a.x, b.x)), (min(a.y, b.y), max(a.y, b.y)))
      wkt = "POLYGON((\(x.0) \(y.0), \(x.1) \(y.0), \(x.1) \(y.1), \(x.0) \(y.1), \(x.0) \(y.0)))"
    case 3:
      // Within the map: beyond ±180 places lie a turn away too, which SpatiaLite does not know.
      let x = a.x + Double.random(in: -1...1, using: &random) * (b.y - a.y + 1e-4)
      let c = Coordinate(
        min(max(x, -180), 180),
        a.y + Double.random(in: -1...1, using: &random) * (b.x - a.x + 1e-4))
      wkt = "POLYGON((\(a.x) \(a.y), \(b.x) \(b.y), \(c.x) \(c.y), \(a.x) \(a.y)))"
    case 4: wkt = "MULTIPOINT(\(a.x) \(a.y), \(b.x) \(b.y))"
    default: wkt = WKTWriter.text(chosen)
    }
    return Question(layer: layer, predicate: predicate, wkt: wkt)
  }

  private static let functions: [SpatialPredicate: String] = [
    .intersects: "ST_Intersects", .equals: "ST_Equals", .disjoint: "ST_Disjoint",
    .touches: "ST_Touches", .crosses: "ST_Crosses", .overlaps: "ST_Overlaps",
    .within: "ST_Within", .contains: "ST_Contains",
  ]

  private func answers(_ questions: [Question], _ path: String) throws -> [[Int64]]? {
    let script = questions.map { question in
      let function = Self.functions[question.predicate] ?? ""
      return "SELECT coalesce(group_concat(fid, ' '), '') FROM (SELECT fid FROM "
        + "\"\(question.layer)\" WHERE \(function)(CastAutomagic(geom), "
        + "GeomFromText('\(question.wkt)', 4326)) = 1 ORDER BY fid);"
    }
    let text = try Tool.output(
      ["spatialite", "-silent", "-bail", "file:\(path)?mode=ro&immutable=1"],
      input: script.joined(separator: "\n"))
    return text.map { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
        line.split(separator: " ").compactMap { Int64($0) }
      }
    }
  }

  @Test(arguments: Seeds.batches(20))
  func `a thousand random relations have SpatiaLite's answers`(seeds: [UInt64]) throws {
    guard try Tool.has("spatialite", for: "SpatiaLite's answers") else { return }
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let sample = seed % 2 == 0 ? "soho.gpkg" : "world110.gpkg"
      let fixture = try QueryFixture(sample: sample)
      var questions: [Question] = []
      let layers = fixture.store.layers.filter { $0.geometryColumn == "geom" }
      for layer in layers {
        let geometries = try fixture.features(layer.name) { _ in }.map(\.geometry)
        for _ in 0..<(50 / layers.count + 1) {
          questions.append(question(layer.name, geometries, &random))
        }
      }
      questions = Array(questions.prefix(50))
      let answers = try #require(try answers(questions, fixture.path))
      #expect(answers.count == questions.count)
      for (number, (asked, expected)) in zip(questions, answers).enumerated() {
        let geometry = try WKTReader.geometry(asked.wkt)
        for memory in [false, true] {
          let found = try fixture.ids(asked.layer, memory: memory) {
            $0.relations = [FeatureQuery.Relation(asked.predicate, geometry)]
            $0.omitsGeometry = true
          }
          #expect(
            found == expected,
            "SEED=\(seed) \(number) \(asked.layer) \(asked.predicate) \(asked.wkt.prefix(300))")
        }
      }
    }
  }

  @Test(arguments: Seeds.batches(4))
  func `ogrinfo -spat adds only rows whose rectangle touches the box`(seeds: [UInt64]) throws {
    guard try Tool.has("ogrinfo", for: "ogrinfo -spat") else { return }
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let fixture = try QueryFixture(sample: "world110.gpkg")
      let layer = try #require(fixture.store.layers.first)
      let all = try fixture.features(layer.name) { _ in }
      for _ in 0..<8 {
        let west = Double.random(in: -180...150, using: &random)
        let south = Double.random(in: -80...60, using: &random)
        let box = FeatureQuery.Box(
          west: west, south: south, east: west + Double.random(in: 0...30, using: &random),
          north: south + Double.random(in: 0...20, using: &random))
        let ours = Set(try fixture.ids(layer.name) { $0.box = box })
        let text = try Tool.output(
          ["ogrinfo", "-ro", "-q", "-geom=NO", "-spat"]
            + [box.west, box.south, box.east, box.north].map { "\($0)" }
            + [fixture.path, layer.name])
        let theirs = Set(
          (text ?? "").split(separator: "\n").compactMap { line -> Int64? in
            guard line.hasPrefix("OGRFeature(") else { return nil }
            return Int64(line.split(separator: ":").last ?? "")
          })
        #expect(ours.isSubset(of: theirs), "SEED=\(seed) \(box)")
        let rectangle = Envelope(
          minX: box.west, minY: box.south, maxX: box.east, maxY: box.north)
        for fid in theirs.subtracting(ours) {
          let feature = try #require(all.first { $0.fid == fid })
          #expect(feature.geometry.envelope.intersects(rectangle), "SEED=\(seed) \(fid)")
        }
      }
    }
  }
}

extension WKTReader {
  /// The geometry of a text.
  static func geometry(_ text: String) throws -> GeometryBuffer {
    var buffer = GeometryBuffer()
    try read(text, into: &buffer)
    return buffer
  }
}
