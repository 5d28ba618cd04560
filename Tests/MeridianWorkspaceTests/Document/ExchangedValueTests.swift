import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Values that only go into their columns in the order in which they were edited.
struct ExchangedValueTests {
  private let folder: TemporaryFolder
  private let path: String
  private let folders: DocumentFolders

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("soho.gpkg")
    try FileManager.default.copyItem(
      atPath: Golden.root + "/Data/samples/soho.gpkg", toPath: path)
    try Connection(path: path, mode: .update).execute(
      "CREATE UNIQUE INDEX pump_names ON pumps(name)")
    folders = DocumentFolders(cache: folder.file("cache"), state: folder.file("state"))
  }

  private func request(_ fid: Int64, _ name: String) -> EditRequest {
    EditRequest(layer: "pumps", fid: fid, column: "name", value: .text(name))
  }

  @Test func `two features exchange a unique value over a third`() throws {
    let document = try Document(at: path, folders: folders)
    try document.edit([request(1, "in between")])
    try document.edit([request(9, "Oxford Market")])
    try document.edit([request(1, "Broad Street")])
    // What comes after is judged by what will be written, too.
    try document.edit([request(2, "Great Marlborough")])
    #expect(document.pendingEdits.count == 3)
    #expect(try document.save().features == 3)
    _ = try document.publish()
    try document.close()
    let connection = try Connection(path: path, mode: .readOnly)
    let pairs = try connection.prepare(
      "SELECT group_concat(fid || name) FROM pumps WHERE fid IN (1, 2, 9)")
    #expect(try pairs.step())
    #expect(pairs.text(0) == "1Broad Street,2Great Marlborough,9Oxford Market")
  }

  @Test func `an exchange that is undone half-way leaves what was before`() throws {
    let document = try Document(at: path, folders: folders)
    try document.edit([request(1, "in between")])
    try document.edit([request(9, "Oxford Market")])
    try document.edit([request(1, "Broad Street")])
    try document.undo()
    // Taken already again, by the feature that has it until the exchange is done.
    #expect(throws: WorkspaceError.self) { try document.edit([request(2, "Oxford Market")]) }
    try document.undo()
    try document.undo()
    #expect(throws: WorkspaceError.self) { try document.save() }
    try document.close()
  }
}
