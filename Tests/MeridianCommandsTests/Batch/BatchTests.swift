import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

/// A source that makes its lines as they are read.
final class Generated: ByteSource {
  private var left: Int
  private let line: [UInt8]
  private(set) var largestRequest = 0
  var hasBytesWaiting: Bool { true }

  init(lines: Int) {
    left = lines
    line = Array(#"{"id":1,"x":21}"#.utf8) + [0x0A]
  }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws -> Int {
    largestRequest = max(largestRequest, count)
    let lines = min(left, count / line.count)
    for index in 0..<lines {
      let start = offset + index * line.count
      buffer.replaceSubrange(start..<start + line.count, with: line)
    }
    left -= lines
    return lines * line.count
  }
}

/// A source that hands out one piece a read and says that nothing waits behind it.
final class Slow: ByteSource {
  private var pieces: [String]
  private let sink: MemorySink
  private(set) var seen: [Int] = []
  var hasBytesWaiting: Bool { false }

  init(_ pieces: [String], _ sink: MemorySink) {
    self.pieces = pieces
    self.sink = sink
  }

  func read(into buffer: inout [UInt8], at offset: Int, count: Int) throws -> Int {
    seen.append(sink.bytes.count)
    guard !pieces.isEmpty else { return 0 }
    let bytes = Array(pieces.removeFirst().utf8)
    buffer.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return bytes.count
  }
}

struct BatchTests {
  @Test func `a bad line in the middle is answered in its place`() {
    let session = Doubling.run(
      """
      {"id":"a","x":1}
      not json
      {"id":{"k": 1.50},"x":2}

      {"id":7,"x":"two"}
      {"id":8}
      [1]
      {"id":9,"id":10,"x":1}
      {"x":3}

      """)
    let lines = session.output.split(separator: "\n").map(String.init)
    #expect(session.code == 4)
    #expect(
      lines == [
        #"{"id":"a","op":"double","twice":2}"#,
        #"{"id":null,"line":2,"error":{"code":"badJSON","message":"The line is not JSON; "#
          + #"look at column 2."}}"#,
        #"{"id":{"k": 1.50},"op":"double","twice":4}"#,
        #"{"id":null,"line":4,"error":{"code":"emptyLine","message":"The line is empty; "#
          + #"write one JSON record a line."}}"#,
        #"{"id":7,"line":5,"error":{"code":"badRecord","message":"“x” must be a number."}}"#,
        #"{"id":8,"line":6,"error":{"code":"badRecord","message":"“x” is missing; give it a "#
          + #"number."}}"#,
        #"{"id":null,"line":7,"error":{"code":"badRecord","message":"A record must be a "#
          + #"JSON object."}}"#,
        #"{"id":null,"line":8,"error":{"code":"duplicateKey","message":"The key “id” stands "#
          + #"twice in one object; give it once."}}"#,
        #"{"id":null,"op":"double","twice":6}"#,
      ])
  }

  @Test func `nothing in, nothing out`() {
    let session = Doubling.run("")
    #expect(session.code == 0 && session.output.isEmpty && session.errors.isEmpty)
  }

  @Test func `line ends of both kinds and none at the end`() {
    let expected =
      "{\"id\":1,\"op\":\"double\",\"twice\":2}\n{\"id\":2,\"op\":\"double\",\"twice\":4}\n"
    for input in [
      "{\"id\":1,\"x\":1}\n{\"id\":2,\"x\":2}\n", "{\"id\":1,\"x\":1}\r\n{\"id\":2,\"x\":2}\r\n",
      "{\"id\":1,\"x\":1}\n{\"id\":2,\"x\":2}", "\u{FEFF}{\"id\":1,\"x\":1}\n{\"id\":2,\"x\":2}",
    ] {
      let session = Doubling.run(input)
      #expect(session.output == expected && session.code == 0)
    }
  }

  @Test(arguments: Seeds.list(3))
  func `how the input is cut into pieces does not matter`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var input = ""
    for id in 0..<400 {
      let blanks = String(repeating: " ", count: Int.random(in: 0..<200, using: &random))
      input +=
        Int.random(in: 0..<9, using: &random) == 0 ? "?\n" : "{\"id\":\(id),\(blanks)\"x\":1}\n"
    }
    let whole = Doubling.run(input)
    for piece in [1, 2, 7, 63, 1000] {
      let sink = MemorySink()
      let code = Doubling.run(MemorySource(input, piece: piece), into: sink).code
      #expect(sink.text == whole.output && code == whole.code, "seed \(seed), piece \(piece)")
    }
  }

  @Test func `a line beyond the limit is one error and the next line is read`() throws {
    let text =
      "short\n" + String(repeating: "x", count: 5000) + "\nnext\n"
      + String(repeating: "y", count: 700)
    var reader = LineReader(MemorySource(text, piece: 100), limit: 600, block: 64)
    var kinds: [String] = []
    var largest = 0
    while true {
      let line = try reader.next { () throws(CommandError) in }
      largest = max(largest, reader.buffer.count)
      if line == .end { break }
      switch line {
      case .line(let range): kinds.append(String(decoding: reader.buffer[range], as: UTF8.self))
      case .tooLong: kinds.append("(too long)")
      case .end: break
      }
    }
    #expect(kinds == ["short", "(too long)", "next", "(too long)"])
    #expect(reader.number == 4)
    #expect(largest < 3000)
  }

  @Test func `a long input is read in blocks of a fixed size`() {
    final class Counting: ByteSink {
      var bytes = 0
      var largest = 0
      func write(_ new: [UInt8]) throws {
        bytes += new.count
        largest = max(largest, new.count)
      }
    }
    let (source, sink) = (Generated(lines: 50_000), Counting())
    let invocation = Invocation(
      arguments: ["double", "-"], input: source, output: sink, errors: MemorySink())
    #expect(runMeridian(invocation, commands: [Doubling.command()]) == 0)
    #expect(sink.bytes == 50_000 * "{\"id\":1,\"op\":\"double\",\"twice\":42}\n".utf8.count)
    #expect(source.largestRequest <= 1 << 18 && sink.largest <= 1 << 17)
  }

  @Test func `answers are there before the program waits for more`() {
    let sink = MemorySink()
    let source = Slow(["{\"id\":1,\"x\":1}\n", "{\"id\":2,", "\"x\":2}\n"], sink)
    #expect(Doubling.run(source, into: sink).code == 0)
    let line = "{\"id\":1,\"op\":\"double\",\"twice\":2}\n".utf8.count
    #expect(source.seen == [0, line, line, 2 * line])
  }

  @Test func `a terminal gets every line at once and a pipe gets blocks`() {
    let input = String(repeating: "{\"id\":1,\"x\":1}\n", count: 50)
    for (terminal, writes) in [(true, 50), (false, 1)] {
      let sink = MemorySink()
      let invocation = Invocation(
        arguments: ["double", "-"], input: MemorySource(input), output: sink, errors: MemorySink(),
        isOutputTerminal: terminal)
      #expect(runMeridian(invocation, commands: [Doubling.command()]) == 0)
      #expect(sink.writes == writes)
    }
  }

  @Test func `a closed pipe ends the run quietly`() {
    let run = Doubling.run(Generated(lines: 100_000), into: MemorySink(capacity: 200_000))
    #expect(run.code == 0 && run.errors.isEmpty)
  }

  @Test func `an interrupt leaves whole lines and ends with 130`() {
    var asked = 0
    let sink = MemorySink()
    let run = Doubling.run(Generated(lines: 100_000), into: sink) {
      asked += 1
      return asked > 1000
    }
    #expect(run.code == 130)
    #expect(sink.text.hasSuffix("}\n") && sink.text.split(separator: "\n").count == 1000)
  }
}
