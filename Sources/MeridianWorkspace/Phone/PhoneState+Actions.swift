internal import MeridianKernel

extension PhoneState {
  /// Does what a person asks for at a time; what the engine has to do for it is returned.
  ///
  /// An action that makes no sense now, or is out of scope, changes nothing.
  public mutating func apply(_ action: PhoneAction, at time: Duration) -> [PhoneRequest] {
    begin(at: time, isAnswer: false)
    guard scope.contains(action.requires) else { return [] }
    switch action {
    case .tap, .moveCamera, .zoomIn, .zoomOut, .returnToFlatNorth, .resize:
      return applyToGlass(action, at: time)
    case .open, .expand, .shrink, .dismiss:
      return applyToSheets(action)
    case .toggleLayer, .chooseBasemap, .goToBookmark, .addBookmark, .removeBookmark:
      return applyToLists(action, at: time)
    case .nextCandidate, .deselect, .type, .discardEntries, .keepEntries, .undoEdit, .redoEdit:
      return applyToSelection(action)
    case .startNote, .editNote, .typeNote, .setCallout, .keepNote, .discardNote, .removeNote:
      return applyToNotes(action, at: time)
    case .undoMeasure:
      measure?.undo()
    case .closeMeasure:
      measure?.close()
    case .clearMeasure:
      if measure != nil { measure = TapMeasure() }
    case .save:
      return publish()
    case .resolve(let choice):
      return sheet?.kind == .conflict ? [.resolve(choice)] : []
    case .leave:
      return [.leave]
    }
    return []
  }

  /// A conflict that is known already is looked at anew: the choice belongs to what is there now.
  private mutating func publish() -> [PhoneRequest] {
    guard !isPublishing, let document else { return [] }
    switch document.state {
    case .localDraft, .edited, .conflict:
      isPublishing = true
      return [.publish]
    case .unavailable, .notDownloaded, .downloading, .downloaded:
      return []
    }
  }

  // MARK: The glass

  private mutating func applyToGlass(
    _ action: PhoneAction, at time: Duration
  ) -> [PhoneRequest] {
    switch action {
    case .tap(let point): return tap(point, at: time)
    case .moveCamera(let camera): return look(through: camera.comfortable, moving: false)
    case .zoomIn: return zoom(by: 1)
    case .zoomOut: return zoom(by: -1)
    case .returnToFlatNorth: return look(through: camera.returningToFlatNorth, moving: true)
    case .resize(let size):
      viewport = size
      return []
    default: return []
    }
  }

  private mutating func tap(_ point: ScreenPoint, at time: Duration) -> [PhoneRequest] {
    guard document != nil, sheet?.kind != .conflict else { return [] }
    if var grown = measure {
      if grown.tap(point, through: transform) {
        measure = grown
      } else {
        say("There is no ground here", "cloud", at: time)
      }
      return []
    }
    if note != nil, sheet?.kind == .notes {
      guard let ground = transform.unproject(point) else {
        say("There is no ground here", "cloud", at: time)
        return []
      }
      note?.place = ground.canonical
      return []
    }
    if selection?.isRepeated(by: point, through: camera) == true { return cycle() }
    return [.hit(point, through: camera, on: viewport)]
  }

  private mutating func zoom(by step: Double) -> [PhoneRequest] {
    let zoom = min(max(camera.zoom + step, 0), 24)
    guard
      let zoomed = try? Camera(
        center: camera.center, zoom: zoom, bearing: camera.bearing, pitch: camera.pitch)
    else { return [] }
    return look(through: zoomed, moving: true)
  }

  private mutating func look(through other: Camera, moving: Bool) -> [PhoneRequest] {
    guard other != camera else { return [] }
    camera = other
    if moving { move(.camera) }
    return [.keepCamera(camera)]
  }

  // MARK: Sheets

  private mutating func applyToSheets(_ action: PhoneAction) -> [PhoneRequest] {
    switch action {
    case .open(let kind):
      // The inspector and the form are about something, a conflict is the engine's to announce.
      guard kind != .conflict, selection != nil || kind != .inspector && kind != .form,
        kind != .form || canEdit
      else { return [] }
      present(kind)
    case .expand:
      if sheet?.kind == .inspector, canEdit {
        present(.form)
      } else if let last = sheet?.kind.detents.last, last != sheet?.detent {
        sheet?.detent = last
        move(.replacement)
      }
    case .shrink:
      if sheet?.kind == .form {
        present(.inspector)
      } else if let first = sheet?.kind.detents.first, first != sheet?.detent {
        sheet?.detent = first
        move(.replacement)
      }
    case .dismiss:
      // A conflict that is pushed away is one that was canceled.
      if sheet?.kind == .conflict { return [.resolve(.cancel)] }
      dismissSheet()
    default: break
    }
    return []
  }

  /// Whether the selected feature's attributes may be edited here.
  var canEdit: Bool {
    guard scope.contains(.attributeEditing), let inspection else { return false }
    return inspection.key == selection?.current.key && inspection.editability == .editable
  }

  // MARK: Layers, basemaps, bookmarks

  private mutating func applyToLists(
    _ action: PhoneAction, at time: Duration
  ) -> [PhoneRequest] {
    switch action {
    case .toggleLayer(let name):
      guard let layer = document?.layers.first(where: { $0.name == name }) else { return [] }
      return [.setVisible(name, !layer.isVisible)]
    case .chooseBasemap(let name):
      if basemaps.contains(name) { basemap = name }
    case .goToBookmark(let name):
      guard let found = bookmark(name) else { return [] }
      return look(through: found.camera.comfortable, moving: true)
    case .addBookmark(let name):
      guard document != nil, !name.isEmpty else { return [] }
      guard bookmark(name) == nil else {
        say("A bookmark of this name is there already", "bookmark", at: time)
        return []
      }
      return [.addBookmark(PhoneBookmark(name: name, camera: camera))]
    case .removeBookmark(let name):
      return bookmark(name) == nil ? [] : [.removeBookmark(name)]
    default: break
    }
    return []
  }

  private func bookmark(_ name: String) -> PhoneBookmark? {
    document?.bookmarks.first { $0.name == name }
  }
}
