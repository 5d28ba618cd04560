/// One line on a terminal's standard error that says how far long work is, and is gone afterwards.
///
/// It appears after half a second, is drawn again a few times a second, and never goes anywhere but
/// to a terminal; what is no terminal, `-q` and a dumb terminal see nothing of it.
package final class ProgressLine {
  private let sink: any ByteSink
  private let clock: () -> UInt64
  private let width: Int
  private let start: UInt64
  private var nextDraw: UInt64
  private var isDrawn = false

  /// Nanoseconds before the line first appears.
  private static let delay: UInt64 = 500_000_000
  /// Nanoseconds between two drawings.
  private static let pause: UInt64 = 100_000_000

  /// Starts the clock of some work; `clock` gives nanoseconds, `width` the terminal's columns.
  package init(to sink: any ByteSink, width: Int?, clock: @escaping () -> UInt64) {
    self.sink = sink
    self.clock = clock
    self.width = max(width ?? 80, 20)
    start = clock()
    nextDraw = start + Self.delay
  }

  /// Says how many things are done, of how many when that is known.
  package func update(_ doing: String, done: Int, of total: Int?, noun: String) {
    let now = clock()
    guard now >= nextDraw else { return }
    nextDraw = now + Self.pause
    let seconds = Double(now - start) / 1e9
    let rate = Double(done) / seconds
    var text = "\(doing): \(Self.grouped(done)) \(noun), \(Self.grouped(Int(rate))) \(noun)/s"
    if let total, total > 0, done <= total {
      text += ", \(done * 100 / total) %"
      if rate > 0 {
        text += ", \(Self.grouped(Int((Double(total - done) / rate).rounded(.up)))) s left"
      }
    }
    // A line that reaches the edge would be broken, and only its last row erased.
    write("\r\u{1B}[2K" + ValueProblem.visible(text).prefix(width - 1))
    isDrawn = true
  }

  /// Takes the line away; nothing is left of it.
  package func erase() {
    guard isDrawn else { return }
    isDrawn = false
    write("\r\u{1B}[2K")
  }

  private func write(_ text: String) {
    // A line nobody can see is not worth an error.
    try? sink.write(Array(text.utf8))
  }

  /// A whole number with commas between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = String(max(number, 0))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension CommandContext {
  /// A line for the progress of long work, nil where nobody watches.
  package func progressLine() -> ProgressLine? {
    guard invocation.isErrorTerminal, !arguments.has(CommonOptions.quiet),
      invocation.environment["TERM"] != "dumb"
    else { return nil }
    return ProgressLine(
      to: invocation.errors, width: invocation.errorWidth, clock: invocation.machine.clock)
  }
}
