/// What is wrong with a token file, or worth a warning: one sentence and where.
package struct TokenProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, one sentence.
  package var text: String
  package var place: SourcePlace?

  package init(_ text: String, at place: SourcePlace? = nil) {
    self.text = text
    self.place = place
  }

  /// `file:line:column: sentence`.
  package var description: String { place.map { "\($0): \(text)" } ?? text }
}

/// A generated file: its path below the output folder, and all of its text.
package struct OutputFile: Hashable, Sendable {
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
