internal import MeridianKernel
internal import MeridianWorkspace

/// The screen around a tap: what is drawn there, the finger, the hits by their ranks, and what was
/// near with the reason why it was not offered.
struct HitDrawing {
  let answer: HitAnswer
  let answerer: HitAnswerer
  let transform: CameraTransform
  /// The finger's radius in points.
  let tolerance: Double
  /// How hits were put in order.
  let policy: HitPolicy
  /// Whether markup answers too, and is drawn.
  let includesMarkup: Bool

  /// The most hits, and near misses, that get a label.
  static let labels = 10
  /// The most features that are drawn beside hits and near misses.
  static let scenery = 3000

  private static let margin = 24.0
  private static let width = 1000.0
  /// The side of the map on the drawing, in pixels.
  static let side = 560.0

  /// The map's frame on the drawing.
  static let frame = Envelope(
    minX: margin, minY: 72, maxX: margin + side, maxY: 72 + side)
  /// The list's left and right side.
  static let list = (left: margin + side + 24, right: width - margin)

  /// Draws what a question was answered, with the options of the command line.
  init(
    _ answer: HitAnswer, of question: HitQuestion, by answerer: HitAnswerer,
    _ context: CommandContext
  ) {
    self.answer = answer
    self.answerer = answerer
    transform = question.transform
    tolerance = context.arguments[HitCommand.tolerance] ?? 22
    policy = context.arguments[HitCommand.rank] ?? .likelihood
    includesMarkup = context.arguments.has(HitCommand.markup)
  }

  /// The drawing as SVG.
  var text: String {
    var map = HitMap(self)
    let rows = HitList(self, labels: map.label())
    let height = max(Self.frame.maxY + 56, rows.bottom + Self.margin)
    var svg = SVGWriter(
      width: Self.width, height: height, title: headline, description: settings,
      style: DrawingStyle.tap)
    svg.rectangle(0, 0, Self.width, height, class: "paper")
    svg.text(headline, Self.margin, 36, class: "title")
    svg.text(settings, Self.margin, 56, class: "note")
    map.draw(in: &svg)
    rows.draw(in: &svg)
    caption(&svg)
    return svg.finished
  }

  private var headline: String {
    guard let ground = answer.ground else {
      return answer.reason == .offMap
        ? "The tap is off the map" : "The tap is above the horizon"
    }
    let place =
      NumberText.fixed(ground.longitude, decimals: 6) + ","
      + NumberText.fixed(ground.latitude, decimals: 6)
    let all = answer.hits.count + answer.truncated
    switch all {
    case 0: return "Nothing under the finger at \(place)"
    case 1: return "One feature under the finger at \(place)"
    default: return "\(DurationText.grouped(all)) features under the finger at \(place)"
    }
  }

  private var settings: String {
    let camera = transform.camera
    var parts = ["zoom \(NumberText.plain(camera.zoom))"]
    if camera.bearing != 0 { parts.append("bearing \(NumberText.plain(camera.bearing))°") }
    if camera.pitch != 0 { parts.append("pitch \(NumberText.plain(camera.pitch))°") }
    parts.append(
      "tap at \(NumberText.fixed(answer.screen.x, decimals: 0)), "
        + "\(NumberText.fixed(answer.screen.y, decimals: 0)) of "
        + "\(NumberText.plain(transform.viewport.width)) × "
        + "\(NumberText.plain(transform.viewport.height)) pt")
    parts.append("ranked by \(policy.rawValue)")
    return parts.joined(separator: " · ")
  }

  private func caption(_ svg: inout SVGWriter) {
    let finger = NumberText.plain(tolerance)
    let reach = NumberText.plain(2 * tolerance)
    svg.text(
      "Solid circle: the finger, \(finger) pt around the tap. Dotted circle: near misses are listed"
        + " up to \(reach) pt.", Self.frame.minX, Self.frame.maxY + 20, class: "note")
    svg.text(
      "Blue: under the finger, darkest the first. Orange: near, but not offered. Gray: also drawn.",
      Self.frame.minX, Self.frame.maxY + 37, class: "note")
  }
}
