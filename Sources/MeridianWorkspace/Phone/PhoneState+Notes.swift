internal import MeridianKernel

extension PhoneState {
  mutating func applyToNotes(_ action: PhoneAction, at time: Duration) -> [PhoneRequest] {
    guard let document else { return [] }
    switch action {
    case .startNote:
      present(.notes)
      // A note that is being written is gone on with.
      if !hasUnkeptNote {
        (note, noteID) = (NoteDraft(place: camera.center.canonical), nil)
      }
    case .editNote(let id):
      guard let found = stored(id), id != noteID else { return [] }
      present(.notes)
      guard !hasUnkeptNote else {
        say("Keep or discard the note you are writing first", "note.text", at: time)
        return []
      }
      note = NoteDraft(place: found.place, text: found.text, isCallout: found.isCallout)
      noteID = id
    case .typeNote(let text):
      note?.text = text
    case .setCallout(let isCallout):
      note?.isCallout = isCallout
    case .keepNote:
      guard let note, hasUnkeptNote else { return [] }
      return [.writeNote(id: noteID, note)]
    case .discardNote:
      (note, noteID) = (nil, nil)
    case .removeNote(let id):
      guard document.notes.contains(where: { $0.id == id }) else { return [] }
      if noteID == id { (note, noteID) = (nil, nil) }
      return [.removeNote(id)]
    default: break
    }
    return []
  }

  /// Whether a note is being written that would be lost: a new one with text, or a changed one.
  var hasUnkeptNote: Bool {
    guard let note, !note.text.isEmpty else { return false }
    guard let old = noteID.flatMap(stored) else { return true }
    return note != NoteDraft(place: old.place, text: old.text, isCallout: old.isCallout)
  }

  private func stored(_ id: Int64) -> PhoneNote? { document?.notes.first { $0.id == id } }
}
