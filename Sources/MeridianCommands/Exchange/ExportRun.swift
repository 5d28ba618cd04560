internal import MeridianKernel
internal import MeridianStore

/// One run of `export`: a layer is written to a temporary file that takes the name asked for when
/// it is whole, or to standard output.
struct ExportRun {
  private let context: CommandContext
  private let path: String
  private let format: ExportFormat
  private let decimals: Int

  /// Reads the words of the command.
  init(_ context: CommandContext) throws(CommandError) {
    self.context = context
    path = try context.arguments.required(ExportCommand.file)
    guard let format = context.arguments[ExportCommand.format] ?? ExportFormat(path: path) else {
      throw CommandError(
        UsageError.combination(
          path == "-"
            ? "Standard output has no name that tells its format; add `--format`."
            : "The name \(ValueProblem.quoted(path)) does not tell its format; add `--format`."))
    }
    self.format = format
    decimals = context.arguments[ExportCommand.precision] ?? 7
    if path == "-" && format == .gpkg {
      throw CommandError(
        UsageError.combination("A GeoPackage cannot be written to standard output; name a file."))
    }
  }

  /// Does it.
  func run() throws(CommandError) -> ExitCode {
    let name = try context.arguments.required(ExportCommand.layer)
    return try context.withStore(about: [name]) { store throws(CommandError) in
      let schema: LayerSchema
      do throws(StoreError) {
        schema = try store.layer(named: name)
      } catch {
        throw CommandError(error)
      }
      if path == "-" {
        let problems = try write(schema, of: store, to: context.output)
        return problems.finish(context)
      }
      try checkTarget(apartFrom: store.path)
      return try writeFile(schema, of: store)
    }
  }

  private func checkTarget(apartFrom source: String) throws(CommandError) {
    guard let status = SystemCalls.status(of: path) else { return }
    if let other = SystemCalls.status(of: source), other.device == status.device,
      other.inode == status.inode
    {
      throw CommandError(
        UsageError.combination(
          "`-o` names \(ValueProblem.quoted(path)), which is read from; name another file."))
    }
    guard context.arguments.has(ExportCommand.overwrite) else {
      throw CommandError(
        "fileExists",
        "\(path) is there already; name another file, or add `--overwrite` to replace it.",
        exitCode: .usage)
    }
  }

  private func writeFile(
    _ schema: LayerSchema, of store: any FeatureStore
  ) throws(CommandError) -> ExitCode {
    var temporary: String?
    defer { if let temporary { SystemCalls.remove(temporary) } }
    do {
      let made = try SystemCalls.makeFile(beside: path)
      temporary = made.name
      defer { SystemCalls.closeDescriptor(made.descriptor) }
      let problems: ProblemList
      if format == .gpkg {
        SystemCalls.remove(made.name)
        problems = try writeStore(schema, of: store, to: made.name)
      } else {
        let stream = OutputStream(DescriptorSink(made.descriptor, name: path))
        problems = try write(schema, of: store, to: stream)
        try stream.flush()
      }
      try context.checkInterrupted()
      try SystemCalls.settle(made.name, as: path)
      temporary = nil
      return problems.finish(context)
    } catch {
      let error = CommandError(error)
      guard error.exitCode == .interrupted else {
        throw temporary.map { error.naming(path, insteadOf: $0) } ?? error
      }
      throw CommandError(
        "interrupted", "Interrupted; \(path) was not written.", exitCode: .interrupted)
    }
  }

  /// Copies a layer into a GeoPackage of its own, in the version that older programs read.
  private func writeStore(
    _ schema: LayerSchema, of store: any FeatureStore, to file: String
  ) throws(CommandError) -> ProblemList {
    let line = context.progressLine()
    defer { line?.erase() }
    var work = StoreWork(copying: schema, of: store)
    try work.survey(context, line)
    do {
      let writer = try GeoPackageWriter(creating: file, lastChange: nil, version: .v1_3)
      try work.write(writer, context, line)
      try writer.finish()
    } catch {
      throw CommandError(error)
    }
    return work.problems
  }

  // MARK: Sinks

  private func sink(to output: OutputStream) -> any FeatureSink {
    switch format {
    case .geojson, .gpkg: GeoJSONSink(output, isSequence: false, decimals: decimals)
    case .geojsonseq: GeoJSONSink(output, isSequence: true, decimals: decimals)
    case .csv: CSVSink(output, decimals: decimals)
    case .wkt: WKTSink(output, decimals: decimals)
    case .svg: MapSink(output)
    }
  }

  /// Writes a layer as text; answers the features whose geometry cannot be read, which are written
  /// without one.
  private func write(
    _ schema: LayerSchema, of store: any FeatureStore, to output: OutputStream
  ) throws(CommandError) -> ProblemList {
    let line = context.progressLine()
    defer { line?.erase() }
    let sink = sink(to: output)
    let features = FeatureSchema(schema)
    try sink.begin(features)
    var count = 0
    var problems = ProblemList(file: store.path)
    var failure: CommandError?
    do throws(StoreError) {
      try store.forEachRow(in: schema, columns: features.columns.map(\.name)) {
        row, status, geometry, values in
        if case .malformed(let error) = status {
          problems.add(
            at: "feature \(row.fid ?? row.row) of \(schema.name)",
            "\(error.description); it is written without geometry")
        }
        let hasGeometry = status == .valid || status == .empty
        do throws(CommandError) {
          try sink.feature(row, geometry, hasGeometry: hasGeometry, values)
        } catch {
          failure = error
        }
        count += 1
        if count & 1023 == 0 {
          if context.invocation.isInterrupted() { failure = .interrupted }
          line?.update("Exporting \(schema.name)", done: count, of: nil, noun: "rows")
        }
        return failure == nil
      }
    } catch {
      throw CommandError(error)
    }
    if let failure { throw failure }
    try sink.end()
    for notice in sink.notices { context.notice("\(schema.name): \(notice)") }
    return problems
  }
}
