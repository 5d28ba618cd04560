internal import MeridianKernel
internal import MeridianStore

/// One run of `import`: everything is read once and planned; then, unless it is a dry run, read
/// again and written, all or nothing.
struct ImportRun {
  private let context: CommandContext
  private let target: ImportTarget
  private let line: ProgressLine?
  private let wishes: LayerSurvey.Wishes
  private var works: [any ImportWork] = []
  private var leftovers: [String] = []

  /// Reads the words of the command.
  init(_ context: CommandContext) throws(CommandError) {
    self.context = context
    target = try ImportTarget(
      context.arguments.required(ImportCommand.into), cacheFolder: context.invocation.cacheFolder)
    line = context.progressLine()
    var wishes = LayerSurvey.Wishes()
    wishes.name = context.arguments[ImportCommand.layer]
    wishes.crs = context.arguments[ImportCommand.crs]
    wishes.geometryType = context.arguments[ImportCommand.geometryType]?.rawValue.uppercased()
    self.wishes = wishes
  }

  /// Does it; the exit code says whether features were left out.
  mutating func run() throws(CommandError) -> ExitCode {
    let isDry = context.arguments.has(ImportCommand.dryRun)
    defer {
      line?.erase()
      for path in leftovers { SystemCalls.remove(path) }
    }
    do throws(CommandError) {
      for file in context.arguments.all(ImportCommand.files) { try add(file, isDry: isDry) }
      var names: Set<String> = []
      for work in works {
        try target.check(layer: work.name)
        guard names.insert(work.name.lowercased()).inserted else {
          throw CommandError(
            UsageError.combination(
              "Two files make a layer \(ValueProblem.quoted(work.name)); import them one by one "
                + "with `-l`."))
        }
      }
      for index in works.indices { try works[index].survey(context, line) }
      if !isDry { try write() }
    } catch {
      let error = target.explained(error)
      target.abandon()
      throw error
    }
    line?.erase()
    return try report(isDry: isDry)
  }

  private func write() throws(CommandError) {
    let writer = try target.open()
    for work in works {
      do throws(StoreError) {
        if try writer.hasTable(work.name) {
          throw .inputOutput(path: target.path, detail: "it has a table \(work.name) already")
        }
      } catch {
        throw CommandError(error)
      }
      try work.write(writer, context, line)
    }
    for work in works { try work.close() }
    try context.checkInterrupted()
    try target.finish()
  }

  // MARK: Sources

  private mutating func add(_ file: String, isDry: Bool) throws(CommandError) {
    if let program = context.arguments[ImportCommand.via] {
      let converted = try OGRConversion(program, context).convert(file, beside: target.path)
      leftovers.append(converted)
      return try addStore(converted, shown: file)
    }
    guard let format = context.arguments[ImportCommand.format] ?? ImportFormat(path: file) else {
      throw CommandError(
        UsageError.combination(
          file == "-"
            ? "Standard input has no name that tells its format; add `--format-in`."
            : "The name \(ValueProblem.quoted(file)) does not tell its format; add `--format-in`, "
              + "or `--via ogr2ogr` for formats that are not read here."))
    }
    if file == "-" && (format == .gpkg || format == .shp) {
      throw CommandError(
        UsageError.combination(
          "GeoPackages and Shapefiles are not read from standard input, which comes in one piece; "
            + "name a file."))
    }
    if format == .gpkg { return try addStore(file, shown: file) }
    let source: any FeatureSource
    let name = file == "-" ? "layer" : FileName.stem(of: file)
    switch format {
    case .geojson, .geojsonseq:
      source = try GeoJSONSource(
        bytes(of: file, isDry: isDry), name: name, isSequence: format == .geojsonseq,
        isCRSGiven: wishes.crs != nil)
    case .csv:
      source = try CSVSource(bytes(of: file, isDry: isDry), name: name, columns: placeColumns)
    case .shp: source = try ShapefileSource(path: file, name: name, isCRSGiven: wishes.crs != nil)
    case .kml: source = try KMLSource(bytes(of: file, isDry: isDry), name: name)
    case .gpkg: return
    }
    works.append(FeatureWork(source, file: file == "-" ? "Standard input" : file, wishes))
  }

  private var placeColumns: CSVSource.PlaceColumns {
    get throws(CommandError) {
      let words = context.arguments
      let (lon, lat) = (words[ImportCommand.longitude], words[ImportCommand.latitude])
      let wkt = words[ImportCommand.wkt]
      guard (lon == nil) == (lat == nil), lon == nil || wkt == nil else {
        throw CommandError(
          UsageError.combination("Name either `--lon` and `--lat` together, or `--wkt`."))
      }
      return CSVSource.PlaceColumns(
        longitude: lon, latitude: lat, wkt: wkt, areDegrees: wishes.crs?.isDegrees ?? true)
    }
  }

  private func bytes(of file: String, isDry: Bool) throws(CommandError) -> any RepeatableBytes {
    guard file == "-" else { return try FileBytes(path: file) }
    if isDry { return StreamBytes(context.invocation.input) }
    return try FileBytes(
      copying: context.invocation.input, beside: target.path,
      isInterrupted: context.invocation.isInterrupted)
  }

  private mutating func addStore(_ path: String, shown: String) throws(CommandError) {
    if let source = SystemCalls.status(of: path), let into = SystemCalls.status(of: target.path),
      source.device == into.device, source.inode == into.inode
    {
      throw CommandError(
        UsageError.combination(
          "`--into` names \(ValueProblem.quoted(path)), which is read from; name another file."))
    }
    let layers = try StoreWork.layers(
      of: path, shown: shown, wishes, cacheFolder: context.invocation.cacheFolder)
    for layer in layers { works.append(layer) }
  }

  // MARK: The report

  private func report(isDry: Bool) throws(CommandError) -> ExitCode {
    var skipped = 0
    for work in works {
      for notice in work.notices { context.notice(notice) }
      work.problems.report(context)
      skipped += work.problems.count
    }
    let results = works.map {
      ImportResult(
        layer: $0.name, rows: $0.rows, skipped: $0.problems.count, columns: $0.columns,
        geometryType: $0.geometryType, crs: $0.crsName)
    }
    try ImportResult.write(results, isDry: isDry, context)
    return skipped > 0 ? .someFailed : .done
  }
}

/// One layer that an import makes.
protocol ImportWork {
  var name: String { get }
  var rows: Int { get }
  var problems: ProblemList { get }
  var notices: [String] { get }
  var columns: [(name: String, type: String)] { get }
  var geometryType: String? { get }
  var crsName: String { get }
  /// Reads everything and finds out what the layer will be.
  mutating func survey(_ context: CommandContext, _ line: ProgressLine?) throws(CommandError)
  /// Reads everything again and writes it.
  func write(
    _ writer: GeoPackageWriter, _ context: CommandContext, _ line: ProgressLine?
  ) throws(CommandError)
  /// Ends reading; what was changed meanwhile is an error.
  func close() throws(CommandError)
}

/// A layer made of the features of a file.
struct FeatureWork: ImportWork {
  private let source: any FeatureSource
  private let file: String
  private let wishes: LayerSurvey.Wishes
  private var plan: LayerPlan?

  init(_ source: any FeatureSource, file: String, _ wishes: LayerSurvey.Wishes) {
    self.source = source
    self.file = file
    self.wishes = wishes
  }

  var name: String { wishes.name ?? source.name }
  var rows: Int { plan?.rows ?? 0 }
  var problems: ProblemList { plan?.problems ?? ProblemList(file: file) }
  var notices: [String] { plan?.notices ?? [] }
  var columns: [(name: String, type: String)] {
    plan?.columns.map { ($0.name, $0.declaredType) } ?? []
  }
  var geometryType: String? { plan?.geometryType }
  var crsName: String { plan.map { "\($0.crs.organization):\($0.crs.code)" } ?? "" }

  func close() throws(CommandError) {}

  mutating func survey(_ context: CommandContext, _ line: ProgressLine?) throws(CommandError) {
    plan = try LayerSurvey.plan(of: source, file: file, wishes, context, line)
  }

  func write(
    _ writer: GeoPackageWriter, _ context: CommandContext, _ line: ProgressLine?
  ) throws(CommandError) {
    guard let plan else { return }
    if let system = try plan.crs.completed() {
      do throws(StoreError) {
        try writer.addSpatialReference(
          id: system.id, name: system.name, organization: system.organization, code: system.code,
          definition: system.definition)
      } catch {
        throw CommandError(error)
      }
    }
    try LayerFiller.fill(plan, from: source, into: writer, context, line)
  }
}
