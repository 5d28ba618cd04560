import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The documents of a folder.
@Suite struct `The library` {
  @Test func `documents are listed by name with their states, and nothing else is`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    let maps = folder.file("maps")
    try files.createDirectory(atPath: maps + "/deeper", withIntermediateDirectories: true)
    let sample = Golden.root + "/Data/samples/soho.gpkg"
    for name in [
      "Soho.gpkg", "alpha.GPKG", "changed.gpkg", "draft.gpkg", "fought.gpkg", "deeper/hidden.gpkg",
    ] {
      try files.copyItem(atPath: sample, toPath: "\(maps)/\(name)")
    }
    for (name, text) in [
      ("broken.db", "no database"), ("empty.sqlite", ""), ("notes.txt", "text"), (".gpkg", ""),
      (".cloudy.gpkg.icloud", ""), (".Soho.gpkg.icloud", ""), (".letter.txt.icloud", ""),
      (".Soho.gpkg.meridian-0123456789abcdef", ""),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(maps)/\(name)"))
    }
    try files.createDirectory(atPath: maps + "/folder.gpkg", withIntermediateDirectories: true)
    let folders = DocumentFolders(cache: folder.file("cache"), state: folder.file("state"))
    for name in ["changed", "draft", "fought"] {
      let document = try Document(at: "\(maps)/\(name).gpkg", folders: folders)
      if name == "draft" {
        try document.edit([
          EditRequest(layer: "pumps", fid: 9, column: "name", value: .text("Handle"))
        ])
      } else {
        try document.set("pumps") { $0.isVisible = false }
      }
      try document.close()
    }
    let other = try Connection(path: maps + "/fought.gpkg", mode: .update)
    try other.execute("DELETE FROM pumps WHERE fid = 1")
    let library = try DocumentLibrary(of: maps, folders: folders)
    #expect(
      library.entries.map { "\($0.name) \($0.state.rawValue)" } == [
        "alpha downloaded", "broken unavailable", "changed edited", "cloudy notDownloaded",
        "draft localDraft", "empty unavailable", "folder unavailable", "fought conflict",
        "Soho downloaded",
      ])
    #expect(library.entries.last?.path == maps + "/Soho.gpkg")
  }

  @Test func `a folder that is not there is told`() throws {
    let folder = try TemporaryFolder()
    let folders = DocumentFolders(cache: folder.file("cache"), state: folder.file("state"))
    #expect(throws: WorkspaceError.self) {
      try DocumentLibrary(of: folder.file("nowhere"), folders: folders)
    }
    #expect(try DocumentLibrary(of: folder.path, folders: folders).entries.isEmpty)
  }
}
