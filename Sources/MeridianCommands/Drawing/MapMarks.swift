internal import MeridianKernel

/// How long a stretch of the ground is on the map, across the glass at the tap.
struct ScaleBar {
  private let length: Double
  private let text: String

  /// Where the bar stands, with its plate.
  static let box = Envelope(
    minX: HitDrawing.frame.minX + 10, minY: HitDrawing.frame.maxY - 44,
    maxX: HitDrawing.frame.minX + 160, maxY: HitDrawing.frame.maxY - 10)

  /// A bar of a round length; nil where the ground has no scale.
  init?(_ transform: CameraTransform, at ground: LonLat, tap: ScreenPoint, scale: Double) {
    let factor = transform.perspectiveFactor(at: tap)
    guard factor > 0 else { return nil }
    let circumference = 40_075_016.685578488
    // A point of the glass across, at the tap's depth.
    let metersPerPoint =
      circumference * Self.cosine(ofDegrees: ground.latitude) / transform.camera.worldSize / factor
    let longest = 118 / scale * metersPerPoint
    guard longest > 1e-6, longest < 1e9 else { return nil }
    var step = 1e-6
    while step * 10 <= longest { step *= 10 }
    let meters = step * (longest >= 5 * step ? 5 : longest >= 2 * step ? 2 : 1)
    length = meters / metersPerPoint * scale
    text =
      meters >= 1000
      ? "\(NumberText.plain((meters / 1000).rounded())) km"
      : meters >= 1
        ? "\(NumberText.plain(meters.rounded())) m"
        : "\(NumberText.fixed(meters * 100, decimals: 1)) cm"
  }

  /// The cosine of −90…90 degrees by its series: a drawing is the same on every machine.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let square = degrees * degrees * (.pi / 180) * (.pi / 180)
    var (sum, term) = (1.0, 1.0)
    for step in 1...12 {
      term *= -square / Double((2 * step - 1) * 2 * step)
      sum += term
    }
    return max(sum, 0)
  }

  /// Draws the bar.
  func draw(in svg: inout SVGWriter) {
    let box = Self.box
    svg.rectangle(box.minX, box.minY, length + 24, box.height, class: "plate", radius: 4)
    let (left, base) = (box.minX + 12, box.maxY - 9)
    let end = SVGWriter.number(left + length)
    let start = SVGWriter.number(left)
    let (top, bottom) = (SVGWriter.number(base - 5), SVGWriter.number(base))
    svg.path("M\(start) \(top)L\(start) \(bottom)L\(end) \(bottom)L\(end) \(top)", class: "scale")
    svg.text(text, left, base - 10, class: "number")
  }
}

/// Where north is at the tap.
struct NorthArrow {
  private let direction: (x: Double, y: Double)

  /// Where the arrow stands, with its plate.
  static let box = Envelope(
    minX: HitDrawing.frame.maxX - 54, minY: HitDrawing.frame.minY + 10,
    maxX: HitDrawing.frame.maxX - 10, maxY: HitDrawing.frame.minY + 54)

  /// An arrow; nil where north has no direction on the glass.
  init?(_ transform: CameraTransform, at ground: LonLat) {
    // A step of about one point: under pitch north turns from place to place.
    let step = 360 / transform.camera.worldSize
    guard let here = transform.project(ground),
      let north = transform.project(
        LonLat(ground.longitude, min(ground.latitude + step, WebMercator.maximumLatitude)))
    else { return nil }
    let length = here.distance(to: north)
    guard length > 1e-9, length.isFinite else { return nil }
    direction = ((north.x - here.x) / length, (north.y - here.y) / length)
  }

  /// Draws the arrow.
  func draw(in svg: inout SVGWriter) {
    let box = Self.box
    let (x, y) = (box.center.x, box.center.y)
    svg.circle(x, y, box.width / 2, class: "plate")
    let (dx, dy) = direction
    func place(_ along: Double, _ across: Double) -> String {
      SVGWriter.number(x + dx * along - dy * across) + " "
        + SVGWriter.number(y + dy * along + dx * across)
    }
    svg.path(
      "M\(place(8, 0))L\(place(-14, 6))L\(place(-10, 0))L\(place(-14, -6))Z", class: "arrow")
    svg.text("N", x + dx * 15, y + dy * 15 + 4, class: "number", anchor: .middle)
  }
}
