/// Whole records of a stream that one worker answers together.
struct BatchChunk: Sendable {
  /// Its place among the chunks, from 0.
  var number = 0
  /// The number of its first record, from 1.
  var firstRecord = 1
  /// The records' bytes, and at least ``JSONDocument/padding`` more.
  var bytes: [UInt8]
  /// Where each record ends in ``bytes``; a line's feed stands there.
  var ends: [Int] = []
  /// Whether the chunk stands for a single record beyond the limit, whose bytes are gone.
  var isTooLong = false
}

/// What became of a chunk.
struct BatchAnswers: Sendable {
  /// The answers in the order of the records.
  var bytes: [UInt8] = []
  /// How many of them are errors.
  var failures = 0
  /// Whether anything was found, for `-e`.
  var hasFound = false
  /// The chunk, whose memory is used again.
  var chunk: BatchChunk
}

/// Answers chunks; each worker has its own.
protocol ChunkWorker: SendableMetatype {
  /// Answers a chunk into `bytes`, which come empty; stops early, with anything, when told to.
  mutating func answer(_ chunk: BatchChunk, into bytes: [UInt8], unless isStopped: () -> Bool)
    -> BatchAnswers
}
