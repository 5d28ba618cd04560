import MeridianGeodesy
import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The rules of the phone's surface, one by one and on random walks.
@Suite struct `The phone's surface` {
  private let camera: Camera
  private let pump = ScreenPoint(195, 422)

  init() throws { camera = try Camera(center: LonLat(-0.13666, 51.51334), zoom: 17) }

  private func model(
    _ engine: PaperEngine, scope: Scope = .phone
  ) -> PhoneWorkspaceModel {
    let model = PhoneWorkspaceModel(
      PhoneState(camera: camera, scope: scope, basemaps: ["Streets", "Aerial"])
    ) { engine.answer($0) }
    model.tell(.document(engine.document), at: .zero)
    return model
  }

  // MARK: Scope

  @Test func `what the contract leaves out of the phone is absent, and nothing else`() {
    let absent: Set<Capability> = [
      .drawing, .vertexEditing, .snapping, .layerOrder, .layerOpacity, .layerStyle, .layerLabels,
      .layerFilters, .layerLocking, .layerRenaming, .layerDeletion, .layerMetadata, .imports,
      .customProviders, .analysis, .analysisHistory, .fieldCalculator, .exports, .layouts,
      .newProjects, .projectDuplication, .batchSelection, .maintenance,
    ]
    #expect(Scope.phone.capabilities == Set(Capability.allCases).subtracting(absent))
    #expect(Capability.allCases.allSatisfy(Scope.full.contains))
  }

  @Test(arguments: PrimarySheet.allCases)
  func `a sheet out of scope does not open, and nothing leads to it`(kind: PrimarySheet) {
    let rest = Scope.phone.capabilities.subtracting([kind.requires])
    let engine = PaperEngine()
    let model = model(engine, scope: Scope(name: "narrow", capabilities: rest))
    let actions: [PhoneAction] = [
      .tap(pump), .open(kind), .expand, .startNote, .open(.layers), .open(kind),
    ]
    for action in actions {
      model.send(action, at: .zero)
      #expect(model.screen.sheet?.kind != kind)
      #expect(!model.screen.controls.contains { $0.action?.requires == kind.requires })
    }
  }

  // MARK: One sheet

  @Test func `opening a sheet replaces the one that is open`() {
    let engine = PaperEngine()
    let model = model(engine)
    model.send(.tap(pump), at: .seconds(1))
    for kind in PrimarySheet.allCases where kind != .conflict {
      model.send(.open(kind), at: .seconds(2))
      #expect(model.screen.sheet?.kind == kind)
      #expect(model.screen.sheet?.detent == kind.detents[0])
      model.send(.open(.inspector), at: .seconds(3))
    }
    model.send(.open(.conflict), at: .seconds(4))
    #expect(model.screen.sheet?.kind == .inspector, "a conflict is not the person's to open")
    model.send(.dismiss, at: .seconds(5))
    #expect(model.screen.sheet == nil)
  }

  @Test func `inspector and form are about something`() {
    let model = model(PaperEngine())
    for kind in [PrimarySheet.inspector, .form] {
      model.send(.open(kind), at: .zero)
      #expect(model.screen.sheet == nil)
    }
  }

  // MARK: Camera

  @Test func `A117 looking around makes nothing dirty`() throws {
    let engine = PaperEngine()
    let model = model(engine)
    let before = engine.document
    var random = SplitMix64(seed: 117)
    for step in 0..<200 {
      let other = try Camera(
        center: LonLat(
          Double.random(in: -200...200, using: &random), Double.random(in: -80...80, using: &random)
        ),
        zoom: Double.random(in: 0...24, using: &random),
        bearing: Double.random(in: -720...720, using: &random),
        pitch: Double.random(in: 0...85, using: &random))
      let actions: [PhoneAction] = [.moveCamera(other), .zoomIn, .zoomOut, .returnToFlatNorth]
      model.send(actions[step % 4], at: .seconds(step))
      #expect(model.state.camera.pitch <= Camera.comfortablePitch)
    }
    #expect(engine.document == before && model.screen.state?.text == "Downloaded")
    #expect(
      engine.log.allSatisfy { if case .keepCamera = $0 { true } else { false } }
        && engine.log.count > 100)
  }

  @Test func `flat north is one step from anywhere, and offered only where it is not`() throws {
    let model = model(PaperEngine())
    func offers() -> Bool { model.screen.controls.contains { $0.action == .returnToFlatNorth } }
    #expect(!offers())
    for (bearing, pitch) in [(30.0, 0.0), (0, 20), (300, 60)] {
      model.send(
        .moveCamera(
          try Camera(center: camera.center, zoom: 17, bearing: bearing, pitch: pitch)), at: .zero)
      #expect(offers())
      model.send(.returnToFlatNorth, at: .zero)
      #expect(!offers() && model.state.camera.isFlatNorth && model.state.camera == camera)
    }
  }

  @Test func `zoom ends at both ends without a control that does nothing`() throws {
    let model = model(PaperEngine())
    for zoom in [0.0, 24] {
      model.send(.moveCamera(try Camera(center: camera.center, zoom: zoom)), at: .zero)
      let actions = model.screen.controls.map(\.action)
      #expect(actions.contains(.zoomIn) == (zoom == 0))
      #expect(actions.contains(.zoomOut) == (zoom == 24))
    }
  }

  // MARK: Selection

  @Test func `taps on one place go through what is there, and a tap elsewhere asks anew`() {
    let engine = PaperEngine()
    let model = model(engine)
    func selected() -> Int64? { model.state.selection?.current.key.fid }
    model.send(.tap(pump), at: .zero)
    let first = selected()
    model.send(.tap(ScreenPoint(200, 425)), at: .zero)
    #expect(selected() != first)
    model.send(.tap(pump), at: .zero)
    #expect(selected() == first)
    model.send(.nextCandidate, at: .zero)
    #expect(selected() != first)
    model.send(.zoomIn, at: .zero)
    let asked = engine.log.count
    model.send(.tap(pump), at: .zero)
    #expect(engine.log.count == asked + 2, "on another camera the same place is another question")
    model.send(.tap(ScreenPoint(10, 10)), at: .zero)
    #expect(selected() == nil && model.screen.sheet == nil)
  }

  @Test func `an answer that comes late is about what is no longer selected`() throws {
    let engine = PaperEngine()
    let model = model(engine)
    model.send(.tap(pump), at: .zero)
    let late = try #require(model.state.inspection)
    model.send(.nextCandidate, at: .zero)
    let shown = model.state.inspection
    model.tell(.inspection(late), at: .zero)
    #expect(model.state.inspection == shown && shown?.key != late.key)
  }

  @Test(arguments: [
    Editability.layerHidden, .layerLocked, .markup, .reference, .noStableID, .readOnlyFile,
  ])
  func `A118 a feature that may not be edited is shown with the reason and no way to edit`(
    reason: Editability
  ) {
    let engine = PaperEngine()
    engine.reasons["pumps"] = reason
    let model = model(engine)
    model.send(.tap(pump), at: .zero)
    #expect(model.screen.sheet?.items.contains { $0.spoken == reason.spoken } == true)
    for action in [
      PhoneAction.expand, .open(.form), .type(column: "name", text: "x"), .keepEntries,
    ] {
      model.send(action, at: .zero)
      #expect(model.screen.sheet?.kind == .inspector)
    }
    #expect(!engine.log.contains { if case .edit = $0 { true } else { false } })
  }

  @Test func `a hidden layer is not hit`() {
    let engine = PaperEngine()
    let model = model(engine)
    model.send(.toggleLayer("pumps"), at: .zero)
    model.send(.tap(pump), at: .zero)
    #expect(model.state.selection == nil)
  }

  // MARK: Toasts and motion

  @Test func `a message is shown for two and a half seconds of the caller's time`() {
    let toast = Toast("Published", symbol: "checkmark.circle", at: .seconds(100))
    #expect(Toast.duration == .milliseconds(2500))
    #expect(toast.isShown(at: .seconds(100)) && toast.isShown(at: .milliseconds(102_499)))
    #expect(!toast.isShown(at: .milliseconds(102_500)))
    #expect(!toast.isShown(at: .seconds(99)), "a clock that was set back ends it")
    let engine = PaperEngine()
    let model = model(engine)
    model.tell(.failed("one"), at: .seconds(10))
    model.tell(.failed("two"), at: .seconds(12))
    model.tick(at: .milliseconds(14_400))
    #expect(model.screen.toast?.text == "two", "the second begins its own time")
    model.tick(at: .milliseconds(14_500))
    #expect(model.screen.toast == nil)
  }

  @Test func `motion takes between 200 and 260 ms, and none where less was asked for`() {
    for motion in Motion.allCases {
      #expect((.milliseconds(200)...(.milliseconds(260))).contains(motion.duration))
    }
    let model = model(PaperEngine())
    model.send(.open(.layers), at: .seconds(1))
    #expect(model.screen.motion == .sheet)
    model.send(.open(.bookmarks), at: .seconds(2))
    #expect(model.screen.motion == .replacement)
    model.send(.expand, at: .seconds(3))
    #expect(model.screen.motion == .replacement)
    model.send(.expand, at: .seconds(4))
    #expect(model.screen.motion == nil)
    model.adjust { $0.reducesMotion = true }
    for action in [PhoneAction.dismiss, .zoomIn, .tap(pump), .open(.layers), .dismiss] {
      model.send(action, at: .seconds(5))
      #expect(model.screen.motion == nil)
    }
  }

  // MARK: The model

  @Test func `the model tells what was shown and what is, once, and only when it differs`() {
    let model = model(PaperEngine())
    var seen: [(PhoneScreen, PhoneScreen)] = []
    model.onChange = { seen.append(($0, $1)) }
    let before = model.screen
    model.send(.open(.layers), at: .seconds(1))
    #expect(seen.count == 1 && seen[0].0 == before && seen[0].1 == model.screen)
    model.tick(at: .seconds(2))
    #expect(seen.count == 1)
    model.send(.tap(pump), at: .seconds(3))
    #expect(seen.count == 2, "hits and inspection come with the tap")
    #expect(model.screen.sheet?.kind == .inspector)
  }

  @Test func `units and coordinates are the person's choice`() {
    let model = model(PaperEngine())
    model.adjust { $0.coordinateStyle = .grid }
    #expect(model.screen.coordinates.text?.hasPrefix("30N") == true)
    #expect(model.state.screen.coordinates.text?.contains("° W") == true, "no grid without PROJ")
    model.adjust { $0.coordinateStyle = .sexagesimal }
    #expect(model.screen.coordinates.text?.contains("′") == true)
    model.adjust { $0.units = .imperial }
    #expect(model.screen.scaleBar?.unit == .foot)
  }

  /// Whatever is done in whatever order, the rules hold.
  @Test(arguments: Seeds.batches(20))
  func `on random walks every control is in scope, has words and does something`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let engine = PaperEngine()
      let model = model(engine)
      model.adjust { $0.reducesMotion = Bool.random(using: &random) }
      var time = Duration.zero
      for _ in 0..<80 {
        time += .milliseconds(Int.random(in: 0...900, using: &random))
        step(model, engine, at: time, &random)
        check(model, "SEED=\(seed)")
      }
    }
  }

  private func step(
    _ model: PhoneWorkspaceModel, _ engine: PaperEngine, at time: Duration,
    _ random: inout SplitMix64
  ) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...5:
      // What is on the glass, as a person would.
      if let action = model.screen.controls.randomElement(using: &random)?.action {
        model.send(action, at: time)
      }
    case 6, 7:
      let tap = ScreenPoint(
        Double.random(in: 150...240, using: &random), Double.random(in: 390...450, using: &random))
      model.send(.tap(tap), at: time)
    case 8:
      let column = ["name", "height", "checked", "none"].randomElement(using: &random) ?? ""
      model.send(
        .type(column: column, text: ["1.5", "x", nil].randomElement(using: &random) ?? nil),
        at: time)
    case 9:
      model.send(.typeNote(["", "Text"].randomElement(using: &random) ?? ""), at: time)
    case 10:
      if Int.random(in: 0..<4, using: &random) == 0 {
        model.tell(engine.publishElsewhere(["pumps 1"]), at: time)
      }
    default:
      // What is not on the glass must do no harm.
      let kind = PrimarySheet.allCases.randomElement(using: &random) ?? .layers
      model.send(.open(kind), at: time)
    }
  }

  private func check(_ model: PhoneWorkspaceModel, _ comment: Comment) {
    let screen = model.screen
    #expect(screen.items.allSatisfy { !$0.spoken.isEmpty }, comment)
    #expect(
      screen.items.allSatisfy { $0.text?.isEmpty != true && $0.symbol?.isEmpty != true }, comment)
    #expect(screen.items.allSatisfy { $0.text != nil || $0.symbol != nil }, comment)
    #expect(
      screen.controls.allSatisfy { Scope.phone.contains($0.action?.requires ?? .drawing) }, comment)
    #expect((screen.sheet?.entries ?? []).allSatisfy { !$0.spoken.isEmpty }, comment)
    if let sheet = screen.sheet {
      #expect(sheet.kind.detents.contains(sheet.detent), comment)
      #expect(!sheet.controls.isEmpty, comment)
      #expect(sheet.kind != .form || model.state.inspection != nil, comment)
    }
    #expect((model.state.measure != nil) == (screen.sheet?.kind == .measure), comment)
    #expect(!model.state.reducesMotion || screen.motion == nil, comment)
    // Every control does something: a copy of the state is asked what.
    for item in screen.controls {
      guard let action = item.action else { continue }
      var copy = model.state
      let requests = copy.apply(action, at: .seconds(1_000_000))
      var still = model.state
      still.tick(at: .seconds(1_000_000))
      let isChosen = action == .chooseBasemap(still.basemap ?? "")
      #expect(
        !requests.isEmpty || copy.screen != still.screen || isChosen,
        "\(comment) \(item.spoken) does nothing")
    }
  }
}
