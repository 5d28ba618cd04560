import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

@Suite struct `Publishing to a source` {
  @Test(arguments: SwapMethod.allCases)
  func `the source becomes the new file as a whole`(method: SwapMethod) throws {
    let fixture = try PublishFixture()
    let settled = Counter()
    var publisher = Publisher(fixture.job(settled: settled), method: method)
    let outcome = try publisher.run()
    let digest = try fixture.digest()
    #expect(outcome == .published(digest, kept: []) && digest != fixture.base)
    #expect(fixture.content == "A|base|" && fixture.names == ["town.gpkg"] && settled.count == 1)
    try fixture.expectPublished(digest)
    // Rollback mode, and nothing of the session, not even in free pages.
    let bytes = try #require(fixture.bytes)
    #expect(bytes[18] == 1 && bytes[19] == 1)
    #expect(bytes.range(of: Data("secret word".utf8)) == nil)
    #expect(try publisher.step() == outcome && publisher.stage == .done)
  }

  @Test func `a second publish starts from the first one's bytes`() throws {
    let fixture = try PublishFixture()
    var first = Publisher(fixture.job())
    guard case .published(let digest, _) = try first.run() else { throw Failure() }
    try PublishFixture.sql(
      fixture.state() + "/document.gpkg", "UPDATE t SET n = 'A2' WHERE id = 1")
    var second = Publisher(fixture.job(base: digest))
    guard case .published(let next, []) = try second.run() else { throw Failure() }
    #expect(try fixture.content == "A2|base|" && fixture.digest() == next)
    #expect(try fixture.digest(fixture.state() + "/previous.gpkg") == digest)
  }

  @Test func `A114 a source that has changed is left alone, and the edits wait`() throws {
    let fixture = try PublishFixture()
    try fixture.sql("UPDATE t SET n = 'theirs' WHERE id = 2")
    let before = fixture.bytes
    var publisher = Publisher(fixture.job())
    let outcome = try publisher.run()
    #expect(outcome == .conflict(theirs: try fixture.digest(), kept: []))
    #expect(fixture.bytes == before)
    #expect(outcome.error(path: "x") == .conflict(path: "x"))
    try fixture.expectNothingWritten()
  }

  @Test func `A116 other bytes with the same size and time are seen`() throws {
    let fixture = try PublishFixture()
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.source)
    var bytes = try #require(fixture.bytes)
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(fileURLWithPath: fixture.source))
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(attributes[.modificationDate])],
      ofItemAtPath: fixture.source)
    var publisher = Publisher(fixture.job())
    #expect(try publisher.run() == .conflict(theirs: try fixture.digest(), kept: []))
    try fixture.expectNothingWritten()
  }

  @Test func `a source that is no database any more is a conflict`() throws {
    let fixture = try PublishFixture()
    try Data("<html>".utf8).write(to: URL(fileURLWithPath: fixture.source))
    var publisher = Publisher(fixture.job())
    #expect(try publisher.run() == .conflict(theirs: try fixture.digest(), kept: []))
    try fixture.expectNothingWritten()
  }

  @Test func `a source that somebody is writing is in use`() throws {
    let fixture = try PublishFixture()
    let writer = try Connection(path: fixture.source, mode: .update)
    try writer.execute("BEGIN IMMEDIATE")
    var publisher = Publisher(fixture.job())
    #expect(try publisher.run() == .sourceInUse("another program is writing it"))
    try fixture.expectNothingWritten()
    try writer.execute("COMMIT")
    var second = Publisher(fixture.job())
    #expect(try second.run().error(path: "") == nil)
  }

  @Test func `writers wait while it is held, and readers do not`() throws {
    let fixture = try PublishFixture()
    var publisher = Publisher(fixture.job())
    while publisher.stage != .verify {
      _ = try publisher.step()
      guard publisher.stage != .lock else { continue }
      #expect(fixture.content != nil)
      #expect(throws: SQLiteError.self) { try fixture.sql("UPDATE t SET n = 'x'") }
    }
    guard case .published = try publisher.run() else { throw Failure() }
    try fixture.sql("UPDATE t SET n = 'x' WHERE id = 2")
    #expect(fixture.content == "A|x|")
  }

  @Test func `links are followed, and stay`() throws {
    let fixture = try PublishFixture()
    let link = fixture.folder.file("link.gpkg")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "shared/town.gpkg")
    var publisher = Publisher(fixture.job(source: link))
    guard case .published = try publisher.run() else { throw Failure() }
    #expect(fixture.content == "A|base|" && fixture.names == ["town.gpkg"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "shared/town.gpkg")
  }

  @Test(arguments: SwapMethod.allCases)
  func `the mode of the source is kept`(method: SwapMethod) throws {
    let fixture = try PublishFixture()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o660], ofItemAtPath: fixture.source)
    var publisher = Publisher(fixture.job(), method: method)
    guard case .published = try publisher.run() else { throw Failure() }
    let mode = try FileManager.default.attributesOfItem(atPath: fixture.source)[.posixPermissions]
    #expect(mode as? Int == 0o660)
  }

  @Test(arguments: SwapMethod.allCases)
  func `a state folder may be in another file system`(method: SwapMethod) throws {
    let fixture = try PublishFixture()
    let elsewhere = try TemporaryFolder()
    let path = elsewhere.file("town.gpkg")
    try fixture.bytes?.write(to: URL(fileURLWithPath: path))
    var publisher = Publisher(fixture.job(source: path), method: method)
    guard case .published(let digest, []) = try publisher.run() else { throw Failure() }
    #expect(PublishFixture.content(path) == "A|base|" && elsewhere.names == ["town.gpkg"])
    try fixture.expectPublished(digest)
  }

  @Test func `a working copy in WAL mode is published as one file too`() throws {
    let fixture = try PublishFixture()
    let working = fixture.state() + "/document.gpkg"
    let writer = try Connection(path: working, mode: .create)
    try writer.execute("PRAGMA journal_mode = WAL; UPDATE t SET n = 'log' WHERE id = 1")
    var publisher = Publisher(fixture.job())
    guard case .published(let digest, []) = try publisher.run() else { throw Failure() }
    #expect(fixture.content == "log|base|" && fixture.bytes?[18] == 1)
    #expect(try fixture.digest() == digest && fixture.names == ["town.gpkg"])
    #expect(!fixture.names("A").contains { $0.hasPrefix("next") || $0.hasPrefix("base.gpkg-") })
    withExtendedLifetime(writer) {}
  }

  @Test func `a very long name is published too`() throws {
    let name = String(repeating: "ü", count: 120) + ".gpkg"
    let fixture = try PublishFixture(name)
    var publisher = Publisher(fixture.job())
    guard case .published = try publisher.run() else { throw Failure() }
    #expect(fixture.names == [name])
  }

  @Test func `what is written later to the old file is found by the next publish`() throws {
    let fixture = try PublishFixture()
    let writer = try ForeignWriter(.heldMemoryUpdate, mark: "late", in: fixture)
    var first = Publisher(fixture.job())
    guard case .published(let digest, []) = try first.run() else { throw Failure() }
    try writer.write()
    #expect(writer.hasWritten && fixture.content == "A|base|")
    var second = Publisher(fixture.job(base: digest))
    guard case .published(_, let kept) = try second.run() else { throw Failure() }
    #expect(kept == [fixture.state() + "/recovered-1.gpkg"])
    #expect(PublishFixture.content(kept.first ?? "") == "base|late|")
  }

  struct Failure: Error {}
}
