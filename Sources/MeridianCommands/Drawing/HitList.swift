internal import MeridianKernel

/// The list beside the map: hits by rank with what speaks for them, near misses with the reason.
struct HitList {
  private let drawing: HitDrawing
  private let labels: Set<String>

  private static let top = 72.0
  private static let hitRow = 48.0
  private static let missRow = 37.0
  private static let radius = 10.0

  /// A list; labels that are not on the map are named as such.
  init(_ drawing: HitDrawing, labels: Set<String>) {
    self.drawing = drawing
    self.labels = labels
  }

  private var hits: ArraySlice<Hit> { drawing.answer.hits.prefix(HitDrawing.labels) }
  private var misses: ArraySlice<NearMiss> { drawing.answer.nearMisses.prefix(HitDrawing.labels) }
  private var moreHits: Int {
    drawing.answer.hits.count - hits.count
  }
  private var moreMisses: Int { drawing.answer.nearMisses.count - misses.count }
  private var advice: String? {
    let answer = drawing.answer
    guard answer.isAmbiguous == true else { return nil }
    if let zoom = answer.separateZoom {
      return "Not certain: zoom \(NumberText.fixed(zoom, decimals: 1)) tells the first two apart."
    }
    return "Not certain: the first two lie on each other."
  }

  /// The label of a near miss by its place in the list.
  static func letter(_ number: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "a") + UInt8(min(max(number, 0), 25))))
  }

  /// Where the list ends.
  var bottom: Double {
    var y = Self.top + 22 + Double(max(hits.count, 1)) * Self.hitRow
    if moreHits > 0 { y += 20 }
    if advice != nil { y += 24 }
    if !misses.isEmpty { y += 34 + Double(misses.count) * Self.missRow }
    return moreMisses > 0 ? y + 20 : y
  }

  /// Draws the list.
  func draw(in svg: inout SVGWriter) {
    let left = HitDrawing.list.left
    var y = Self.top + 12
    svg.text("Under the finger", left, y, class: "strong")
    y += 10
    if hits.isEmpty { svg.text(nothing, left, y + 18, class: "note") }
    for hit in hits {
      draw(hit, at: y, in: &svg)
      y += Self.hitRow
    }
    if hits.isEmpty { y += Self.hitRow }
    if moreHits > 0 {
      svg.text("and \(DurationText.grouped(moreHits)) more", left, y + 14, class: "note")
      y += 20
    }
    if let advice {
      svg.text(advice, left, y + 14, class: "note")
      y += 24
    }
    guard !misses.isEmpty else { return }
    svg.line(left, y + 4, HitDrawing.list.right, y + 4, class: "rule")
    svg.text("Near, but not offered", left, y + 25, class: "strong")
    y += 34
    for (number, miss) in misses.enumerated() {
      draw(miss, Self.letter(number), at: y, in: &svg)
      y += Self.missRow
    }
    if moreMisses > 0 {
      svg.text("and \(DurationText.grouped(moreMisses)) more", left, y + 14, class: "note")
    }
  }

  private var nothing: String {
    switch drawing.answer.reason {
    case .aboveHorizon: "There is no ground above the horizon."
    case .offMap: "The map ends at 85.051129° north and south."
    case nil: "Nothing is drawn within the finger's circle."
    }
  }

  private func draw(_ hit: Hit, at y: Double, in svg: inout SVGWriter) {
    let (left, right) = HitDrawing.list
    let text = left + 2 * Self.radius + 12
    let share = hit.probability.map { NumberText.fixed($0 * 100, decimals: 1) + " %" }
    Self.drawBadge(
      "\(hit.rank)", isMiss: false, at: ScreenPoint(left + Self.radius + 1, y + 16), in: &svg)
    var name = identity(hit.layer, hit.fid, hit.row)
    if let title = hit.title, !title.isEmpty { name += " · \(title)" }
    let room = right - text - (share == nil ? 0 : 64)
    svg.text(SVGWriter.cut(name, to: room, size: 13), text, y + 14, class: "strong")
    if let share { svg.text(share, right, y + 14, class: "strong", anchor: .end) }
    let detail = "\(hit.geometryType.name), \(distance(of: hit))" + place("\(hit.rank)")
    svg.text(
      SVGWriter.cut(detail, to: right - text, size: 11.5), text, y + 30, class: "note")
    guard let probability = hit.probability else { return }
    svg.rectangle(text, y + 35, right - text, 4, class: "track", radius: 2)
    svg.rectangle(text, y + 35, (right - text) * probability, 4, class: "share", radius: 2)
  }

  private func draw(_ miss: NearMiss, _ letter: String, at y: Double, in svg: inout SVGWriter) {
    let (left, right) = HitDrawing.list
    let text = left + 2 * Self.radius + 12
    Self.drawBadge(
      letter, isMiss: true, at: ScreenPoint(left + Self.radius + 1, y + 16), in: &svg)
    let name = identity(miss.layer, miss.fid, miss.row)
    svg.text(SVGWriter.cut(name, to: right - text, size: 13), text, y + 13, class: "strong")
    svg.text(
      SVGWriter.cut(
        reason(for: miss) + (miss.distance == nil ? "" : place(letter)), to: right - text,
        size: 11.5), text, y + 28,
      class: "note")
  }

  private func place(_ label: String) -> String {
    labels.contains(label) ? "" : " (not on the map)"
  }

  private func identity(_ layer: String, _ fid: Int64?, _ row: Int64) -> String {
    fid.map { "\(layer) \($0)" } ?? "\(layer) row \(row)"
  }

  private func distance(of hit: Hit) -> String {
    if hit.isInside { return "the tap lies inside" }
    let meters = hit.groundDistance.map { ", \(Self.ground($0))" } ?? ""
    if hit.distance == 0 { return "the tap is on it" }
    return NumberText.fixed(hit.distance, decimals: 1) + " pt away" + meters
  }

  private static func ground(_ meters: Double) -> String {
    meters < 9999.5
      ? NumberText.fixed(meters, decimals: meters < 100 ? 1 : 0) + " m"
      : NumberText.fixed(meters / 1000, decimals: meters < 1e6 ? 1 : 0) + " km"
  }

  /// Why a feature was not offered, in words.
  private func reason(for miss: NearMiss) -> String {
    switch miss.reason {
    case .beyondTolerance:
      guard let distance = miss.distance else { return "beyond the finger" }
      let beyond = max(distance - drawing.tolerance, 0)
      return "\(NumberText.fixed(distance, decimals: 1)) pt away, "
        + "\(NumberText.fixed(beyond, decimals: 1)) pt beyond the finger"
    case .layerHidden: return "its layer is hidden"
    case .zoomRange: return "its layer is not drawn at this zoom"
    case .filtered: return "its layer's filter leaves it out"
    case .markup: return "markup answers only when asked for"
    case .geometryEmpty: return "its geometry is empty"
    case .geometryNonFinite: return "its geometry has numbers that are not finite"
    case .geometryMalformed: return "its geometry cannot be read"
    case .crsUndefined: return "its layer has no known reference system"
    case .offScreen: return "it is off the screen"
    case .limit: return "within reach, cut off by the limit"
    }
  }

  /// A label: a disc with a rank, or a ring with a letter.
  static func drawBadge(
    _ text: String, isMiss: Bool, at place: ScreenPoint, in svg: inout SVGWriter
  ) {
    svg.circle(place.x, place.y, radius, class: isMiss ? "missbadge" : "badge")
    svg.text(
      text, place.x, place.y + 4.2, class: isMiss ? "misstext" : "badgetext", anchor: .middle)
  }
}
