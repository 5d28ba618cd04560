import MeridianStore
import MeridianTestSupport
import Testing

/// What a connection hears of its own statements.
@Suite struct `Rows that change` {
  private let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(path: folder.file("a.db"), mode: .update(in: folder))
    try connection.execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TABLE log(v);
      CREATE TABLE keyed(k PRIMARY KEY) WITHOUT ROWID;
      INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c');
      CREATE TRIGGER one AFTER UPDATE OF v ON t BEGIN
        INSERT INTO log VALUES (NEW.v); INSERT INTO keyed VALUES (NEW.id); END;
      CREATE TRIGGER two AFTER INSERT ON log BEGIN DELETE FROM t WHERE id = 3; END;
      CREATE TRIGGER never AFTER DELETE ON log BEGIN SELECT 1; END;
      """)
  }

  @Test func `are told by table and kind, the own row apart`() throws {
    let log = ChangeLog()
    log.begin(own: ("t", 2))
    try connection.logging(to: log) { () throws(SQLiteError) in
      try connection.execute("UPDATE t SET v = 'z' WHERE id = 2")
    }
    #expect(log.ownUpdates == 1 && log.count == 3)
    #expect(log.tallies.map(\.table) == ["log", "t"])
    #expect(log.tallies.map(\.action) == [.inserted, .deleted])
    #expect(log.tallies.map(\.rows) == [[1], [3]])
    #expect(connection.changes == 1)
    // Nothing is heard of a table without rowids, and nothing after the end.
    try connection.execute("UPDATE t SET v = 'y' WHERE id = 1")
    #expect(log.count == 3)
  }

  @Test func `many of them are counted, and only the first kept`() throws {
    let log = ChangeLog()
    log.begin(own: nil)
    try connection.logging(to: log) { () throws(SQLiteError) in
      try connection.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
        INSERT INTO keyed SELECT 'x' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 5009)
        INSERT INTO t SELECT i, NULL FROM n;
        """)
    }
    #expect(log.tallies.count == 1 && log.tallies[0].count == 5000)
    #expect(log.tallies[0].rows == Array(10..<30))
  }

  @Test func `of triggers are known before anything runs`() throws {
    var accesses: [TriggerAccess] = []
    _ = try connection.prepare("UPDATE t SET v = 'z' WHERE id = 1", telling: &accesses)
    let writes = accesses.filter { $0.action != nil }
    #expect(Set(writes.map(\.trigger)) == ["one", "two"])
    #expect(Set(writes.compactMap(\.table)) == ["log", "keyed", "t"])
    _ = try connection.prepare("UPDATE t SET id = 9 WHERE id = 1", telling: &accesses)
    #expect(accesses.isEmpty)
    let facts = try SchemaFacts(connection)
    #expect(facts.triggers == ["one": "t", "two": "log", "never": "log"])
    #expect(TableRules.isWithoutRowid("keyed", on: connection))
    #expect(!TableRules.isWithoutRowid("log", on: connection))
  }
}

extension Connection.Mode {
  /// The mode that changes a file, once one is there.
  fileprivate static func update(in folder: TemporaryFolder) throws -> Connection.Mode {
    try Connection(path: folder.file("a.db"), mode: .create).execute("CREATE TABLE first(x)")
    return .update
  }
}
