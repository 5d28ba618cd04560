import MeridianCommands
import MeridianTestSupport
import Synchronization
import Testing

/// The pipeline of a batch against its sequential twin.
struct PipelineTests {
  /// Lines of every kind, with either line end, sometimes without the last one.
  private func input(_ random: inout SplitMix64, lines: Int) -> String {
    var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
    for id in 0..<lines {
      let number = Int.random(in: -3..<100, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: break
      case 1: text += "?"
      case 2: text += "   "
      case 3: text += #"{"x":\#(number)}"#
      case 4: text += #"{"id": "é\n \#(id)" ,"x":"\#(number)"}"#
      case 5: text += #"{"id":-0,"x":\#(number)}"#
      case 6: text += #"{"id":1,"id":2,"x":1}"#
      case 7: text += #"{"id":{"a":[1, 2.50]},"x":\#(number).5}"#
      default: text += #"{"id":\#(id),"x":\#(number)}"#
      }
      let isLast = id == lines - 1
      if !isLast || Bool.random(using: &random) {
        text += Bool.random(using: &random) ? "\n" : "\r\n"
      }
    }
    return text
  }

  private func limits(_ random: inout SplitMix64) -> BatchLimits {
    var limits = BatchLimits()
    limits.firstRecords = Int.random(in: 1...40, using: &random)
    limits.mostRecords = Int.random(in: 40...200, using: &random)
    limits.chunkBytes = Int.random(in: 1...5000, using: &random)
    limits.answerBytes = Int.random(in: 1...20_000, using: &random)
    limits.recordBytes = Int.random(in: 1...3, using: &random) << 18
    limits.chunksPerWorker = Int.random(in: 1...4, using: &random)
    return limits
  }

  @Test(arguments: Seeds.list(40))
  func `the pipeline answers as its sequential twin, byte for byte`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = input(&random, lines: Int.random(in: 0...600, using: &random))
    let twin = MemorySink()
    let expected = Doubling.run(MemorySource(text), into: twin).code
    for sorts in [false, true] {
      let sink = MemorySink()
      let command = Doubling.command(
        jobs: Int.random(in: 2...5, using: &random), limits: limits(&random), sorts: sorts)
      let piece = Int.random(in: 1...4000, using: &random)
      let run = Doubling.run(MemorySource(text, piece: piece), into: sink, command: command)
      #expect(sink.bytes == twin.bytes && run.code == expected, "seed \(seed)")
      #expect(run.errors.isEmpty)
    }
  }

  @Test func `nothing in, nothing out`() {
    let sink = MemorySink()
    #expect(
      Doubling.run(MemorySource(""), into: sink, command: Doubling.command(jobs: 3)).code == 0)
    #expect(sink.bytes.isEmpty)
  }

  @Test func `a huge line among small ones is answered in its place`() {
    let blanks = String(repeating: " ", count: 3 << 20)
    let text = "{\"x\":1}\n{\"x\":\(blanks)2}\n{\"x\":3}"
    let (sink, twin) = (MemorySink(), MemorySink())
    _ = Doubling.run(MemorySource(text), into: twin)
    #expect(
      Doubling.run(MemorySource(text), into: sink, command: Doubling.command(jobs: 2)).code == 0)
    #expect(sink.text == twin.text)
  }

  @Test func `never more chunks are under way than the limits allow`() {
    final class Seen: Sendable { let most = Mutex((largest: 0, count: 0)) }
    let counter = Seen()
    var limits = BatchLimits()
    limits.mostRecords = 64
    limits.chunksPerWorker = 2
    limits.observe = { underWay in
      counter.most.withLock { $0 = (max($0.largest, underWay), $0.count + 1) }
    }
    let sink = MemorySink()
    let command = Doubling.command(jobs: 3, limits: limits)
    #expect(Doubling.run(Generated(lines: 50_000), into: sink, command: command).code == 0)
    let (largest, count) = counter.most.withLock { $0 }
    #expect(largest <= 6 && count >= 50_000 / 64)
    #expect(sink.bytes.count == 50_000 * "{\"id\":1,\"op\":\"double\",\"twice\":42}\n".utf8.count)
  }

  @Test func `few bytes of records are under way, whatever their number`() {
    var limits = BatchLimits()
    limits.recordBytes = 1
    final class Largest: Sendable { let value = Mutex(0) }
    let largest = Largest()
    limits.observe = { underWay in largest.value.withLock { $0 = max($0, underWay) } }
    let run = Doubling.run(
      Generated(lines: 20_000), into: MemorySink(),
      command: Doubling.command(jobs: 4, limits: limits))
    #expect(run.code == 0)
    #expect(largest.value.withLock { $0 } == 1)
  }

  @Test func `a line is answered before the program waits for the next`() {
    let sink = MemorySink()
    let source = Slow(["{\"id\":1,\"x\":1}\n", "{\"id\":2,", "\"x\":2}\n"], sink)
    #expect(Doubling.run(source, into: sink, command: Doubling.command(jobs: 2)).code == 0)
    let line = "{\"id\":1,\"op\":\"double\",\"twice\":2}\n".utf8.count
    #expect(source.seen == [0, line, line, 2 * line])
  }

  @Test func `a closed pipe ends the pipeline quietly`() {
    let run = Doubling.run(
      Generated(lines: 200_000), into: MemorySink(capacity: 200_000),
      command: Doubling.command(jobs: 2))
    #expect(run.code == 0 && run.errors.isEmpty)
  }

  @Test func `an interrupt leaves whole lines in order and ends with 130`() {
    var asked = 0
    let sink = MemorySink()
    let run = Doubling.run(
      Generated(lines: 200_000), into: sink, command: Doubling.command(jobs: 2)
    ) {
      asked += 1
      return asked > 20
    }
    #expect(run.code == 130)
    let line = "{\"id\":1,\"op\":\"double\",\"twice\":42}\n"
    #expect(sink.bytes.count % line.utf8.count == 0 && sink.bytes.count < 200_000 * line.utf8.count)
    #expect(sink.text.split(separator: "\n").allSatisfy { $0 + "\n" == line })
  }
}
