import MeridianKernel
import MeridianStore
import MeridianTestSupport

/// Random files with everything that may stand in a table: odd rows, sparse and negative ids,
/// views, tables without rowids or keys, empty layers.
struct OddStore {
  let folder: TemporaryFolder
  let path: String
  private var random: SplitMix64
  private var scene: RandomScene

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    path = folder.file("odd.gpkg")
    random = SplitMix64(seed: seed)
    scene = RandomScene(seed: seed, center: LonLat(7.5, 47), spread: 1)
    let writer = try GeoPackageWriter(creating: path)
    try writer.addSpatialReference(
      id: 2056, name: "LV95", organization: "EPSG", code: 2056, definition: "EPSG:2056")
    let columns = [
      AttributeColumn(name: "name", declaredType: "TEXT"),
      AttributeColumn(name: "size", declaredType: "REAL"),
    ]
    for (name, count) in [("mixed", 300), ("few", 5), ("empty", 0), ("wide", 60)] {
      let layer = try writer.addLayer(
        name, geometryType: "GEOMETRY", srsID: 4326, columns: columns, hasIndex: false)
      for id in ids(count, isWide: name == "wide") { try fill(writer, layer, id) }
    }
    let meters = try writer.addLayer(
      "meters", geometryType: "POINT", srsID: 2056, columns: columns, hasIndex: false)
    for number in 0..<100 {
      let x = 2_600_000 + Double(number) * 17
      try writer.insert(
        into: meters, geometry: RandomGeometry.point(x, 1_200_000),
        values: [.text("m\(number)"), .null])
    }
    try writer.finish()
    try addTables()
  }

  private mutating func ids(_ count: Int, isWide: Bool) -> [Int64] {
    if isWide {
      var ids: Set<Int64> = [.min, .max, 0]
      while ids.count < count {
        ids.insert(Int64.random(in: .min ... .max, using: &random))
        ids.insert(Int64.random(in: -40...40, using: &random))
      }
      return ids.shuffled(using: &random)
    }
    var next = Int64.random(in: -500...0, using: &random)
    return (0..<count).map { _ in
      next += Int.random(in: 0..<20, using: &random) == 0 ? 5000 : 1
      return next
    }
  }

  private mutating func fill(
    _ writer: GeoPackageWriter, _ layer: GeoPackageWriter.Layer, _ id: Int64
  ) throws {
    let names: [AttributeValue] = [
      .text("Mill \(id)"), .text(""), .null, .integer(7), .blob([0xFF, 0x41]), .text("Zürich"),
    ]
    let values = [
      names.randomElement(using: &random) ?? .null,
      Bool.random(using: &random) ? .real(Double.random(in: -1...20, using: &random)) : .text("x"),
    ]
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try writer.insert(into: layer, fid: id, blob: nil, values: values)
    case 1: try writer.insert(into: layer, fid: id, blob: [0x47, 0x50, 0, 1, 9], values: values)
    case 2:
      let place = RandomGeometry.point(.infinity, 3)
      try writer.insert(into: layer, fid: id, geometry: place, values: values)
    case 3:
      var empty = GeometryBuffer()
      empty.begin(.multiPoint)
      try writer.insert(into: layer, fid: id, geometry: empty, values: values)
    default: try writer.insert(into: layer, fid: id, geometry: scene.geometry(), values: values)
    }
  }

  /// A view, a table whose key is no rowid, one without rowids and one without any key.
  private func addTables() throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE VIEW "seen" AS SELECT fid, geom, name, size FROM mixed WHERE fid % 3 <> 0;
      CREATE TABLE "bare"(fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, size REAL) WITHOUT ROWID;
      INSERT INTO bare SELECT fid, geom, name, size FROM mixed;
      CREATE TABLE "loose"(geom BLOB, name TEXT, size REAL);
      INSERT INTO loose(rowid, geom, name, size) SELECT fid, geom, name, size FROM mixed;
      CREATE TABLE "text"(fid INT PRIMARY KEY DESC, geom BLOB, name TEXT, size REAL);
      INSERT INTO "text" SELECT -fid, geom, name, size FROM mixed;
      """)
    for name in ["seen", "bare", "loose", "text"] {
      try connection.execute(
        """
        INSERT INTO gpkg_contents(table_name, data_type, identifier, srs_id)
          VALUES ('\(name)', 'features', '\(name)', 4326);
        INSERT INTO gpkg_geometry_columns VALUES ('\(name)', 'geom', 'GEOMETRY', 4326, 0, 0);
        """)
    }
  }

  func open() throws -> any FeatureStore {
    try openStore(at: path, cacheFolder: folder.file("cache"))
  }
}
