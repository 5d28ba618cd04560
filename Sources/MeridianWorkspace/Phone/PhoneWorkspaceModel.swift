/// The phone's workspace without a screen: takes what the person does to the engine, and tells what
/// is shown when it has changed.
///
/// Not Sendable and bound to no actor: whoever makes it keeps it, a view's main actor or a test.
/// Observing is one callback; a view model of the platform keeps the screen it is given.
///
/// ```swift
/// let model = PhoneWorkspaceModel(state) { request in engine.answer(request) }
/// model.onChange = { before, after in view.show(after) }
/// model.send(.tap(ScreenPoint(195, 422)), at: clock.now)
/// ```
public final class PhoneWorkspaceModel {
  /// What is remembered.
  public private(set) var state: PhoneState
  /// What is shown.
  public private(set) var screen: PhoneScreen
  /// Called after a change of what is shown, with what was shown before and what is shown now.
  public var onChange: ((_ before: PhoneScreen, _ after: PhoneScreen) -> Void)?

  private let engine: (PhoneRequest) -> [PhoneEvent]
  private let grid = GridReference()

  /// Puts a surface over an engine, which carries out requests and answers with events, at once or
  /// later by ``tell(_:at:)``.
  public init(_ state: PhoneState, engine: @escaping (PhoneRequest) -> [PhoneEvent]) {
    self.state = state
    self.engine = engine
    screen = state.screen(grid: grid)
  }

  /// Does what the person asks for at a time, and all that follows from it.
  public func send(_ action: PhoneAction, at time: Duration) {
    carryOut(state.apply(action, at: time), at: time)
  }

  /// Takes what the engine tells at a time, and does all that follows from it.
  public func tell(_ event: PhoneEvent, at time: Duration) {
    carryOut(state.receive(event, at: time), at: time)
  }

  /// Lets a time pass, such as the end of a message.
  public func tick(at time: Duration) {
    state.tick(at: time)
    show()
  }

  /// Changes how things are shown: units, coordinates, less motion.
  public func adjust(_ change: (inout PhoneState) -> Void) {
    change(&state)
    show()
  }

  private func carryOut(_ requests: [PhoneRequest], at time: Duration) {
    var waiting = requests[...]
    while let request = waiting.popFirst() {
      for event in engine(request) { waiting += state.receive(event, at: time) }
    }
    show()
  }

  private func show() {
    let before = screen
    screen = state.screen(grid: grid)
    if screen != before { onChange?(before, screen) }
  }
}
