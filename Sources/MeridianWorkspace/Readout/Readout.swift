/// A number or state as a person reads it and as it is read out: made here, so that every surface
/// shows the same text.
///
/// Texts know no locale: a point before decimals, thin spaces between thousands, longitude first.
/// Where a text changes while the map moves it keeps its width in a font with monospaced digits:
/// missing digits are figure spaces.
public struct Readout: Hashable, Sendable, CustomStringConvertible {
  /// What is shown.
  public let text: String
  /// What is read out: words for signs and units, no symbols, numbers without separators.
  public let spoken: String

  /// Makes a readout of its two forms; without words of its own the text is read out.
  public init(_ text: String, spoken: String? = nil) {
    self.text = text
    self.spoken = spoken ?? text
  }

  /// The text shown.
  public var description: String { text }

  /// What stands where there is nothing to say: `–`, read out as the reason.
  public static func nothing(_ reason: String) -> Readout { Readout("–", spoken: reason) }
}
