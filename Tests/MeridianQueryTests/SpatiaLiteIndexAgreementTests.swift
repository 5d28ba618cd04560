import MeridianKernel
import MeridianQuery
import MeridianStore
import MeridianTestSupport
import Testing

/// The same answers with SpatiaLite's own R-tree and without it, and those of its SQL.
struct SpatiaLiteIndexAgreementTests {
  /// A file of random geometries, some of them compressed, some changed after they were there.
  private func file(seed: UInt64) throws -> SpatiaLiteFile? {
    var random = SplitMix64(seed: seed)
    var scene = RandomScene(
      seed: seed, center: LonLat([7.5, -120, 0][Int(seed % 3)], [47, -33, 0][Int(seed % 3)]),
      spread: [1e-4, 0.01, 1, 20][Int(seed % 4)])
    let shapes = (0..<400).map { _ in WKTWriter.text(scene.geometry()) }
    let file = try SpatiaLiteFile(
      for: "SpatiaLite's R-trees", geometries: Array(shapes.prefix(300)))
    let later = shapes.dropFirst(300).map { text -> String in
      let id = Int.random(in: 1...200, using: &random)
      let geometry = "GeomFromText('\(text)', 4326)"
      return switch Int.random(in: 0..<4, using: &random) {
      case 0: "INSERT INTO t (g) SELECT * FROM (SELECT \(geometry) AS g) WHERE g NOTNULL;"
      case 1: "UPDATE t SET g = CompressGeometry(g) WHERE id = \(id);"
      case 2: "DELETE FROM t WHERE id = (SELECT max(id) FROM t);"
      default: "UPDATE t SET g = ifnull(\(geometry), g) WHERE id = \(id);"
      }
    }
    try file?.run(later.joined(separator: "\n"))
    return file
  }

  /// A window as large as the layer, as a feature, or as nothing, at its coordinates or between.
  private func box(_ all: [FoundFeature], _ random: inout SplitMix64) -> FeatureQuery.Box {
    let places = (0..<2).map { _ -> Coordinate in
      let chosen = all.randomElement(using: &random)
      return chosen?.geometry.coordinates.randomElement(using: &random) ?? Coordinate(0, 0)
    }
    let reach: Double = [0, 1e-7, 1e-4, 0.1].randomElement(using: &random) ?? 0
    let far = Bool.random(using: &random) ? places[0] : places[1]
    return FeatureQuery.Box(
      west: max(min(places[0].x, far.x) - reach, -180),
      south: max(min(places[0].y, far.y) - reach, -90),
      east: min(max(places[0].x, far.x) + reach, 180),
      north: min(max(places[0].y, far.y) + reach, 90))
  }

  @Test(arguments: Seeds.batches(8))
  func `answers with and without the index are the same`(seeds: [UInt64]) throws {
    var (asked, byIndex) = (0, 0)
    for seed in seeds {
      var random = SplitMix64(seed: seed &+ 99)
      guard let file = try file(seed: seed) else { return }
      let cache = try TemporaryFolder()
      let store = try openStore(at: file.path, cacheFolder: cache.path)
      let layer = try store.layer(named: "t")
      func ask(_ trust: IndexTrust, _ fill: (inout FeatureQuery) -> Void) throws -> (
        found: [FoundFeature], plan: QueryPlan
      ) {
        var query = FeatureQuery()
        query.trust = trust
        fill(&query)
        let bound = try LayerQuery(query, of: layer, in: store)
        var found: [FoundFeature] = []
        try bound.forEach {
          found.append($0)
          return true
        }
        return (found, bound.plan)
      }
      let all = try ask(.never) { _ in }.found
      #expect(all.count > 200)
      for number in 0..<30 {
        let box = box(all, &random)
        let with = try ask(.always) { $0.box = box }
        let without = try ask(.never) { $0.box = box }.found
        #expect(
          with.found.map(\.fid) == without.map(\.fid)
            && with.found.map(\.geometry) == without.map(\.geometry), "SEED=\(seed) \(box)")
        asked += 1
        if with.plan.steps.first?.by == "index" { byIndex += 1 }
        guard number % 6 == 0 else { continue }
        let place = LonLat((box.west + box.east) / 2, (box.south + box.north) / 2)
        let nearest = try [IndexTrust.always, .never].map {
          try ask($0) { $0.nearest = FeatureQuery.Nearest(to: place, count: 3) }.found.map(\.fid)
        }
        #expect(nearest[0] == nearest[1], "SEED=\(seed) \(place)")
      }
    }
    #expect(byIndex * 4 > asked, "\(byIndex) of \(asked) questions went through the index")
  }
}
