/// Where a command's words go: results to one place, everything else to another.
package struct Console {
  private let result: (String) -> Void
  private let note: (String) -> Void

  package init(result: @escaping (String) -> Void, note: @escaping (String) -> Void) {
    self.result = result
    self.note = note
  }

  /// One line of the result.
  func say(_ line: String) { result(line + "\n") }

  /// One line beside the result: a warning, an error.
  func warn(_ line: String) { note(line + "\n") }
}
