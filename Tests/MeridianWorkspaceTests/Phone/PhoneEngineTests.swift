import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The phone's engine on a document on the disk: what the journeys cannot see.
@Suite struct `The engine under the phone` {
  private let world: JourneyWorld
  private let camera: Camera
  private let pump = ScreenPoint(195, 422)

  init() throws {
    world = try JourneyWorld()
    camera = try Camera(center: LonLat(-0.13666, 51.51334), zoom: 17)
  }

  private func document(_ events: [PhoneEvent]) -> PhoneDocument? {
    for case .document(let found) in events.reversed() { return found }
    return nil
  }

  private func candidates(_ events: [PhoneEvent]) -> [PhoneSelection.Candidate] {
    for case .hits(let found, _, _) in events { return found }
    return []
  }

  private func hits() -> [PhoneSelection.Candidate] {
    candidates(world.engine.answer(.hit(pump, through: camera, on: .phone)))
  }

  @Test func `A117 a camera goes along with the next publish and is read back elsewhere`() throws {
    let engine = world.engine
    let before = try Data(contentsOf: URL(fileURLWithPath: world.source))
    #expect(document(engine.open())?.state == .downloaded)
    for step in 0..<40 {
      let moved = try Camera(
        center: LonLat(-0.13 - 0.0001 * Double(step), 51.5), zoom: 12 + 0.1 * Double(step),
        bearing: Double(step), pitch: Double(step))
      #expect(engine.answer(.keepCamera(moved)).isEmpty)
    }
    let left = try #require(engine.camera)
    #expect(left.pitch == 39 && left.bearing == 39)
    // Looking around made nothing dirty, there is nothing to publish, and the file is as it was.
    #expect(document(engine.open())?.state == .downloaded)
    let refused = engine.answer(.publish)
    #expect(refused.last == .failed("there is nothing to publish in Soho.gpkg"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.source)) == before)
    // It is kept here, and nobody else knows it.
    let desktop = JourneyWorld.folders(world.folder, "desktop")
    let stranger = try Document(at: world.source, folders: desktop)
    #expect(stranger.camera == nil)
    try stranger.close()
    // The next publish, of something else, takes it along.
    let place = PhoneBookmark(name: "Pump", camera: camera)
    #expect(document(engine.answer(.addBookmark(place)))?.facts.saved == .bookmarks)
    #expect(engine.answer(.publish).first == .published)
    let other = try Document(at: world.source, folders: desktop)
    #expect(other.camera == left)
    #expect(try other.bookmarks() == [Bookmark(name: "Pump", camera: camera)])
    #expect(try DocumentState(other.facts()) == .downloaded)
    try other.close()
  }

  @Test func `A118 a locked layer is hit and not edited, a hidden one is not hit`() throws {
    let engine = world.engine
    try world.desktop { try $0.set("pumps") { $0.isLocked = true } }
    _ = engine.open()
    let hit = try #require(hits().first { $0.key.layer == "pumps" })
    #expect(hit.key.fid == 9 && hit.editability == .layerLocked)
    let entry = PhoneRequest.Entry(column: "name", text: "Handle")
    let events = engine.answer(.edit(hit.key, [entry]))
    #expect(
      events.last
        == .failed(
          "feature 9 of layer \"pumps\" cannot be edited: the layer is locked; unlock it first"))
    #expect(document(events)?.state == .downloaded)
    let own = try Document(
      at: world.source, folders: JourneyWorld.folders(world.folder, "desktop"))
    #expect(
      throws: WorkspaceError.notEditable(layer: "pumps", fid: 9, reason: .layerLocked)
    ) {
      try own.edit([EditRequest(layer: "pumps", fid: 9, column: "name", value: .text("x"))])
    }
    try own.close()
    #expect(try world.text("SELECT name FROM pumps WHERE fid = 9") == "Broad Street")
    _ = engine.answer(.setVisible("pumps", false))
    #expect(!hits().contains { $0.key.layer == "pumps" })
    _ = engine.answer(.setVisible("pumps", true))
    #expect(hits().first { $0.key.layer == "pumps" } == hit)
  }

  @Test func `A83 an edit of a column that a filter uses decides the next tap`() throws {
    try world.desktop { try $0.set("pumps") { $0.filter = "name = 'Broad Street'" } }
    // Evaluation by hand: this module knows no CQL2.
    let engine = PhoneEngine(
      at: world.source, folders: JourneyWorld.folders(world.folder, "phone"), device: "Phone",
      today: { "" },
      filtering: { filter, layer, store in
        let wanted = AttributeValue.text(String(filter.split(separator: "'")[1]))
        var rows: Set<Int64> = []
        try store.forEachRow(in: layer, columns: ["name"]) { row, _, _, values in
          if values[0] == wanted { rows.insert(row.row) }
          return true
        }
        return rows
      })
    _ = engine.open()
    func isHit() -> Bool {
      candidates(engine.answer(.hit(pump, through: camera, on: .phone)))
        .contains { $0.key.layer == "pumps" }
    }
    let key = FeatureKey(layer: "pumps", fid: 9, row: 9)
    #expect(isHit())
    let entry = PhoneRequest.Entry(column: "name", text: "Handle")
    #expect(engine.answer(.edit(key, [entry])).first == .kept(key))
    #expect(!isHit())
    _ = engine.answer(.undoEdit)
    #expect(isHit())
    _ = engine.answer(.redoEdit)
    #expect(!isHit())
    #expect(engine.answer(.publish).first == .published)
    #expect(!isHit())
  }

  @Test func `a conflict copy holds ours, and the file theirs`() throws {
    let engine = world.engine
    _ = engine.open()
    let key = FeatureKey(layer: "pumps", fid: 9, row: 9)
    _ = engine.answer(.edit(key, [PhoneRequest.Entry(column: "name", text: "Ours")]))
    try world.sql("UPDATE pumps SET name = 'Theirs' WHERE fid = 9")
    guard case .conflict(let lines) = engine.answer(.publish).first else {
      Issue.record("no conflict")
      return
    }
    #expect(
      lines.first == "pumps 9, name: “Broad Street” → “Theirs” there, “Ours” here")
    #expect(lines.last == "untouched: buildings, streets, deaths")
    let name = "Soho (conflicted copy, Phone, 2026-05-17).gpkg"
    #expect(engine.answer(.resolve(.saveCopy)).first == .resolved(.saveCopy, copy: name))
    #expect(try world.text("SELECT name FROM pumps WHERE fid = 9") == "Theirs")
    let copy = try Connection(path: world.folder.file(name), mode: .readOnly)
    let row = try copy.prepare("SELECT name FROM pumps WHERE fid = 9")
    #expect(try row.step() && row.text(0) == "Ours")
  }

  @Test func `indexes are made once, whatever is switched, edited and written`() throws {
    let engine = world.engine
    _ = engine.open()
    let all = hits()
    _ = engine.answer(.writeNote(id: nil, NoteDraft(place: camera.center, text: "Here")))
    _ = engine.answer(.setVisible("streets", false))
    #expect(hits().map(\.key) == all.map(\.key).filter { $0.layer != "streets" })
    // A source that changes under a document with nothing to publish is read anew.
    _ = engine.answer(.publish)
    try world.sql("DELETE FROM pumps WHERE fid = 9")
    _ = engine.open()
    #expect(!hits().contains { $0.key.layer == "pumps" && $0.key.fid == 9 })
  }

  @Test func `a note is moved and made a callout, and others read it so`() throws {
    let engine = world.engine
    _ = engine.open()
    let draft = NoteDraft(place: camera.center, text: "Here")
    let id = try #require(document(engine.answer(.writeNote(id: nil, draft)))?.notes.first?.id)
    let other = NoteDraft(place: LonLat(-0.14, 51.52), text: "There", isCallout: true)
    let moved = document(engine.answer(.writeNote(id: id, other)))?.notes
    #expect(
      moved == [PhoneNote(id: id, place: other.place, text: "There", isCallout: true)])
    #expect(engine.answer(.publish).first == .published)
    let stranger = try Document(
      at: world.source, folders: JourneyWorld.folders(world.folder, "desktop"))
    #expect(
      try stranger.notes().map { [$0.text, $0.kind.rawValue, "\($0.place)"] }
        == [["There", "callout", "\(other.place)"]])
    try stranger.close()
  }
}
