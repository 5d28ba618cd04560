import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// Connections that write nothing, whatever is written over them.
@Suite struct `Dry runs` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.db")
    try Connection(path: path, mode: .create).execute(
      """
      PRAGMA auto_vacuum = FULL;
      CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO t SELECT i, randomblob(200) FROM n;
      """)
  }

  private var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }

  private func answer(_ connection: Connection, _ sql: String) throws -> String {
    let row = try connection.prepare(sql)
    return try row.step() ? row.text(0) ?? "" : "no row"
  }

  @Test func `growing, shrinking and new tables are seen by the connection alone`() throws {
    let before = try bytes
    let trial = try Connection(path: path, mode: .dryRun)
    let other = try Connection(path: path, mode: .dryRun)
    try trial.execute(
      """
      DELETE FROM t WHERE id % 3 <> 0;
      CREATE TABLE more(x);
      INSERT INTO more SELECT randomblob(3000) FROM t;
      DELETE FROM more WHERE rowid % 2 = 0;
      UPDATE t SET v = zeroblob(9000) WHERE id <= 300;
      """)
    #expect(try answer(trial, "PRAGMA integrity_check") == "ok")
    #expect(try answer(trial, "SELECT count(*) || ' ' || sum(length(v)) FROM t") == "1000 1080000")
    #expect(try answer(other, "SELECT count(*) FROM t") == "3000")
    try trial.execute("DELETE FROM t; DROP TABLE more")
    #expect(try answer(trial, "PRAGMA integrity_check") == "ok")
    #expect(try answer(trial, "PRAGMA page_count") < "9")
    try trial.execute("INSERT INTO t SELECT 7, randomblob(100000)")
    #expect(try answer(trial, "PRAGMA integrity_check") == "ok")
    #expect(try bytes == before && folder.names == ["a.db"])
    #expect(
      try answer(Connection(path: path, mode: .readOnly), "SELECT count(*) FROM t") == "3000")
  }

  @Test func `the same statements lead to the same rows as in the file itself`() throws {
    let statements = (0..<60).map { step in
      let fid = step * 37 % 3000
      return [
        "UPDATE t SET v = zeroblob(\(step * 300)) WHERE id = \(fid)",
        "DELETE FROM t WHERE id BETWEEN \(fid) AND \(fid + step)",
        "INSERT INTO t SELECT max(id) + 1, zeroblob(\(step * 90)) FROM t",
      ][step % 3]
    }
    let sum =
      "SELECT count(*) || ' ' || sum(length(v)) || ' ' || sum(id) || ' ' || "
      + "group_concat(hex(substr(v, 1, 2))) FROM (SELECT * FROM t ORDER BY id)"
    let trial = try Connection(path: path, mode: .dryRun)
    for statement in statements { try trial.execute(statement) }
    let tried = try answer(trial, sum)
    let real = try Connection(path: path, mode: .update)
    for statement in statements { try real.execute(statement) }
    #expect(try answer(real, sum) == tried)
    // It holds no lock once it is done, and sees what has come.
    #expect(try answer(Connection(path: path, mode: .dryRun), sum) == tried)
  }

  @Test func `while it reads no other program can commit, and afterwards it can`() throws {
    let trial = try Connection(path: path, mode: .dryRun)
    try trial.execute("BEGIN; UPDATE t SET v = NULL")
    let other = try Connection(path: path, mode: .update)
    try other.execute("PRAGMA busy_timeout = 1")
    #expect(throws: SQLiteError.self) { try other.execute("UPDATE t SET v = x'01' WHERE id = 1") }
    try trial.execute("ROLLBACK")
    try other.execute("UPDATE t SET v = x'01' WHERE id = 1")
    #expect(try answer(trial, "SELECT hex(v) FROM t WHERE id = 1") == "01")
  }

  @Test func `a journal that another program left behind is not played back`() throws {
    // A writer that died: its journal is hot, the file half written.
    let journal = path + "-journal"
    let writer = try Connection(path: path, mode: .update)
    try writer.execute("PRAGMA cache_size = 1; BEGIN; UPDATE t SET v = zeroblob(300)")
    let (torn, left) = (try bytes, try Data(contentsOf: URL(fileURLWithPath: journal)))
    try writer.execute("ROLLBACK")
    let copy = folder.file("b.db")
    try torn.write(to: URL(fileURLWithPath: copy))
    try left.write(to: URL(fileURLWithPath: copy + "-journal"))
    #expect(throws: SQLiteError.self) {
      let trial = try Connection(path: copy, mode: .dryRun)
      try trial.execute("UPDATE t SET v = NULL WHERE id = 1")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == torn)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-journal")) == left)
  }

  @Test func `what is no database, or not there, is an error`() throws {
    let text = folder.file("text")
    try Data(String(repeating: "no database ", count: 500).utf8)
      .write(to: URL(fileURLWithPath: text))
    for path in [text, folder.file("missing")] {
      #expect(throws: SQLiteError.self) {
        let trial = try Connection(path: path, mode: .dryRun)
        try trial.execute("CREATE TABLE x(y)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
  }
}
