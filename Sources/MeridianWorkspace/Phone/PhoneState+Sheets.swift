internal import MeridianGeodesy
internal import MeridianKernel

private typealias Item = PhoneScreen.Item

// What each sheet shows.
extension PhoneState {
  func content(of sheet: PresentedSheet) -> PhoneScreen.Sheet {
    let (items, controls): ([PhoneScreen.Item], [PhoneScreen.Item]) =
      switch sheet.kind {
      case .layers: (layerItems, layerControls)
      case .inspector: (inspectorItems(all: sheet.detent == .large), inspectorControls(sheet))
      case .form: (formItems, formControls)
      case .notes: (noteItems, noteControls)
      case .bookmarks: (bookmarkItems, bookmarkControls)
      case .basemaps: (basemapItems, [])
      case .measure: (measureItems, measureControls)
      case .conflict: (conflict.map { Item($0) }, conflictControls)
      }
    return PhoneScreen.Sheet(
      kind: sheet.kind, detent: sheet.detent, title: sheet.kind.title,
      items: offered(items), entries: sheet.kind == .form ? formEntries : [],
      controls: offered(controls + heightControls(of: sheet)))
  }

  /// A conflict is left by a choice; every other sheet closes.
  private func heightControls(of sheet: PresentedSheet) -> [PhoneScreen.Item] {
    if sheet.kind == .conflict { return [] }
    let close = Item(nil, symbol: "xmark", spoken: "Close", action: .dismiss)
    guard sheet.kind != .inspector, sheet.kind != .form, sheet.kind.detents.count > 1 else {
      return [close]
    }
    return [
      sheet.detent == .medium
        ? Item(nil, symbol: "chevron.up", spoken: "Make higher", action: .expand)
        : Item(nil, symbol: "chevron.down", spoken: "Make lower", action: .shrink), close,
    ]
  }

  // MARK: Layers, basemaps, bookmarks

  private var layerItems: [PhoneScreen.Item] {
    (document?.layers ?? []).map { layer in
      Item(
        layer.title, symbol: layer.isVisible ? "eye" : "eye.slash",
        spoken: "\(layer.title), \(layer.isVisible ? "shown" : "hidden")",
        action: .toggleLayer(layer.name))
    }
  }

  /// The other sheets about the map.
  private var layerControls: [PhoneScreen.Item] {
    let basemaps = Item("Basemap", symbol: "map", action: .open(.basemaps))
    return (self.basemaps.count > 1 ? [basemaps] : []) + [
      Item("Bookmarks", symbol: "bookmark", action: .open(.bookmarks)),
      Item("Measure", symbol: "ruler", action: .open(.measure)),
    ]
  }

  private var basemapItems: [PhoneScreen.Item] {
    basemaps.map { name in
      Item(
        name, symbol: name == basemap ? "checkmark.circle" : "circle",
        spoken: name == basemap ? "\(name), chosen" : name, action: .chooseBasemap(name))
    }
  }

  private var bookmarkItems: [PhoneScreen.Item] {
    (document?.bookmarks ?? []).flatMap { bookmark in
      [
        bookmark.camera.comfortable == camera
          ? Item(bookmark.name, symbol: "bookmark.fill", spoken: "\(bookmark.name), shown now")
          : Item(
            bookmark.name, symbol: "bookmark", spoken: "Go to \(bookmark.name)",
            action: .goToBookmark(bookmark.name)),
        Item(
          nil, symbol: "trash", spoken: "Remove the bookmark \(bookmark.name)",
          action: .removeBookmark(bookmark.name)),
      ]
    }
  }

  /// A name is suggested; the surface may ask for another.
  private var bookmarkControls: [PhoneScreen.Item] {
    let names = Set((document?.bookmarks ?? []).map(\.name))
    var number = 1
    while names.contains("View \(number)") { number += 1 }
    let name = "View \(number)"
    return [Item("Keep this view", symbol: "bookmark", action: .addBookmark(name))]
  }

  // MARK: What is selected

  private func inspectorItems(all: Bool) -> [PhoneScreen.Item] {
    guard let selection else { return [] }
    var items: [PhoneScreen.Item] = []
    if let place = selection.place {
      items.append(
        Item(
          place.text, symbol: "square.on.square", spoken: "\(place.spoken), show the next",
          action: .nextCandidate))
    }
    guard let inspection else { return [Item(selection.current.name)] + items }
    items.insert(Item(inspection.title), at: 0)
    items.append(
      Item(
        "\(title(ofLayer: inspection.key.layer))\(inspection.key.fid.map { " · \($0)" } ?? "")",
        spoken: "In \(title(ofLayer: inspection.key.layer))"
          + (inspection.key.fid.map { ", feature \($0)" } ?? "")))
    items.append(Item(inspection.geometry))
    for field in all ? inspection.fields : inspection.keyFields {
      let edited = field.isEdited ? ", edited, was \(field.original ?? "no value")" : ""
      items.append(
        Item(
          "\(field.label): \(field.value ?? "–")", symbol: field.isEdited ? "pencil.line" : nil,
          spoken: "\(field.label): \(field.value ?? "no value")\(edited)"))
    }
    let reason = inspection.editability
    if reason != .editable, scope.contains(.attributeEditing) {
      items.append(
        Item("Not editable: \(reason.sentence)", symbol: reason.symbol, spoken: reason.spoken))
    }
    return items
  }

  private func inspectorControls(_ sheet: PresentedSheet) -> [PhoneScreen.Item] {
    if canEdit {
      let hasEntries = !currentEntries.isEmpty
      return [
        Item(
          hasEntries ? "Go on editing" : "Edit", symbol: "pencil",
          spoken: hasEntries ? "Go on editing, entries are not kept yet" : "Edit attributes",
          action: .expand)
      ]
    }
    guard inspection != nil else { return [] }
    return [
      sheet.detent == .medium
        ? Item("All attributes", symbol: "chevron.up", action: .expand)
        : Item("Less", symbol: "chevron.down", spoken: "Fewer attributes", action: .shrink)
    ]
  }

  private var formItems: [PhoneScreen.Item] {
    let title = inspection.map { Item($0.title) }
    let general = problems.filter { $0.column == nil }.map {
      Item($0.text, symbol: "exclamationmark.circle")
    }
    return [title].compactMap { $0 } + general
  }

  private var formEntries: [PhoneScreen.Entry] {
    (inspection?.fields ?? []).filter(\.isEditable).map { field in
      let typed = currentEntries[field.column]
      return PhoneScreen.Entry(
        column: field.column, label: field.label, value: typed ?? field.value,
        isTyped: typed != nil, constraint: field.constraint,
        problem: problems.first { $0.column == field.column }?.text)
    }
  }

  private var formControls: [PhoneScreen.Item] {
    var items = [
      Item(
        "Back", symbol: "chevron.down", spoken: "Back to the feature", action: .shrink)
    ]
    if !currentEntries.isEmpty {
      items += [
        Item("Keep", symbol: "checkmark", spoken: "Keep the entries", action: .keepEntries),
        Item("Discard", symbol: "trash", spoken: "Discard the entries", action: .discardEntries),
      ]
    }
    if document?.facts.hasSessionEdits == true {
      items.append(
        Item(
          "Undo", symbol: "arrow.uturn.backward", spoken: "Take the last edit back",
          action: .undoEdit))
    }
    if document?.canRedo == true {
      items.append(
        Item(
          "Redo", symbol: "arrow.uturn.forward", spoken: "Make the edit again",
          action: .redoEdit))
    }
    return items
  }

  // MARK: Notes

  private var noteItems: [PhoneScreen.Item] {
    var items: [PhoneScreen.Item] = []
    if let note {
      let place = Readout.decimalDegrees(note.place, at: Resolution(zoom: camera.zoom))
      items = [
        Item(
          note.text.isEmpty ? "…" : note.text, symbol: "pencil",
          spoken: note.text.isEmpty ? "New note, no text yet" : "Note: \(note.text)"),
        Item(place.text, symbol: "mappin", spoken: "At \(place.spoken); tap the map to move it"),
        Item(
          "Callout", symbol: note.isCallout ? "checkmark.square" : "square",
          spoken: note.isCallout ? "Callout, on" : "Callout, off",
          action: .setCallout(!note.isCallout)),
      ]
    }
    let others = (document?.notes ?? []).filter { note == nil || $0.id != noteID }
    return items
      + others.flatMap { stored in
        [
          Item(
            stored.text, symbol: stored.isCallout ? "text.bubble" : "note.text",
            spoken: "\(stored.isCallout ? "Callout" : "Note"): \(stored.text)",
            action: .editNote(stored.id)),
          Item(
            nil, symbol: "trash", spoken: "Remove the note \(stored.text)",
            action: .removeNote(stored.id)),
        ]
      }
  }

  private var noteControls: [PhoneScreen.Item] {
    if note == nil { return [Item("New note", symbol: "plus", action: .startNote)] }
    let keep = Item("Keep", symbol: "checkmark", spoken: "Keep the note", action: .keepNote)
    let discard = Item(
      "Discard", symbol: "xmark.bin", spoken: "Discard what is written", action: .discardNote)
    let remove = noteID.map {
      Item("Remove", symbol: "trash", spoken: "Remove the note", action: .removeNote($0))
    }
    return (hasUnkeptNote ? [keep] : []) + [discard] + [remove].compactMap { $0 }
  }

  // MARK: Measuring

  private var measureItems: [PhoneScreen.Item] {
    guard let measure else { return [] }
    let result: TapMeasurement
    do throws(GeodesyError) {
      result = try measure.result(on: Geodesic())
    } catch {
      return [Item(error.description, symbol: "exclamationmark.circle")]
    }
    let total = result.total(in: units)
    guard !result.segments.isEmpty else {
      return [Item(measure.vertices.isEmpty ? "Tap the map to begin" : "Tap a second place")]
    }
    var items = result.legs(in: units).map { leg in
      Item(
        "\(leg.length.text)  \(leg.azimuth.text)",
        spoken: "\(leg.length.spoken), \(leg.azimuth.spoken)")
    }
    items.append(
      Item(
        total.text, symbol: "sum",
        spoken: "\(measure.isClosed ? "Perimeter" : "Total") \(total.spoken)"))
    if let area = result.enclosed(in: units) {
      items.append(Item(area.text, symbol: "square.dashed", spoken: "Area \(area.spoken)"))
    }
    return items
  }

  private var measureControls: [PhoneScreen.Item] {
    guard let measure, !measure.vertices.isEmpty else { return [] }
    let close = Item(
      "Close shape", symbol: "skew", spoken: "Join the last place to the first",
      action: .closeMeasure)
    return (measure.canClose ? [close] : []) + [
      Item(
        "Undo", symbol: "arrow.uturn.backward", spoken: "Take the last step back",
        action: .undoMeasure),
      Item("Clear", symbol: "trash", spoken: "Measure anew", action: .clearMeasure),
    ]
  }

  // MARK: Conflict

  private var conflictControls: [PhoneScreen.Item] {
    [
      Item(
        "Load the other version", symbol: "arrow.clockwise",
        spoken: "Load the other version; your changes are given up", action: .resolve(.reload)),
      Item(
        "Keep mine as a copy", symbol: "doc.on.doc",
        spoken: "Keep your version as a copy beside the other", action: .resolve(.saveCopy)),
      Item(
        "Cancel", symbol: "xmark",
        spoken: "Cancel: nothing is published, your changes are kept", action: .resolve(.cancel)),
    ]
  }
}
