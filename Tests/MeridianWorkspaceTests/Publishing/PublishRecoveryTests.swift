import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

@Suite struct `Publishes that were ended in the middle` {
  /// Does so many steps and forgets the publisher, as the end of its process would; the stage that
  /// it had reached.
  @discardableResult
  private func end(
    _ fixture: PublishFixture, after steps: Int, method: SwapMethod = .exchange
  ) throws -> Publisher.Stage {
    var publisher = Publisher(fixture.job(), method: method)
    for _ in 0..<steps { _ = try publisher.step() }
    return publisher.stage
  }

  @Test(arguments: SwapMethod.allCases)
  func `after each step the source is old or new, and is settled`(method: SwapMethod) throws {
    var counts: [String: Int] = [:]
    var (steps, stage) = (0, Publisher.Stage.open)
    while stage != .done {
      let fixture = try PublishFixture()
      stage = try end(fixture, after: steps, method: method)
      let settled = Counter()
      let finding = try fixture.recover(settled: settled)
      let digest = try fixture.digest()
      if case .published(let published, let kept) = finding {
        #expect(published == digest && kept.isEmpty && fixture.content == "A|base|")
        #expect(settled.count == 1)
        try fixture.expectPublished(digest)
        counts["finished", default: 0] += 1
      } else if stage == .done {
        #expect(finding == .none)
      } else {
        #expect(finding == .none || finding == .notPublished(kept: []))
        #expect(digest == fixture.base && settled.count == 0)
        try fixture.expectNothingWritten()
        counts["undone", default: 0] += 1
      }
      #expect(try fixture.recover() == .none)
      // What was not published can be published now.
      if digest == fixture.base {
        var again = Publisher(fixture.job(), method: method)
        guard case .published(let published, []) = try again.run() else {
          Issue.record("not published after \(steps) steps")
          return
        }
        try fixture.expectPublished(published)
      }
      steps += 1
    }
    print("\(method.rawValue): ended after each of \(steps) steps: \(counts)")
    #expect(steps >= 17 && counts["finished", default: 0] >= 5 && counts["undone", default: 0] >= 9)
  }

  @Test func `a publish does not begin before the last one is recovered`() throws {
    let fixture = try PublishFixture()
    try end(fixture, after: 6)
    #expect(PublishRecovery.isNeeded(in: fixture.state()))
    var publisher = Publisher(fixture.job())
    #expect(throws: WorkspaceError.self) { try publisher.run() }
    #expect(throws: WorkspaceError.self) {
      try DocumentCopy.write(
        fixture.state() + "/document.gpkg", to: fixture.folder.file("copy.gpkg"),
        state: fixture.state(), prepare: PublishFixture.prepare)
    }
    #expect(try fixture.recover() == .notPublished(kept: []))
    try fixture.expectNothingWritten()
  }

  @Test func `what cannot be noted in the working copy is noted the next time`() throws {
    let fixture = try PublishFixture()
    var job = fixture.job()
    job.settle = { _ throws(WorkspaceError) in throw .nothingTo("settle") }
    var publisher = Publisher(job)
    #expect(throws: WorkspaceError.nothingTo("settle")) { try publisher.run() }
    #expect(fixture.content == "A|base|")
    #expect(throws: WorkspaceError.nothingTo("settle")) {
      try PublishRecovery.run(in: fixture.state()) { _ throws(WorkspaceError) in
        throw .nothingTo("settle")
      }
    }
    #expect(try fixture.recover() == .published(try fixture.digest(), kept: []))
    try fixture.expectPublished(try fixture.digest())
  }

  @Test func `a source whose folder is gone waits`() throws {
    let fixture = try PublishFixture()
    var publisher = Publisher(fixture.job())
    while publisher.stage != .verify { _ = try publisher.step() }
    publisher = Publisher(fixture.job())
    let (folder, away) = (fixture.folder.file("shared"), fixture.folder.file("away"))
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    #expect(throws: WorkspaceError.self) { try fixture.recover() }
    #expect(PublishRecovery.isNeeded(in: fixture.state()))
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    #expect(try fixture.recover() == .published(try fixture.digest(), kept: []))
  }

  @Test func `files that are neither old nor new are both kept`() throws {
    let fixture = try PublishFixture()
    var publisher = Publisher(fixture.job())
    while publisher.stage != .verify { _ = try publisher.step() }
    publisher = Publisher(fixture.job())
    let hidden = try #require(fixture.names.first { $0.hasPrefix(".") })
    try PublishFixture.sql(
      fixture.folder.file("shared/\(hidden)"), "UPDATE t SET n = 'one' WHERE id = 2")
    try fixture.sql("UPDATE t SET n = 'other' WHERE id = 2")
    guard case .notPublished(let kept) = try fixture.recover() else {
      Issue.record("published")
      return
    }
    #expect(kept.map(PublishFixture.content) == ["base|one|"] && fixture.content == "A|other|")
    #expect(fixture.names.count == 2)
  }

  @Test func `what others have left beside the source is not touched`() throws {
    let fixture = try PublishFixture()
    let others = [
      ".town.gpkg.meridian-0123456789abcdef", ".town.gpkg.meridian-0123456789abcdef.aside",
      "town (recovered 00000000).gpkg",
    ]
    for name in others {
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: fixture.folder.file("shared/" + name)))
    }
    try end(fixture, after: 8)
    _ = try fixture.recover()
    #expect(fixture.names == (others + ["town.gpkg"]).sorted())
  }

  @Test(arguments: [
    "", "rubbish", "meridian publish 1\n",
    "meridian publish 1\nsource /etc/passwd\nbeside /etc/passwd\n",
    "meridian publish 1\nsource /a/town.gpkg\nbeside /a/.town.gpkg.meridian-1\nnew 12\n",
    "meridian publish 1\nsource /a/%\nbeside /a/b\n",
  ])
  func `a record that nobody can read is set aside`(text: String) throws {
    let fixture = try PublishFixture()
    let path = fixture.state() + "/publishing"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try fixture.recover() == .notPublished(kept: [path + ".damaged"]))
    #expect(try fixture.recover() == .none)
    #expect(fixture.content == "base|base|")
  }

  @Test func `a copy that nobody has been told of is told of the next time`() throws {
    let fixture = try PublishFixture()
    let writers = try [ForeignWriter.Kind.renameOver, .renameOver].enumerated().map {
      try ForeignWriter($1, mark: "theirs\($0)", in: fixture)
    }
    var publisher = Publisher(fixture.job())
    while publisher.stage != .swap { _ = try publisher.step() }
    try writers[0].write()
    while publisher.stage != .restore { _ = try publisher.step() }
    try writers[1].write()
    while publisher.stage != .undo { _ = try publisher.step() }
    publisher = Publisher(fixture.job())
    #expect(fixture.content == "base|theirs1|")
    guard case .notPublished(let kept) = try fixture.recover() else {
      Issue.record("published")
      return
    }
    #expect(kept.map(PublishFixture.content) == ["base|theirs0|"])
    #expect(kept.allSatisfy { $0.hasPrefix(fixture.folder.file("shared/town (recovered ")) })
    #expect(try fixture.recover() == .none)
  }

  @Test func `a record of a newer version is left to it`() throws {
    let fixture = try PublishFixture()
    let path = fixture.state() + "/publishing"
    try Data("meridian publish 2\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: WorkspaceError.newerFormat(path: path, version: 2)) { try fixture.recover() }
    #expect(PublishRecovery.isNeeded(in: fixture.state()))
  }

  @Test func `names with signs and lines in them are found again`() throws {
    let fixture = try PublishFixture("a %25\nnew /x.gpkg".replacing("/", with: ":"))
    try end(fixture, after: 12)
    guard case .published = try fixture.recover() else {
      Issue.record("\(fixture.names)")
      return
    }
    #expect(fixture.content == "A|base|" && fixture.names.count == 1)
  }
}
