public import MeridianKernel

/// All that the phone's surface remembers: a value, changed by actions of the person and events of
/// the engine, from which the screen follows.
///
/// ```swift
/// var state = PhoneState(camera: camera)
/// let requests = state.apply(.tap(ScreenPoint(195, 422)), at: .seconds(3))
/// // … the engine answers:
/// state.receive(.hits(candidates, isAmbiguous: true, tap: tap), at: .seconds(3))
/// print(state.screen)
/// ```
///
/// It has no clock: every change is told the time, from any origin.
public struct PhoneState: Hashable, Sendable {
  /// What can be done here; the rest does not exist.
  public let scope: Scope
  /// The names of the basemaps that are offered.
  public let basemaps: [String]

  /// The document; nil until it is opened.
  public internal(set) var document: PhoneDocument?
  /// Where the map is looked at from; its pitch is comfortable.
  public internal(set) var camera: Camera
  /// The size of the glass.
  public internal(set) var viewport: Viewport
  /// What lies under the layers; nil when no basemap is offered.
  public internal(set) var basemap: String?
  /// The one sheet that is open.
  public internal(set) var sheet: PresentedSheet?
  /// What is selected.
  public internal(set) var selection: PhoneSelection?
  /// What the inspector says of the selected feature.
  public internal(set) var inspection: PhoneInspection?
  /// What was typed and not kept yet, by feature and column: closing a form loses nothing.
  public internal(set) var entries: [FeatureKey: [String: String?]] = [:]
  /// What is wrong with the entries of the form.
  public internal(set) var problems: [PhoneEvent.Problem] = []
  /// The note that is being written.
  public internal(set) var note: NoteDraft?
  /// The id of the note that is being changed; nil for a new one.
  public internal(set) var noteID: Int64?
  /// The measurement that is being made.
  public internal(set) var measure: TapMeasure?
  /// What differs, in lines, while a conflict waits for a choice.
  public internal(set) var conflict: [String] = []
  /// Whether a publish is under way.
  public internal(set) var isPublishing = false
  /// The message that is shown.
  public internal(set) var toast: Toast?
  /// How the last change moves; nil when it does not, or motion is to be reduced.
  public internal(set) var motion: Motion?

  /// When the last change was.
  private var changed = Duration.zero

  /// Whether the person asked for less motion.
  public var reducesMotion = false {
    didSet { if reducesMotion { motion = nil } }
  }
  /// The units of lengths and areas.
  public var units = ShownUnits.metric
  /// How coordinates are written.
  public var coordinateStyle = Readout.CoordinateStyle.decimal
  /// Where the scale bar lies on the glass; in its middle when nil.
  public var scaleBarPlace: ScreenPoint?

  /// A surface at rest, without a document.
  public init(
    camera: Camera, viewport: Viewport = .phone, scope: Scope = .phone, basemaps: [String] = []
  ) {
    self.camera = camera.comfortable
    self.viewport = viewport
    self.scope = scope
    self.basemaps = scope.contains(.basemaps) ? basemaps : []
    basemap = self.basemaps.first
  }

  /// The camera over the glass.
  public var transform: CameraTransform { CameraTransform(camera, viewport: viewport) }

  /// What was typed for the selected feature and not kept yet.
  public var currentEntries: [String: String?] {
    selection.flatMap { entries[$0.current.key] } ?? [:]
  }

  /// Lets a time pass: a message whose time is over goes.
  public mutating func tick(at time: Duration) {
    if let toast, !toast.isShown(at: time) { self.toast = nil }
  }

  // MARK: Shared by actions and events

  /// Begins a change. What the engine answers at once belongs to the action that asked for it.
  mutating func begin(at time: Duration, isAnswer: Bool) {
    tick(at: time)
    if !isAnswer || time != changed { motion = nil }
    changed = time
  }

  mutating func say(_ text: String, _ symbol: String, at time: Duration) {
    toast = Toast(text, symbol: symbol, at: time)
    move(.toast)
  }

  /// Says how the change moves; the first word of a change counts.
  mutating func move(_ kind: Motion) {
    if !reducesMotion && motion == nil { motion = kind }
  }

  /// Opens a sheet in the place of the one that is open; what is out of scope does not open.
  mutating func present(_ kind: PrimarySheet) {
    guard scope.contains(kind.requires), sheet?.kind != kind else { return }
    move(sheet == nil ? .sheet : .replacement)
    leaveSheet()
    sheet = PresentedSheet(kind)
    if kind == .measure { measure = TapMeasure() }
  }

  /// Closes the open sheet.
  mutating func dismissSheet() {
    guard sheet != nil else { return }
    move(.sheet)
    leaveSheet()
    sheet = nil
  }

  /// Ends what belongs to the open sheet alone. Entries of a form stay with their feature.
  private mutating func leaveSheet() {
    switch sheet?.kind {
    case .measure: measure = nil
    case .form: problems = []
    case .notes where !hasUnkeptNote: (note, noteID) = (nil, nil)
    default: break
    }
  }
}
