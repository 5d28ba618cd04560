/// A file that an option names for results, opened before the work begins, so that what cannot be
/// written is said at once.
final class OutputFile: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens a file; refuses one that the command reads from.
  init(
    _ path: String, option: String, appends: Bool = false, sparing inputs: [String]
  ) throws(CommandError) {
    for input in inputs where Self.isSame(path, input) {
      throw CommandError(
        UsageError.combination(
          "`--\(option)` names \(ValueProblem.quoted(input)), which is read from; name another "
            + "file."))
    }
    self.path = path
    do throws(SystemError) {
      descriptor = try SystemCalls.openForWriting(path, appends: appends)
    } catch {
      guard error.kind == .missing else { throw CommandError(error) }
      throw CommandError(
        "inputOutput",
        "Cannot write to \(ValueProblem.quoted(path)): its folder does not exist; check the path.",
        exitCode: .inputOutput)
    }
  }

  deinit { SystemCalls.closeDescriptor(descriptor) }

  /// Writes behind what the file holds.
  func append(_ bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      try SystemCalls.writeAll(bytes, to: descriptor, name: path)
    } catch {
      throw CommandError(error)
    }
  }

  /// Cuts the file to nothing, before the first block of something new.
  func empty() { SystemCalls.empty(descriptor) }

  /// Whether two paths lead to the same file.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    guard let first = SystemCalls.status(of: a), let second = SystemCalls.status(of: b) else {
      return false
    }
    return first.device == second.device && first.inode == second.inode
  }
}
