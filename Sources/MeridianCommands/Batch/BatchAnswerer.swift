/// Answers the records of a batch: each worker makes its own.
///
/// Reading a record and answering it are two steps, so that the questions of a chunk may be
/// answered in another order than they came.
package protocol BatchAnswerer: SendableMetatype {
  /// A record as typed values.
  associatedtype Question

  /// Whether questions are answered along the curve of ``position(of:)``.
  var sortsQuestions: Bool { get }
  /// Whether any answer has found something, for `-e`.
  var hasFound: Bool { get }

  /// Reads a record; throws what is wrong with it.
  mutating func question(from record: JSONValue) throws(CommandError) -> Question
  /// Where a question lies, in 48 bits, on a curve on which neighbors ask for the same data.
  func position(of question: Question) -> UInt64
  /// Writes the members of an answer into an open object.
  mutating func answer(_ question: Question, to json: inout JSONWriter) throws(CommandError)
}

extension BatchAnswerer {
  package var sortsQuestions: Bool { false }
  package var hasFound: Bool { false }
  package func position(of question: Question) -> UInt64 { 0 }
}

/// A record's `id`, as it is to be echoed.
enum RecordID {
  /// There is none.
  case none
  /// A whole number whose text is the plain one.
  case number(Int64)
  /// The text of the value in the buffer of the record.
  case text(Range<Int>)

  init(_ record: JSONValue) {
    guard let value = record.member("id") else {
      self = .none
      return
    }
    // Zero may have been written with a sign.
    if let number = value.int64, number != 0 {
      self = .number(number)
    } else {
      self = .text(value.rawRange)
    }
  }
}

/// One record read: a question, or what is wrong.
enum ReadRecord<Question> {
  case question(Question, RecordID)
  case failed(CommandError, RecordID)
}

/// Reads and answers lines, the same way whether alone or in chunks.
struct LineAnswerer<Answerer: BatchAnswerer> {
  private let document: JSONDocument
  var answerer: Answerer
  var json = JSONWriter()
  private(set) var failures = 0

  init(_ answerer: Answerer) throws(CommandError) {
    do { document = try JSONDocument() } catch { throw BatchError.json(error) }
    self.answerer = answerer
  }

  /// Reads the line at a range of a buffer.
  mutating func read(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> ReadRecord<Answerer.Question> {
    defer { document.forget() }
    let record: JSONValue
    do throws(JSONError) {
      record = try document.parse(bytes, range)
    } catch {
      return .failed(BatchError.json(error), .none)
    }
    let id = RecordID(record)
    guard record.kind == .object else {
      return .failed(.badRecord("A record must be a JSON object."), .none)
    }
    do throws(CommandError) {
      return .question(try answerer.question(from: record), id)
    } catch {
      return .failed(error, id)
    }
  }

  /// Writes the answer to what was read, one line; `number` is the record's, from 1.
  mutating func write(
    _ record: borrowing ReadRecord<Answerer.Question>, number: Int, of bytes: [UInt8]
  ) {
    switch copy record {
    case .failed(let error, let id): fail(error, id, number: number, of: bytes)
    case .question(let question, let id):
      let mark = json.mark
      json.beginObject()
      json.member(id: id, of: bytes)
      do throws(CommandError) {
        try answerer.answer(question, to: &json)
        json.endObject()
      } catch {
        // Replaces whatever there is of an answer.
        json.rewind(to: mark)
        fail(error, id, number: number, of: bytes)
      }
    }
    json.endLine()
  }

  /// Answers a line whose bytes are gone.
  mutating func writeTooLong(number: Int) {
    fail(BatchError.json(JSONError(code: .tooLarge)), .none, number: number, of: [])
    json.endLine()
  }

  /// The failures since the last call.
  mutating func takeFailures() -> Int {
    defer { failures = 0 }
    return failures
  }

  private mutating func fail(
    _ error: CommandError, _ id: RecordID, number: Int, of bytes: [UInt8]
  ) {
    failures += 1
    json.beginObject()
    json.member(id: id, of: bytes)
    json.member("line", number)
    json.member(error: error)
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(id: RecordID, of bytes: [UInt8]) {
    key("id")
    switch id {
    case .none: null()
    case .number(let number): integer(number)
    case .text(let range): raw(bytes[range])
    }
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
