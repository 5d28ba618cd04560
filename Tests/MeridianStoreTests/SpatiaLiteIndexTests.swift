import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// SpatiaLite's own R-trees: used where they are whole, and never believed where they are not.
@Suite struct `SpatiaLite's spatial indexes` {
  private let cache: TemporaryFolder

  init() throws { cache = try TemporaryFolder() }

  private static let window = GeometryWindow(
    Envelope(minX: 9.5, minY: 9.5, maxX: 30.5, maxY: 30.5), period: 360,
    plain: -.infinity ... .infinity)

  /// A hundred points on a diagonal; 21 of them lie in the window.
  private func diagonal() throws -> SpatiaLiteFile? {
    try SpatiaLiteFile(
      for: "SpatiaLite's spatial indexes", geometries: (1...100).map { "POINT(\($0) \($0).25)" })
  }

  private func near(
    _ path: String, _ name: String = "t", _ window: GeometryWindow = window,
    trust: IndexTrust = .always
  ) throws -> (found: [Row], how: NearbyRows) {
    let store = try openStore(at: path, cacheFolder: cache.path)
    var found: [Row] = []
    let how = try store.forEachRow(
      in: store.layer(named: name), near: window, trust: trust, columns: []
    ) { id, status, geometry, values in
      found.append(Row(id: id, status: status, geometry: copy geometry, values: values))
      return true
    }
    return (found, how)
  }

  /// The rows whose rectangles meet the window, of all that are read.
  private func meeting(
    _ path: String, _ name: String = "t", _ window: GeometryWindow = window
  ) throws -> [Int64] {
    try openStore(at: path, cacheFolder: cache.path).rows(name).filter {
      $0.status == .valid && $0.geometry.envelope.intersects(window.box)
    }.map(\.id.row)
  }

  @Test func `a whole index names the rows, and small layers are looked through`() throws {
    guard let file = try diagonal() else { return }
    let (found, how) = try near(file.path)
    #expect(how == .byIndex("idx_t_g") && found.map(\.id.fid) == (10...30).map(Int64.init))
    #expect(
      found.flatMap(\.geometry.coordinates)
        == (10...30).map { Coordinate(Double($0), Double($0) + 0.25) })
    let refusal = IndexRefusal(index: "idx_t_g", reason: .smallLayer)
    #expect(try near(file.path, trust: .sampled).how == .byBounds(refusal))
    #expect(try near(file.path, trust: .never).how == .byBounds(nil))
    #expect(file.folder.names == ["a.sqlite"])
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    var sql: String
    var reason: IndexRefusal.Reason?
    var testDescription: String { sql }
  }

  /// What may go wrong with an index while SpatiaLite and its triggers are at work, or by hand.
  static let lies: [Lie] = [
    Lie(sql: "DELETE FROM idx_t_g WHERE pkid IN (3, 20, 90)", reason: .entries),
    Lie(sql: "DELETE FROM idx_t_g WHERE pkid = 100", reason: .entries),
    Lie(sql: "INSERT INTO idx_t_g VALUES (101, 0, 1, 0, 1)", reason: .entries),
    Lie(sql: "INSERT INTO t (name) VALUES ('no geometry')", reason: .entries),
    Lie(sql: "DELETE FROM t WHERE id = 12", reason: .entries),
    // The triggers do not see that an id changes.
    Lie(sql: "UPDATE t SET id = id + 1000 WHERE id > 20", reason: .entries),
    Lie(sql: "UPDATE OR REPLACE t SET id = 15 WHERE id = 100", reason: .entries),
    Lie(sql: "UPDATE OR REPLACE t SET id = 15 WHERE id = 1", reason: .entries),
    Lie(sql: "DROP TRIGGER gii_t_g", reason: .triggers),
    Lie(sql: "DROP TRIGGER giu_t_g", reason: .triggers),
    Lie(sql: "DROP TRIGGER gid_t_g", reason: .triggers),
    Lie(
      sql: """
        DROP TRIGGER gii_t_g; CREATE TRIGGER gii_t_g AFTER INSERT ON t FOR EACH ROW BEGIN
        INSERT INTO idx_t_g (pkid, xmin, xmax, ymin, ymax) VALUES (NEW.ROWID, 0, 0, 0, 0); END
        """, reason: .triggers),
    Lie(sql: "DROP TABLE idx_t_g", reason: .form),
    Lie(
      sql: """
        DROP TABLE idx_t_g; CREATE VIRTUAL TABLE idx_t_g USING rtree(pkid, ymin, ymax, xmin, xmax);
        INSERT INTO idx_t_g SELECT id, id, id, id, id FROM t
        """, reason: .form),
    Lie(sql: "SELECT DisableSpatialIndex('t', 'g')", reason: nil),
    Lie(sql: "UPDATE geometry_columns SET spatial_index_enabled = 2", reason: nil),
  ]

  @Test(arguments: lies)
  func `A82 an index that is not whole is not asked, and no answer changes`(lie: Lie) throws {
    guard let file = try diagonal() else { return }
    try file.run(lie.sql)
    let (found, how) = try near(file.path)
    #expect(how == .byBounds(lie.reason.map { IndexRefusal(index: "idx_t_g", reason: $0) }))
    let meeting = try meeting(file.path)
    #expect(found.map(\.id.row) == meeting && !found.isEmpty)
  }

  @Test(arguments: [
    ("INSERT INTO t (g) VALUES (MakePoint(11, 11, 4326))", 22),
    ("UPDATE t SET g = MakePoint(50, 50, 4326) WHERE id BETWEEN 11 AND 15", 16),
    ("DELETE FROM t WHERE id = 100", 21), ("DELETE FROM t WHERE id < 15", 16),
    ("UPDATE t SET name = 'y'; VACUUM", 21), ("PRAGMA journal_mode = WAL", 21),
    ("SELECT RecoverSpatialIndex('t', 'g')", 21),
  ])
  func `an index that SpatiaLite kept in step is asked`(sql: String, count: Int) throws {
    guard let file = try diagonal() else { return }
    _ = try Tool.output(["spatialite", "-silent", file.path], input: sql + ";\n")
    let (found, how) = try near(file.path)
    #expect(how == .byIndex("idx_t_g") && found.count == count)
    #expect(found.map(\.id.row) == (try meeting(file.path)))
  }

  @Test func `triggers of versions 3 and 4 are known`() throws {
    guard let file = try diagonal() else { return }
    for hasTime in [false, true] {
      for (kind, event, word) in [
        ("gii", "INSERT", "insert"), ("giu", "UPDATE", "update"), ("gid", "DELETE", "delete"),
      ] {
        let time = """
          UPDATE geometry_columns_time SET last_\(word) = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
          WHERE Lower(f_table_name) = Lower('t') AND Lower(f_geometry_column) = Lower('g');
          """
        let action =
          kind == "gid"
          ? "DELETE FROM \"idx_t_g\" WHERE pkid=OLD.ROWID;"
          : """
          DELETE FROM "idx_t_g" WHERE pkid=NEW.ROWID;
          SELECT RTreeAlign('idx_t_g', NEW.ROWID, NEW."g");
          """
        try file.run(
          """
          DROP TRIGGER \(kind)_t_g;
          CREATE TRIGGER "\(kind)_t_g" AFTER \(event) ON "t"
          FOR EACH ROW BEGIN
          \(hasTime ? time : "")
          \(action)
          END
          """)
      }
      #expect(try near(file.path).how == .byIndex("idx_t_g"), "\(hasTime)")
    }
  }

  @Test func `rows without a key are named by their rowid, and by no column of that name`() throws {
    let test = "SpatiaLite's spatial indexes without keys"
    guard
      let file = try SpatiaLiteFile(
        for: test,
        """
        CREATE TABLE bare (name TEXT); CREATE TABLE "Odd" (rowid TEXT, name TEXT);
        SELECT AddGeometryColumn('bare', 'g', 4326, 'POINT', 'XY'), CreateSpatialIndex('bare', 'g'),
          AddGeometryColumn('Odd', 'g', 4326, 'POINT', 'XY'), CreateSpatialIndex('Odd', 'g');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)
          INSERT INTO bare SELECT i, MakePoint(i, i, 4326) FROM n;
        INSERT INTO "Odd" SELECT 'r', name, g FROM bare;
        """)
    else { return }
    #expect(try near(file.path, "bare").how == .byIndex("idx_bare_g"))
    #expect(try near(file.path, "bare").found.map(\.id.row) == (10...30).map(Int64.init))
    #expect(try near(file.path, "Odd").how != .byIndex("idx_Odd_g"))
    #expect(try near(file.path, "Odd").found.count == 21)
  }

  @Test func `boxes that SpatiaLite wrote with twelve decimals still hold their rows`() throws {
    let test = "SpatiaLite's boxes of twelve decimals"
    let geometries = (1...100).map { "POINT(\(Double($0) * 1.000_412_345_67e-11) 1)" }
    guard let file = try SpatiaLiteFile(for: test, geometries: geometries) else { return }
    for row in try openStore(at: file.path, cacheFolder: cache.path).rows("t") {
      let window = GeometryWindow(
        row.geometry.envelope, period: 360, plain: -.infinity ... .infinity)
      let (found, how) = try near(file.path, "t", window)
      #expect(how == .byIndex("idx_t_g") && found.contains { $0.id == row.id })
    }
    let doctor = StoreDoctor(cacheFolder: cache.path)
    #expect(try doctor.examine(file.path).findings.filter { $0.layer == "t" }.isEmpty)
  }

  @Test(arguments: [
    (nil, nil), ("UPDATE idx_t_g SET xmin = xmin + 3, xmax = xmax + 3", IndexRefusal.Reason.boxes),
    (
      """
      DROP TRIGGER giu_t_g; UPDATE t SET g = MakePoint(-5, -5, 4326) WHERE id > 20000;
      CREATE TRIGGER "giu_t_g" AFTER UPDATE OF "g" ON "t"
      FOR EACH ROW BEGIN
      DELETE FROM "idx_t_g" WHERE pkid=NEW.ROWID;
      SELECT RTreeAlign('idx_t_g', NEW.ROWID, NEW."g");
      END
      """, .boxes
    ),
  ])
  func `a large layer's index is asked, and found out when its boxes are not the rows'`(
    lie: String?, reason: IndexRefusal.Reason?
  ) throws {
    let test = "SpatiaLite's index of a large layer"
    guard let file = try SpatiaLiteFile(for: test, geometries: []) else { return }
    try file.run(
      """
      SELECT DisableSpatialIndex('t', 'g'); DROP TABLE idx_t_g;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 25000)
        INSERT INTO t (g) SELECT MakePoint(i % 158, i / 158, 4326) FROM n;
      SELECT CreateSpatialIndex('t', 'g')
      """)
    if let lie { try file.run(lie) }
    let window = GeometryWindow(
      Envelope(minX: 9.5, minY: 9.5, maxX: 13.5, maxY: 12.5), period: 1e300,
      plain: -.infinity ... .infinity)
    let (found, how) = try near(file.path, "t", window, trust: .sampled)
    let refusal = reason.map { NearbyRows.byBounds(IndexRefusal(index: "idx_t_g", reason: $0)) }
    #expect(how == refusal ?? .byIndex("idx_t_g"))
    let meeting = try meeting(file.path, "t", window)
    #expect(found.count == 12 && found.map(\.id.row) == meeting)
  }

  @Test func `an MbrCache is no R-tree, and a notice says so`() throws {
    guard let file = try diagonal() else { return }
    try file.run("SELECT DisableSpatialIndex('t', 'g'), CreateMbrCache('t', 'g')")
    try file.run("DROP TABLE idx_t_g")
    let store = try openStore(at: file.path, cacheFolder: cache.path)
    #expect(store.codes("t") == ["mbr-cache"])
    #expect(try store.health("t").index == .none)
    #expect(try near(file.path).how == .byBounds(nil))
    let finding = try #require(
      StoreDoctor(cacheFolder: cache.path, buildsIndexes: true).examine(file.path).findings.first {
        $0.code == .noIndex && $0.layer == "t"
      })
    #expect(!finding.isPlanned && finding.advice?.contains("CreateSpatialIndex('t', 'g')") == true)
  }

  @Test(arguments: Seeds.batches(80))
  func `hostile nodes never crash, and a tree that is none is not asked`(seeds: [UInt64]) throws {
    guard let file = try diagonal() else { return }
    let whole = try Data(contentsOf: URL(fileURLWithPath: file.path))
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      try whole.write(to: URL(fileURLWithPath: file.path))
      let connection = try Connection(path: file.path, mode: .create)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let offset = Int.random(in: 1...900, using: &random)
        let byte = String(UInt8.random(in: 0...255, using: &random) | 0x10, radix: 16)
        let table = ["node", "node", "rowid", "parent"].randomElement(using: &random) ?? "node"
        let column = ["node": "data", "rowid": "nodeno", "parent": "parentnode"][table] ?? ""
        let value =
          Int.random(in: 0..<6, using: &random) == 0
          ? ["NULL", "'text'", "-1", "x''", "9223372036854775807"].randomElement(using: &random)
          : "CAST(substr(\(column), 1, \(offset - 1)) || x'\(byte)' || substr(\(column), "
            + "\(offset + 1)) AS BLOB)"
        try connection.execute(
          "UPDATE idx_t_g_\(table) SET \(column) = \(value ?? "NULL") WHERE rowid % 3 <> 0")
      }
      for trust in [IndexTrust.always, .sampled, .never] {
        let (found, how) = try near(file.path, trust: trust)
        // Boxes bent by hand are what trust means; everything else is found out.
        if case .byIndex = how { continue }
        #expect(found.map(\.id.row) == (try meeting(file.path)), "SEED=\(seed)")
      }
      _ = try StoreDoctor(cacheFolder: cache.path).examine(file.path)
    }
  }
}
