/// A message that goes away by itself. Time is told by whoever shows it, from any origin.
public struct Toast: Hashable, Sendable {
  /// How long it is shown.
  public static let duration = Duration.milliseconds(2500)

  /// The message, read out as it is.
  public let text: String
  /// The name of the symbol before it.
  public let symbol: String
  /// When it appeared.
  public let since: Duration

  /// Makes a message that appears at a time.
  public init(_ text: String, symbol: String, at time: Duration) {
    self.text = text
    self.symbol = symbol
    since = time
  }

  /// Whether it is still shown at a time. A clock that was set back ends it, rather than keep it.
  public func isShown(at time: Duration) -> Bool {
    time >= since && time - since < Self.duration
  }
}

/// How a change of the screen moves: easing in and out, between 200 and 260 ms.
public enum Motion: String, CaseIterable, Hashable, Sendable {
  /// A control appears or goes.
  case control
  /// A message appears.
  case toast
  /// One sheet gives way to another, or changes its height.
  case replacement
  /// A sheet comes or goes.
  case sheet
  /// The map turns back, zooms a step or goes to a bookmark.
  case camera

  /// How long it takes.
  public var duration: Duration {
    switch self {
    case .control, .toast: .milliseconds(200)
    case .replacement: .milliseconds(220)
    case .sheet, .camera: .milliseconds(260)
    }
  }
}
