import MeridianCommands
import MeridianStore
import MeridianTestSupport
import Synchronization
import Testing

@Suite struct `The line of progress` {
  private final class Clock: Sendable {
    private let time = Mutex<UInt64>(7)
    var now: UInt64 {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }

  private func line(_ sink: MemorySink, _ clock: Clock, width: Int? = nil) -> ProgressLine {
    ProgressLine(to: sink, width: width) { clock.now }
  }

  @Test func `appears after half a second, is drawn at most ten times a second, and is erased`() {
    let (sink, clock) = (MemorySink(), Clock())
    let line = line(sink, clock)
    clock.now += 499_000_000
    line.update("Reading pumps", done: 100, of: 4000, noun: "rows")
    #expect(sink.text.isEmpty)
    clock.now += 1_000_000
    line.update("Reading pumps", done: 1000, of: 4000, noun: "rows")
    let first = "\r\u{1B}[2KReading pumps: 1,000 rows, 2,000 rows/s, 25 %, 2 s left"
    #expect(sink.text == first)
    clock.now += 99_000_000
    line.update("Reading pumps", done: 2000, of: 4000, noun: "rows")
    #expect(sink.text == first)
    line.erase()
    line.erase()
    #expect(sink.text == first + "\r\u{1B}[2K")
  }

  @Test func `work that ends sooner leaves no byte`() {
    let (sink, clock) = (MemorySink(), Clock())
    let line = line(sink, clock)
    line.update("Reading", done: 10, of: nil, noun: "rows")
    line.erase()
    #expect(sink.bytes.isEmpty)
  }

  @Test func `without a total, or beyond it, no share is told`() {
    for total in [nil, 5] {
      let (sink, clock) = (MemorySink(), Clock())
      let line = line(sink, clock)
      clock.now += 1_000_000_000
      line.update("Reading", done: 10, of: total, noun: "rows")
      #expect(sink.text == "\r\u{1B}[2KReading: 10 rows, 10 rows/s")
    }
  }

  @Test func `is cut to the terminal's width and shows no control characters of a name`() {
    let (sink, clock) = (MemorySink(), Clock())
    let line = line(sink, clock, width: 24)
    clock.now += 1_000_000_000
    line.update("Reading a\u{1B}[31mb", done: 1, of: nil, noun: "rows")
    let shown = sink.text.dropFirst("\r\u{1B}[2K".count)
    #expect(shown.count == 23 && !shown.contains("\u{1B}"))
  }

  /// The program on a sample with a clock that jumps a second at every look.
  private func run(
    isTerminal: Bool, _ words: [String] = [], environment: [String: String] = [:],
    interrupted: Bool = false
  ) -> (output: String, errors: String, code: Int32) {
    _ = Golden.root
    let (output, errors, clock) = (MemorySink(), MemorySink(), Clock())
    var invocation = Invocation(
      arguments: [
        "hit", "Data/samples/soho.gpkg", "--at", "-0.1366,51.5132", "--zoom", "17", "--oracle",
      ]
        + words,
      environment: environment, input: MemorySource(""), output: output, errors: errors,
      isErrorTerminal: isTerminal, isInterrupted: { interrupted })
    invocation.machine.clock = {
      clock.now += 1_000_000_000
      return clock.now
    }
    let code = runMeridian(invocation)
    return (output.text, errors.text, code)
  }

  @Test func `the program shows it on a terminal only and takes it away`() {
    let shown = run(isTerminal: true)
    #expect(shown.errors.contains("Reading ") && shown.errors.hasSuffix("\r\u{1B}[2K"))
    let piped = run(isTerminal: false)
    #expect(piped.errors.isEmpty && piped.output == shown.output && shown.code == 0)
    #expect(run(isTerminal: true, ["-q"]).errors.isEmpty)
    #expect(run(isTerminal: true, environment: ["TERM": "dumb"]).errors.isEmpty)
  }

  @Test func `an interrupt while a store is read ends with 130 and the line is gone`() {
    let (output, errors, code) = run(isTerminal: true, interrupted: true)
    #expect(code == 130 && output.isEmpty)
    #expect(
      errors.hasSuffix("\r\u{1B}[2Kmeridian: Interrupted; everything written so far is whole.\n"))
  }
}
