internal import MeridianKernel
internal import MeridianWorkspace

/// The map of a drawing: the part of the glass around the tap, enlarged.
struct HitMap {
  private let drawing: HitDrawing
  /// What of the glass is shown, in points.
  private let crop: Envelope
  /// Pixels of the drawing for a point of the glass.
  private let scale: Double
  private var features: [DrawnFeature] = []
  private var badges: [Badge] = []

  /// A label on the map and what it stands for.
  private struct Badge {
    var text: String
    var isMiss: Bool
    var anchor: ScreenPoint
    var place: ScreenPoint
  }

  /// The radius of a label in pixels.
  private static let radius = 10.0

  /// Collects what is drawn around the tap.
  init(_ drawing: HitDrawing) {
    self.drawing = drawing
    let half = max(3.2 * drawing.tolerance, 60)
    let tap = drawing.answer.screen
    crop = Envelope(minX: tap.x - half, minY: tap.y - half, maxX: tap.x + half, maxY: tap.y + half)
    scale = HitDrawing.side / (2 * half)
    collect()
  }

  private mutating func collect() {
    let answer = drawing.answer
    let snapshot = drawing.answerer.snapshot
    // Clipped a little outside the frame, so that no outline runs along it.
    let box = crop.padded(by: 8 / scale)
    var roles: [String: DrawnFeature.Role] = [:]
    for miss in answer.nearMisses { roles[Self.key(miss.layer, miss.row)] = .miss }
    for hit in answer.hits {
      roles[Self.key(hit.layer, hit.row)] = hit.rank == 1 ? .first : .hit
    }
    var room = HitDrawing.scenery
    let found = snapshot.tester.features(
      in: box, through: drawing.transform, includesMarkup: drawing.includesMarkup)
    for window in found.reversed() {
      let role = roles[Self.key(window.layer, window.row)] ?? .scenery
      if role == .scenery {
        if room == 0 { continue }
        room -= 1
      }
      var feature = DrawnFeature(
        feature: window.feature, layer: window.layerNumber, row: window.row, of: snapshot,
        through: drawing.transform, within: box)
      feature.role = role
      features.append(feature)
    }
  }

  private static func key(_ layer: String, _ row: Int64) -> String { "\(row) \(layer)" }

  private func pixel(_ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(
      HitDrawing.frame.minX + (point.x - crop.minX) * scale,
      HitDrawing.frame.minY + (point.y - crop.minY) * scale)
  }

  // MARK: Labels

  /// Finds places for the labels of hits, then of near misses; tells which of them are on the map.
  mutating func label() -> Set<String> {
    var placer = LabelPlacer(HitDrawing.frame.padded(by: -4))
    placer.block(ScaleBar.box)
    placer.block(NorthArrow.box)
    let tap = pixel(drawing.answer.screen)
    placer.block(Envelope(minX: tap.x, minY: tap.y, maxX: tap.x, maxY: tap.y).padded(by: 11))
    for hit in drawing.answer.hits.prefix(HitDrawing.labels) {
      guard let feature = feature(hit.layer, hit.row) else { continue }
      var anchor = hit.nearestOnGlass
      var nearest = distance(to: feature)
      if hit.isInside {
        let place = feature.interiorPlace(
          avoiding: drawing.answer.screen, radius: drawing.tolerance + Self.radius / scale)
        guard let place else { continue }
        (anchor, nearest) = (place, 0)
      }
      add("\(hit.rank)", isMiss: false, at: anchor, from: nearest, placer: &placer)
    }
    for (number, miss) in drawing.answer.nearMisses.prefix(HitDrawing.labels).enumerated() {
      guard let feature = feature(miss.layer, miss.row),
        let anchor = feature.nearest(to: drawing.answer.screen)
      else { continue }
      add(
        HitList.letter(number), isMiss: true, at: anchor,
        from: distance(to: feature), placer: &placer)
    }
    return Set(badges.map(\.text))
  }

  /// How far from its anchor a label begins: a large symbol carries its label, a line does not.
  private func distance(to feature: DrawnFeature) -> Double {
    let carries =
      feature.points.first.map { radius(of: $0, feature.layer) > Self.radius + 3 } ?? false
    return carries ? 0 : Self.radius + 8
  }

  /// The radius of a symbol on the drawing.
  private func radius(of point: ScreenPoint, _ number: Int) -> Double {
    let layer = drawing.answerer.snapshot.tester.layers[number]
    let factor = layer.pitchScale == .map ? drawing.transform.perspectiveFactor(at: point) : 1
    return max(layer.symbolRadius * max(factor, 0) * scale, 1.5)
  }

  private mutating func add(
    _ text: String, isMiss: Bool, at anchor: ScreenPoint, from nearest: Double,
    placer: inout LabelPlacer
  ) {
    let place = placer.place(
      radius: Self.radius, at: pixel(anchor), awayFrom: pixel(drawing.answer.screen),
      from: nearest)
    guard let place, HitDrawing.frame.contains(Coordinate(pixel(anchor).x, pixel(anchor).y)) else {
      return
    }
    badges.append(Badge(text: text, isMiss: isMiss, anchor: pixel(anchor), place: place))
  }

  private func feature(_ layer: String, _ row: Int64) -> DrawnFeature? {
    let layers = drawing.answerer.snapshot.tester.layers
    return features.first { $0.row == row && layers[$0.layer].name == layer }
  }

  // MARK: Drawing

  func draw(in svg: inout SVGWriter) {
    let frame = HitDrawing.frame
    svg.clip("map", frame.minX, frame.minY, frame.width, frame.height)
    svg.begin("clip-path=\"url(#map)\"")
    svg.rectangle(frame.minX, frame.minY, frame.width, frame.height, class: "ground")
    drawSky(in: &svg)
    // The order of the map; within a layer what matters to the tap lies on top.
    for layer in drawing.answerer.snapshot.tester.layers.indices {
      for role in [DrawnFeature.Role.scenery, .miss, .hit, .first] {
        for feature in features where feature.layer == layer && feature.role == role {
          draw(feature, in: &svg)
        }
      }
    }
    drawEdge(in: &svg)
    drawFinger(in: &svg)
    for badge in badges { drawLeader(of: badge, in: &svg) }
    for badge in badges { draw(badge, in: &svg) }
    let tap = drawing.answer.screen
    if let ground = drawing.answer.ground {
      ScaleBar(drawing.transform, at: ground, tap: tap, scale: scale)?.draw(in: &svg)
      NorthArrow(drawing.transform, at: ground)?.draw(in: &svg)
    }
    svg.end()
    svg.rectangle(frame.minX, frame.minY, frame.width, frame.height, class: "frame")
  }

  private func draw(_ feature: DrawnFeature, in svg: inout SVGWriter) {
    let layer = drawing.answerer.snapshot.tester.layers[feature.layer]
    if !feature.rings.isEmpty {
      let data = feature.rings.map { path($0) + "Z" }.joined()
      svg.path(data, class: "area" + feature.role.name)
    }
    for line in feature.lines {
      // The ribbon's width where it is nearest to its middle vertex: under pitch an average.
      let factor = drawing.transform.perspectiveFactor(at: line[line.count / 2])
      svg.path(
        path(line), class: "way" + feature.role.name,
        width: max(layer.lineWidth * scale * max(factor, 0), 0.5))
    }
    for point in feature.points {
      let place = pixel(point)
      svg.circle(
        place.x, place.y, radius(of: point, feature.layer), class: "symbol" + feature.role.name)
    }
  }

  private func path(_ course: [ScreenPoint]) -> String {
    var data = ""
    var last = ""
    for point in course.map(pixel) {
      let place = "\(SVGWriter.number(point.x)) \(SVGWriter.number(point.y))"
      if place == last { continue }
      data += (data.isEmpty ? "M" : "L") + place
      last = place
    }
    // A course within a hundredth of a pixel is still a mark.
    return course.count > 1 && !data.contains("L") ? data + "l0.01 0" : data
  }

  /// Above the far plane there is no ground.
  private func drawSky(in svg: inout SVGWriter) {
    let top = drawing.transform.perspectiveFactor(at: ScreenPoint(0, crop.minY))
    let bottom = drawing.transform.perspectiveFactor(at: ScreenPoint(0, crop.maxY))
    let horizon = 0.001
    guard top < horizon, bottom > top else { return }
    let share = min((horizon - top) / (bottom - top), 1)
    let frame = HitDrawing.frame
    svg.rectangle(frame.minX, frame.minY, frame.width, frame.height * share, class: "sky")
  }

  /// What lies beyond the glass is shaded: it is drawn, but no finger reaches it.
  private func drawEdge(in svg: inout SVGWriter) {
    let frame = HitDrawing.frame
    let glass = drawing.transform.viewport.bounds
    let first = pixel(ScreenPoint(glass.minX, glass.minY))
    let last = pixel(ScreenPoint(glass.maxX, glass.maxY))
    let shown = Envelope(
      minX: min(max(first.x, frame.minX), frame.maxX),
      minY: min(max(first.y, frame.minY), frame.maxY),
      maxX: min(max(last.x, frame.minX), frame.maxX),
      maxY: min(max(last.y, frame.minY), frame.maxY))
    guard shown != frame else { return }
    let outside = [
      Envelope(minX: frame.minX, minY: frame.minY, maxX: frame.maxX, maxY: shown.minY),
      Envelope(minX: frame.minX, minY: shown.maxY, maxX: frame.maxX, maxY: frame.maxY),
      Envelope(minX: frame.minX, minY: shown.minY, maxX: shown.minX, maxY: shown.maxY),
      Envelope(minX: shown.maxX, minY: shown.minY, maxX: frame.maxX, maxY: shown.maxY),
    ]
    for box in outside where box.width > 0 && box.height > 0 {
      svg.rectangle(box.minX, box.minY, box.width, box.height, class: "off")
    }
    svg.rectangle(
      first.x, first.y, last.x - first.x, last.y - first.y, class: "edge")
  }

  private func drawFinger(in svg: inout SVGWriter) {
    let tap = pixel(drawing.answer.screen)
    let radius = drawing.tolerance * scale
    svg.circle(tap.x, tap.y, 2 * radius, class: "reach")
    svg.circle(tap.x, tap.y, radius, class: "finger")
    svg.line(tap.x - 7, tap.y, tap.x + 7, tap.y, class: "cross")
    svg.line(tap.x, tap.y - 7, tap.x, tap.y + 7, class: "cross")
  }

  private func drawLeader(of badge: Badge, in svg: inout SVGWriter) {
    guard badge.anchor.distance(to: badge.place) > Self.radius else { return }
    let (a, b) = (badge.anchor, badge.place)
    svg.line(a.x, a.y, b.x, b.y, class: "halo")
    svg.line(a.x, a.y, b.x, b.y, class: "leader")
    svg.circle(a.x, a.y, 2.2, class: "foot")
  }

  private func draw(_ badge: Badge, in svg: inout SVGWriter) {
    HitList.drawBadge(badge.text, isMiss: badge.isMiss, at: badge.place, in: &svg)
  }
}
