extension PhoneState {
  /// Takes what the engine tells at a time; what it has to do next is returned.
  public mutating func receive(_ event: PhoneEvent, at time: Duration) -> [PhoneRequest] {
    begin(at: time, isAnswer: true)
    switch event {
    case .document(let document):
      return take(document, at: time)
    case .hits(let candidates, let isAmbiguous, let tap):
      selection = PhoneSelection(candidates, isAmbiguous: isAmbiguous, tap: tap, camera: camera)
      guard selection != nil else {
        inspection = nil
        if sheet?.kind == .inspector || sheet?.kind == .form { dismissSheet() }
        return []
      }
      present(.inspector)
      return inspect()
    case .inspection(let inspection):
      // An answer that comes late is about what is no longer selected.
      if inspection.key == selection?.current.key { self.inspection = inspection }
    case .kept(let key):
      entries[key] = nil
      if sheet?.kind == .form, selection?.current.key == key { present(.inspector) }
      say("Kept on this device, not published yet", DocumentState.localDraft.symbol, at: time)
    case .refused(let key, let problems):
      if key == selection?.current.key { self.problems = problems }
    case .noteKept:
      (note, noteID) = (nil, nil)
      say("Note kept, not published yet", "note.text", at: time)
    case .published:
      isPublishing = false
      say("Published", DocumentState.downloaded.symbol, at: time)
    case .adopted:
      isPublishing = false
      say("The file holds your changes already", DocumentState.downloaded.symbol, at: time)
    case .conflict(let lines):
      isPublishing = false
      conflict = lines
      present(.conflict)
    case .resolved(let choice, let copy):
      return finish(choice, copy, at: time)
    case .notice(let sentence):
      say(sentence, "info.circle", at: time)
    case .failed(let sentence):
      isPublishing = false
      say(sentence, "exclamationmark.circle", at: time)
    }
    return []
  }

  private mutating func take(_ document: PhoneDocument, at time: Duration) -> [PhoneRequest] {
    let before = self.document
    self.document = document
    if before?.state != document.state { move(.control) }
    // What lay under the finger was told for other layers than are shown now.
    if before?.layers != document.layers { selection?.forgetOthers() }
    // Edits, switches of layers and reloads change what is said of the selected feature.
    return selection.map { [.inspect($0.current.key)] } ?? []
  }

  private mutating func finish(
    _ choice: ConflictChoice, _ copy: String?, at time: Duration
  ) -> [PhoneRequest] {
    if sheet?.kind == .conflict { dismissSheet() }
    conflict = []
    switch choice {
    case .reload:
      // What was selected and typed belonged to the changes that were given up.
      entries = [:]
      deselect()
      say("The other version was loaded", "arrow.clockwise", at: time)
    case .saveCopy:
      say("Your version is kept as \(copy ?? "a copy")", "doc.on.doc", at: time)
    case .cancel:
      say("Nothing was published, your changes are kept", "pencil.line", at: time)
    }
    return []
  }
}
