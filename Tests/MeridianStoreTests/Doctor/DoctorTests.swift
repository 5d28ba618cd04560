import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// Every damage that a plan repairs, one at a time: found as what it is, then gone.
@Suite struct `Doctor: what is repaired` {
  struct Damage: Sendable, CustomTestStringConvertible {
    var code: StoreFinding.Code
    var count: Int64
    var fids: [Int64] = []
    var layer: String? = "t"
    var sql: String
    var testDescription: String { code.rawValue }
  }

  static let damages: [Damage] = [
    Damage(
      code: .indexMissing, count: 3, fids: [3, 7, 11],
      sql: "DELETE FROM rtree_t_geom WHERE id IN (3, 7, 11)"),
    Damage(
      code: .indexOrphans, count: 2, fids: [-4, 1000],
      sql: "INSERT INTO rtree_t_geom VALUES (1000, 0, 0, 0, 0), (-4, 1, 1, 1, 1)"),
    Damage(
      code: .indexBoxes, count: 2, fids: [5, 6],
      sql: "UPDATE rtree_t_geom SET maxx = maxx + 1 WHERE id IN (5, 6)"),
    Damage(
      code: .indexBroken, count: 1,
      sql: """
        UPDATE rtree_t_geom_node SET data =
        CAST(substr(data, 1, 4) || x'0000000000000001' || substr(data, 13) AS BLOB) WHERE nodeno = 1
        """),
    Damage(
      code: .triggersMissing, count: 1, sql: "DROP TRIGGER rtree_t_geom_insert"),
    Damage(
      code: .triggersLegacy, count: 6,
      sql: """
        DROP TRIGGER rtree_t_geom_update5; DROP TRIGGER rtree_t_geom_update6;
        DROP TRIGGER rtree_t_geom_update7;
        CREATE TRIGGER rtree_t_geom_update1 AFTER UPDATE OF geom ON t BEGIN SELECT 1; END;
        CREATE TRIGGER rtree_t_geom_update3 AFTER UPDATE OF geom ON t BEGIN SELECT 1; END;
        """),
    Damage(
      code: .count, count: 60,
      sql: """
        CREATE TABLE gpkg_ogr_contents (
        table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER);
        INSERT INTO gpkg_ogr_contents VALUES ('t', 999)
        """),
    Damage(
      code: .extentTooSmall, count: 1, sql: "UPDATE gpkg_contents SET max_x = min_x + 0.5"),
    Damage(code: .extentTooLarge, count: 1, sql: "UPDATE gpkg_contents SET max_x = 99"),
    Damage(code: .extentMissing, count: 1, sql: "UPDATE gpkg_contents SET max_x = NULL"),
    Damage(
      code: .applicationID, count: 1, layer: nil, sql: "PRAGMA application_id = 0"),
    Damage(code: .userVersion, count: 1, layer: nil, sql: "PRAGMA user_version = 7"),
    Damage(code: .indexUndeclared, count: 1, sql: "DELETE FROM gpkg_extensions"),
    Damage(
      code: .indexUndeclared, count: 1, sql: "DROP TABLE gpkg_extensions"),
    Damage(code: .indexTablesMissing, count: 1, sql: "DROP TABLE rtree_t_geom"),
    Damage(
      code: .danglingContents, count: 1, layer: "go'ne",
      sql: """
        INSERT INTO gpkg_contents (table_name, data_type, identifier)
        VALUES ('go''ne', 'features', 'x');
        INSERT INTO gpkg_geometry_columns VALUES ('go''ne', 'geom', 'POINT', 4326, 0, 0)
        """),
    Damage(
      code: .danglingGeometryColumn, count: 1, layer: "gone",
      sql: "INSERT INTO gpkg_geometry_columns VALUES ('gone', 'geom', 'POINT', 4326, 0, 0)"),
  ]

  @Test(arguments: damages)
  func `each damage is found, planned, repaired, and gone`(damage: Damage) throws {
    let fixture = try SickFixture()
    #expect(try fixture.examine().findings.isEmpty)
    try fixture.store.sql(damage.sql)
    let before = try fixture.bytes
    let examination = try fixture.examine()
    let finding = try #require(examination.findings.first)
    #expect(examination.findings.count == 1, "\(examination.findings)")
    #expect(finding.code == damage.code && finding.layer == damage.layer, "\(finding)")
    #expect(finding.count == damage.count && finding.fids == damage.fids, "\(finding)")
    #expect(finding.isPlanned && finding.message.hasSuffix("."))
    #expect(!examination.plan.isEmpty)
    #expect(try fixture.bytes == before, "examining changed the file")
    #expect(fixture.store.folder.names == ["a.gpkg"])

    let repair = try #require(try fixture.doctor().repair(examination))
    #expect(repair.after.findings.isEmpty, "\(repair.after.findings)")
    #expect(fixture.store.folder.names == ["a.backup-1.gpkg", "a.gpkg"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: repair.backup)) == before)
    #expect(try fixture.isReadByGDAL(rows: 60))
    let rows = try fixture.store.open().rows("t", ["name"])
    #expect(rows.map(\.values) == (1...60).map { [.text("row \($0)")] })
  }

  @Test func `many damages at once are all repaired in one transaction`() throws {
    let fixture = try SickFixture()
    for damage in Self.damages where damage.code != .indexTablesMissing {
      // One way to lose the declaration is enough, and a broken tree takes no more entries.
      if damage.sql.contains("DROP TABLE") || damage.code == .indexBroken { continue }
      try fixture.store.sql(damage.sql)
    }
    let examination = try fixture.examine()
    #expect(examination.findings.count >= 10, "\(examination.findings.map(\.code))")
    #expect(!examination.isHealthy && examination.severity == .error)
    let repair = try #require(try fixture.doctor().repair(examination))
    #expect(repair.after.findings.isEmpty, "\(repair.after.findings)")
    #expect(try fixture.isReadByGDAL(rows: 60))
  }

  @Test func `A81 a layer without an index gets one when asked`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql("DROP TABLE rtree_t_geom; DROP TABLE gpkg_extensions")
    for name in ["insert", "update2", "update4", "update5", "update6", "update7", "delete"] {
      try fixture.store.sql("DROP TRIGGER rtree_t_geom_\(name)")
    }
    let examination = try fixture.examine()
    #expect(examination.findings.map(\.code) == [.noIndex] && examination.plan.isEmpty)
    #expect(try fixture.doctor().repair(examination) == nil)
    #expect(fixture.store.folder.names == ["a.gpkg"])
    let asked = try fixture.examine(buildsIndexes: true)
    let repair = try #require(try fixture.doctor(buildsIndexes: true).repair(asked))
    #expect(repair.after.findings.isEmpty, "\(repair.after.findings)")
    #expect(try fixture.isReadByGDAL(rows: 60))
  }

  @Test func `the repaired triggers keep the index in step`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql("DROP TRIGGER rtree_t_geom_update5; DROP TRIGGER rtree_t_geom_delete")
    _ = try fixture.doctor().repair(fixture.examine())
    let connection = try Connection(path: fixture.path, mode: .update)
    try connection.execute("UPDATE t SET fid = 500 WHERE fid = 5; DELETE FROM t WHERE fid = 6")
    #expect(
      try fixture.examine().findings.filter { $0.code != .extentTooLarge }.isEmpty)
  }

  @Test func `a custom trigger is nobody's business`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql(
      """
      DROP TRIGGER rtree_t_geom_insert;
      CREATE TRIGGER rtree_t_geom_mine AFTER INSERT ON t BEGIN SELECT 1; END
      """)
    _ = try fixture.doctor().repair(fixture.examine())
    let connection = try Connection(path: fixture.path, mode: .readOnly)
    let row = try connection.prepare(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'rtree_t_geom_mine'")
    #expect(try row.step() && row.integer(0) == 1)
  }
}

@Suite struct `Doctor: random damage to an index` {
  @Test(arguments: Seeds.batches(40))
  func `exactly what was damaged is found, and restored`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let fixture = try SickFixture(rows: 200, seed: seed)
      var ids = Array(Int64(1)...200).shuffled(using: &random)
      func take(_ most: Int) -> [Int64] {
        let count = Int.random(in: 0...most, using: &random)
        defer { ids.removeFirst(count) }
        return ids.prefix(count).sorted()
      }
      let (lost, bent, spare) = (take(20), take(20), take(20))
      for id in lost { try fixture.store.sql("DELETE FROM rtree_t_geom WHERE id = \(id)") }
      for id in bent {
        let side = ["minx = minx - 0.5", "maxy = maxy + 0.001", "minx = maxx + 1, maxx = maxx + 2"]
        let bend = side.randomElement(using: &random) ?? side[0]
        try fixture.store.sql("UPDATE rtree_t_geom SET \(bend) WHERE id = \(id)")
      }
      for id in spare {
        try fixture.store.sql("INSERT INTO rtree_t_geom VALUES (\(id + 1000), 0, 1, 40, 41)")
      }
      let examination = try fixture.examine()
      let found = Dictionary(
        uniqueKeysWithValues: examination.findings.map { ($0.code, ($0.count, $0.fids)) })
      for (code, wanted) in [
        (StoreFinding.Code.indexMissing, lost), (.indexBoxes, bent),
        (.indexOrphans, spare.map { $0 + 1000 }),
      ] {
        #expect(found[code]?.0 ?? 0 == Int64(wanted.count), "seed \(seed) \(code)")
        #expect(found[code]?.1 ?? [] == Array(wanted.prefix(5)), "seed \(seed) \(code)")
      }
      #expect(found.count == [lost, bent, spare].count { !$0.isEmpty }, "seed \(seed)")
      guard let repair = try fixture.doctor().repair(examination) else { continue }
      #expect(repair.after.findings.isEmpty, "seed \(seed): \(repair.after.findings)")
    }
  }

  @Test(arguments: Seeds.batches(60))
  func `bytes thrown into the tree's tables never crash, and are repaired or refused`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let fixture = try SickFixture(rows: 120, seed: seed)
      let offset = Int.random(in: 1...1230, using: &random)
      let byte = String(UInt8.random(in: 0...255, using: &random), radix: 16)
      let padded = byte.count == 1 ? "0" + byte : byte
      let node = Int.random(in: 1...4, using: &random)
      try fixture.store.sql(
        """
        UPDATE rtree_t_geom_node SET data = CAST(substr(data, 1, \(offset - 1)) || x'\(padded)'
        || substr(data, \(offset + 1)) AS BLOB) WHERE nodeno = \(node)
        """)
      let before = try fixture.bytes
      let examination = try fixture.examine()
      let codes: Set<StoreFinding.Code> = [
        .indexBroken, .indexMissing, .indexOrphans, .indexBoxes,
      ]
      #expect(examination.findings.allSatisfy { codes.contains($0.code) }, "seed \(seed)")
      do {
        guard let repair = try fixture.doctor().repair(examination) else { continue }
        #expect(repair.after.findings.isEmpty, "seed \(seed): \(repair.after.findings)")
      } catch {
        #expect(try fixture.bytes == before, "seed \(seed)")
        #expect(fixture.store.folder.names == ["a.gpkg"], "seed \(seed)")
      }
    }
  }
}
