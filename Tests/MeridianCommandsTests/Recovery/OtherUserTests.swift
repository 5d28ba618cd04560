#if os(Linux)
  import Foundation
  import MeridianTestSupport
  import Testing

  /// Files and folders that may not be written, for a user who may not write everywhere.
  struct OtherUserTests {
    /// What starts the program as somebody who owns nothing; empty where we are nobody special.
    private static let launcher: [String]? = {
      guard getuid() == 0 else { return [] }
      let words = ["--reuid=65534", "--regid=65534", "--clear-groups"]
      guard
        let setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].first(where: {
          FileManager.default.isExecutableFile(atPath: $0)
        })
      else { return nil }
      let all = [setpriv] + words
      let version = try? Child(["--version"], in: "/", launcher: all).wait()
      return version?.code == 0 ? all : nil
    }()

    private func mode(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// A document that everybody may write, with an edit that is saved.
    private func town(_ launcher: [String]) throws -> Town {
      let town = try Town()
      try mode(0o777, town.live)
      try mode(0o777, town.shared)
      try mode(0o666, town.source)
      for words in [Accident.eight, ["save"]] {
        let ending = try town.start(words, launcher: launcher).wait()
        #expect(ending.code == 0, "\(ending)")
      }
      return town
    }

    private static func skip(_ test: String = #function) {
      print("skipped: \(test) (the program cannot be run as another user)")
    }

    @Test(arguments: ["folder", "file"])
    func `what is read-only is not written, and the edits wait`(_ what: String) throws {
      guard let launcher = Self.launcher else { return Self.skip() }
      let town = try town(launcher)
      let place = what == "folder" ? town.shared : town.source
      try mode(what == "folder" ? 0o555 : 0o444, place)
      let edit = try town.start(Accident.nine, launcher: launcher).wait()
      #expect(edit.code == 8 && edit.errors.contains("read-only"), "\(edit)")
      let publish = try town.run("publish", launcher: launcher)
      #expect([7, 8].contains(publish.code) && publish.errors.contains("read-only"), "\(publish)")
      if what == "folder" {
        let copy = try town.run("publish", "--to", "new.gpkg", launcher: launcher)
        #expect(copy.code == 8 && copy.errors.contains("read-only"), "\(copy)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: town.source)) == town.bytes)
      #expect(town.names == ["town.gpkg"])
      try mode(what == "folder" ? 0o777 : 0o666, place)
      let again = try town.run("publish", launcher: launcher)
      #expect(again.code == 0, "\(again)")
      #expect(TownContent(town.source)?.pumps[8] == "Eight|88")
    }

    @Test func `an edit without a place to keep it is refused with a sentence`() throws {
      guard let launcher = Self.launcher else { return Self.skip() }
      let town = try town(launcher)
      let state = town.live + "/state-b"
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      try mode(0o555, state)
      let edit = try town.start(Accident.nine, by: "b", launcher: launcher).wait()
      #expect(edit.code == 7 && edit.isOneSentence, "\(edit)")
      let status = try town.run("status", by: "b", launcher: launcher)
      #expect(status.output.contains("downloaded"), "\(status)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: town.source)) == town.bytes)
    }

    @Test func `a file that may not be read is told in a sentence`() throws {
      guard let launcher = Self.launcher else { return Self.skip() }
      let town = try town(launcher)
      try mode(0o600, town.source)
      guard getuid() == 0 else { return }
      for words in [["publish"], ["conflict", "show"]] {
        let ending = try town.start(words, launcher: launcher).wait()
        #expect(ending.code != 0 && ending.code < 70, "\(ending)")
        #expect(ending.errors.hasSuffix(".\n"), "\(ending)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: town.source)) == town.bytes)
    }
  }
#endif
