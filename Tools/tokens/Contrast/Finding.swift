/// Something the gate does not let pass: one sentence, and the token or the entry it is about.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    /// An ink that is too near to its ground.
    case contrast
    /// A control too small for a finger.
    case target
    /// A state that only its color tells.
    case cue
  }

  package var kind: Kind
  /// The ink's path, or the name of the target or the state.
  package var name: String
  package var text: String
  package var place: SourcePlace

  package init(kind: Kind, name: String, text: String, place: SourcePlace) {
    self.kind = kind
    self.name = name
    self.text = text
    self.place = place
  }

  /// `file:line:column: sentence`.
  package var description: String { "\(place): \(text)" }
}
