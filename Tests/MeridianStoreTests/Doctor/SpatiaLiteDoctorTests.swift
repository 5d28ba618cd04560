import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// SpatiaLite's indexes: what is wrong with them is found, and repaired by exact SQL.
@Suite struct `Doctor: SpatiaLite's indexes` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.sqlite")
    try FileManager.default.copyItem(
      atPath: OraclePath.package + "/Data/samples/soho.sqlite", toPath: path)
  }

  private func sql(_ text: String) throws {
    try Connection(path: path, mode: .create).execute(text)
  }

  private func doctor(buildsIndexes: Bool = false) -> StoreDoctor {
    StoreDoctor(cacheFolder: folder.path + "/cache", buildsIndexes: buildsIndexes)
  }

  /// Whether SpatiaLite itself finds the index right, and its triggers keep it so.
  private func isRightForSpatiaLite() throws -> Bool {
    guard try Tool.has("spatialite", for: "SpatiaLite's own check of a repaired index")
    else { return true }
    let answer = try Tool.output(
      ["spatialite", "-silent", path],
      input: """
        SELECT CheckSpatialIndex('pumps', 'geom');
        INSERT INTO pumps (geom) VALUES (MakePoint(-0.13, 51.51, 4326));
        UPDATE pumps SET geom = MakePoint(-0.14, 51.5, 4326) WHERE fid = 3;
        DELETE FROM pumps WHERE fid = 5;
        SELECT CheckSpatialIndex('pumps', 'geom');
        """)
    guard answer == "1\n1\n" else { return false }
    return try doctor().examine(path).findings.isEmpty
  }

  static let damages: [`Doctor: what is repaired`.Damage] = [
    .init(
      code: .indexMissing, count: 2, fids: [2, 5],
      sql: "DELETE FROM idx_pumps_geom WHERE pkid IN (2, 5)"),
    .init(
      code: .indexOrphans, count: 2, fids: [-7, 99],
      sql: "INSERT INTO idx_pumps_geom VALUES (99, 0, 0, 0, 0), (-7, 1, 1, 1, 1)"),
    .init(
      code: .indexBoxes, count: 1, fids: [4],
      sql: "UPDATE idx_pumps_geom SET xmax = xmax + 1 WHERE pkid = 4"),
    .init(code: .indexBroken, count: 1, sql: "DELETE FROM idx_pumps_geom_rowid WHERE rowid = 3"),
    .init(code: .indexTablesMissing, count: 1, sql: "DROP TABLE idx_pumps_geom"),
    .init(
      code: .triggersMissing, count: 2,
      sql: "DROP TRIGGER gii_pumps_geom; DROP TRIGGER gid_pumps_geom"),
    .init(
      code: .triggersLegacy, count: 1,
      sql: """
        DROP TRIGGER giu_pumps_geom; CREATE TRIGGER giu_pumps_geom AFTER UPDATE ON pumps BEGIN
        INSERT INTO idx_pumps_geom (pkid, xmin, xmax, ymin, ymax)
        VALUES (NEW.ROWID, 0, 0, 0, 0); END
        """),
  ]

  @Test(arguments: damages)
  func `each damage is found, planned, repaired, and gone`(
    damage: `Doctor: what is repaired`.Damage
  ) throws {
    #expect(try doctor().examine(path).findings.isEmpty)
    try sql(damage.sql)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let examination = try doctor().examine(path)
    let finding = try #require(examination.findings.first)
    #expect(examination.findings.count == 1, "\(examination.findings)")
    #expect(finding.code == damage.code && finding.layer == "pumps", "\(finding)")
    #expect(finding.count == damage.count && finding.fids == damage.fids, "\(finding)")
    #expect(finding.isPlanned && !examination.plan.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    let repair = try #require(try doctor().repair(examination))
    #expect(repair.after.findings.isEmpty, "\(repair.after.findings)")
    #expect(folder.names == ["a.backup-1.sqlite", "a.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: repair.backup)) == before)
    #expect(try isRightForSpatiaLite())
  }

  @Test func `the plan is what SpatiaLite runs too`() throws {
    guard try Tool.has("spatialite", for: "a plan that SpatiaLite runs") else { return }
    try sql(
      """
      DELETE FROM idx_pumps_geom WHERE pkid < 4; DROP TRIGGER gii_pumps_geom;
      UPDATE idx_deaths_geom SET ymin = ymin - 1 WHERE pkid > 300
      """)
    let plan = try doctor().examine(path).plan.map(\.sql)
    #expect(plan.count > 3)
    _ = try Tool.output(
      ["spatialite", "-silent", path], input: plan.map { $0 + ";\n" }.joined())
    #expect(try doctor().examine(path).findings.isEmpty)
    #expect(try isRightForSpatiaLite())
  }

  @Test func `an index that was disabled is left over, and built anew when asked`() throws {
    try sql(
      """
      UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = 'pumps';
      DROP TRIGGER gii_pumps_geom; DROP TRIGGER giu_pumps_geom; DROP TRIGGER gid_pumps_geom;
      DELETE FROM idx_pumps_geom WHERE pkid = 9
      """)
    let examination = try doctor().examine(path)
    #expect(examination.findings.map(\.code) == [.indexUndeclared] && examination.plan.isEmpty)
    let advice = try #require(examination.findings[0].advice)
    #expect(advice.contains("CreateSpatialIndex('pumps', 'geom')"))
    let asked = try doctor(buildsIndexes: true).examine(path)
    let repair = try #require(try doctor(buildsIndexes: true).repair(asked))
    #expect(repair.after.findings.isEmpty, "\(repair.after.findings)")
    #expect(try isRightForSpatiaLite())
    guard try Tool.has("spatialite", for: "what is advised for SpatiaLite") else { return }
    try Data(contentsOf: URL(fileURLWithPath: repair.backup)).write(
      to: URL(fileURLWithPath: path))
    let call = advice.dropFirst("run ".count).components(separatedBy: " in SpatiaLite")[0]
    #expect(
      try Tool.output(["spatialite", "-silent", path], input: call + ";").map {
        $0.hasSuffix("|1|1\n")
      } == true)
    #expect(try isRightForSpatiaLite())
  }

  @Test func `A81 a layer without an index gets one when asked`() throws {
    try sql(
      """
      UPDATE geometry_columns SET spatial_index_enabled = 0 WHERE f_table_name = 'pumps';
      DROP TRIGGER gii_pumps_geom; DROP TRIGGER giu_pumps_geom; DROP TRIGGER gid_pumps_geom;
      DROP TABLE idx_pumps_geom
      """)
    let examination = try doctor().examine(path)
    #expect(examination.findings.map(\.code) == [.noIndex] && examination.plan.isEmpty)
    let asked = try doctor(buildsIndexes: true).examine(path)
    let repair = try #require(try doctor(buildsIndexes: true).repair(asked))
    #expect(repair.after.findings.isEmpty, "\(repair.after.findings)")
    #expect(try isRightForSpatiaLite())
  }
}
