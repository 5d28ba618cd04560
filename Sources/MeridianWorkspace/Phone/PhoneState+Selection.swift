extension PhoneState {
  mutating func applyToSelection(_ action: PhoneAction) -> [PhoneRequest] {
    switch action {
    case .nextCandidate:
      return selection.map { $0.candidates.count > 1 } == true ? cycle() : []
    case .deselect:
      deselect()
    case .type(let column, let text):
      type(text, into: column)
    case .discardEntries:
      if let key = selection?.current.key { entries[key] = nil }
      problems = []
    case .keepEntries:
      return keepEntries()
    case .undoEdit:
      return document?.facts.hasSessionEdits == true ? [.undoEdit] : []
    case .redoEdit:
      return document?.canRedo == true ? [.redoEdit] : []
    default: break
    }
    return []
  }

  /// Selects the next feature under the finger.
  mutating func cycle() -> [PhoneRequest] {
    guard selection != nil else { return [] }
    present(.inspector)
    selection?.cycle()
    move(.control)
    return inspect()
  }

  /// Nothing is selected any more, and what is said of it closes.
  mutating func deselect() {
    guard selection != nil else { return }
    if sheet?.kind == .inspector || sheet?.kind == .form { dismissSheet() }
    (selection, inspection) = (nil, nil)
    move(.control)
  }

  /// Asks about the selected feature.
  mutating func inspect() -> [PhoneRequest] {
    inspection = nil
    problems = []
    return selection.map { [.inspect($0.current.key)] } ?? []
  }

  /// An entry that says what stands there anyway is none.
  private mutating func type(_ text: String?, into column: String) {
    guard sheet?.kind == .form, canEdit, let inspection,
      let field = inspection.fields.first(where: { $0.column == column && $0.isEditable })
    else { return }
    problems.removeAll { $0.column == column || $0.column == nil }
    var typed = entries[inspection.key] ?? [:]
    if text == field.value {
      typed.removeValue(forKey: column)
    } else {
      typed.updateValue(text, forKey: column)
    }
    entries[inspection.key] = typed.isEmpty ? nil : typed
  }

  private mutating func keepEntries() -> [PhoneRequest] {
    guard sheet?.kind == .form, canEdit, let inspection, let typed = entries[inspection.key] else {
      return []
    }
    problems = []
    let changed = inspection.fields.compactMap { field in
      typed[field.column].map { PhoneRequest.Entry(column: field.column, text: $0) }
    }
    return changed.isEmpty ? [] : [.edit(inspection.key, changed)]
  }
}
