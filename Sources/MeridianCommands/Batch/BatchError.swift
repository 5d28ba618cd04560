/// Errors of the frame of a batch, not of what its records ask.
enum BatchError {
  /// A line that is no JSON record.
  static func json(_ error: JSONError) -> CommandError {
    guard error.code != .noLibrary else { return noParser(error) }
    let code =
      switch error.code {
      case .empty: "emptyLine"
      case .tooLarge: "lineTooLong"
      case .tooDeep: "nestedTooDeep"
      case .duplicateKey: "duplicateKey"
      case .badUTF8: "badUTF8"
      case .noMemory: "noMemory"
      default: "badJSON"
      }
    return CommandError(code, error.description, exitCode: .usage)
  }

  /// Why there is no parser: memory, or the library.
  static func noParser(_ error: JSONError) -> CommandError {
    CommandError(
      error.code == .noLibrary ? "missingLibrary" : "noMemory", error.description,
      exitCode: .inputOutput)
  }

  /// A packed stream that ends within a record; `bytes` is nil when not even its length is there.
  static func torn(record: Int, has count: Int, of bytes: Int?) -> CommandError {
    let whole = bytes.map { " of \($0)" } ?? ""
    return CommandError(
      "tornRecord",
      "The input ends in the middle of record \(record), which has only \(count)\(whole) bytes; "
        + "send whole records.", exitCode: .broken)
  }

  /// A packed record whose count cannot be one, so that nothing behind it can be found.
  static func badCount(_ count: Double, record: Int, limit: Int) -> CommandError {
    CommandError(
      "badCount",
      "Record \(record) cannot have \(NumberText.plain(count)) vertices; begin it with a whole "
        + "number from 0 to \(limit).", exitCode: .broken)
  }

  /// The system gives neither memory nor threads.
  static let noWorkers = CommandError(
    "noThreads", "The system has no thread to give; end other programs or use `--jobs 1`.",
    exitCode: .inputOutput)
}
