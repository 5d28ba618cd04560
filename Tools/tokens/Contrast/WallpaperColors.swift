/// The colors that a wallpaper shows, by sampling.
///
/// The samples: on a phone upright, a phone on its side and a square, a grid of 12 × 12 points with
/// the edges on it, the center of every radial gradient, and eight points around it at the distance
/// of every stop, as far as they lie within the shape. Equal colors (to 8 bits a channel) count
/// once.
package struct WallpaperColors: Hashable, Sendable {
  private struct Radial: Hashable {
    var x, y, radius: Double
    var stops: [GradientStop]
  }

  private var radials: [Radial]
  private var angle: Double
  private var linear: [GradientStop]

  /// Width and height of the shapes; only their proportion counts.
  package static let shapes: [(width: Double, height: Double)] = [(390, 844), (844, 390), (1, 1)]
  /// Points of the grid along each side.
  package static let grid = 12

  package init(_ wallpaper: Wallpaper, in system: DesignSystem, _ context: Context) {
    radials = wallpaper.radials.map {
      Radial(
        x: $0.centerX, y: $0.centerY, radius: $0.radius, stops: system.stops($0.stops, in: context))
    }
    angle = wallpaper.linear.angle
    linear = system.stops(wallpaper.linear.stops, in: context)
  }

  /// The sampled colors, each once, in the order of sampling; opaque.
  package func samples() -> [Color] {
    var seen: Set<[Int]> = []
    return Self.shapes.flatMap { shape in
      points(in: shape).map { color(x: $0.x, y: $0.y, in: shape) }
    }.filter { seen.insert($0.levels).inserted }
  }

  /// The color at a point, in shares of width and height.
  package func color(x: Double, y: Double, in shape: (width: Double, height: Double)) -> Color {
    let turn = angle * .pi / 180
    let right = RealMath.sine(turn)
    let down = -RealMath.cosine(turn)
    // The gradient's line is as long as makes the corners its ends. CSS Images Level 3, §3.4.1.
    let length = abs(shape.width * right) + abs(shape.height * down)
    let along = (x - 0.5) * shape.width * right + (y - 0.5) * shape.height * down
    var color = Self.color(of: linear, at: 0.5 + along / max(length, .leastNormalMagnitude))
      .over(.white)
    for radial in radials.reversed() {
      let distance = RealMath.length(
        (x - radial.x) * shape.width, (y - radial.y) * shape.height)
      let reach = max(radial.radius * max(shape.width, shape.height), .leastNormalMagnitude)
      color = Self.color(of: radial.stops, at: distance / reach).over(color)
    }
    return color
  }

  private func points(
    in shape: (width: Double, height: Double)
  ) -> [(x: Double, y: Double)] {
    let last = Double(Self.grid - 1)
    var points = (0..<Self.grid).flatMap { row in
      (0..<Self.grid).map { (x: Double($0) / last, y: Double(row) / last) }
    }
    for radial in radials {
      points.append((radial.x, radial.y))
      for stop in radial.stops {
        let distance = stop.position * radial.radius * max(shape.width, shape.height)
        for step in 0..<8 {
          let turn = Double(step) * .pi / 4
          points.append(
            (
              radial.x + RealMath.cosine(turn) * distance / shape.width,
              radial.y + RealMath.sine(turn) * distance / shape.height
            ))
        }
      }
    }
    return points.filter { (0...1).contains($0.x) && (0...1).contains($0.y) }
  }

  /// The color of a gradient at a place of its axis; between stops the channels are mixed with
  /// their opacity multiplied in, as CSS does, so that a stop without opacity lends no hue.
  package static func color(of stops: [GradientStop], at place: Double) -> Color {
    guard let first = stops.first, let last = stops.last else {
      return Color(red: 0, green: 0, blue: 0, alpha: 0)
    }
    guard place > first.position else { return first.color }
    guard let index = stops.firstIndex(where: { $0.position >= place }), index > 0 else {
      return last.color
    }
    let (from, to) = (stops[index - 1], stops[index])
    let span = to.position - from.position
    let share = span > 0 ? min(max((place - from.position) / span, 0), 1) : 1
    return mix(from.color, to.color, share)
  }

  private static func mix(_ one: Color, _ other: Color, _ share: Double) -> Color {
    let (near, far) = (one.alpha * (1 - share), other.alpha * share)
    let alpha = near + far
    guard alpha > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
    return Color(
      red: (one.red * near + other.red * far) / alpha,
      green: (one.green * near + other.green * far) / alpha,
      blue: (one.blue * near + other.blue * far) / alpha, alpha: alpha)
  }
}
