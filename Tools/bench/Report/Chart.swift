import Glibc

/// Draws series over two logarithmic axes as SVG; the same numbers give the same bytes.
struct Chart {
  let title: String
  let subtitle: String
  let series: [Series]

  private static let width = 720.0
  private static let height = 420.0
  private static let left = 80.0
  private static let right = 196.0
  private static let top = 64.0
  private static let bottom = 56.0
  /// Blue, vermilion, green: told apart by most eyes (Okabe and Ito, 2008).
  private static let colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]

  private var costs: ClosedRange<Double> {
    let all = series.flatMap { $0.points.map(\.cost) }
    return pow(10, floor(log10(all.min() ?? 1)))...pow(10, ceil(log10(all.max() ?? 10)))
  }

  private var sizes: ClosedRange<Double> {
    let all = series.flatMap { $0.points.map(\.size) }
    return (all.min() ?? 1)...max((all.max() ?? 10), (all.min() ?? 1) * 1.001)
  }

  private func x(_ size: Double) -> Double {
    let share = log10(size / sizes.lowerBound) / log10(sizes.upperBound / sizes.lowerBound)
    return Self.left + share * (Self.width - Self.left - Self.right)
  }

  private func y(_ cost: Double) -> Double {
    let share = log10(cost / costs.lowerBound) / log10(costs.upperBound / costs.lowerBound)
    return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
  }

  /// The whole document.
  var svg: String {
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 420\" "
        + "font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">",
      "<title>\(title)</title>",
      "<rect width=\"720\" height=\"420\" fill=\"#ffffff\"/>",
      text(title, x: 24, y: 28, size: 17, weight: "600"),
      text(subtitle, x: 24, y: 48, color: "#555555"),
    ]
    parts += grid()
    // The lowest line has its numbers below it, where nothing is.
    let lowest = series.indices.min { cost(of: $0) < cost(of: $1) }
    for (number, line) in series.enumerated() {
      parts += draw(
        line, isLowest: number == lowest, color: Self.colors[number % Self.colors.count])
    }
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  private func cost(of number: Int) -> Double { series[number].points.last?.cost ?? .infinity }

  private func grid() -> [String] {
    let (end, floor) = (Self.width - Self.right, Self.height - Self.bottom)
    var parts: [String] = []
    var cost = costs.lowerBound
    while cost <= costs.upperBound * 1.001 {
      parts.append(line(Self.left, y(cost), end, y(cost)))
      parts.append(
        text(
          "\(Int(exactly: cost).map { "\($0)" } ?? brief(cost)) µs", x: Self.left - 8,
          y: y(cost) + 4, anchor: "end"))
      cost *= 10
    }
    for point in series.first?.points ?? [] {
      let size = point.size
      parts.append(line(x(size), Self.top + 4, x(size), floor))
      parts.append(text(Self.short(size), x: x(size), y: floor + 20, anchor: "middle"))
      parts.append(
        text(
          "\(brief(point.hits)) hits", x: x(size), y: floor + 36, size: 11, color: "#777777",
          anchor: "middle"))
    }
    parts.append(
      text("features", x: end + 14, y: floor + 20))
    return parts
  }

  private func draw(_ line: Series, isLowest: Bool, color: String) -> [String] {
    let places = line.points.map { "\(fixed(x($0.size))),\(fixed(y($0.cost)))" }
    var parts = [
      "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"2.5\" "
        + "points=\"\(places.joined(separator: " "))\"/>"
    ]
    for point in line.points {
      parts.append(
        "<circle cx=\"\(fixed(x(point.size)))\" cy=\"\(fixed(y(point.cost)))\" r=\"4\" "
          + "fill=\"\(color)\"/>")
      parts.append(
        text(
          brief(point.cost), x: x(point.size), y: y(point.cost) + (isLowest ? 19 : -9), size: 11,
          color: color,
          anchor: "middle"))
    }
    if let last = line.points.last {
      parts.append(
        text(line.title, x: x(last.size) + 12, y: y(last.cost) + 4, color: color, weight: "600"))
    }
    return parts
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<path d=\"M\(fixed(x1)) \(fixed(y1))L\(fixed(x2)) \(fixed(y2))\" stroke=\"#dddddd\"/>"
  }

  private func text(
    _ words: String, x: Double, y: Double, size: Int = 13, color: String = "#333333",
    anchor: String = "start", weight: String = "400"
  ) -> String {
    "<text x=\"\(fixed(x))\" y=\"\(fixed(y))\" font-size=\"\(size)\" fill=\"\(color)\" "
      + "text-anchor=\"\(anchor)\" font-weight=\"\(weight)\">\(words)</text>"
  }

  private func fixed(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  /// 10 k, 5 M.
  private static func short(_ size: Double) -> String {
    let (value, unit) = size >= 1e6 ? (size / 1e6, " M") : (size / 1e3, " k")
    return (Int(exactly: value.rounded()).map { "\($0)" } ?? "\(value)") + unit
  }
}
