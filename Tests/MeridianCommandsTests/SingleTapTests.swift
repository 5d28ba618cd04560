import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// One tap, for which only a part of the file is read, held against the twin over all of it.
struct SingleTapTests {
  private func answer(_ path: String, _ words: [String]) -> (read: Session, whole: Session) {
    // With the twin everything is read.
    (Session(["hit", path] + words), Session(["hit", path] + words + ["--oracle"]))
  }

  private func isSame(_ path: String, _ words: [String], _ note: Comment) -> Bool {
    let (read, whole) = answer(path, words)
    #expect(read.code == whole.code && read.errors == whole.errors, note)
    #expect(read.output == whole.output, note)
    return read.output.contains("\"rank\":1")
  }

  /// Features of all kinds within a few hundred meters of a place, and some far from it.
  private func file(seed: UInt64, center: LonLat, at path: String) throws {
    var random = SplitMix64(seed: seed)
    let writer = try GeoPackageWriter(creating: path)
    let isMercator = seed % 3 == 0
    let layers = try ["POINT", "LINESTRING", "POLYGON", "GEOMETRY"].map { type in
      try writer.addLayer(
        type.lowercased(), geometryType: type, srsID: isMercator ? 3857 : 4326,
        columns: [AttributeColumn(name: "name", declaredType: "TEXT")])
    }
    for number in 0..<240 {
      let reach = pow10(Int.random(in: -4...0, using: &random))
      let place = LonLat(
        center.longitude + Double.random(in: -reach...reach, using: &random),
        min(max(center.latitude + Double.random(in: -reach...reach, using: &random), -89), 89))
      let layer = Int.random(in: 0..<4, using: &random)
      var geometry = shape(layer, place, size: reach / 4, random: &random)
      if layer == 3, number % 5 == 0 { geometry = RandomGeometry.any(seed: random.next()) }
      if isMercator {
        geometry.mapCoordinates { places in
          for index in places.indices {
            let world = WebMercator.project(LonLat(places[index].x, places[index].y))
            let turn = 40_075_016.685578488
            places[index] = Coordinate((world.x - 0.5) * turn, (0.5 - world.y) * turn)
          }
        }
      }
      try writer.insert(into: layers[layer], geometry: geometry, values: [.text("f\(number)")])
    }
    try writer.insert(into: layers[0], fid: nil, blob: nil, values: [.text("null")])
    try writer.insert(
      into: layers[0], geometry: RandomGeometry.point(center.longitude, .nan),
      values: [.text("nan")])
    try writer.insert(
      into: layers[2], fid: nil, blob: [0x47, 0x50, 0, 1, 0, 0, 0, 0, 1], values: [.text("broken")])
    try writer.finish()
  }

  private func pow10(_ exponent: Int) -> Double {
    (exponent..<0).reduce(1) { value, _ in value / 10 }
  }

  private func shape(
    _ layer: Int, _ place: LonLat, size: Double, random: inout SplitMix64
  ) -> GeometryBuffer {
    if layer == 0 { return RandomGeometry.point(place.longitude, place.latitude) }
    let isRing = layer == 2
    var buffer = GeometryBuffer()
    buffer.begin(isRing ? .polygon : .lineString)
    buffer.beginPart(isRing ? .polygon : .line, member: 0)
    for _ in 0..<Int.random(in: isRing ? 4...30 : 2...20, using: &random) {
      buffer.append(
        Coordinate(
          place.longitude + Double.random(in: -size...size, using: &random),
          min(max(place.latitude + Double.random(in: -size...size, using: &random), -90), 90)))
    }
    buffer.endRing()
    buffer.endPart()
    return buffer
  }

  @Test(arguments: Seeds.batches(8))
  func `one tap answers as if everything had been read`(_ seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed &+ 7777)
      let folder = try TemporaryFolder()
      let path = folder.file("a.gpkg")
      let center = LonLat(
        [13.4, -0.1, 179.9999, -180, 0][Int(seed % 5)],
        [52.5, 0, -33, 84.9, -80][Int(seed / 5 % 5)])
      try file(seed: seed, center: center, at: path)
      for _ in 0..<6 {
        let turns: Double = [0, 0, 360, -720].randomElement(using: &random) ?? 0
        let place = LonLat(
          center.longitude + turns + Double.random(in: -2e-3...2e-3, using: &random),
          center.latitude + Double.random(in: -2e-3...2e-3, using: &random))
        var words = [
          "--screen",
          "\(Int.random(in: 0...390, using: &random)),"
            + "\(Int.random(in: 0...844, using: &random))", "--center",
          "\(place.longitude),\(place.latitude)", "--zoom",
          "\(Double.random(in: 3...20, using: &random))", "--bearing",
          "\(Int.random(in: 0...359, using: &random))", "--pitch",
          "\([0, 0, 45, 60, 80].randomElement(using: &random) ?? 0)", "--format", "json",
        ]
        if Bool.random(using: &random) { words.append("--explain") }
        if Bool.random(using: &random) { words += ["--tolerance", "60pt", "--line-width", "40"] }
        if Bool.random(using: &random) { words += ["--symbol-radius", "90", "--attributes"] }
        if Bool.random(using: &random) { words += ["--rank", "nearest", "--measure"] }
        _ = isSame(path, words, "SEED=\(seed) \(words.joined(separator: " "))")
      }
    }
  }

  /// What makes an index lie, each with triggers that look as they should.
  static let lies = [
    "DELETE FROM rtree_point_geom WHERE id % 2 = 0",
    "UPDATE rtree_point_geom SET minx = 100, maxx = 101",
    "INSERT INTO rtree_point_geom VALUES (9999, 13, 14, 52, 53)",
    "DROP TABLE rtree_point_geom",
    "DELETE FROM point WHERE fid % 3 = 0",
    "UPDATE point SET geom = (SELECT geom FROM point WHERE fid = 1) WHERE fid > 20",
    "UPDATE point SET fid = fid + 1000 WHERE fid > 20",
    "INSERT INTO point (geom) SELECT geom FROM point",
  ]

  @Test(arguments: lies)
  func `an index that lies changes no answer`(_ lie: String) throws {
    try tell(lie, restoringTriggers: true, words: ["--explain"])
  }

  @Test(arguments: lies)
  func `an index that seems to lie is not believed even when trusted`(_ lie: String) throws {
    try tell(lie, restoringTriggers: false, words: ["--trust-index"])
    // Boxes that were changed by hand, and the triggers put back, are what trust means.
    guard !lie.contains("SET minx"), !lie.contains("SET geom") else { return }
    try tell(lie, restoringTriggers: true, words: ["--trust-index"])
  }

  /// Bends a file, triggers out of the way, and holds its answers against the twin's.
  private func tell(_ lie: String, restoringTriggers: Bool, words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try file(seed: 5, center: LonLat(13.4, 52.5), at: path)
    do {
      let connection = try Connection(path: path, mode: .create)
      // Rows without a geometry have no entries; then nothing is believed anyway.
      try connection.execute("DELETE FROM point WHERE name IN ('null', 'nan')")
    }
    try bend(path, lie, restoringTriggers: restoringTriggers && !lie.hasPrefix("DROP"))
    var hits = 0
    for step in 0..<10 {
      let at = ["--at", "\(13.3995 + Double(step) * 1e-4),52.5", "--zoom", "16"]
      if isSame(path, at + words, "\(lie)") { hits += 1 }
    }
    #expect(hits > 0)
  }

  @Test func `a sound index is believed when trusted and gives the same answers`() throws {
    for seed in UInt64(1)...3 {
      let folder = try TemporaryFolder()
      let path = folder.file("a.gpkg")
      try file(seed: seed, center: LonLat(13.4, 52.5), at: path)
      for step in 0..<10 {
        let at = ["--at", "\(13.3995 + Double(step) * 1e-4),52.5", "--zoom", "16"]
        _ = isSame(path, at + ["--trust-index"], "seed \(seed)")
      }
    }
  }

  @Test func `an index of SpatiaLite's is believed when trusted and gives the same answers`() {
    var hits = 0
    for step in 0..<20 {
      let at = ["--at", "\(-0.1386 + Double(step) * 2e-4),51.5132", "--zoom", "18"]
      if isSame("Data/samples/soho.sqlite", at + ["--trust-index"], "\(step)") { hits += 1 }
    }
    #expect(hits > 5)
  }

  @Test(arguments: [
    nil, "UPDATE rtree_point_geom SET minx = minx + 1, maxx = maxx + 1",
    "UPDATE point SET geom = (SELECT geom FROM point WHERE fid = 1) WHERE fid > 20000",
  ])
  func `a large layer's index is asked, and found out when its boxes are not the rows'`(
    _ lie: String?
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer("point", geometryType: "POINT", srsID: 4326, columns: [])
    for number in 0..<25_000 {
      let place = (Double(number % 158) * 1e-4, Double(number / 158) * 1e-4)
      try writer.insert(
        into: layer, geometry: RandomGeometry.point(13 + place.0, 52 + place.1), values: [])
    }
    try writer.finish()
    if let lie { try bend(path, lie) }
    for step in 0..<4 {
      let at = ["--at", "\(13.0021 + Double(step) * 3e-3),52.0071", "--zoom", "18"]
      #expect(isSame(path, at, "\(lie ?? "sound")"))
    }
  }

  /// Runs a statement while the triggers are away, and puts them back.
  private func bend(_ path: String, _ lie: String, restoringTriggers: Bool = true) throws {
    let connection = try Connection(path: path, mode: .create)
    let triggers = try connection.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'point'")
    var kept: [(name: String, sql: String)] = []
    while try triggers.step() { kept.append((triggers.text(0) ?? "", triggers.text(1) ?? "")) }
    #expect(!kept.isEmpty)
    for trigger in kept { try connection.execute("DROP TRIGGER \"\(trigger.name)\"") }
    try connection.execute(lie)
    for trigger in kept where restoringTriggers { try connection.execute(trigger.sql) }
  }
}
