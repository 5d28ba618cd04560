/// Runs a batch: one JSON record a line in, exactly one line out, in order.
///
/// The answer to a record is an object that starts with its `id` as it came (`null` without one);
/// `handle` adds the members. A line that cannot be answered becomes
/// `{"id":…,"line":17,"error":{"code":…,"message":…}}` in its place and the run goes on.
/// Memory is bounded by the longest line. Results are written in blocks; line by line on a
/// terminal, and before waiting for input that is not there yet. An interrupt ends the run between
/// two lines.
package func runBatch(
  _ context: CommandContext,
  handle: (JSONValue, inout JSONWriter) throws(CommandError) -> Void
) throws(CommandError) -> ExitCode {
  var runner = try BatchRunner(context)
  return try runner.run(handle)
}

private struct BatchRunner {
  private let context: CommandContext
  private let document: JSONDocument
  private var lines: LineReader
  private var json = JSONWriter()
  private var failures = 0

  init(_ context: CommandContext) throws(CommandError) {
    self.context = context
    lines = LineReader(context.invocation.input)
    do { document = try JSONDocument() } catch { throw BatchError.json(error) }
  }

  mutating func run(
    _ handle: (JSONValue, inout JSONWriter) throws(CommandError) -> Void
  ) throws(CommandError) -> ExitCode {
    let output = context.output
    let isLineByLine = context.invocation.isOutputTerminal
    while true {
      let line: LineReader.Line
      do throws(CommandError) {
        if context.invocation.isInterrupted() { throw CommandError.interrupted }
        line = try lines.next { () throws(CommandError) in try output.flush() }
      } catch {
        // What has been answered is whole and belongs to the reader.
        try output.flush()
        throw error
      }
      switch line {
      case .end:
        try output.flush()
        return failures == 0 ? .done : .someFailed
      case .tooLong: fail(BatchError.json(JSONError(code: .tooLarge)), id: nil, from: json.mark)
      case .line(let range): answer(range, handle)
      }
      json.endLine()
      try output.write(&json)
      if isLineByLine { try output.flush() }
    }
  }

  private mutating func answer(
    _ range: Range<Int>, _ handle: (JSONValue, inout JSONWriter) throws(CommandError) -> Void
  ) {
    defer { document.forget() }
    let mark = json.mark
    let record: JSONValue
    do throws(JSONError) {
      record = try document.parse(lines.buffer, range)
    } catch {
      return fail(BatchError.json(error), id: nil, from: mark)
    }
    let id = record["id"]?.raw
    guard record.kind == .object else {
      return fail(.badRecord("A record must be a JSON object."), id: nil, from: mark)
    }
    json.beginObject()
    json.member(id: id)
    do throws(CommandError) {
      try handle(record, &json)
      json.endObject()
    } catch {
      fail(error, id: id, from: mark)
    }
  }

  /// Replaces whatever there is of an answer by an error.
  private mutating func fail(
    _ error: CommandError, id: ArraySlice<UInt8>?, from mark: JSONWriter.Mark
  ) {
    failures += 1
    json.rewind(to: mark)
    json.beginObject()
    json.member(id: id)
    json.member("line", lines.number)
    json.member(error: error)
    json.endObject()
  }
}

/// Errors of the frame of a batch.
private enum BatchError {
  static func json(_ error: JSONError) -> CommandError {
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
}

extension JSONWriter {
  fileprivate mutating func member(id: ArraySlice<UInt8>?) {
    key("id")
    if let id { raw(id) } else { null() }
  }

  /// `"error":{"code":…,"message":…}`.
  package mutating func member(error: CommandError) {
    key("error")
    beginObject()
    member("code", error.code)
    member("message", error.message)
    endObject()
  }
}
