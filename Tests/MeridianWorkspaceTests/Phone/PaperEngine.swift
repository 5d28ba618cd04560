import MeridianKernel
import MeridianWorkspace

/// An engine of paper: a document in memory that answers the phone's requests by the contract, for
/// tests of what the surface makes of the answers.
final class PaperEngine {
  struct Feature {
    var key: FeatureKey
    var place: LonLat
    var fields: [PhoneInspection.Field]
    var title: String { fields.first { $0.column == "name" }?.value ?? "" }
  }

  var document: PhoneDocument
  var features: [Feature]
  /// Layers that may not be edited, and why.
  var reasons: [String: Editability] = [:]
  /// Lines of what somebody else has published meanwhile.
  var foreign: [String] = []
  /// Every request, in order.
  private(set) var log: [PhoneRequest] = []
  private var undo: [(FeatureKey, [PhoneInspection.Field])] = []
  private var redo: [(FeatureKey, [PhoneInspection.Field])] = []
  private var nextNote: Int64 = 1

  init() {
    let places = [
      ("Broad Street", -0.136668, 51.513341), ("Broad Street well", -0.136648, 51.513347),
      ("Crown Chapel", -0.139586, 51.513876),
    ]
    features = places.enumerated().map { number, place in
      let fid = Int64(number + 1)
      return Feature(
        key: FeatureKey(layer: "pumps", fid: fid, row: fid), place: LonLat(place.1, place.2),
        fields: [
          PhoneInspection.Field(column: "name", value: place.0, constraint: "up to 40 characters"),
          PhoneInspection.Field(column: "height", label: "Height (m)", value: "1.2"),
          PhoneInspection.Field(column: "checked", value: nil),
        ])
    }
    document = PhoneDocument(
      name: "Soho",
      layers: [
        PhoneLayer(name: "pumps", title: "Water pumps", isVisible: true),
        PhoneLayer(name: "parcels", title: "Parcels", isVisible: true),
      ])
  }

  func answer(_ request: PhoneRequest) -> [PhoneEvent] {
    log.append(request)
    switch request {
    case .hit(let tap, let camera, let viewport):
      return [hits(at: tap, through: CameraTransform(camera, viewport: viewport))]
    case .inspect(let key):
      return inspection(of: key).map { [.inspection($0)] } ?? []
    case .setVisible(let name, let isVisible):
      for index in document.layers.indices where document.layers[index].name == name {
        document.layers[index].isVisible = isVisible
      }
      return changed(.layers)
    case .edit(let key, let entries):
      return edit(key, entries)
    case .undoEdit:
      guard let (key, fields) = undo.popLast() else { return [] }
      redo.append((key, exchange(key, fields)))
      return turned()
    case .redoEdit:
      guard let (key, fields) = redo.popLast() else { return [] }
      undo.append((key, exchange(key, fields)))
      return turned()
    case .writeNote(let id, let draft):
      document.notes.removeAll { $0.id == id }
      document.notes.append(
        PhoneNote(
          id: id ?? nextNote, place: draft.place, text: draft.text, isCallout: draft.isCallout))
      nextNote += id == nil ? 1 : 0
      return [.noteKept] + changed(.notes)
    case .removeNote(let id):
      document.notes.removeAll { $0.id == id }
      return changed(.notes)
    case .addBookmark(let bookmark):
      document.bookmarks.append(bookmark)
      return changed(.bookmarks)
    case .removeBookmark(let name):
      document.bookmarks.removeAll { $0.name == name }
      return changed(.bookmarks)
    case .publish:
      return publish()
    case .resolve(let choice):
      return resolve(choice)
    case .keepCamera, .leave:
      return []
    }
  }

  private func exchange(
    _ key: FeatureKey, _ fields: [PhoneInspection.Field]
  ) -> [PhoneInspection.Field] {
    guard let index = features.firstIndex(where: { $0.key == key }) else { return [] }
    defer { features[index].fields = fields }
    return features[index].fields
  }

  private func turned() -> [PhoneEvent] {
    document.facts.hasSessionEdits = !undo.isEmpty
    document.canRedo = !redo.isEmpty
    return [.document(document)]
  }

  /// Somebody else publishes.
  func publishElsewhere(_ lines: [String]) -> PhoneEvent {
    foreign = lines
    document.facts.hasSourceChanged = true
    return .document(document)
  }

  private func hits(at tap: ScreenPoint, through transform: CameraTransform) -> PhoneEvent {
    let visible = Set(document.layers.filter(\.isVisible).map(\.name))
    let near = features.filter { visible.contains($0.key.layer) }.compactMap { feature in
      transform.project(feature.place).map { (feature: feature, distance: $0.distance(to: tap)) }
    }.filter { $0.distance <= 22 }.sorted { $0.distance < $1.distance }
    let candidates = near.map {
      PhoneSelection.Candidate(
        key: $0.feature.key, title: $0.feature.title,
        editability: reasons[$0.feature.key.layer] ?? .editable)
    }
    let isAmbiguous = near.count > 1 && near[1].distance - near[0].distance < 8
    return .hits(candidates, isAmbiguous: isAmbiguous, tap: tap)
  }

  private func inspection(of key: FeatureKey) -> PhoneInspection? {
    guard let feature = features.first(where: { $0.key == key }) else { return nil }
    let isVisible = document.layers.first { $0.name == key.layer }?.isVisible ?? false
    return PhoneInspection(
      key: key, title: feature.title,
      geometry: Readout("Point", spoken: "One point"), keyFields: [feature.fields[0]],
      fields: feature.fields,
      editability: isVisible ? reasons[key.layer] ?? .editable : .layerHidden)
  }

  private func edit(_ key: FeatureKey, _ entries: [PhoneRequest.Entry]) -> [PhoneEvent] {
    guard let index = features.firstIndex(where: { $0.key == key }) else { return [] }
    var problems: [PhoneEvent.Problem] = []
    for entry in entries {
      if entry.column == "height", let text = entry.text, Double(text) == nil {
        problems.append(.init(column: "height", text: "“\(text)” is not a number"))
      }
      if entry.column == "name", entry.text == nil {
        problems.append(.init(column: "name", text: "name needs a value"))
      }
    }
    guard problems.isEmpty else { return [.refused(key, problems)] }
    undo.append((key, features[index].fields))
    (redo, document.canRedo) = ([], false)
    for entry in entries {
      for field in features[index].fields.indices
      where features[index].fields[field].column == entry.column {
        let old = features[index].fields[field]
        features[index].fields[field].original = old.isEdited ? old.original : old.value
        features[index].fields[field].isEdited = true
        features[index].fields[field].value = entry.text
      }
    }
    document.facts.hasSessionEdits = true
    return [.kept(key), .document(document)]
  }

  private func changed(_ dirt: Dirt) -> [PhoneEvent] {
    document.facts.saved.insert(dirt)
    return [.document(document)]
  }

  private func publish() -> [PhoneEvent] {
    if document.facts.hasSourceChanged { return [.conflict(foreign), .document(document)] }
    becomeClean()
    return [.published, .document(document)]
  }

  private func resolve(_ choice: ConflictChoice) -> [PhoneEvent] {
    switch choice {
    case .reload, .saveCopy:
      becomeClean()
      document.facts.hasSourceChanged = false
      foreign = []
      return [
        .resolved(choice, copy: choice == .saveCopy ? "Soho (conflicted copy).gpkg" : nil),
        .document(document),
      ]
    case .cancel:
      return [.resolved(.cancel, copy: nil), .document(document)]
    }
  }

  private func becomeClean() {
    document.facts.hasSessionEdits = false
    document.facts.saved = []
    (undo, redo, document.canRedo) = ([], [], false)
    for index in features.indices {
      for field in features[index].fields.indices { features[index].fields[field].isEdited = false }
    }
  }
}
