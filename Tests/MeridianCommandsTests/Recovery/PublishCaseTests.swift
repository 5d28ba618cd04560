import Foundation
import MeridianTestSupport
import Testing

/// Cases of the log that several runs of the program make up.
struct PublishCaseTests {
  @Test func `A115 edits of a conflict that was cancelled stay listed until saved or discarded`()
    throws
  {
    let town = try Town()
    #expect(try town.run("edit", "pumps", "1", "name=ours", by: "a").code == 0)
    #expect(try town.run("save", by: "a").code == 0)
    #expect(try town.run("edit", "pumps", "1", "name=theirs", by: "b").code == 0)
    #expect(try town.run("save", by: "b").code == 0)
    #expect(try town.run("publish", by: "b").code == 0)
    #expect(try town.run("publish", by: "a").code == 3)
    #expect(try town.run("conflict", "cancel", by: "a").code == 0)
    let listed = { try town.run("diff", by: "a").output.contains("\"ours\"") }
    #expect(try listed())
    // Somebody publishes without any trouble meanwhile; then so do we, to a file of our own.
    #expect(try town.run("edit", "pumps", "2", "name=next", by: "b").code == 0)
    #expect(try town.run("save", by: "b").code == 0)
    #expect(try town.run("publish", by: "b").code == 0)
    #expect(try listed() && town.state(by: "a") == "conflict")
    #expect(try town.run("publish", "--to", "ours.gpkg", by: "a").code == 0)
    #expect(try listed() && town.state(by: "a") == "conflict")
    #expect(try town.run("conflict", "reload", by: "a").code == 0)
    #expect(try !listed() && town.state(by: "a") == "downloaded")
    let pumps = try #require(TownContent(town.source)).pumps
    #expect(pumps[1] == "theirs|0" && pumps[2] == "next|0")
  }

  @Test func `A120 a placeholder in place of a document is not downloaded, exit 7`() throws {
    let town = try Town()
    let files = FileManager.default
    try files.removeItem(atPath: town.source)
    try Data("bplist00".utf8).write(
      to: URL(fileURLWithPath: town.shared + "/.town.gpkg.icloud"))
    #expect(try town.state() == "notDownloaded")
    for words in [
      ["status"], ["layers"], ["inspect", "pumps", "1"], ["edit", "pumps", "1", "name=x"],
      ["save"], ["publish"], ["diff"], ["notes"], ["info"],
    ] {
      let ending = try town.start(words).wait()
      #expect(ending.code == 7, "\(words): \(ending)")
      #expect(words == ["status"] || ending.isOneSentence, "\(words): \(ending)")
    }
    #expect(town.names == [".town.gpkg.icloud"])
  }
}
