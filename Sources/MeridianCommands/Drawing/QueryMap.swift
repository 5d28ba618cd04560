internal import MeridianKernel
internal import MeridianQuery
internal import MeridianStore

/// The answer of a query as a map: its features, and for a join its partners in one color each.
struct QueryMap {
  /// The frame of the map on its paper, in pixels.
  private static let frame = Envelope(minX: 20, minY: 48, maxX: 780, maxY: 620)
  /// Colors that stay apart for color-blind readers too (P. Tol, "Bright", 2021), used in turn.
  private static let hues = 6

  private let context: CommandContext
  private let run: QueryRun
  private var rows: [QueryRow] = []
  private var extent = Envelope.empty

  /// Rows in the answer.
  var count: Int { rows.count }

  init(_ context: CommandContext, _ run: QueryRun) {
    self.context = context
    self.run = run
  }

  /// Takes a row of the answer.
  mutating func append(_ row: QueryRow) {
    rows.append(row)
    if row.hasGeometry { extent.formUnion(row.geometry.envelope) }
    if let partner = row.partner, let right = run.right {
      extent.formUnion(right.index.envelope(of: partner))
    }
  }

  /// The whole drawing.
  var text: String {
    let title = run.right.map { "\(run.query.layer.title) and \($0.layer.title)" }
    let isPlural = rows.count != 1
    var svg = SVGWriter(
      width: 800, height: 640, title: title ?? run.query.layer.title,
      description: "\(rows.count) \(isPlural ? "rows" : "row") of the answer",
      style: Self.style)
    svg.rectangle(0, 0, 800, 640, class: "paper")
    svg.text(title ?? run.query.layer.title, 20, 30, class: "title")
    svg.text(
      "\(rows.count) \(isPlural ? "rows" : "row"), \(run.query.crs.name)", 780, 30, class: "note",
      anchor: .end)
    guard !extent.isEmpty else { return svg.finished }
    let sheet = MapSheet(extent, isGeographic: run.query.crs.isDegrees, frame: Self.frame)
    let hues = partnerHues
    svg.clip("map", Self.frame.minX, Self.frame.minY, Self.frame.width, Self.frame.height)
    svg.begin("clip-path=\"url(#map)\"")
    for row in rows where row.partner != nil { drawLink(row, hues, sheet, &svg) }
    for row in rows where row.hasGeometry {
      let hue = row.partner.flatMap { hues[$0] }
      sheet.draw(row.geometry, class: hue.map { "own h\($0)" } ?? "own", radius: 3, in: &svg)
    }
    drawPartners(hues, sheet, &svg)
    svg.end()
    svg.rectangle(
      Self.frame.minX, Self.frame.minY, Self.frame.width, Self.frame.height, class: "frame")
    return svg.finished
  }

  /// A color for every partner, in the order of their features.
  private var partnerHues: [Int: Int] {
    let partners = Set(rows.compactMap(\.partner)).sorted { a, b in
      guard let right = run.right else { return a < b }
      return right.row(of: a).row < right.row(of: b).row
    }
    return Dictionary(uniqueKeysWithValues: partners.enumerated().map { ($1, $0 % Self.hues) })
  }

  /// A line from a feature to its partner: between the middles of their rectangles.
  private func drawLink(
    _ row: QueryRow, _ hues: [Int: Int], _ sheet: MapSheet, _ svg: inout SVGWriter
  ) {
    guard let partner = row.partner, let right = run.right, row.hasGeometry else { return }
    let start = sheet.place(row.geometry.envelope.center)
    let end = sheet.place(right.index.envelope(of: partner).center)
    svg.line(start.x, start.y, end.x, end.y, class: "link h\(hues[partner] ?? 0)")
  }

  private func drawPartners(
    _ hues: [Int: Int], _ sheet: MapSheet, _ svg: inout SVGWriter
  ) {
    guard let right = run.right else { return }
    var geometry = GeometryBuffer()
    let partners = hues.keys.sorted { right.row(of: $0).row < right.row(of: $1).row }
    for partner in partners {
      right.index.read(partner, into: &geometry)
      sheet.draw(geometry, class: "other h\(hues[partner] ?? 0)", radius: 7, in: &svg)
    }
    guard let title = right.layer.titleColumn,
      let place = right.columns.firstIndex(where: { $0.name == title })
    else { return }
    for partner in partners {
      let values = right.values(of: partner)
      guard case .text(let name) = values[values.startIndex + place] else { continue }
      let middle = sheet.place(right.index.envelope(of: partner).center)
      let isRight = middle.x > Self.frame.maxX - 160
      svg.text(
        SVGWriter.cut(name, to: 150, size: 13), middle.x + (isRight ? -11 : 11), middle.y + 4,
        class: "name", anchor: isRight ? .end : .start)
    }
  }

  private static let style = DrawingStyle.sheet(
    """
    .own { fill: #59626d; fill-opacity: 0.75; stroke: #59626d; stroke-width: 1;
      fill-rule: evenodd; }
    path.own { fill-opacity: 0.25; }
    .own.line { fill: none; stroke-width: 2; }
    .other { fill-opacity: 1; stroke: #fcfbf8; stroke-width: 1.5; fill-rule: evenodd; }
    path.other { fill-opacity: 0.3; }
    .other.line { fill: none; stroke-width: 2; }
    .link { stroke-width: 1; stroke-opacity: 0.55; }
    .name { font-size: 13px; font-weight: bold; paint-order: stroke; stroke: #fcfbf8;
      stroke-width: 3; }
    .h0 { fill: #4477aa; stroke: #4477aa; }
    .h1 { fill: #ee6677; stroke: #ee6677; }
    .h2 { fill: #228833; stroke: #228833; }
    .h3 { fill: #a58b00; stroke: #a58b00; }
    .h4 { fill: #2d8ba8; stroke: #2d8ba8; }
    .h5 { fill: #aa3377; stroke: #aa3377; }
    circle.other { stroke: #fcfbf8; }

    """,
    dark: """
      .name { stroke: #15191f; }
      circle.other { stroke: #15191f; }

      """)
}

/// Where places of the plane lie on the paper: north up, equal scales, degrees in Web Mercator.
private struct MapSheet {
  private let isGeographic: Bool
  private let scale: Double
  private let origin: Coordinate
  private let center: Coordinate

  init(_ extent: Envelope, isGeographic: Bool, frame: Envelope) {
    self.isGeographic = isGeographic
    let low = Self.flat(Coordinate(extent.minX, extent.minY), isGeographic)
    let high = Self.flat(Coordinate(extent.maxX, extent.maxY), isGeographic)
    let (width, height) = (high.x - low.x, high.y - low.y)
    // A margin for symbols and names; a single place gets a scale too.
    let room = (frame.width - 80, frame.height - 80)
    scale = min(room.0 / max(width, 1e-9), room.1 / max(height, 1e-9))
    center = Coordinate((low.x + high.x) / 2, (low.y + high.y) / 2)
    origin = frame.center
  }

  private static func flat(_ place: Coordinate, _ isGeographic: Bool) -> Coordinate {
    guard isGeographic else { return place }
    let limit = WebMercator.maximumLatitude
    let world = WebMercator.project(LonLat(place.x, min(max(place.y, -limit), limit)))
    return Coordinate(world.x, -world.y)
  }

  func place(_ coordinate: Coordinate) -> Coordinate {
    let flat = Self.flat(coordinate, isGeographic)
    return Coordinate(
      origin.x + (flat.x - center.x) * scale, origin.y - (flat.y - center.y) * scale)
  }

  /// Draws a geometry: circles for points, paths for lines and polygons.
  func draw(
    _ geometry: borrowing GeometryBuffer, class name: String, radius: Double,
    in svg: inout SVGWriter
  ) {
    for part in geometry.parts.indices {
      let dimension = geometry.parts[part].dimension
      var data = ""
      for ring in geometry.ringRange(ofPart: part) {
        for (number, index) in geometry.coordinateRange(ofRing: ring).enumerated() {
          let at = place(geometry.coordinates[index])
          if dimension == .point {
            svg.circle(at.x, at.y, radius, class: name)
          } else {
            data += number == 0 ? "M" : "L"
            data += SVGWriter.number(at.x) + " " + SVGWriter.number(at.y)
          }
        }
        if dimension == .polygon { data += "Z" }
      }
      if !data.isEmpty { svg.path(data, class: dimension == .line ? name + " line" : name) }
    }
  }
}

extension CRS {
  /// Whether coordinates are longitude and latitude.
  var isDegrees: Bool {
    switch self {
    case .longitudeLatitude, .unknownGeographic: true
    case .webMercator, .undefined, .authority: false
    }
  }
}
