internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// `hit`: what lies under a finger, from coordinates, one tap or a batch.
package enum HitCommand {
  // MARK: Where

  static let at = Option("at", .place, "The place under the finger, in the middle of the glass.")
  static let zoom = Option(
    "zoom", ValueKind.number(0...24, "Z"), "The zoom; the world is 512·2^Z points wide.")
  static let screen = Option(
    "screen", ValueKind<Coordinate>.screenPoint,
    "The place on the glass in points from its top left, with --center.")
  static let center = Option("center", .place, "The place in the middle of the glass.")
  static let bearing = Option(
    "bearing", ValueKind.anyNumber("DEGREES", needs: "a bearing in degrees clockwise from north"),
    "Which direction is up, in degrees clockwise from north; default: 0.")
  static let pitch = Option(
    "pitch", ValueKind.number(0...85, "DEGREES"), "How far the view leans; default: 0.")
  static let size = Option("size", .glassSize, "The glass in points; default: 390x844.")

  // MARK: How

  static let tolerance = Option(
    "tolerance", ValueKind<Double>.glassLength(0...100, presets: true),
    "The radius of the finger: fingertip is 22pt, pencil 10pt, pointer 4pt; default: fingertip.")
  static let rank = Option(
    "rank", ValueKind.oneOf(HitPolicy.self),
    "How hits are put in order: by what the finger meant, by class, by distance, or by drawing "
      + "order; default: likelihood.")
  static let sigma = Option(
    "sigma", ValueKind<Double>.glassLength(1...50, presets: false),
    "The standard deviation of a tap around its aim; default: 8pt.")
  static let symbolRadius = Option(
    "symbol-radius", ValueKind<Double>.glassLength(0...1000, presets: false),
    "The radius of point symbols; default: 5pt.")
  static let lineWidth = Option(
    "line-width", ValueKind<Double>.glassLength(0...1000, presets: false),
    "The width of lines; default: 2pt.")
  static let layer = Option(
    "layer", letter: "l", ValueKind<String>.layer, repeats: true,
    "Only this layer; may stand several times.")
  static let filter = Option(
    "filter", .definitionFilter, repeats: true,
    "Shows only the features of a layer for which a filter in CQL2 text holds; the rest is never "
      + "hit.")
  static let hide = Option(
    "hide", ValueKind<String>.layer, repeats: true,
    "Hides a layer, which is then never hit; may stand several times.")
  static let markup = Switch("include-markup", "Lets markup layers answer too.")
  static let limit = Option(
    "limit", ValueKind.whole(0...1_000_000), "At most so many hits, cut off after ranking.")
  static let cycle = Option(
    "cycle", ValueKind.whole(1...1_000_000),
    "Only the Nth hit of the list, from 1 and around: repeated taps walk the stack.")
  static let attributes = Switch("attributes", "Adds every hit's attributes.")
  static let measure = Switch(
    "measure", "Adds every hit's length or area on the ellipsoid, lengthM or areaM2.")
  static let explain = Switch(
    "explain", "Adds the numbers behind every rank, and the near misses with their reasons.")
  static let oracle = Switch(
    "oracle", "Asks the brute-force twin too, and fails should the two ever differ.")
  static let record = Option(
    "record", .path, "Appends every tap that is asked to a trace, which `profile --taps` replays.")
  static let trustIndex = Switch(
    "trust-index",
    "For a single tap, believes the boxes of the file's own R-trees in small layers and without "
      + "a sample too, where their entries and triggers are whole.")
  static let exitStatus = Switch("exit-status", letter: "e", "Exits with 1 when nothing was hit.")

  /// The command.
  package static let command = Command(
    words: ["hit"], summary: "what is under this finger",
    examples: [
      Example(
        "hit Data/samples/soho.gpkg --at -0.1366,51.5132 --zoom 17",
        "around the Broad Street pump"),
      Example(
        "hit town.gpkg --screen 195,300 --center 7.5,47 --zoom 16 --pitch 45",
        "a tap on a leaning map"),
      Example(
        "hit town.gpkg --at 7.5,47 --zoom 16 --filter \"roads=lanes > 1\"",
        "of the roads only the wide ones"),
      Example(
        "hit town.gpkg --at 7.5,47 --zoom 16 --explain",
        "with the reasons for what came first and what was left out"),
      Example(
        "hit town.gpkg --at 7.5,47 --zoom 16 --format svg > tap.svg",
        "the same as a drawing of the screen around the finger"),
      Example("hit town.gpkg - <taps.ndjson", "one tap a line in, one answer a line out"),
    ],
    synopsis: [
      "hit STORE --at LON,LAT --zoom Z [OPTION]…",
      "hit STORE --screen X,Y --center LON,LAT --zoom Z [OPTION]…",
      "hit STORE - [OPTION]…",
    ],
    operands: [CommonOperands.store, CommonOperands.batch],
    options: [
      at, zoom, screen, center, bearing, pitch, size, tolerance, rank, sigma, symbolRadius,
      lineWidth, layer, filter, hide, markup, limit, cycle, attributes, measure, explain, oracle,
      record,
      trustIndex, exitStatus, DocumentOptions.source,
    ] + BatchOptions.all,
    formats: [.ndjson, .table, .json, .svg],
    notes: [
      "Records of a batch: {\"id\":1,\"at\":[lon,lat],\"zoom\":16}, or {\"id\":1,"
        + "\"screen\":[x,y],\"camera\":C} where C is {\"center\":[lon,lat],\"zoom\":16, "
        + "\"bearing\":0,\"pitch\":45,\"size\":[390,844]}; options fill what is absent.",
      "With --in f64: lon, lat, zoom in; count, ambiguous out, then for each of --limit hits (1 by "
        + "default) layer, fid, fidRest, probability, distancePt, distanceM, inside, lon, lat; NaN "
        + "for none, and for a tap that cannot be answered. fid + fidRest is exact.",
      "Polygons are drawn below lines, lines below points, within a kind in the file's order.",
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      let store = document.store
      let isBatch = context.arguments[CommonOperands.batch] != nil
      // What is wrong with the words is said before a large file is read.
      let single = isBatch ? nil : try HitQuestion(HitTap(context.arguments))
      if isBatch && context.format == .svg {
        throw CommandError(
          UsageError.combination("`--format svg` draws one tap; leave out `-`, or `--format svg`."))
      }
      let recorder = try TapRecorder(context)
      // A drawing shows the whole screen.
      let isDrawn = context.format == .svg
      let answerer = try HitAnswerer(
        document, context, explains: isDrawn, single: isDrawn ? nil : single)
      guard let single else { return try runHitBatch(answerer, store, recorder, context) }
      try recorder?.append(single)
      let answer = try answerer.answer(single)
      switch context.format {
      case .table: try HitTable(answer: answer, answerer: answerer, store: store).write(in: context)
      case .svg:
        try context.output.write(HitDrawing(answer, of: single, by: answerer, context).text)
      default:
        var json = JSONWriter()
        json.beginObject()
        try answerer.appendMembers(of: answer, from: store, to: &json)
        json.endObject()
        json.endLine()
        try context.output.write(&json)
      }
      try recorder?.finish()
      return answer.hits.isEmpty && context.arguments.has(exitStatus) ? .nothingFound : .done
    }
  }
}
