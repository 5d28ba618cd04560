internal import MeridianKernel

/// What the phone shows: texts, symbols, words to be read out, and what each control does.
///
/// What is not here is not on the glass; nothing here is switched off.
public struct PhoneScreen: Hashable, Sendable {
  /// Something that is shown, and done when it is touched.
  public struct Item: Hashable, Sendable {
    /// What is written; nil for a symbol alone.
    public let text: String?
    /// The symbol's name; nil for text alone.
    public let symbol: String?
    /// What is read out.
    public let spoken: String
    /// What a touch does; nil for what is only shown.
    public let action: PhoneAction?

    /// Makes an item; without words of its own the text is read out.
    init(
      _ text: String?, symbol: String? = nil, spoken: String? = nil, action: PhoneAction? = nil
    ) {
      self.text = text
      self.symbol = symbol
      self.spoken = spoken ?? text ?? ""
      self.action = action
    }

    /// Shows a readout.
    init(_ readout: Readout, symbol: String? = nil) {
      self.init(readout.text, symbol: symbol, spoken: readout.spoken)
    }
  }

  /// A field to type into.
  public struct Entry: Hashable, Sendable {
    /// The column.
    public let column: String
    /// What it is called.
    public let label: String
    /// What stands in it; nil for NULL.
    public let value: String?
    /// Whether it differs from what is kept.
    public let isTyped: Bool
    /// What a value must be.
    public let constraint: String?
    /// What is wrong with what stands in it.
    public let problem: String?

    /// What is read out.
    public var spoken: String {
      let parts = [
        label, value.map { $0.isEmpty ? "empty text" : $0 } ?? "no value",
        isTyped ? "not kept yet" : nil, constraint, problem,
      ]
      return parts.compactMap { $0 }.joined(separator: ", ")
    }
  }

  /// The sheet that is open.
  public struct Sheet: Hashable, Sendable {
    /// Which one.
    public let kind: PrimarySheet
    /// How high it stands.
    public let detent: PrimarySheet.Detent
    /// Its title.
    public let title: String
    /// What it shows, from top to bottom.
    public let items: [Item]
    /// The fields of a form.
    public let entries: [Entry]
    /// What can be done with all of it.
    public let controls: [Item]
  }

  /// Back, and where to.
  public let back: Item?
  /// The document's name.
  public let title: Item?
  /// The document's state.
  public let state: Item?
  /// The one place that tells whether there is something to publish, and does it.
  public let save: Item?
  /// The place in the middle of the glass.
  public let coordinates: Item
  /// The scale bar; nil where the glass shows no ground.
  public let scaleBar: ScaleBar?
  /// Compass, the way back to flat north where there is one, zoom.
  public let navigation: [Item]
  /// Layers, notes, what is selected.
  public let actions: [Item]
  /// The one sheet.
  public let sheet: Sheet?
  /// The message.
  public let toast: Item?
  /// How what is shown came there.
  public let motion: Motion?

  /// Everything that can be touched, in the order in which it is read out.
  public var controls: [Item] {
    items.filter { $0.action != nil }
  }

  /// Everything that can be reached, in the order in which it is read out: a message first. A
  /// conflict keeps the rest out of reach until there is a choice.
  public var items: [Item] {
    if let sheet, sheet.kind == .conflict {
      return [toast, Item(sheet.title)].compactMap { $0 } + sheet.items + sheet.controls
    }
    let bar = scaleBar.map { Item($0.readout, symbol: "ruler") }
    let head = [toast, back, title, state, save]
    let body = [coordinates, bar] + navigation + actions
    return (head + body + (sheet.map { $0.items + $0.controls } ?? [])).compactMap { $0 }
  }
}

extension PhoneState {
  /// What is shown now; grid coordinates need a `grid`, else decimal degrees stand in their place.
  public func screen(grid: GridReference? = nil) -> PhoneScreen {
    PhoneScreen(
      back: scope.contains(.library) && document != nil
        ? PhoneScreen.Item(
          nil, symbol: "chevron.backward", spoken: "Back to the library", action: .leave) : nil,
      title: document.map { PhoneScreen.Item($0.name) }, state: document.map(stateItem),
      save: document.flatMap(saveItem),
      coordinates: PhoneScreen.Item(coordinates(grid)),
      scaleBar: ScaleBar(transform, at: scaleBarPlace, units: units),
      navigation: offered(navigation),
      actions: isThere ? offered(actions) : [], sheet: sheet.map(content),
      toast: toast.map { PhoneScreen.Item($0.text, symbol: $0.symbol) }, motion: motion)
  }

  /// What is shown now.
  public var screen: PhoneScreen { screen() }

  private func stateItem(_ document: PhoneDocument) -> PhoneScreen.Item {
    let state = document.state
    return PhoneScreen.Item(state.text, symbol: state.symbol, spoken: state.spoken)
  }

  /// Nothing stands here where publishing is no question.
  private func saveItem(_ document: PhoneDocument) -> PhoneScreen.Item? {
    guard scope.contains(.publishing) else { return nil }
    if isPublishing {
      return PhoneScreen.Item("Publishing", symbol: "arrow.triangle.2.circlepath")
    }
    let dirt = document.facts.dirt.words
    switch document.state {
    case .unavailable, .notDownloaded, .downloading: return nil
    case .downloaded:
      return PhoneScreen.Item("Saved", symbol: "checkmark", spoken: "Saved: nothing to publish")
    case .localDraft, .edited:
      return PhoneScreen.Item(
        "Save", symbol: "square.and.arrow.up", spoken: "Save and publish changed \(dirt)",
        action: .save)
    case .conflict:
      return PhoneScreen.Item(
        "Resolve", symbol: "exclamationmark.triangle",
        spoken: "Choose what becomes of your changed \(dirt)", action: .save)
    }
  }

  private func coordinates(_ grid: GridReference?) -> Readout {
    let resolution = Resolution(zoom: camera.zoom)
    switch coordinateStyle {
    case .sexagesimal: return .degreesMinutesSeconds(camera.center, at: resolution)
    case .grid:
      // Without PROJ there is no grid, and a place is better told in degrees than not at all.
      if let text = try? grid?.readout(camera.center, at: resolution) { return text }
      return .decimalDegrees(camera.center, at: resolution)
    case .decimal: return .decimalDegrees(camera.center, at: resolution)
    }
  }

  private var navigation: [PhoneScreen.Item] {
    var items = [
      PhoneScreen.Item(
        Readout.bearing(of: camera).text, symbol: "location.north.line",
        spoken: "Compass, \(Readout.bearing(of: camera).spoken)")
    ]
    if !camera.isFlatNorth {
      items.append(
        PhoneScreen.Item(
          camera.pitch > 0 ? Readout.pitch(of: camera).text : nil, symbol: "arrow.up.to.line",
          spoken: "Return to flat north, now \(Readout.pitch(of: camera).spoken)",
          action: .returnToFlatNorth))
    }
    items.append(PhoneScreen.Item(Readout.zoom(of: camera)))
    if camera.zoom < 24 {
      items.append(PhoneScreen.Item(nil, symbol: "plus", spoken: "Zoom in", action: .zoomIn))
    }
    if camera.zoom > 0 {
      items.append(PhoneScreen.Item(nil, symbol: "minus", spoken: "Zoom out", action: .zoomOut))
    }
    return items
  }

  /// Whether there is something of the document to look at, if only a working copy of it.
  private var isThere: Bool {
    switch document?.state {
    case nil, .notDownloaded, .downloading: false
    case .unavailable: document?.layers.isEmpty == false
    case .conflict, .localDraft, .edited, .downloaded: true
    }
  }

  /// A control whose sheet is open closes it.
  private var actions: [PhoneScreen.Item] {
    let open = sheet?.kind
    var items = [
      open == .layers
        ? PhoneScreen.Item(
          nil, symbol: "square.3.layers.3d", spoken: "Layers, open", action: .dismiss)
        : PhoneScreen.Item(
          nil, symbol: "square.3.layers.3d", spoken: "Layers", action: .open(.layers)),
      open == .notes && note != nil
        ? PhoneScreen.Item(
          nil, symbol: "note.text.badge.plus", spoken: "Note, being written", action: .dismiss)
        : PhoneScreen.Item(
          nil, symbol: "note.text.badge.plus", spoken: "Add a note", action: .startNote),
    ]
    if let selection {
      let name = selection.current.name
      let spoken = "Selected: \(name) in \(title(ofLayer: selection.current.key.layer))"
      items.append(
        PhoneScreen.Item(
          name, symbol: "info.circle", spoken: open == .inspector ? spoken + ", open" : spoken,
          action: open == .inspector ? .dismiss : .open(.inspector)))
    }
    return items
  }

  /// Those of some items that are in scope.
  func offered(_ items: [PhoneScreen.Item]) -> [PhoneScreen.Item] {
    items.filter { $0.action.map { scope.contains($0.requires) } ?? true }
  }

  /// What a layer is called.
  func title(ofLayer name: String) -> String {
    document?.layers.first { $0.name == name }?.title ?? name
  }
}
