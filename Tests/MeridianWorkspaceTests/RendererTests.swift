import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Agreement with what a renderer draws, over the sample of Soho.
@Suite struct `Renderer agreement` {
  private static func snapshot(
    symbols: LayerIndexer.Symbols = LayerIndexer.Symbols(),
    rules: [String: LayerIndexer.RadiusRule] = [:]
  ) throws -> WorkspaceSnapshot {
    let cache = try TemporaryFolder()
    let store = try openStore(
      at: OraclePath.package + "/Data/samples/soho.gpkg", cacheFolder: cache.path)
    return try WorkspaceSnapshot(reading: store, symbols: symbols, radiusRules: rules)
  }

  @Test func `one thousand single pixels under ten cameras`() throws {
    guard let path = OraclePath.file("renderer_agreement.json") else { return }
    let cases = try JSON.list(path)
    let snapshot = try Self.snapshot()
    let options = HitOptions(tolerance: try #require(HitTolerance(0)))
    var taps = 0
    for view in cases {
      let transform = try #require(try CameraTransform(view["camera"] as? [String: Any]))
      for tap in try #require(view["taps"] as? [[String: Any]]) {
        let screen = try #require(tap["screen"] as? [Double])
        let answer = snapshot.hits(
          at: ScreenPoint(screen[0], screen[1]), through: transform, options: options)
        let ignored = Set(try #require(tap["ignore"] as? [String]))
        let found = Set(answer.hits.map { "\($0.layer)/\($0.fid ?? -1)" }).subtracting(ignored)
        #expect(
          found == Set(try #require(tap["hit"] as? [String])), "\(view["camera"] ?? "") \(screen)")
        taps += 1
      }
    }
    #expect(taps == 1000)
  }

  @Test func `eight hundred boxes with radii of their own`() throws {
    guard let path = OraclePath.file("renderer_boxes.json") else { return }
    let reference = try #require(try JSON.value(path) as? [String: Any])
    let tester = try Self.snapshot(rules: [
      "deaths": LayerIndexer.RadiusRule(column: "Count") { count in
        count.map { 3 + 9 * (min(max($0, 1), 15) - 1) / 14 }
      },
      // The renderer's stroke of 2 pt lies outside the circle of 7 pt.
      "pumps": LayerIndexer.RadiusRule(column: "Id") { _ in 9 },
    ]).tester
    var boxes = 0
    var ties = 0
    for view in try #require(reference["cases"] as? [[String: Any]]) {
      let transform = try #require(try CameraTransform(flat: view["camera"] as? [String: Any]))
      let half = try #require(view["box_half_px"] as? Double)
      for tap in try #require(view["taps"] as? [[String: Any]]) {
        let x = try #require(tap["x"] as? Double)
        let y = try #require(tap["y"] as? Double)
        let expected = Set(try #require(tap["hits"] as? [String]))
        func found(_ margin: Double) -> Set<String> {
          let box = Envelope(minX: x, minY: y, maxX: x, maxY: y).padded(by: half + margin)
          return Set(
            tester.features(in: box, through: transform).map { "\($0.layer)/\($0.fid ?? -1)" })
        }
        boxes += 1
        if found(0) == expected { continue }
        ties += 1
        // What differs must lie within a pixel of the box's edge.
        #expect(found(-1).isSubset(of: expected), "lost by the renderer at \(x),\(y)")
        #expect(expected.isSubset(of: found(1)), "missed at \(x),\(y)")
      }
    }
    #expect(boxes == 800)
    print("renderer boxes: \(boxes - ties) of \(boxes) equal, \(ties) differ by edge ties")
  }

  @Test func `the first answer is the aimed-at feature for three taps in four`() throws {
    guard let taps = OraclePath.file("aimed/taps.ndjson"),
      let truthFile = OraclePath.file("aimed/truth.json"),
      let scene = OraclePath.file("aimed/scene.gpkg")
    else { return }
    let cache = try TemporaryFolder()
    let snapshot = try WorkspaceSnapshot(
      reading: try openStore(at: scene, cacheFolder: cache.path))
    let truth = try #require(try JSON.value(truthFile) as? [[Any]])
    let lines = try String(contentsOfFile: taps, encoding: .utf8).split(separator: "\n")
    var right: [HitPolicy: Int] = [:]
    for (line, aim) in zip(lines, truth) {
      let record = try #require(try JSON.value(of: String(line)) as? [String: Any])
      let transform = try #require(try CameraTransform(record["camera"] as? [String: Any]))
      let screen = try #require(record["screen"] as? [Double])
      for policy in HitPolicy.allCases {
        let answer = snapshot.hits(
          at: ScreenPoint(screen[0], screen[1]), through: transform,
          options: HitOptions(policy: policy))
        guard let first = answer.hits.first else { continue }
        if first.layer == aim[0] as? String && first.fid == (aim[1] as? NSNumber)?.int64Value {
          right[policy, default: 0] += 1
        }
      }
    }
    #expect(truth.count == 3000)
    #expect(right[.likelihood, default: 0] >= 2235)
    // The other policies' figures tell that the scene and the taps are read as they were made.
    #expect(abs(right[.order, default: 0] - 1781) <= 3)
    #expect(abs(right[.nearest, default: 0] - 1501) <= 3)
    #expect(abs(right[.class, default: 0] - 1861) <= 3)
  }
}

/// Foundation's JSON, typed just enough.
enum JSON {
  static func value(_ path: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func list(_ path: String) throws -> [[String: Any]] {
    try #require(try value(path) as? [[String: Any]])
  }

  static func value(of text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }
}

extension CameraTransform {
  /// A camera as records spell it.
  init?(_ record: [String: Any]?) throws {
    guard let record, let center = record["center"] as? [Double],
      let zoom = record["zoom"] as? Double, let size = record["size"] as? [Double]
    else { return nil }
    self.init(
      try Camera(
        center: LonLat(center[0], center[1]), zoom: zoom,
        bearing: record["bearing"] as? Double ?? 0, pitch: record["pitch"] as? Double ?? 0),
      viewport: Viewport(width: size[0], height: size[1]))
  }

  /// A camera as the renderer's file spells it.
  init?(flat record: [String: Any]?) throws {
    guard let record, let lon = record["lon"] as? Double, let lat = record["lat"] as? Double,
      let zoom = record["zoom"] as? Double, let width = record["width"] as? Double,
      let height = record["height"] as? Double
    else { return nil }
    self.init(
      try Camera(
        center: LonLat(lon, lat), zoom: zoom, bearing: record["bearing"] as? Double ?? 0,
        pitch: record["pitch"] as? Double ?? 0),
      viewport: Viewport(width: width, height: height))
  }
}
