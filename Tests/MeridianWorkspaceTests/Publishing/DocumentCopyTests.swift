import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

@Suite struct `A working copy under a new name` {
  private let fixture: PublishFixture
  private var working: String { fixture.state() + "/document.gpkg" }

  init() throws { fixture = try PublishFixture() }

  private func write(_ name: String) throws {
    try DocumentCopy.write(
      working, to: fixture.folder.file(name), state: fixture.state(),
      prepare: PublishFixture.prepare)
  }

  @Test func `it is complete, and nothing stays beside it`() throws {
    let path = fixture.folder.file("shared/copy.gpkg")
    let digest = try DocumentCopy.write(
      working, to: path, state: fixture.state(), prepare: PublishFixture.prepare)
    #expect(PublishFixture.content(path) == "A|base|")
    #expect(try fixture.digest(path) == digest)
    #expect(fixture.names == ["copy.gpkg", "town.gpkg"] && fixture.content == "base|base|")
    #expect(fixture.names("A") == ["base", "base.gpkg", "document.gpkg"])
    try fixture.expectEditsSafe()
  }

  @Test func `a name that is taken is never replaced`() throws {
    #expect(throws: WorkspaceError.exists(path: fixture.source)) { try write("shared/town.gpkg") }
    try FileManager.default.createSymbolicLink(
      atPath: fixture.folder.file("shared/dangling.gpkg"), withDestinationPath: "nowhere")
    #expect(throws: WorkspaceError.exists(path: fixture.folder.file("shared/dangling.gpkg"))) {
      try write("shared/dangling.gpkg")
    }
    #expect(fixture.content == "base|base|" && fixture.names == ["dangling.gpkg", "town.gpkg"])
  }

  @Test func `a name that is taken meanwhile is not replaced either`() throws {
    let path = fixture.folder.file("shared/copy.gpkg")
    #expect(throws: WorkspaceError.exists(path: path)) {
      try DocumentCopy.write(working, to: path, state: fixture.state()) {
        connection throws(WorkspaceError) in
        _ = FileManager.default.createFile(atPath: path, contents: Data("theirs".utf8))
        try PublishFixture.prepare(connection)
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("theirs".utf8))
    #expect(fixture.names == ["copy.gpkg", "town.gpkg"])
  }

  @Test func `a folder that is gone, or read-only, or no name`() throws {
    #expect(
      throws: WorkspaceError.unavailable(
        path: fixture.folder.file("gone"), reason: "there is no such folder")
    ) { try write("gone/copy.gpkg") }
    for name in ["shared/", "shared/new/.."] {
      #expect(throws: WorkspaceError.self) { try write(name) }
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: fixture.folder.file("shared"))
    #expect(throws: WorkspaceError.readOnly(path: fixture.folder.file("shared/copy.gpkg"))) {
      try write("shared/copy.gpkg")
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: fixture.folder.file("shared"))
    #expect(fixture.names == ["town.gpkg"])
    #expect(fixture.names("A") == ["base", "base.gpkg", "document.gpkg"])
  }
}
