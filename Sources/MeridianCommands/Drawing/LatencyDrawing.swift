internal import MeridianKernel

/// How the times of taps are spread: whole taps as a histogram with their percentiles, every stage
/// as a strip below, all on one logarithmic axis.
struct LatencyDrawing {
  private let report: ProfileReport
  private let axis: LogAxis
  private let total: [UInt64]
  private let stages: [(stage: ProfileStage, times: [UInt64])]

  /// Bars in a decade.
  private static let bars = 20
  private static let width = 1000.0
  private static let (left, right) = (150.0, 872.0)
  /// The histogram of whole taps, from the top of its bars to its base.
  private static let (top, base) = (188.0, 358.0)
  /// A stage's strip.
  private static let strip = 46.0

  /// A drawing of a report; O(samples log samples).
  init(_ report: ProfileReport) {
    self.report = report
    total = report.replay.samples.map(\.total).sorted()
    stages = ProfileStage.allCases.map { stage in
      (stage, report.replay.samples.map { $0[stage] }.sorted())
    }
    // From the first percentile of the quickest stage: what is quicker stands at the edge.
    let quick = stages.map { Percentiles.value(10, of: $0.times) }.filter { $0 > 0 }
    let low: UInt64 = quick.min() ?? 1
    axis = LogAxis(
      holding: Double(low)...Double(max(total.last ?? 1, low)), from: Self.left, to: Self.right)
  }

  /// The drawing as SVG.
  var text: String {
    let bottom = Self.base + 34 + Double(stages.count) * Self.strip
    let slow = Array(SlowTap.slowest(3, of: report.replay))
    let height = bottom + 62 + Double(slow.count) * 18
    var svg = SVGWriter(
      width: Self.width, height: height, title: "The times of taps", description: report.headline,
      style: Self.style)
    svg.rectangle(0, 0, Self.width, height, class: "paper")
    svg.text("The times of taps", 24, 36, class: "title")
    svg.text(
      SVGWriter.cut(report.headline, to: 952, size: 11.5), 24, 56, class: "note")
    svg.text(
      "Opened in \(DurationText.brief(report.open)); read, decoded and indexed in "
        + "\(DurationText.brief(report.index)).", 24, 73, class: "note")
    drawGrid(to: bottom, in: &svg)
    drawTotal(in: &svg)
    for (number, entry) in stages.enumerated() {
      let base = Self.base + 26 + Double(number + 1) * Self.strip
      draw(entry.stage.rawValue, entry.times, base: base, in: &svg)
    }
    svg.text(
      "A bar is a twentieth of a decade; the smallest bars are drawn a little too high, so that "
        + "single taps show. In a strip: line p50, dashes p99.", 24, bottom + 42, class: "note")
    for (number, tap) in slow.enumerated() {
      let line =
        (number == 0 ? "Slowest: " : "") + "tap \(tap.tap) with \(DurationText.brief(tap.time)), "
        + tap.reason
      svg.text(
        SVGWriter.cut(line, to: 952, size: 11.5), 24, bottom + 62 + Double(number) * 18,
        class: "note")
    }
    return svg.finished
  }

  // MARK: Parts

  private func drawGrid(to bottom: Double, in svg: inout SVGWriter) {
    for decade in axis.first...axis.last {
      let x = axis.place(ofLogarithm: Double(decade))
      svg.line(x, Self.top - 6, x, bottom, class: "rule")
      let time = (0..<decade).reduce(UInt64(1)) { value, _ in value * 10 }
      svg.text(
        Self.decadeText(time), x, bottom + 16, class: "number",
        anchor: decade == axis.last ? .end : decade == axis.first ? .start : .middle)
    }
    svg.line(Self.left, bottom, Self.right, bottom, class: "axis")
  }

  /// 1, 10 or 100 of a unit, without decimals.
  private static func decadeText(_ time: UInt64) -> String {
    let (value, unit): (UInt64, String) =
      time < 1000
      ? (time, "ns")
      : time < 1_000_000
        ? (time / 1000, "µs")
        : time < 1_000_000_000 ? (time / 1_000_000, "ms") : (time / 1_000_000_000, "s")
    return "\(value) \(unit)"
  }

  private func drawTotal(in svg: inout SVGWriter) {
    svg.text("tap", 24, Self.base - 20, class: "strong")
    svg.text(
      "\(DurationText.grouped(total.count)) in all", 24, Self.base - 4, class: "note")
    drawBars(total, base: Self.base, height: Self.base - Self.top, class: "bar", in: &svg)
    svg.line(Self.left, Self.base, Self.right, Self.base, class: "axis")
    // From the right, each label above the lines that would run through it.
    var placed: [(x: Double, level: Int)] = []
    for (name, time) in zip(Percentiles.names, Percentiles(sorted: total).figures).reversed() {
      let x = axis.place(of: Double(time))
      let text = "\(name) \(DurationText.brief(time))"
      let end = x + 8 + SVGWriter.width(of: text, size: 12)
      let level = placed.filter { $0.x <= end }.map { $0.level + 1 }.max() ?? 0
      placed.append((x, level))
      let y = Self.top - 16 - Double(level) * 17
      svg.line(x, y - 10, x, Self.base, class: name == "p50" ? "middle" : "mark")
      svg.text(text, x + 5, y, class: "number")
    }
  }

  private func draw(
    _ name: String, _ times: [UInt64], base: Double, in svg: inout SVGWriter
  ) {
    let spread = Percentiles(sorted: times)
    svg.text(name, 24, base - 16, class: "strong")
    svg.text("p50 \(DurationText.brief(spread.p50))", 24, base - 2, class: "note")
    drawBars(times, base: base, height: Self.strip - 14, class: "stagebar", in: &svg)
    svg.line(Self.left, base, Self.right, base, class: "axis")
    for (time, kind) in [(spread.p50, "middle"), (spread.p99, "mark")] {
      let x = axis.place(of: Double(time))
      svg.line(x, base - Self.strip + 12, x, base, class: kind)
    }
  }

  private func drawBars(
    _ times: [UInt64], base: Double, height: Double, class name: String, in svg: inout SVGWriter
  ) {
    let first = axis.first * Self.bars
    let count = (axis.last - axis.first) * Self.bars
    var bins = [Int](repeating: 0, count: count)
    for time in times {
      let bin = Int(
        (LogAxis.decimalLogarithm(Double(max(time, 1))) * Double(Self.bars)).rounded(.down))
      bins[min(max(bin - first, 0), count - 1)] += 1
    }
    let most = max(bins.max() ?? 1, 1)
    for (number, bin) in bins.enumerated() where bin > 0 {
      let start = axis.place(ofLogarithm: Double(first + number) / Double(Self.bars))
      let end = axis.place(ofLogarithm: Double(first + number + 1) / Double(Self.bars))
      let high = max(Double(bin) / Double(most) * height, 1.5)
      svg.rectangle(start + 0.5, base - high, end - start - 1, high, class: name)
    }
  }

  private static let style = DrawingStyle.sheet(
    """
    .bar { fill: #0a5fb4; }
    .stagebar { fill: #6b8fb5; }
    .middle { stroke: #c2255c; stroke-width: 1.5; }
    .mark { stroke: #c2255c; stroke-width: 1.2; stroke-dasharray: 3 3; }

    """,
    dark: """
      .bar { fill: #7fb8f2; }
      .stagebar { fill: #56789c; }
      .middle, .mark { stroke: #ff7aa8; }

      """)
}
