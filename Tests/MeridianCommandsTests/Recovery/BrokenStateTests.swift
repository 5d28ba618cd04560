import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// What is left of a document when somebody, or a disk, has broken its files: one sentence, a way
/// out, and nothing of ours in the source that should not be there.
struct BrokenStateTests {
  /// A document with an edit that is saved and one that is not.
  private func town() throws -> Town {
    let town = try Town()
    for words in [Accident.eight, ["save"], Accident.nine] {
      #expect(try town.start(words).wait().code == 0)
    }
    try town.keep()
    return town
  }

  private func cut(_ path: String, to size: UInt64) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: size)
    try file.close()
  }

  private func expectSentence(
    _ ending: Ending, _ code: Int32, _ words: String, at place: SourceLocation = #_sourceLocation
  ) {
    #expect(ending.code == code, "\(ending)", sourceLocation: place)
    #expect(
      ending.isOneSentence && ending.errors.contains(words), "\(ending)", sourceLocation: place)
    #expect(!ending.errors.contains("document.gpkg"), "\(ending)", sourceLocation: place)
  }

  @Test(arguments: ["half", "empty", "last page", "text", "unknown base"])
  func `a working copy that cannot be read is set aside by reload`(_ damage: String) throws {
    let town = try town()
    let state = try town.stateFolder()
    let document = state + "/document.gpkg"
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: document)[.size] as? UInt64)
    switch damage {
    case "half": try cut(document, to: size / 2)
    case "empty": try cut(document, to: 0)
    case "last page": try cut(document, to: size - 4096)
    case "text": try Data("not a database".utf8).write(to: URL(fileURLWithPath: document))
    default:
      try Data("?".utf8).write(to: URL(fileURLWithPath: state + "/base"))
      try FileManager.default.removeItem(atPath: state + "/base.gpkg")
    }
    for words in [
      ["status"], ["diff"], Accident.nine, ["save"], ["publish"], ["conflict", "show"],
    ] {
      expectSentence(try town.start(words).wait(), 6, "`conflict reload` sets them aside")
    }
    #expect(try town.run("inspect", "pumps", "9", "--source").code == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: town.source)) == town.bytes)
    let reloaded = try town.run("conflict", "reload")
    #expect(reloaded.code == 0 && reloaded.output.contains("broken-1.gpkg"), "\(reloaded)")
    #expect(FileManager.default.fileExists(atPath: state + "/broken-1.gpkg"))
    #expect(try town.state() == "downloaded")
    for words in [Accident.nine, ["save"], ["publish"]] {
      #expect(try town.start(words).wait().code == 0)
    }
    #expect(TownContent(town.source)?.pumps[9] == "Nine|99")
    expectSentence(try town.run("conflict", "reload"), 2, "has no conflict")
  }

  @Test func `pages of a working copy that are damaged are never published`() throws {
    let town = try town()
    #expect(try town.run("save").code == 0)
    let document = try town.stateFolder() + "/document.gpkg"
    let file = try #require(FileHandle(forUpdatingAtPath: document))
    try file.seek(toOffset: 30 * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 10 * 4096))
    try file.close()
    expectSentence(try town.run("publish"), 6, "`conflict reload` sets them aside")
    #expect(try Data(contentsOf: URL(fileURLWithPath: town.source)) == town.bytes)
    #expect(town.names == ["town.gpkg"])
    #expect(try town.run("conflict", "reload").output.contains("broken-1.gpkg"))
    #expect(try town.state() == "downloaded")
  }

  @Test func `a lost note of what was read is made again of the bytes that were read`() throws {
    let town = try town()
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: try town.stateFolder() + "/base"))
    #expect(try town.state() == "localDraft")
    #expect(try town.run("save").code == 0)
    #expect(try town.run("publish").code == 0)
    #expect(TownContent(town.source)?.pumps[8] == "Eight|88")
    #expect(try town.state() == "downloaded")
  }

  @Test(arguments: [true, false])
  func `without the bytes that were read a publish still is safe`(_ isGarbage: Bool) throws {
    let town = try town()
    let base = try town.stateFolder() + "/base.gpkg"
    try FileManager.default.removeItem(atPath: base)
    if isGarbage { try Data("garbage".utf8).write(to: URL(fileURLWithPath: base)) }
    #expect(try town.state() == "localDraft")
    expectSentence(try town.run("diff"), 5, "as it was read is lost")
    #expect(try town.run("save").code == 0)
    #expect(try town.run("publish").code == 0)
    #expect(TownContent(town.source)?.pumps[9] == "Nine|99")
    #expect(town.names == ["town.gpkg"])
  }

  @Test(arguments: ["deleted", "folder", "directory", "garbage", "half"])
  func `a source that has gone or is broken takes no edit with it`(_ fate: String) throws {
    let town = try town()
    #expect(try town.run("save").code == 0)
    let (files, source) = (FileManager.default, town.source)
    switch fate {
    case "deleted": try files.removeItem(atPath: source)
    case "folder": try files.moveItem(atPath: town.shared, toPath: town.live + "/moved")
    case "directory":
      try files.removeItem(atPath: source)
      try files.createDirectory(atPath: source, withIntermediateDirectories: true)
    case "garbage": try Data("garbage".utf8).write(to: URL(fileURLWithPath: source))
    default: try cut(source, to: UInt64(town.bytes.count / 2))
    }
    func run(_ words: String...) throws -> Ending {
      try Child(
        [words[0], "shared/town.gpkg"] + words.dropFirst(), in: town.live,
        environment: town.environment()
      ).wait()
    }
    let publish = try run("publish")
    #expect([6, 7].contains(publish.code) && publish.isOneSentence, "\(publish)")
    let reload = try run("conflict", "reload")
    #expect([2, 6].contains(reload.code) && reload.isOneSentence, "\(reload)")
    let status = try run("status")
    #expect(status.output.contains(fate == "half" ? "conflict" : "unavailable"), "\(status)")
    #expect(try run("inspect", "pumps", "9").output.contains("Nine"))
    #expect(try run("publish", "--to", "../live/new.gpkg").code == 0)
    let copy = try #require(TownContent(town.live + "/new.gpkg"))
    #expect(copy.pumps[8] == "Eight|88" && copy.pumps[9] == "Nine|99" && copy.check == "ok")
  }

  @Test func `a clock that goes back hides no change of the source`() throws {
    let town = try town()
    #expect(try town.run("save").code == 0)
    let files = FileManager.default
    let before = try files.attributesOfItem(atPath: town.source)
    do {
      let connection = try Connection(path: town.source, mode: .update)
      try connection.execute("UPDATE pumps SET name = 'Vigo Streep' WHERE fid = 13")
    }
    // The same size, and a time from before the file was read.
    try files.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: town.source)
    let after = try files.attributesOfItem(atPath: town.source)
    #expect(before[.size] as? UInt64 == after[.size] as? UInt64)
    #expect(try town.state() == "conflict")
    expectSentence(try town.run("publish"), 3, "has changed since it was read")
    #expect(TownContent(town.source)?.pumps[13] == "Vigo Streep|0")
    // Times of our own files do not matter at all.
    for name in try files.contentsOfDirectory(atPath: town.stateFolder()) {
      try files.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 1e8)],
        ofItemAtPath: town.stateFolder() + "/" + name)
    }
    #expect(try town.run("conflict", "save-copy", "ours.gpkg").code == 0)
    #expect(TownContent(town.shared + "/ours.gpkg")?.pumps[9] == "Nine|99")
    #expect(try town.state() == "downloaded")
  }
}
