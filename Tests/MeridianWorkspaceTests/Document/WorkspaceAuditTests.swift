import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// What the doctor says of Meridian's own tables.
@Suite struct `The doctor and the workspace tables` {
  private let folder: TemporaryFolder
  private let path: String

  /// A published document with every kind of table in it.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("soho.gpkg")
    try FileManager.default.copyItem(
      atPath: Golden.root + "/Data/samples/soho.gpkg", toPath: path)
    let folders = DocumentFolders(cache: folder.file("cache"), state: folder.file("state"))
    let document = try Document(at: path, folders: folders)
    try document.set("pumps") { $0.title = "Pumps" }
    let camera = try Camera(center: LonLat(-0.1367, 51.5133), zoom: 17)
    try document.add(Bookmark(name: "Broad Street", camera: camera))
    _ = try document.addNote("Here", at: camera.center)
    _ = try document.publish()
    try document.close()
  }

  private func change(_ sql: String) throws {
    try Connection(path: path, mode: .update).execute(sql)
  }

  private func doctor() -> StoreDoctor {
    var doctor = StoreDoctor(cacheFolder: folder.file("cache"))
    doctor.audit = WorkspaceAudit.examine
    return doctor
  }

  private func found() throws -> [String] {
    try doctor().examine(path).findings.filter { $0.code.rawValue.hasPrefix("workspace") }
      .map { "\($0.code) \($0.layer ?? "-") \($0.count) \($0.message)" }
  }

  @Test func `what Meridian publishes is healthy`() throws {
    #expect(try found().isEmpty)
    #expect(try doctor().examine(path).isHealthy)
  }

  @Test func `a file of a later version is said to be read only`() throws {
    try change("UPDATE meridian_document SET value = 7 WHERE key = 'version'")
    #expect(
      try found() == [
        "workspaceVersion meridian_document 1 Meridian's tables are of version 7, this program "
          + "knows 1: the file is read, not edited."
      ])
  }

  @Test func `a version that is missing, and its table, are said`() throws {
    try change("DELETE FROM meridian_document")
    #expect(
      try found() == [
        "workspaceVersion meridian_document 1 The version of Meridian's tables is missing."
      ])
    try change("DROP TABLE meridian_document")
    #expect(try found().map { $0.prefix(33) } == ["workspaceTables meridian_document"])
  }

  @Test func `a table without its columns is named with them`() throws {
    try change("ALTER TABLE meridian_layer DROP COLUMN opacity")
    #expect(
      try found() == [
        "workspaceTables meridian_layer 1 The table lacks the column “opacity”."
      ])
  }

  @Test func `settings of layers that are gone, and out of range`() throws {
    try change(
      """
      INSERT INTO meridian_layer (table_name) VALUES ('rivers');
      UPDATE meridian_layer SET opacity = 3 WHERE table_name = 'pumps';
      UPDATE meridian_bookmark SET latitude = 123;
      INSERT INTO meridian_bookmark (name, longitude, latitude, zoom) VALUES ('b', 0, 0, 'x');
      """)
    #expect(
      try found() == [
        "workspaceRows meridian_layer 1 It has settings of 1 layer that the file does not have: "
          + "“rivers”.",
        "workspaceRows meridian_layer 1 Settings of 1 layer are outside their range and taken as "
          + "the usual ones: “pumps”.",
        "workspaceRows meridian_bookmark 1 1 row has numbers that are no camera, and is left out.",
      ])
  }

  @Test func `tables that are not registered are registered by the plan`() throws {
    try change("DELETE FROM gpkg_extensions WHERE extension_name = 'meridian_workspace'")
    let examination = try doctor().examine(path)
    #expect(examination.findings.contains { $0.code == .workspaceUnregistered && $0.count == 4 })
    #expect(try doctor().repair(examination) != nil)
    #expect(try found().isEmpty)
    let rows = try Connection(path: path, mode: .readOnly).prepare(
      "SELECT count(*) FROM gpkg_extensions WHERE extension_name = 'meridian_workspace'")
    #expect(try rows.step())
    #expect(rows.integer(0) == 4)
  }
}
