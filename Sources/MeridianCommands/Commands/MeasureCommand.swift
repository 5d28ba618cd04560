internal import MeridianGeodesy
internal import MeridianKernel

/// `measure line|area|inverse|direct` and the batch `measure -`: geodesics, without a store.
package enum MeasureCommand {
  /// All of them, in the order of the overview.
  package static let all: [Command] = [line, area, inverse, direct, batch]

  // MARK: Options

  static let ellipsoid = Option(
    "ellipsoid", .ellipsoid,
    "The figure of the Earth; A,RF is equatorial radius in meters and reciprocal flattening (0: a "
      + "sphere); default: wgs84.")
  static let planar = Option(
    "planar", ValueKind.text("CRS", needs: "a reference system such as EPSG:2056"),
    "Measures on the plane of this projected system instead of the ellipsoid.")
  static let zoom = Option(
    "zoom", ValueKind.number(0...24, "Z"),
    "The zoom the places were tapped at; adds the ground a fingertip covers, uncertaintyM.")
  static let lengthUnit = Option(
    "unit", ValueKind.oneOf(LengthUnit.self),
    "The unit of lengths in tables; elsewhere adds length and unit; default: m.")
  static let areaUnit = Option(
    "unit", ValueKind.oneOf(AreaUnit.self),
    "The unit of the area in tables; elsewhere adds area and unit; default: m2.")
  static let azimuth = Option(
    "azimuth", ValueKind.anyNumber("DEGREES", needs: "an azimuth in degrees clockwise from north"),
    "The direction at the start, in degrees clockwise from north.")
  static let distance = Option(
    "distance", ValueKind.groundLength,
    "How far to go, such as 1.2km or 0.3nmi; a bare number is meters, a negative one goes back.")

  // MARK: Operands

  /// Read as text, so that an error can say which vertex is wrong.
  private static let vertices = Operand(
    "LON,LAT", .text("LON,LAT", needs: "a place as LON,LAT"), arity: .atLeast(1),
    readsFiles: true, "The vertices in order; @PATH reads them from a file, - from standard input.")
  private static let from = Operand(
    "LON,LAT", .text("LON,LAT", needs: "a place as LON,LAT"), "The start; - is a batch.")
  private static let pair = Operand(
    "LON,LAT", .text("LON,LAT", needs: "a place as LON,LAT"), arity: .atLeast(1),
    "The start and the end; - alone is a batch.")

  private static let formats: [OutputFormat] = [.ndjson, .table, .json, .geojson, .wkt]

  // MARK: Commands

  private static let line = Command(
    words: ["measure", "line"], summary: "the length of a line and its legs",
    examples: [
      Example("measure line -0.13,51.5 2.35,48.85", "London to Paris"),
      Example("measure line @track.txt --unit nmi", "a track in nautical miles"),
    ],
    operands: [vertices], options: [lengthUnit, ellipsoid, planar, zoom] + BatchOptions.all,
    formats: formats,
    notes: [
      "Legs are geodesics. Azimuths are degrees clockwise from north; the back azimuth points from "
        + "a leg's end to its start.", flagNote,
      "With --in, - is a batch; f64: n and n times lon, lat in; lengthM out.",
    ]
  ) { context throws(CommandError) in
    let words = context.arguments.all(vertices)
    if words == ["-"] { return try runMeasureBatch(context, .line) }
    return try answer(context, .line(try places(words)))
  }

  private static let area = Command(
    words: ["measure", "area"], summary: "the area and perimeter of a ring",
    examples: [
      Example("measure area 10,22 10,20 11,20 11,21 --unit km2", "a field the size of a country"),
      Example("measure area @parcel.txt --planar EPSG:2056", "a parcel on the Swiss grid"),
    ],
    operands: [vertices], options: [areaUnit, ellipsoid, planar, zoom] + BatchOptions.all,
    formats: formats,
    notes: [
      "The ring is closed by itself; its edges are geodesics. The area is that of the smaller side "
        + "and never negative, whichever way the ring runs.", flagNote,
      "With --in, - is a batch; f64: n and n times lon, lat in; areaM2, perimeterM, orientation (1 "
        + "counterclockwise, -1 clockwise, 0 neither) out.",
    ]
  ) { context throws(CommandError) in
    let words = context.arguments.all(vertices)
    if words == ["-"] { return try runMeasureBatch(context, .area) }
    return try answer(context, .area(try places(words)))
  }

  private static let inverse = Command(
    words: ["measure", "inverse"], summary: "distance and azimuths between two places",
    examples: [Example("measure inverse 7.4386,46.9511 8.5417,47.3769", "Bern to Zurich")],
    synopsis: ["measure inverse LON,LAT LON,LAT [OPTION]…", "measure inverse - [OPTION]…"],
    operands: [pair], options: [lengthUnit, ellipsoid, zoom] + BatchOptions.all, formats: formats,
    notes: [
      flagNote,
      "With --in f64: lon, lat, lon, lat in; lengthM, azimuthDeg, backAzimuthDeg out, NaN for a "
        + "pair that cannot be measured.",
    ]
  ) { context throws(CommandError) in
    let words = context.arguments.all(pair)
    if words == ["-"] { return try runMeasureBatch(context, .inverse) }
    let places = try places(words)
    guard places.count == 2 else {
      throw CommandError(
        UsageError.combination(
          "`measure inverse` needs two places, not \(places.count); `measure line` takes more."))
    }
    return try answer(context, .inverse(places[0], places[1]))
  }

  private static let direct = Command(
    words: ["measure", "direct"], summary: "where a distance in a direction leads",
    examples: [
      Example(
        "measure direct -0.1366,51.5132 --azimuth 45 --distance 1.2km",
        "1.2 km to the north-east of Broad Street")
    ],
    synopsis: [
      "measure direct LON,LAT --azimuth DEGREES --distance LENGTH [OPTION]…",
      "measure direct - [OPTION]…",
    ],
    operands: [from], options: [azimuth, distance, lengthUnit, ellipsoid, zoom] + BatchOptions.all,
    formats: formats,
    notes: [
      "The azimuth in the answer is the direction of travel at the end.",
      "With --in f64: lon, lat, azimuthDeg, distanceM in; lon, lat, azimuthDeg, backAzimuthDeg "
        + "out.",
    ]
  ) { context throws(CommandError) in
    let arguments = context.arguments
    let word = try arguments.required(from)
    if word == "-" { return try runMeasureBatch(context, .direct) }
    let places = try places([word])
    let way = MeasureRequest.direct(
      places[0], azimuth: try arguments.required(azimuth),
      distance: try arguments.required(distance))
    return try answer(context, way)
  }

  private static let batch = Command(
    words: ["measure"], summary: "many measurements: one JSON record a line in, one line out",
    examples: [
      Example("measure - <records.ndjson", "answers in the order of the records"),
      Example("measure - --ellipsoid grs80 <records.ndjson", "on GRS 80 unless a record says"),
    ],
    operands: [CommonOperands.batchRequired],
    options: [ellipsoid, planar, zoom] + BatchOptions.all,
    formats: [.ndjson],
    notes: [
      "Records: {\"id\":1,\"op\":\"inverse\",\"from\":[lon,lat],\"to\":[lon,lat]}, "
        + "{\"op\":\"direct\",\"from\":[lon,lat],\"azimuthDeg\":45,\"distanceM\":1200}, "
        + "{\"op\":\"line\",\"coordinates\":[[lon,lat],…]}, and \"area\" likewise; "
        + "\"ellipsoid\", \"planar\" and \"zoom\" as the options.",
      "A line that cannot be answered becomes an error in its place; the exit code is then 4.",
    ]
  ) { context throws(CommandError) in
    try runMeasureBatch(context)
  }

  private static let flagNote =
    "Flags: " + MeasureFlag.allCases.map { "\($0.rawValue), \($0.meaning)" }.joined(separator: "; ")
    + "."

  // MARK: Answering

  private static func places(_ words: [String]) throws(CommandError) -> [LonLat] {
    var places: [LonLat] = []
    for word in words {
      do throws(ValueProblem) {
        places.append(try ValueKind.place.read(word))
      } catch {
        throw CommandError(
          UsageError.badValue("vertex \(places.count + 1)", needs: error.needs, but: error.but))
      }
    }
    return places
  }

  private static func answer(
    _ context: CommandContext, _ request: MeasureRequest
  ) throws(CommandError) -> ExitCode {
    let arguments = context.arguments
    let engine = MeasureEngine()
    var result = try engine.answer(
      request, ellipsoid: arguments[ellipsoid], planar: arguments[planar], zoom: arguments[zoom])
    if case .area = request {
      result.areaUnit = arguments[areaUnit]
    } else {
      result.lengthUnit = arguments[lengthUnit]
    }
    try result.write(in: context)
    return .done
  }
}

extension CommonOperands {
  /// A hyphen that must be there: the command has nothing else to work on.
  static let batchRequired = Operand(
    "-", .hyphen, "A batch: one JSON record a line on standard input.")
}

extension ValueKind where Value == Ellipsoid {
  /// An ellipsoid by name or by its two numbers.
  static var ellipsoid: ValueKind {
    let names = Ellipsoid.named.map(\.name)
    let needs = "one of \(names.joined(separator: ", ")), or A,RF such as 6378137,298.257223563"
    return ValueKind(
      placeholder: (names + ["A,RF"]).joined(separator: "|"), needs: needs, choices: names
    ) { text throws(ValueProblem) in
      do throws(GeodesyError) {
        return try Ellipsoid(parsing: text)
      } catch {
        throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) is no ellipsoid")
      }
    }
  }
}
