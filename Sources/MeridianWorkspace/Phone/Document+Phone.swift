internal import MeridianKernel
internal import MeridianStore

// What the phone's surface shows of a document.
extension Document {
  /// The document as the phone's surface shows it.
  func phoneDocument() throws(WorkspaceError) -> PhoneDocument {
    let drawn = layers.filter {
      $0.schema.geometryColumn != nil && $0.settings.role != .markup
    }
    var shown = PhoneDocument(
      name: DocumentName(path).title, facts: try recentFacts(),
      layers: drawn.reversed().map {
        PhoneLayer(name: $0.name, title: $0.schema.title, isVisible: $0.settings.isVisible)
      },
      notes: try notes().map {
        PhoneNote(id: $0.id, place: $0.place, text: $0.text, isCallout: $0.kind == .callout)
      },
      bookmarks: try bookmarks().map { PhoneBookmark(name: $0.name, camera: $0.camera) })
    shown.canRedo = session.contains { $0.state == .undone }
    return shown
  }

  /// What the inspector says of a feature; throws when it is not there.
  func phoneInspection(of key: FeatureKey) throws(WorkspaceError) -> PhoneInspection {
    let found = try inspect(layer(named: key.layer), fid: key.fid ?? key.row)
    let fields = found.form.fields.map { PhoneInspection.Field($0) }
    return PhoneInspection(
      key: key, title: found.title,
      geometry: found.geometry.map { Readout.geometry($0) } ?? .nothing("no geometry"),
      keyFields: found.keyFields.compactMap { name in fields.first { $0.column == name } },
      fields: fields, editability: found.editability)
  }

  /// Adds a note, or changes the one of an id.
  func write(_ draft: NoteDraft, over id: Int64?) throws(WorkspaceError) {
    let kind: Note.Kind = draft.isCallout ? .callout : .text
    if let id {
      try setNote(id, to: draft.text, at: draft.place, kind: kind)
    } else {
      try addNote(draft.text, at: draft.place, kind: kind)
    }
  }
}

extension PhoneInspection.Field {
  /// A field of a form as the phone shows it.
  init(_ field: FormField) {
    let column = field.column
    let asked = column.rules.map(\.summary)
    // Any text will do where nothing is asked.
    let words = (column.type == .text ? [] : [FieldCheck.noun(column.type)]) + asked
    self.init(
      column: column.name, label: column.title, value: Self.text(field.current.value, column),
      isEdited: field.pending != nil,
      original: field.pending == nil ? nil : Self.text(field.original.value, column),
      constraint: words.isEmpty ? nil : words.joined(separator: ", "))
    isEditable = column.isEditable && column.type != .blob
  }

  /// A value as it is typed; nil for NULL.
  private static func text(_ value: AttributeValue, _ column: FormColumn) -> String? {
    switch value {
    case .null: nil
    case .integer(let number) where column.type == .boolean && (0...1).contains(number):
      number == 1 ? "true" : "false"
    case .integer(let number): String(number)
    case .real(let number): Wording.number(number)
    case .text(let text): text
    case .blob: Wording.value(value)
    }
  }
}

extension Readout {
  /// A geometry in words and figures, such as `Polygon · 5 vertices · 128.25 m²`.
  static func geometry(_ summary: GeometrySummary) -> Readout {
    switch summary.status {
    case .null: return Readout("No geometry")
    case .malformed: return Readout("Geometry that cannot be read")
    case .valid, .empty, .nonFinite: break
    }
    let type = summary.type ?? "Geometry"
    if summary.status == .empty { return Readout("\(type), empty") }
    if summary.status == .nonFinite { return Readout("\(type) without a place") }
    var figures: [Readout] = []
    if summary.parts > 1 { figures.append(.count(summary.parts, "part", "parts")) }
    if summary.vertices > 1 { figures.append(.count(summary.vertices, "vertex", "vertices")) }
    switch summary.measure {
    case .length(let meters): figures.append(.length(meters))
    case .area(let squareMeters): figures.append(.area(squareMeters))
    case nil: break
    }
    return Readout(
      ([type] + figures.map(\.text)).joined(separator: " · "),
      spoken: ([type] + figures.map(\.spoken)).joined(separator: ", "))
  }
}
