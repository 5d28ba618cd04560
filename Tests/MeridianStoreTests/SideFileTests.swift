import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Synchronization
import Testing

@Suite struct `Files with a log or a journal` {
  private let cache: TemporaryFolder
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    cache = try TemporaryFolder()
    folder = try TemporaryFolder()
    path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer(
      "t", geometryType: "POINT", columns: [AttributeColumn(name: "n", declaredType: "INTEGER")],
      hasIndex: false)
    for number in 0..<300 {
      try writer.add("POINT (\(number) 1)", to: layer, [.integer(Int64(number))])
    }
    try writer.finish()
  }

  private func open() throws -> any FeatureStore {
    try openStore(at: path, cacheFolder: cache.path)
  }

  private func snapshots() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: cache.file("snapshots"))) ?? []
  }

  /// Switches to WAL mode; closing the connection removes the log again.
  private func makeWAL() throws {
    try Connection(path: path, mode: .create).execute("PRAGMA journal_mode = WAL")
    #expect(folder.names == ["a.gpkg"])
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))[18] == 2)
  }

  @Test func `a file in WAL mode without a log is read in place`() throws {
    try makeWAL()
    let store = try open()
    #expect(try store.rows("t").count == 300)
    #expect(folder.names == ["a.gpkg"])
    try store.close()
    #expect(folder.names == ["a.gpkg"] && cache.names.isEmpty)
    #expect(!store.codes().contains("wal-copied"))
  }

  @Test func `a file in WAL mode with an empty log is read in place`() throws {
    try makeWAL()
    try Data().write(to: URL(fileURLWithPath: path + "-wal"))
    let store = try open()
    #expect(try store.rows("t").count == 300)
    try store.close()
    #expect(folder.names == ["a.gpkg", "a.gpkg-wal"] && cache.names.isEmpty)
  }

  @Test func `A88 a WAL file in a read-only folder is listed and said to be read-only`() throws {
    try makeWAL()
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    let store = try open()
    #expect(store.isReadOnly && store.codes() == ["no-index", "read-only"])
    #expect(store.layers.map(\.name) == ["t"])
    #expect(try store.rows("t").count == 300)
    try store.close()
    #expect(folder.names == ["a.gpkg"])
  }

  @Test func `a read-only file in rollback mode opens too`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let store = try open()
    #expect(store.isReadOnly)
    #expect(try store.rows("t").count == 300)
    try store.close()
    #expect(folder.names == ["a.gpkg"])
  }

  @Test func `a file replaced while it is read without locks is found out at the end`() throws {
    try makeWAL()
    let store = try open()
    #expect(try store.rows("t").count == 300)
    let other = try Connection(path: path, mode: .create)
    try other.execute("DELETE FROM t WHERE fid = 1")
    let error = #expect(throws: StoreError.self) { try store.close() }
    #expect(error == .changedWhileReading(path: path))
  }

  @Test func `committed changes in the log are read from a copy that is removed`() throws {
    try makeWAL()
    let writer = try Connection(path: path, mode: .create)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE t SET n = 5000 WHERE fid = 7")
    let names = folder.names
    let store = try open()
    #expect(store.codes() == ["wal-copied", "no-index"])
    #expect(snapshots().count == 1)
    #expect(try store.rows("t", ["n"])[6].values == [.integer(5000)])
    try store.close()
    #expect(snapshots().isEmpty)
    #expect(folder.names == names)
  }

  @Test func `an abandoned log is read although nobody recovered it`() throws {
    try makeWAL()
    let writer = try Connection(path: path, mode: .create)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE t SET n = 5000 WHERE fid = 7")
    let orphan = try TemporaryFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: orphan.file("b c.gpkg" + suffix))
    }
    let store = try openStore(at: orphan.file("b c.gpkg"), cacheFolder: cache.path)
    #expect(try store.rows("t", ["n"])[6].values == [.integer(5000)])
    try store.close()
    #expect(orphan.names == ["b c.gpkg", "b c.gpkg-wal"] && snapshots().isEmpty)
  }

  @Test func `a log of rubbish is as good as none`() throws {
    try makeWAL()
    try Data(repeating: 0x5A, count: 5000).write(to: URL(fileURLWithPath: path + "-wal"))
    let store = try open()
    #expect(try store.rows("t").count == 300)
    try store.close()
    #expect(folder.names == ["a.gpkg", "a.gpkg-wal"])
  }

  @Test func `a hot journal is rolled back in a copy and stays where it is`() throws {
    let writer = try Connection(path: path, mode: .create)
    // A cache too small for the change makes SQLite write pages before the commit.
    try writer.execute("PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN")
    try writer.execute("UPDATE t SET n = -1")
    let orphan = try TemporaryFolder()
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: orphan.file("b.gpkg" + suffix))
    }
    try writer.execute("ROLLBACK")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: orphan.file("b.gpkg")))
    #expect(try bytes != Data(contentsOf: URL(fileURLWithPath: path)))

    let store = try openStore(at: orphan.file("b.gpkg"), cacheFolder: cache.path)
    #expect(store.codes() == ["journal-copied", "no-index"])
    let rows = try store.rows("t", ["n"])
    #expect(rows.map(\.values) == (0..<300).map { [.integer($0)] })
    try store.close()
    #expect(orphan.names == ["b.gpkg", "b.gpkg-journal"] && snapshots().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: orphan.file("b.gpkg"))) == bytes)
  }

  @Test func `a journal without a header is not hot`() throws {
    try Data(repeating: 0, count: 512).write(to: URL(fileURLWithPath: path + "-journal"))
    let store = try open()
    #expect(try store.rows("t").count == 300 && store.codes() == ["no-index"])
    try store.close()
    #expect(folder.names == ["a.gpkg", "a.gpkg-journal"])
  }

  @Test func `two readers and a waiting writer do not disturb each other`() throws {
    let first = try open()
    let second = try open()
    #expect(try first.rows("t") == second.rows("t"))
    try first.close()
    try Connection(path: path, mode: .create).execute("UPDATE t SET n = 9 WHERE fid = 1")
    #expect(try second.rows("t", ["n"])[0].values == [.integer(9)])
  }

  @Test func `a file that another program replaces all the time is one of its versions`() throws {
    let versions = [folder.file("small"), folder.file("large")]
    try FileManager.default.copyItem(atPath: path, toPath: versions[0])
    let connection = try Connection(path: path, mode: .update)
    try connection.execute("CREATE TABLE filler AS SELECT randomblob(200000) AS bytes")
    try FileManager.default.copyItem(atPath: path, toPath: versions[1])
    let isOver = Mutex(false)
    let (path, next) = (path, folder.file("next"))
    let replacing = Thread {
      for round in 0... where !isOver.withLock({ $0 }) {
        // A link of its own, which takes the path's place in one step.
        guard link(versions[round % 2], next) == 0, rename(next, path) == 0 else { return }
      }
    }
    replacing.start()
    defer { isOver.withLock { $0 = true } }
    var counts: Set<Int> = []
    for _ in 0..<400 {
      let store = try open()
      counts.insert(try store.rows("t").count)
      try store.close()
    }
    #expect(counts == [300])
  }
}
