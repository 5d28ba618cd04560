import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// A document that several tasks share.
@Suite struct `A workspace` {
  @Test func `two tasks edit it, and whoever watches sees the newest`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Soho.gpkg")
    try FileManager.default.copyItem(
      atPath: Golden.root + "/Data/samples/soho.gpkg", toPath: path)
    let folders = DocumentFolders(cache: folder.file("cache"), state: folder.file("state"))
    let workspace = try await Workspace.open(at: path, folders: folders)
    let view = CameraTransform(try Camera(center: LonLat(-0.13675, 51.51334), zoom: 18))
    let title = { (snapshot: WorkspaceSnapshot) in
      snapshot.hits(at: ScreenPoint(195, 422), through: view).hits
        .first { $0.layer == "pumps" }?.title
    }
    #expect(title(await workspace.snapshot) == "Broad Street")
    let watching = await workspace.snapshots
    try await withThrowingTaskGroup(of: Void.self) { group in
      for fids in [1...6, 8...13] as [ClosedRange<Int64>] {
        group.addTask {
          for fid in fids {
            try await workspace.edit("pumps", fid: fid, "name", to: .text("Pump \(fid)"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await workspace.state == .localDraft)
    // Eleven older ones are gone, and not waited for.
    var iterator = watching.makeAsyncIterator()
    #expect(await iterator.next().flatMap(title) == "Pump 9")
    #expect(try await workspace.save().features == 12)
    #expect(try await workspace.publish() == .published(kept: []))
    #expect(try await workspace.state == .downloaded)
    #expect(await iterator.next().flatMap(title) == "Pump 9")
    try await workspace.set("pumps") { $0.isVisible = false }
    #expect(await iterator.next().map(title) == .some(nil))
    await #expect(throws: WorkspaceError.self) {
      try await workspace.edit("pumps", fid: 9, "name", to: .text("Hidden"))
    }
  }
}
