/// Answers chunks of lines.
struct LineWorker<Answerer: BatchAnswerer>: ChunkWorker {
  private var lines: LineAnswerer<Answerer>
  private let limit: Int
  /// The questions of the chunk at hand, where they lie and where their answers stand.
  private var read: [ReadRecord<Answerer.Question>] = []
  private var order: [UInt64] = []
  private var places: [Range<Int>] = []

  init(_ answerer: Answerer, limit: Int = JSONDocument.sizeLimit) throws(CommandError) {
    lines = try LineAnswerer(answerer)
    self.limit = limit
  }

  mutating func answer(
    _ chunk: BatchChunk, into bytes: [UInt8], unless isStopped: () -> Bool
  ) -> BatchAnswers {
    var answers = BatchAnswers(bytes: bytes, chunk: chunk)
    lines.json.swapBytes(with: &answers.bytes)
    if chunk.isTooLong {
      lines.writeTooLong(number: chunk.firstRecord)
    } else if lines.answerer.sortsQuestions {
      answerSorted(chunk, isStopped)
    } else {
      var start = 0
      for index in chunk.ends.indices where !isStopped() {
        let record = lines.read(chunk.bytes, line(index, of: chunk, from: start))
        lines.write(record, number: chunk.firstRecord + index, of: chunk.bytes)
        start = chunk.ends[index] + 1
      }
    }
    lines.json.swapBytes(with: &answers.bytes)
    answers.failures = lines.takeFailures()
    answers.hasFound = lines.answerer.hasFound
    return answers
  }

  /// A line without its end and, in the very first one, without a byte order mark.
  private func line(_ index: Int, of chunk: BatchChunk, from start: Int) -> Range<Int> {
    var (start, end) = (start, chunk.ends[index])
    if end > start, chunk.bytes[end - 1] == 0x0D { end -= 1 }
    let isFirst = chunk.firstRecord + index == 1
    if isFirst, chunk.bytes[start..<end].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    return start..<end
  }

  /// Answers the chunk's questions along the curve and puts the answers back in order.
  private mutating func answerSorted(_ chunk: BatchChunk, _ isStopped: () -> Bool) {
    read.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    var start = 0
    for index in chunk.ends.indices {
      let record = lines.read(chunk.bytes, line(index, of: chunk, from: start))
      var position: UInt64 = 0
      if case .question(let question, _) = record {
        position = lines.answerer.position(of: question)
      }
      order.append(position << 16 | UInt64(index))
      read.append(record)
      start = chunk.ends[index] + 1
    }
    order.sort()
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(0..<0, count: read.count))
    for entry in order where !isStopped() {
      let index = Int(entry & 0xFFFF)
      let start = lines.json.count
      lines.write(read[index], number: chunk.firstRecord + index, of: chunk.bytes)
      places[index] = start..<lines.json.count
    }
    lines.json.rearrange(places)
  }
}
