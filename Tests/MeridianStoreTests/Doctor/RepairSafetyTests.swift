import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// A repair happens as a whole or not at all.
@Suite struct `Doctor: repairs that must not happen` {
  private static let damage = "DELETE FROM rtree_t_geom WHERE id < 4"

  private func expectUntouched(
    _ fixture: SickFixture, _ examination: StoreExamination, _ wanted: (RepairError) -> Bool
  ) throws {
    let before = try fixture.bytes
    let names = fixture.store.folder.names
    let error = #expect(throws: RepairError.self) { try fixture.doctor().repair(examination) }
    #expect(error.map(wanted) == true, "\(String(describing: error))")
    #expect(error?.description.contains("\n") == false)
    #expect(try fixture.bytes == before)
    #expect(fixture.store.folder.names == names)
  }

  @Test func `a statement that fails rolls everything back and leaves no copy`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql(
      """
      \(Self.damage); UPDATE gpkg_contents SET max_x = 99;
      CREATE TRIGGER no BEFORE UPDATE ON gpkg_contents BEGIN SELECT RAISE(ABORT, 'not here'); END
      """)
    try expectUntouched(fixture, try fixture.examine()) {
      if case .failed(_, _, "not here") = $0 { true } else { false }
    }
  }

  @Test func `a read-only file is left alone`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql(Self.damage)
    let examination = try fixture.examine()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: fixture.path)
    try expectUntouched(fixture, examination) { $0 == .readOnly(path: fixture.path) }
  }

  @Test func `a file that changed since it was examined is left alone`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql(Self.damage)
    let examination = try fixture.examine()
    try fixture.store.sql("UPDATE gpkg_contents SET description = 'new'")
    try expectUntouched(fixture, examination) { $0 == .changed(path: fixture.path) }
  }

  @Test func `a file with another program's changes beside it is left alone`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql("PRAGMA journal_mode = WAL")
    let other = try Connection(path: fixture.path, mode: .create)
    try other.execute(Self.damage)
    let examination = try fixture.examine()
    #expect(examination.findings.contains { $0.code == .unfinishedChanges })
    #expect(examination.findings.contains { $0.code == .indexMissing && $0.count == 3 })
    try expectUntouched(fixture, examination) {
      $0 == .unfinishedChanges(path: fixture.path, side: "-wal")
    }
    _ = other
  }

  @Test func `a file that another program is writing is busy`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql(Self.damage)
    let examination = try fixture.examine()
    let other = try Connection(path: fixture.path, mode: .create)
    try other.execute("BEGIN IMMEDIATE")
    try expectUntouched(fixture, examination) { $0 == .store(.busy(path: fixture.path)) }
  }

  @Test func `damaged pages are told, and nothing is planned`() throws {
    let fixture = try SickFixture(rows: 2000)
    try fixture.store.sql("UPDATE gpkg_contents SET max_x = 99")
    let connection = try Connection(path: fixture.path, mode: .readOnly)
    let page = try connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    #expect(try page.step())
    var bytes = try fixture.bytes
    // The number of cells of the table's first page.
    let start = Int(page.integer(0) - 1) * 4096 + 3
    bytes[start] = 0xFF
    try bytes.write(to: URL(fileURLWithPath: fixture.path))
    let examination = try fixture.examine()
    #expect(examination.findings.contains { $0.code == .damagedPages })
    #expect(examination.plan.isEmpty && !examination.findings.contains(where: \.isPlanned))
  }

  @Test func `a check that calls a function nobody has is no damage`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql(
      """
      CREATE TABLE odd (a INTEGER CHECK (a > 1)); PRAGMA ignore_check_constraints = ON;
      INSERT INTO odd VALUES (0)
      """)
    #expect(try fixture.examine().findings.isEmpty)
  }

  @Test func `a file in WAL mode is repaired and stays in it`() throws {
    let fixture = try SickFixture()
    try fixture.store.sql("PRAGMA journal_mode = WAL; \(Self.damage)")
    let examination = try fixture.examine()
    let repair = try #require(try fixture.doctor().repair(examination))
    #expect(repair.after.findings.map(\.code) == [.walMode])
    #expect(fixture.store.folder.names == ["a.backup-1.gpkg", "a.gpkg"])
  }

  @Test func `copies are numbered, and a repair without a plan makes none`() throws {
    let fixture = try SickFixture()
    for number in 1...2 {
      try fixture.store.sql(Self.damage)
      let repair = try #require(try fixture.doctor().repair(fixture.examine()))
      #expect(repair.backup.hasSuffix("a.backup-\(number).gpkg"))
    }
    #expect(try fixture.doctor().repair(fixture.examine()) == nil)
    #expect(fixture.store.folder.names.count == 3)
  }

  @Test func `an index whose entries are mostly gone is built anew`() throws {
    let fixture = try SickFixture(rows: 1500)
    try fixture.store.sql("DELETE FROM rtree_t_geom WHERE id > 5")
    let examination = try fixture.examine()
    #expect(examination.plan.first?.sql == "DROP TABLE \"rtree_t_geom\"")
    #expect(try #require(try fixture.doctor().repair(examination)).after.findings.isEmpty)
  }

  @Test(arguments: [
    ("UPDATE rtree_t_geom_node SET data = x'00' WHERE nodeno = 1", false),
    ("UPDATE rtree_t_geom_node SET data = NULL WHERE nodeno = 1", false),
    ("DELETE FROM rtree_t_geom_node", false), ("DROP TABLE rtree_t_geom_node", false),
    (
      "UPDATE rtree_t_geom_node SET data = CAST(x'FFFF' || substr(data, 3) AS BLOB) WHERE nodeno = 1",
      true
    ),
    ("UPDATE rtree_t_geom_rowid SET nodeno = 1", true), ("DELETE FROM rtree_t_geom_parent", true),
    ("INSERT INTO rtree_t_geom_node VALUES (77, x'00000000')", true),
  ])
  func `a hostile tree is told, and rebuilt unless SQLite itself cannot drop it`(
    sql: String, canRepair: Bool
  ) throws {
    let fixture = try SickFixture()
    try fixture.store.sql(sql)
    let examination = try fixture.examine()
    let finding = try #require(examination.findings.first)
    #expect(examination.findings.count == 1 && finding.code == .indexBroken)
    #expect(finding.isPlanned == canRepair && (finding.advice == nil) == canRepair)
    #expect(examination.plan.isEmpty == !canRepair)
    let repair = try fixture.doctor().repair(examination)
    #expect((repair?.after.findings.isEmpty ?? false) == canRepair)
  }
}
