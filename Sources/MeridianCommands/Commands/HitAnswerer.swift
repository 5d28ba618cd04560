internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// Answers taps over one store with the command's options, and writes answers as records.
struct HitAnswerer: Sendable {
  let snapshot: WorkspaceSnapshot
  let defaults: HitDefaults
  private let options: HitOptions
  var isExplaining: Bool { options.explains }
  /// At most so many hits are asked for; nil when all are.
  var limit: Int? { options.limit }
  /// For each layer the members before a feature's id, since its name is the same in all hits.
  let layerTexts: [[UInt8]]
  private let cycle: Int?
  private let asksTwin: Bool
  let addsAttributes: Bool
  let addsMeasures: Bool

  /// Gets ready for many questions, or for a single one, for which less is read, over the layers
  /// that `layers` names, or the option `--layer`; all when neither does.
  init(
    _ document: Document, _ context: CommandContext, layers: [String] = [],
    explains: Bool = false, single: HitQuestion? = nil
  ) throws(CommandError) {
    let arguments = context.arguments
    let names = layers.isEmpty ? arguments.all(HitCommand.layer) : layers
    let isPacked = arguments[BatchOptions.input] == .f64
    let options = HitOptions(
      tolerance: HitTolerance(arguments[HitCommand.tolerance] ?? 22) ?? .fingertip,
      policy: arguments[HitCommand.rank] ?? .likelihood, sigma: arguments[HitCommand.sigma] ?? 8,
      limit: arguments[HitCommand.limit] ?? (isPacked ? 1 : nil),
      includesMarkup: arguments.has(HitCommand.markup),
      explains: explains || arguments.has(HitCommand.explain))
    self.options = options
    let symbols = LayerIndexer.Symbols(
      radius: arguments[HitCommand.symbolRadius] ?? 5,
      lineWidth: arguments[HitCommand.lineWidth] ?? 2)
    // The twin shall see all there is.
    let question = arguments.has(HitCommand.oracle) ? nil : single
    var reach = question.flatMap {
      TapReach($0.tap, through: $0.transform, options: options, symbols: symbols)
    }
    // An explanation names rows without a place too, which no index holds.
    if !options.explains {
      reach?.trust = arguments.has(HitCommand.trustIndex) ? .always : .sampled
    }
    let definitions = try DefinitionFilter.definitions(arguments, document.store)
    let line = context.progressLine()
    defer { line?.erase() }
    do throws(WorkspaceError) {
      snapshot = try WorkspaceSnapshot(
        reading: document, layers: names.isEmpty ? nil : names, symbols: symbols,
        filtering: { try DefinitionFilter.rows(of: $1, $0, in: $2) },
        loading: context.loading(line), within: reach
      ) { schema, layer in
        guard let definition = definitions[schema.name] else { return }
        layer.apply(definition)
      }
    } catch {
      throw CommandError(error)
    }
    line?.erase()
    layerTexts = snapshot.schemas.map { schema in
      var json = JSONWriter()
      json.beginObject()
      json.member("layer", schema.name)
      json.key("fid")
      return Array(json.bytes.dropFirst())
    }
    for found in snapshot.notices { context.notice(found.message) }
    defaults = HitDefaults(arguments)
    cycle = arguments[HitCommand.cycle]
    asksTwin = arguments.has(HitCommand.oracle)
    addsAttributes = arguments.has(HitCommand.attributes)
    addsMeasures = arguments.has(HitCommand.measure)
  }

  /// The answer to a tap, narrowed to one hit when cycling.
  func answer(_ question: HitQuestion) throws(CommandError) -> HitAnswer {
    var scratch = HitScratch()
    return try answer(question, scratch: &scratch)
  }

  /// The same with buffers kept from tap to tap.
  func answer(
    _ question: HitQuestion, scratch: inout HitScratch
  ) throws(CommandError) -> HitAnswer {
    var answer = snapshot.hits(
      at: question.tap, through: question.transform, options: options, scratch: &scratch)
    if asksTwin {
      let twin = snapshot.twinHits(
        at: question.tap, through: question.transform, options: options)
      guard answer.agrees(with: twin) else {
        throw CommandError(
          "twinDiffers",
          "The index and the brute-force twin differ on the tap at \(question.tap.x),"
            + "\(question.tap.y); please report it with the file.", exitCode: .bug)
      }
    }
    if let cycle, !answer.hits.isEmpty {
      answer.hits = [answer.hits[(cycle - 1) % answer.hits.count]]
    }
    return answer
  }

  func schema(of hit: Hit) -> LayerSchema { snapshot.schemas[hit.layerNumber] }

  /// The attributes of a hit with their columns, read from the store if one is given.
  func attributes(
    of hit: Hit, from store: (any FeatureStore)?
  ) throws(CommandError) -> [(column: AttributeColumn, value: AttributeValue)]? {
    guard addsAttributes, let store else { return nil }
    let schema = schema(of: hit)
    do throws(StoreError) {
      let values = try store.attributes(of: RowID(fid: hit.fid, row: hit.row), in: schema)
      return Array(zip(schema.columns, values)).map { (column: $0.0, value: $0.1) }
    } catch {
      throw CommandError(error)
    }
  }

  /// The length or area of a hit.
  func measure(of hit: Hit) throws(CommandError) -> FeatureMeasure? {
    guard addsMeasures else { return nil }
    do throws(WorkspaceError) {
      return try snapshot.measure(of: hit)
    } catch {
      throw CommandError(error)
    }
  }
}

extension HitAnswer {
  /// Whether another path came to the same hits in the same order with the same numbers.
  fileprivate func agrees(with other: HitAnswer) -> Bool {
    hits.count == other.hits.count && truncated == other.truncated
      && isAmbiguous == other.isAmbiguous && nearMisses.count == other.nearMisses.count
      && zip(hits, other.hits).allSatisfy { a, b in
        a.layerNumber == b.layerNumber && a.row == b.row && a.distance == b.distance
          && a.probability == b.probability && a.nearest == b.nearest && a.score == b.score
      }
  }
}
