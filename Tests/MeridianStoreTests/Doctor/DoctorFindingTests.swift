import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// What is found and left to a person.
@Suite struct `Doctor: what is told` {
  struct Oddity: Sendable, CustomTestStringConvertible {
    var code: StoreFinding.Code
    var count: Int64 = 1
    var fids: [Int64] = []
    var layer: String? = "t"
    /// Triggers would need functions that a plain connection has not.
    var sql: String
    var testDescription: String { code.rawValue }
  }

  static let withoutTriggers = [
    "insert", "update2", "update4", "update5", "update6", "update7", "delete",
  ].map { "DROP TRIGGER rtree_t_geom_\($0);" }.joined()

  static let oddities: [Oddity] = [
    Oddity(
      code: .nullGeometry, count: 2, fids: [3, 4],
      sql: "UPDATE t SET geom = NULL WHERE fid IN (3, 4)"
    ),
    Oddity(
      code: .malformedGeometry, fids: [3],
      sql: "UPDATE t SET geom = x'47500001E6100000010100' WHERE fid = 3"),
    Oddity(
      code: .malformedGeometry, fids: [3], sql: "UPDATE t SET geom = 'text' WHERE fid = 3"),
    Oddity(
      code: .emptyGeometry, fids: [9],
      sql: """
        UPDATE t SET geom = x'47500011E61000000101000000000000000000F87F000000000000F87F'
        WHERE fid = 9
        """),
    Oddity(
      code: .nonFiniteGeometry, fids: [9],
      sql: """
        UPDATE t SET geom = x'47500001E61000000101000000000000000000F07F0000000000000000'
        WHERE fid = 9
        """),
    Oddity(
      code: .geometryType, count: 60, fids: [1, 2, 3, 4, 5],
      sql: "UPDATE gpkg_geometry_columns SET geometry_type_name = 'LINESTRING'"),
    Oddity(
      code: .blobSRS, count: 60, fids: [1, 2, 3, 4, 5],
      sql: "UPDATE gpkg_geometry_columns SET srs_id = 3857; UPDATE gpkg_contents SET srs_id = 3857"),
    Oddity(
      code: .oddDates, count: 2, fids: [1, 2],
      sql: "UPDATE t SET day = '2018/02/13' WHERE fid < 3"),
    Oddity(
      code: .oddDates, fids: [1],
      sql: """
        ALTER TABLE t ADD COLUMN start DATETIME;
        UPDATE t SET day = 'odd', start = 'odd' WHERE fid = 1
        """),
    Oddity(
      code: .contentsSRS, sql: "UPDATE gpkg_contents SET srs_id = 3857"),
    Oddity(
      code: .duplicateContents, layer: "T",
      sql: "INSERT INTO gpkg_contents (table_name, data_type) VALUES ('T', 'attributes')"),
    Oddity(
      code: .danglingGeometryColumn, layer: "u",
      sql: """
        CREATE TABLE u (fid INTEGER PRIMARY KEY, geom POINT);
        INSERT INTO gpkg_geometry_columns VALUES ('u', 'geom', 'POINT', 4326, 0, 0)
        """),
    Oddity(
      code: .leftOut, layer: "w",
      sql: """
        CREATE TABLE w (fid INTEGER PRIMARY KEY);
        INSERT INTO gpkg_contents (table_name, data_type, identifier)
        VALUES ('w', 'features', 'w')
        """),
    Oddity(
      code: .noStableID, layer: "v",
      sql: """
        CREATE VIEW v AS SELECT 1 AS fid, name FROM t;
        INSERT INTO gpkg_contents (table_name, data_type, identifier)
        VALUES ('v', 'attributes', 'v')
        """),
    Oddity(
      code: .walMode, layer: nil, sql: "PRAGMA journal_mode = WAL"),
  ]

  @Test(arguments: oddities)
  func `each oddity is told once, and never planned`(oddity: Oddity) throws {
    let fixture = try SickFixture()
    try fixture.store.sql(Self.withoutTriggers + oddity.sql)
    // What the missing triggers would have done, and the triggers, are other findings.
    let aside: Set<StoreFinding.Code> = [.triggersMissing, .indexOrphans, .extentTooLarge]
    let examination = try fixture.examine()
    let findings = examination.findings.filter { !aside.contains($0.code) }
    let told = findings.filter { $0.code == oddity.code }
    #expect(told.count == 1, "\(findings)")
    let finding = try #require(told.first)
    #expect(finding.count == oddity.count && finding.fids == oddity.fids, "\(finding)")
    #expect(finding.layer == oddity.layer && !finding.isPlanned)
    #expect(finding.message.hasSuffix(".") && !finding.message.contains("\n"))
    #expect(!examination.plan.contains { $0.code == oddity.code })
    for other in findings where other.code != oddity.code {
      // A name that differs in case alone is a layer of the same table, too.
      #expect(oddity.code == .duplicateContents, "\(other)")
    }
  }

  @Test func `A95 reference systems that are undefined or unknown are told apart`() throws {
    for (id, code) in [
      (-1, StoreFinding.Code.undefinedCRS), (0, .undefinedCRS), (99999, .unknownCRS),
    ] {
      let fixture = try SickFixture()
      try fixture.store.sql(
        """
        UPDATE gpkg_geometry_columns SET srs_id = \(id); UPDATE gpkg_contents SET srs_id = \(id)
        """)
      #expect(try fixture.examine().findings.map(\.code) == [code, .blobSRS])
    }
  }

  @Test func `invalid geometries are whatever the given judge says`() throws {
    let fixture = try SickFixture()
    let doctor = fixture.doctor { geometry in
      geometry.coordinates[0].x < 0 ? "West of Greenwich" : nil
    }
    let finding = try #require(try doctor.examine(fixture.path).findings.first)
    let west = try fixture.store.open().rows("t").filter { $0.geometry.coordinates[0].x < 0 }
    #expect(finding.code == .invalidGeometry && finding.count == Int64(west.count))
    #expect(finding.message.contains("West of Greenwich"))
    #expect(finding.fids == west.prefix(5).compactMap(\.id.fid))
  }

  @Test func `an envelope in a blob that is not the geometry's is told`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("t", geometryType: "LINESTRING")
      try writer.add("LINESTRING (0 0, 1 1)", to: layer)
    }
    // The first side of the envelope starts at byte 8.
    try fixture.sql(
      """
      DROP TRIGGER rtree_t_geom_update2; DROP TRIGGER rtree_t_geom_update4;
      DROP TRIGGER rtree_t_geom_update5; DROP TRIGGER rtree_t_geom_update6;
      DROP TRIGGER rtree_t_geom_update7;
      UPDATE t SET geom =
      CAST(substr(geom, 1, 8) || x'0000000000000840' || substr(geom, 17) AS BLOB)
      """)
    let doctor = StoreDoctor(cacheFolder: fixture.cache.path)
    let codes = try doctor.examine(fixture.path).findings.map(\.code)
    #expect(codes == [.triggersMissing, .blobEnvelope])
  }

  @Test func `boxes rounded outward by SQLite, by us and to the nearest are no damage`() throws {
    for seed in UInt64(1)...5 {
      let fixture = try SickFixture(rows: 300, seed: seed)
      #expect(try fixture.examine().findings.isEmpty)
      try fixture.store.sql(
        """
        CREATE TABLE sides AS SELECT * FROM rtree_t_geom; DELETE FROM rtree_t_geom;
        INSERT INTO rtree_t_geom SELECT * FROM sides; DROP TABLE sides
        """)
      #expect(try fixture.examine().findings.isEmpty)
    }
  }

  @Test func `files from elsewhere get a report`() throws {
    guard let folder = OraclePath.folder else { return }
    let cache = try TemporaryFolder()
    let doctor = StoreDoctor(cacheFolder: cache.path)
    var codes: [String: Set<StoreFinding.Code>] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/gpkg").sorted() {
      guard name != "pdok_broken.gpkg" else {
        #expect(throws: StoreError.self) { try doctor.examine(folder + "/gpkg/" + name) }
        continue
      }
      codes[name] = Set(try doctor.examine(folder + "/gpkg/" + name).findings.map(\.code))
    }
    #expect(codes["ets_null_geometry.gpkg"] == [.triggersLegacy, .nullGeometry])
    #expect(codes["pdok_invalid_geometry.gpkg"] == [.triggersLegacy, .geometryType])
    #expect(
      codes["ets_sewer_zm_gp10.gpkg"] == [.noIndex, .extentTooSmall, .extentTooLarge])
  }
}
