import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Saving within other transactions, in SpatiaLite databases, beside other programs; and dry runs
/// where nothing may be written.
@Suite struct `Saving edits and trying them` {
  @Test func `a caller's transaction goes on after edits that are refused`() throws {
    let fixture = try EditFixture(
      sql: "CREATE TABLE session(id INTEGER PRIMARY KEY, what TEXT)")
    let connection = try Connection(path: fixture.path, mode: .update)
    let good = try fixture.edit("name", 1, to: .text("z"))
    var stale = try fixture.edit("name", 2, to: .text("z"))
    stale.before = .text("q")
    let forms = try LayerForm.all(for: [good], in: fixture.open())
    try connection.execute("BEGIN IMMEDIATE; INSERT INTO session VALUES (1, 'kept')")
    let refused = try EditApplication.applyInTransaction([good, stale], forms, on: connection)
    #expect(refused.results.map(\.outcome) == [.held, .refused])
    #expect(connection.isInTransaction)
    let tried = try EditCheck.dryRun([good], forms, on: connection)
    #expect(tried.isAccepted && tried.isDryRun && connection.isInTransaction)
    let done = try EditApplication.applyInTransaction([good], forms, on: connection)
    #expect(done.isAccepted)
    try connection.execute("COMMIT")
    #expect(try fixture.rows("SELECT name FROM t ORDER BY fid") == [["z"], ["b"], ["c"]])
    #expect(try fixture.rows("SELECT what FROM session") == [["kept"]])
  }

  @Test func `a dry run over a connection that writes changes no byte`() throws {
    let fixture = try EditFixture()
    let good = try fixture.edit("name", to: .text("z"))
    var stale = good
    stale.before = .text("q")
    let forms = try LayerForm.all(for: [good], in: fixture.open())
    let before = try fixture.state()
    let connection = try Connection(path: fixture.path, mode: .update)
    for edits in [[good], [stale], [good, stale], []] {
      let report = try EditCheck.dryRun(edits, forms, on: connection)
      #expect(report.isDryRun && !connection.isInTransaction)
      #expect(try fixture.state() == before)
    }
  }

  @Test func `the time of the last change is told, once something has changed`() throws {
    let fixture = try EditFixture()
    let time = { try fixture.value("SELECT last_change FROM gpkg_contents") }
    let before = try time()
    // From a value to itself is nothing.
    try fixture.apply([fixture.edit("name", to: .text("a"))])
    #expect(try time() == before)
    try fixture.apply([fixture.edit("name", to: .text("z"))])
    let after = try time()
    #expect(after > before && after.hasSuffix("Z") && after.count == 24)
  }

  @Test func `a file that another program writes is busy, and read as it was`() throws {
    let fixture = try EditFixture()
    let edit = try fixture.edit("name", to: .text("z"))
    let other = try Connection(path: fixture.path, mode: .update)
    try other.execute("PRAGMA cache_spill = ON; BEGIN IMMEDIATE; UPDATE t SET name = 'q'")
    #expect(try fixture.dryRun([edit]).isAccepted)
    let forms = try LayerForm.all(for: [edit], in: fixture.open())
    let connection = try Connection(path: fixture.path, mode: .update)
    try connection.execute("PRAGMA busy_timeout = 1")
    do {
      _ = try EditApplication.apply([edit], forms, on: connection)
      Issue.record("the file was not busy")
    } catch {
      #expect(error == .store(.busy(path: fixture.path)))
    }
    try other.execute("COMMIT")
    #expect(try fixture.dryRun([edit]).problems.map(\.kind) == [.outOfStep])
  }

  @Test(arguments: [512, 4096, 65536], ["DELETE", "PERSIST", "TRUNCATE", "WAL"])
  func `a dry run leaves files of every page size and journal as they are`(
    pageSize: Int, journal: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute(
        """
        PRAGMA page_size = \(pageSize);
        CREATE TABLE gpkg_contents(table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT,
          last_change DATETIME, min_x, min_y, max_x, max_y, srs_id INTEGER);
        INSERT INTO gpkg_contents(table_name, data_type, identifier)
          VALUES ('t', 'attributes', 't');
        CREATE TABLE t(fid INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO t SELECT i, 'row ' || i FROM n;
        CREATE TRIGGER note AFTER UPDATE ON t BEGIN
          INSERT INTO log(what) SELECT name FROM t; END;
        PRAGMA journal_mode = \(journal);
        UPDATE t SET name = 'first' WHERE fid = 1;
        """)
    }
    let state = {
      try folder.names.filter { $0 != "cache" }.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: folder.file($0))))
      }
    }
    let before = try state()
    let store = try openStore(at: path, cacheFolder: folder.file("cache"))
    let edits = (1...40).map {
      PropertyEdit(
        layer: "t", fid: $0, column: "name",
        before: .text($0 == 1 ? "first" : "row \($0)"), after: .text("z \($0)"))
    }
    let report = try EditCheck.dryRun(edits, in: store)
    #expect(report.isAccepted, "\(report.problems)")
    // Two thousand rows for each of forty edits.
    #expect(report.effects.map(\.count) == [80_000])
    let after = try state()
    #expect(before.map(\.0) == after.map(\.0) && before.map(\.1) == after.map(\.1))
    // What was tried is not there for the next one.
    #expect(try EditCheck.dryRun(edits, in: store).isAccepted)
    try store.close()
  }

  @Test func `unfinished changes in a log are seen by a dry run`() throws {
    let fixture = try EditFixture()
    let other = try Connection(path: fixture.path, mode: .update)
    try other.execute("PRAGMA journal_mode = WAL; UPDATE t SET name = 'in the log' WHERE fid = 1")
    let before = try fixture.state()
    let edit = PropertyEdit(
      layer: "t", fid: 1, column: "name", before: .text("in the log"), after: .text("z"))
    #expect(try fixture.dryRun([edit]).isAccepted)
    let after = try fixture.state()
    #expect(after["a.gpkg"] == before["a.gpkg"] && after["a.gpkg-wal"] == before["a.gpkg-wal"])
  }

  @Test func `a dry run needs no right to write`() throws {
    let fixture = try EditFixture()
    let edits = try [fixture.edit("name", to: .text("z"))]
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: fixture.path)
    let other = try TemporaryFolder()
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: fixture.folder.path)
    let store = try openStore(at: fixture.path, cacheFolder: other.path)
    #expect(store.isReadOnly)
    #expect(try EditCheck.dryRun(edits, in: store).isAccepted)
    let form = try LayerForm(of: store.layer(named: "t"), in: store)
    #expect(try Inspector(fid: 1, in: form, from: store).editability == .readOnlyFile)
    try store.close()
  }

  /// A database made by SpatiaLite's own program, with its triggers; nil without it.
  private func spatiaLite(_ folder: TemporaryFolder) throws -> String? {
    let program = "/usr/bin/spatialite"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      print("skipped: a database made by SpatiaLite (spatialite is not installed)")
      return nil
    }
    let path = folder.file("made.sqlite")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [path]
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    input.fileHandleForWriting.write(
      Data(
        """
        CREATE TABLE pumps(id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(20), size DOUBLE);
        SELECT AddGeometryColumn('pumps', 'geom', 4326, 'POINT', 'XYZ');
        SELECT CreateSpatialIndex('pumps', 'geom');
        INSERT INTO pumps(name, size, geom) VALUES ('Broad Street', 1.5, MakePointZ(1, 2, 3, 4326)),
          ('Rupert Street', 2.5, MakePointZ(4, 5, 6, 4326));

        """.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? path : nil
  }

  @Test func `databases that SpatiaLite made are edited, and it reads on`() throws {
    let folder = try TemporaryFolder()
    guard let path = try spatiaLite(folder) else { return }
    let ask = { (sql: String) throws -> [String?] in
      let row = try Connection(path: path, mode: .readOnly).prepare(sql)
      guard try row.step() else { return [] }
      return (0..<row.columnCount).map { row.text($0) }
    }
    let blobs =
      "SELECT group_concat(hex(geom)), (SELECT group_concat(hex(data)) "
      + "FROM idx_pumps_geom_node) FROM pumps"
    let before = try ask(blobs)
    let store = try openStore(at: path, cacheFolder: folder.path)
    let layer = try store.layer(named: "pumps")
    let form = try LayerForm(of: layer, in: store)
    #expect(form.columns.map(\.lock) == [.key, nil, nil, .geometry])
    let feature = try Inspector(fid: 2, in: form, from: store)
    #expect(feature.title == "Rupert Street" && feature.geometry?.type == "Point")
    let edits = try [
      feature.form.edit("name", to: .text("Mill")), feature.form.edit("size", to: .real(7)),
    ]
    let tried = try EditCheck.dryRun(edits, in: store)
    #expect(tried.isAccepted, "\(tried.problems)")
    let report = try EditApplication.apply(
      edits, ["pumps": form], on: Connection(path: path, mode: .update))
    #expect(report.isAccepted && report.effects == tried.effects)
    #expect(report.triggers.allSatisfy { $0.kind == .bookkeeping }, "\(report.triggers)")
    #expect(try ask("SELECT name, size FROM pumps WHERE id = 2") == ["Mill", "7.0"])
    #expect(try ask(blobs) == before)
    let long = try feature.form.edit("name", to: .text(String(repeating: "x", count: 21)))
    #expect(EditCheck.problems(of: long, in: form).map(\.kind) == [.tooLong])
  }
}
