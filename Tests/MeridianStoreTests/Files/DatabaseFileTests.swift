import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// SQLite's locks on whole files, between connections of one process: SQLite keeps its own account
/// of them, since the system's locks are the process's.
@Suite struct `A database as a file` {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.db")
    try Connection(path: path, mode: .create).execute(
      "CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)")
  }

  private func connect(
    _ mode: Connection.Mode = .update, waiting: Bool = false
  ) throws -> Connection {
    let connection = try Connection(path: path, mode: mode)
    if !waiting { try connection.execute("PRAGMA busy_timeout = 0") }
    return connection
  }

  @Test func `a reserved lock keeps writers out and lets readers in`() throws {
    let (holder, other) = (try connect(), try connect())
    #expect(try holder.lockFile(.shared) && holder.lockFile(.reserved))
    let error = #expect(throws: SQLiteError.self) { try other.execute("UPDATE t SET n = 2") }
    #expect(error?.primary == 5)
    #expect(try other.prepare("SELECT n FROM t").step())
    let third = try connect()
    #expect(try third.lockFile(.shared))
    #expect(try !third.lockFile(.reserved))
  }

  @Test func `a writer's transaction keeps the lock out`() throws {
    let writer = try connect()
    try writer.execute("BEGIN IMMEDIATE; UPDATE t SET n = 2")
    do {
      let holder = try connect()
      #expect(try holder.lockFile(.shared))
      #expect(try !holder.lockFile(.reserved))
      // What it has, it keeps: readers let no commit through.
      #expect(throws: SQLiteError.self) { try writer.execute("COMMIT") }
    }
    try writer.execute("COMMIT")
    let second = try connect()
    #expect(try second.lockFile(.shared) && second.lockFile(.reserved))
  }

  @Test func `an exclusive lock finds readers and connections in WAL mode`() throws {
    try connect().execute("PRAGMA journal_mode = WAL")
    var reader: Connection? = try connect()
    #expect(try reader?.prepare("SELECT n FROM t").step() == true)
    let holder = try connect()
    #expect(try holder.lockFile(.shared) && holder.lockFile(.reserved))
    #expect(try !holder.lockFile(.exclusive))
    reader = nil
    let second = try connect()
    withExtendedLifetime(holder) {}
    #expect(try !second.lockFile(.shared))
  }

  @Test func `a lock goes with its connection, which writes nothing`() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    do {
      let holder = try connect()
      #expect(try holder.lockFile(.shared) && holder.lockFile(.reserved))
      #expect(try holder.lockFile(.exclusive))
    }
    #expect(folder.names == ["a.db"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    try connect().execute("UPDATE t SET n = 2")
  }

  @Test func `a file that has been moved away is noticed, and SQLite refuses to write it`() throws {
    let connection = try connect()
    #expect(!connection.hasMoved)
    _ = try FileNames.rename(path, new: folder.file("b.db"))
    #expect(connection.hasMoved)
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(connection.hasMoved)
    #expect(throws: SQLiteError.self) { try connection.execute("UPDATE t SET n = 3") }
  }

  @Test func `rubbish can be locked too`() throws {
    try Data(repeating: 0x5A, count: 5000).write(to: URL(fileURLWithPath: path))
    let holder = try connect()
    #expect(try holder.lockFile(.shared) && holder.lockFile(.reserved))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 5000)
  }

  @Test func `pages are copied as they are at one moment`() throws {
    let source = try connect()
    try source.execute(
      """
      WITH RECURSIVE k (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM k WHERE i < 50000)
      INSERT INTO t SELECT i FROM k
      """)
    let target = try Connection(path: folder.file("b.db"), mode: .create)
    try source.copyPages(to: target)
    let count = try target.prepare("SELECT count(*), sum(n) FROM t")
    #expect(try count.step() && count.integer(0) == 50000 && count.integer(1) == 1_250_025_000)
    #expect(try target.pageFaults().isEmpty)
    try source.execute("UPDATE t SET n = 0")
  }
}
