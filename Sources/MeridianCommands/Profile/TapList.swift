internal import MeridianKernel
internal import MeridianWorkspace

/// The taps of a profile in their order.
struct TapList {
  /// The questions.
  private(set) var questions: [HitQuestion] = []

  /// Reads a trace; options of the command line fill what a tap leaves out.
  ///
  /// A line that is no tap ends the reading with its number: what was not asked cannot be timed.
  init(
    reading source: any ByteSource, name: String, defaults: ParsedArguments
  ) throws(CommandError) {
    var lines = LineReader(source)
    let document: JSONDocument
    do { document = try JSONDocument() } catch { throw BatchError.noParser(error) }
    reading: while true {
      let line = try lines.next { () throws(CommandError) in }
      switch line {
      case .end: break reading
      case .tooLong:
        throw Self.bad(name, lines.number, JSONError(code: .tooLarge).description)
      case .line(let range):
        guard questions.count < TapSource.limit else {
          throw CommandError(
            "tooManyTaps", "\(name) holds more than \(TapSource.limit) taps; split it.",
            exitCode: .broken)
        }
        questions.append(try Self.question(document, lines, range, name, defaults))
      }
    }
    guard !questions.isEmpty else {
      throw CommandError(
        "noTaps", "\(name) holds no taps; record some with `meridian hit … --record FILE`.",
        exitCode: .broken)
    }
  }

  private static func question(
    _ document: JSONDocument, _ lines: LineReader, _ range: Range<Int>, _ name: String,
    _ defaults: ParsedArguments
  ) throws(CommandError) -> HitQuestion {
    defer { document.forget() }
    let record: JSONValue
    do throws(JSONError) {
      record = try document.parse(lines.buffer, range)
    } catch {
      throw bad(name, lines.number, error.description)
    }
    guard record.kind == .object else {
      throw bad(name, lines.number, "A tap must be a JSON object.")
    }
    do throws(CommandError) {
      return try HitQuestion(HitTap(record, defaults: HitDefaults(defaults)))
    } catch {
      throw bad(name, lines.number, error.message)
    }
  }

  private static func bad(_ name: String, _ line: Int, _ message: String) -> CommandError {
    CommandError("badTap", "\(name), line \(line): \(message)", exitCode: .broken)
  }

  /// Makes taps over the data of a snapshot: every second one beside a vertex, as a finger would
  /// miss it, the others anywhere in the extent.
  init(
    making count: Int, seed: UInt64, over snapshot: WorkspaceSnapshot, defaults: ParsedArguments
  ) throws(CommandError) {
    var maker = try TapMaker(snapshot, seed: seed, defaults: defaults)
    questions.reserveCapacity(count)
    for number in 0..<count { questions.append(try maker.question(isNear: number % 2 == 0)) }
  }

  /// The taps as a trace.
  func trace() -> [UInt8] {
    var json = JSONWriter()
    for (number, question) in questions.enumerated() {
      question.append(id: "\(number + 1)".utf8, to: &json)
    }
    return json.bytes
  }
}

extension HitQuestion {
  /// Writes the tap as a line of a trace: with its whole camera, so that it is the same tap under
  /// any options.
  func append(id: (some Sequence<UInt8>)?, to json: inout JSONWriter) {
    let camera = transform.camera
    json.beginObject()
    if let id {
      json.key("id")
      json.raw(id)
    }
    json.key("screen")
    json.pair(tap.x, tap.y)
    json.key("camera")
    json.beginObject()
    json.key("center")
    json.pair(camera.center.longitude, camera.center.latitude)
    json.member("zoom", camera.zoom)
    if camera.bearing != 0 { json.member("bearing", camera.bearing) }
    if camera.pitch != 0 { json.member("pitch", camera.pitch) }
    json.key("size")
    json.pair(transform.viewport.width, transform.viewport.height)
    json.endObject()
    json.endObject()
    json.endLine()
  }
}

extension JSONWriter {
  /// Two numbers that read back as the same.
  fileprivate mutating func pair(_ first: Double, _ second: Double) {
    beginArray()
    number(first)
    number(second)
    endArray()
  }
}
