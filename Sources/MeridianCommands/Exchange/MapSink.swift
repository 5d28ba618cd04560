internal import MeridianKernel
internal import MeridianStore

/// Draws features as a map in Web Mercator (SVG), the whole layer on one sheet.
final class MapSink: FeatureSink {
  /// The longer side of the sheet and the margin around the map, in pixels.
  private static let side = 800.0
  private static let margin = 20.0

  private let output: OutputStream
  private var name = ""
  private var placer: LonLatPlacer?
  private var cut = GeometryBuffer()
  private var shapes: [(dimension: PartDimension, rings: [[Coordinate]])] = []
  private var box = Envelope.empty
  private var count = 0
  let notices: [String] = []

  /// Draws to a stream.
  init(_ output: OutputStream) { self.output = output }

  func begin(_ schema: FeatureSchema) throws(CommandError) {
    name = schema.name
    guard schema.geometryType != nil else {
      throw CommandError(
        "noGeometry",
        "The layer \(ValueProblem.quoted(schema.name)) has no geometry to draw; export it as CSV.",
        exitCode: .usage)
    }
    placer = try LonLatPlacer(for: schema)
  }

  func feature(
    _ row: RowID, _ geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    _ values: [AttributeValue]
  ) throws(CommandError) {
    guard hasGeometry, let placer else { return }
    placer.place(geometry) { places, isPlace in
      guard isPlace else { return }
      AntimeridianCut.cut(places, into: &cut)
      count += 1
      for part in cut.parts.indices {
        let rings = cut.ringRange(ofPart: part).map { ring in
          cut.coordinates[cut.coordinateRange(ofRing: ring)].map {
            WebMercator.project(LonLat($0.x, max(-85.06, min(85.06, $0.y))))
          }
        }
        for ring in rings { for place in ring { box.formUnion(place) } }
        shapes.append((cut.parts[part].dimension, rings))
      }
    }
  }

  func end() throws(CommandError) {
    let extent = max(box.width, box.height)
    let scale = extent > 0 ? (Self.side - 2 * Self.margin) / extent : 1
    let width = max(2 * Self.margin + box.width * scale, 120)
    let height = max(2 * Self.margin + box.height * scale, 120)
    var svg = SVGWriter(
      width: width, height: height, title: name,
      description: "\(DurationText.grouped(count)) features in Web Mercator", style: Self.style)
    svg.rectangle(0, 0, width, height, class: "sheet")
    let middle = box.isEmpty ? Coordinate(0, 0) : box.center
    for dimension in [PartDimension.polygon, .line, .point] {
      for shape in shapes where shape.dimension == dimension {
        let rings = shape.rings.map { ring in
          ring.map { place in
            Coordinate(
              width / 2 + (place.x - middle.x) * scale, height / 2 + (place.y - middle.y) * scale)
          }
        }
        draw(rings, dimension, in: &svg)
      }
    }
    try output.write(svg.finished)
  }

  private func draw(
    _ rings: [[Coordinate]], _ dimension: PartDimension, in svg: inout SVGWriter
  ) {
    guard dimension != .point else {
      for place in rings.joined() { svg.circle(place.x, place.y, 3, class: "point") }
      return
    }
    var data = ""
    for ring in rings {
      var last: Coordinate?
      for place in ring {
        // What falls into the same tenth of a pixel is not seen.
        if let last, abs(last.x - place.x) < 0.1, abs(last.y - place.y) < 0.1 { continue }
        data += last == nil ? "M" : "L"
        data += "\(SVGWriter.number(place.x)) \(SVGWriter.number(place.y))"
        last = place
      }
      if dimension == .polygon, last != nil { data += "Z" }
    }
    svg.path(data, class: dimension == .polygon ? "area" : "line")
  }

  private static let style = """
    .sheet { fill: #ffffff }
    .area { fill: #7aa6c2; fill-opacity: 0.45; fill-rule: evenodd; stroke: #2f5d7c; \
    stroke-width: 0.8 }
    .line { fill: none; stroke: #b5542b; stroke-width: 1.2; stroke-linejoin: round }
    .point { fill: #8a1c3a; fill-opacity: 0.8 }

    """
}
