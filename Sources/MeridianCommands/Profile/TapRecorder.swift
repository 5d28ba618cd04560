internal import Synchronization

/// Appends the taps that are asked to a trace, from any thread; lines are never torn.
final class TapRecorder: Sendable {
  private let file: OutputFile
  private let waiting = Mutex(JSONWriter())

  /// Prepares to append to the file of `--record`, which is made when it is not there; nil when
  /// nothing is to be recorded.
  init?(_ context: CommandContext) throws(CommandError) {
    guard let path = context.arguments[HitCommand.record] else { return nil }
    file = try OutputFile(
      path, option: "record", appends: true,
      sparing: [try context.arguments.required(CommonOperands.store)])
  }

  /// What was asked before an error is recorded too.
  deinit { try? finish() }

  /// Records a tap with the `id` it came with.
  func append(_ question: HitQuestion, id: ArraySlice<UInt8>? = nil) throws(CommandError) {
    let block = waiting.withLock { json -> [UInt8] in
      question.append(id: id, to: &json)
      guard json.bytes.count >= 1 << 16 else { return [] }
      defer { json.removeAll() }
      return json.bytes
    }
    if !block.isEmpty { try file.append(block) }
  }

  /// Writes what waits.
  func finish() throws(CommandError) {
    let block = waiting.withLock { json -> [UInt8] in
      defer { json.removeAll() }
      return json.bytes
    }
    if !block.isEmpty { try file.append(block) }
  }
}
