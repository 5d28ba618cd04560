import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

@Suite struct `Sources that cannot be published to` {
  private let fixture: PublishFixture

  init() throws { fixture = try PublishFixture() }

  private func expect(
    _ job: PublishJob? = nil, _ wanted: (WorkspaceError) -> Bool
  ) throws {
    var publisher = Publisher(job ?? fixture.job())
    let error = #expect(throws: WorkspaceError.self) { try publisher.run() }
    #expect(error.map(wanted) == true, "\(String(describing: error))")
    #expect(error?.description.contains("\n") == false)
    // The same answer again, and nothing done for it.
    #expect(throws: error ?? .exists(path: "")) { try publisher.step() }
    try fixture.expectEditsSafe()
    #expect(fixture.names("A") == ["base", "base.gpkg", "document.gpkg"])
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `a source that is gone`() throws {
    try FileManager.default.removeItem(atPath: fixture.source)
    try expect { if case .unavailable = $0 { true } else { false } }
    #expect(fixture.names.isEmpty)
  }

  @Test func `a folder that is gone`() throws {
    try FileManager.default.removeItem(atPath: fixture.folder.file("shared"))
    try expect { if case .unavailable = $0 { true } else { false } }
  }

  @Test func `a folder in the place of the source`() throws {
    try FileManager.default.removeItem(atPath: fixture.source)
    try FileManager.default.createDirectory(
      atPath: fixture.source, withIntermediateDirectories: false)
    try expect { if case .store(.inputOutput) = $0 { true } else { false } }
  }

  @Test func `a read-only source and a read-only folder`() throws {
    try setMode(0o444, fixture.source)
    try expect { $0 == .readOnly(path: fixture.source) }
    try setMode(0o644, fixture.source)
    try setMode(0o555, fixture.folder.file("shared"))
    try expect { $0 == .readOnly(path: fixture.source) }
    try setMode(0o755, fixture.folder.file("shared"))
    #expect(fixture.names == ["town.gpkg"] && fixture.content == "base|base|")
  }

  @Test func `a working copy that is gone or torn`() throws {
    let working = fixture.state() + "/document.gpkg"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: working))
    for torn in [bytes.prefix(5000), Data(repeating: 7, count: 8192)] {
      try torn.write(to: URL(fileURLWithPath: working))
      var publisher = Publisher(fixture.job())
      let error = #expect(throws: WorkspaceError.self) { try publisher.run() }
      #expect(error?.description.contains("document.gpkg") == true, "\(String(describing: error))")
    }
    try FileManager.default.removeItem(atPath: working)
    var publisher = Publisher(fixture.job())
    #expect(throws: WorkspaceError.self) { try publisher.run() }
    try bytes.write(to: URL(fileURLWithPath: working))
    try fixture.expectNothingWritten()
    #expect(fixture.content == "base|base|")
  }

  @Test func `a preparation that fails`() throws {
    var job = fixture.job()
    job.prepare = { _ throws(WorkspaceError) in throw WorkspaceError.nothingTo("prepare") }
    try expect(job) { $0 == .nothingTo("prepare") }
    try fixture.expectNothingWritten()
  }

  @Test func `a state folder that is gone`() throws {
    var job = fixture.job()
    job.state += "/gone"
    try expect(job) { if case .store = $0 { true } else { false } }
    try fixture.expectNothingWritten()
  }

  @Test func `a source in WAL mode that nobody has open becomes one file`() throws {
    try fixture.sql("PRAGMA journal_mode = WAL")
    #expect(fixture.names == ["town.gpkg"] && fixture.bytes?[18] == 2)
    let base = try fixture.digest()
    var publisher = Publisher(fixture.job(base: base))
    guard case .published(_, []) = try publisher.run() else { throw PublisherFailure() }
    #expect(fixture.names == ["town.gpkg"] && fixture.bytes?[18] == 1)
    #expect(fixture.content == "A|base|")
  }

  @Test func `an empty log that was left behind goes with the old file`() throws {
    try Data().write(to: URL(fileURLWithPath: fixture.source + "-wal"))
    try Data(repeating: 0, count: 32768).write(to: URL(fileURLWithPath: fixture.source + "-shm"))
    var publisher = Publisher(fixture.job())
    guard case .published(_, []) = try publisher.run() else { throw PublisherFailure() }
    #expect(fixture.names == ["town.gpkg"] && fixture.content == "A|base|")
  }

  @Test func `a log with changes is seen, never ignored`() throws {
    try Data(repeating: 1, count: 100).write(to: URL(fileURLWithPath: fixture.source + "-wal"))
    let before = fixture.bytes
    var publisher = Publisher(fixture.job())
    #expect(
      try publisher.run() == .sourceInUse("changes of another program wait in its -wal file"))
    #expect(fixture.bytes == before && fixture.names == ["town.gpkg", "town.gpkg-wal"])
    try fixture.expectEditsSafe()
  }

  @Test func `a program that has it open in WAL mode keeps it`() throws {
    try fixture.sql("PRAGMA journal_mode = WAL")
    let base = try fixture.digest()
    let other = try Connection(path: fixture.source, mode: .update)
    _ = try other.prepare("SELECT * FROM t").step()
    var publisher = Publisher(fixture.job(base: base))
    #expect(try publisher.run() == .sourceInUse("another program has it open"))
    try other.execute("UPDATE t SET n = 'theirs' WHERE id = 2")
    #expect(try fixture.digest() == base, "the change is in the log")
    var second = Publisher(fixture.job(base: base))
    guard case .sourceInUse = try second.run() else { throw PublisherFailure() }
  }

  @Test func `a hot journal is left to the program that knows it`() throws {
    let journal = fixture.source + "-journal"
    try Data([0xD9, 0xD5, 0x05, 0xF9]).write(to: URL(fileURLWithPath: journal))
    var publisher = Publisher(fixture.job())
    #expect(
      try publisher.run() == .sourceInUse("changes of another program wait in its -journal file"))
    // One that is kept for the next time begins with zeros.
    try Data(repeating: 0, count: 512).write(to: URL(fileURLWithPath: journal))
    var second = Publisher(fixture.job())
    guard case .published = try second.run() else { throw PublisherFailure() }
  }

  private struct PublisherFailure: Error {}
}
