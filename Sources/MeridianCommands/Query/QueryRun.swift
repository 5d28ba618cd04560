internal import MeridianKernel
internal import MeridianQuery
internal import MeridianStore

/// One column of an answer.
struct QueryColumn {
  var name: String
  var type: AttributeType
}

/// One row of an answer: a feature, or a pair of features of a join.
struct QueryRow {
  var fid: Int64?
  var row: Int64
  var geometry: GeometryBuffer
  var hasGeometry: Bool
  var values: [AttributeValue]
  /// The number of the partner in the other layer's index.
  var partner: Int?
}

/// A request bound to a store: its columns, then its rows.
///
/// With a join the other layer is held in memory; a batch may hand over layers that it has read
/// before.
struct QueryRun {
  let request: QueryRequest
  let query: LayerQuery
  /// The columns of every row, in order.
  let columns: [QueryColumn]
  /// The other layer of a join.
  let right: PlaneLayer?
  private let joiner: Joiner?
  /// Where the answered columns stand: in the left values, the right ones, or computed.
  private let sources: [Source]

  private enum Source {
    case left(Int)
    case right(Int)
    case rightID
    case distance
  }

  /// Layers in memory, for joins and for windows.
  typealias Layers = (
    _ name: String, _ crs: CRS?, _ columns: [String]?
  ) throws(CommandError) -> PlaneLayer

  init(
    _ request: QueryRequest, in store: any FeatureStore, layers: Layers,
    memory: (LayerQuery) throws(CommandError) -> PlaneLayer? = { _ in nil }
  ) throws(CommandError) {
    self.request = request
    let names = SelectedNames(request)
    var asked = request.query
    asked.columns = names.left
    if request.join != nil {
      // The limit counts pairs, and partners are found by geometry.
      asked.limit = nil
      asked.offset = 0
      asked.omitsGeometry = false
    } else if request.countsOnly {
      asked.omitsGeometry = true
    }
    do {
      query = try LayerQuery(
        asked, of: store.layer(named: request.layer), in: store)
      query.memory = try memory(query)
      if let join = request.join {
        let layer = try layers(join.layer, query.crs, names.right)
        right = layer
        joiner = try Joiner(layer, on: join.condition)
      } else {
        right = nil
        joiner = nil
      }
    } catch {
      throw CommandError(error)
    }
    let columns = Self.columns(query, right, names, measures: request.measures)
    self.columns = columns.map(\.column)
    sources = columns.map(\.source)
  }

  /// The columns of the answer with where their values come from.
  private static func columns(
    _ query: LayerQuery, _ right: PlaneLayer?, _ names: SelectedNames, measures: Bool
  ) -> [(column: QueryColumn, source: Source)] {
    var columns = query.columns.enumerated().map { place, column in
      (column: QueryColumn(name: column.name, type: column.type), source: Source.left(place))
    }
    if let right, let prefix = names.prefix {
      if names.hasRightID {
        columns.append((QueryColumn(name: prefix + "fid", type: .integer), .rightID))
      }
      columns += right.columns.enumerated().map { place, column in
        (QueryColumn(name: prefix + column.name, type: column.type), Source.right(place))
      }
    }
    if measures { columns.append((QueryColumn(name: "distanceM", type: .real), .distance)) }
    // The order asked for goes across both layers.
    if let wanted = names.wanted {
      let places = Dictionary(
        wanted.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      columns = columns.enumerated().sorted { a, b in
        let (x, y) = (places[a.element.column.name], places[b.element.column.name])
        return (x ?? .max, a.offset) < (y ?? .max, b.offset)
      }.map(\.element)
    }
    return columns
  }

  /// How many rows the answer has.
  func count() throws(CommandError) -> Int {
    if joiner == nil {
      do { return try query.count() } catch { throw CommandError(error) }
    }
    var rows = 0
    try forEach { _ in
      rows += 1
      return true
    }
    return rows
  }

  /// Visits the rows of the answer; the visitor returns false to stop.
  func forEach(_ visit: (QueryRow) -> Bool) throws(CommandError) {
    do throws(QueryError) {
      guard let joiner, let right, let join = request.join else {
        return try query.forEach { found in visit(row(found, nil)) }
      }
      guard request.query.limit != 0 else { return }
      var (skipped, given) = (0, 0)
      func give(_ row: QueryRow) -> Bool {
        if skipped < request.query.offset {
          skipped += 1
          return true
        }
        given += 1
        return visit(row) && given != request.query.limit ?? -1
      }
      try forEachChunk { chunk, batch throws(QueryError) in
        var goesOn = true
        try joiner.findAll(batch) { number, partners in
          if partners.isEmpty && join.keepsAll { goesOn = give(row(chunk[number], nil)) }
          for partner in partners where goesOn {
            goesOn = give(row(chunk[number], (right, partner)))
          }
          return goesOn
        }
        return goesOn
      }
    } catch {
      throw CommandError(error)
    }
  }

  /// How many features wait for their partners at a time.
  private static let chunk = 65_536

  /// Visits the features of the layer that is asked, many at a time.
  private func forEachChunk(
    _ visit: ([FoundFeature], JoinBatch) throws(QueryError) -> Bool
  ) throws(QueryError) {
    var chunk: [FoundFeature] = []
    var batch = JoinBatch()
    var failure: QueryError?
    var goesOn = true
    try query.forEach { found in
      chunk.append(found)
      batch.append(found.geometry)
      guard chunk.count == Self.chunk else { return true }
      do throws(QueryError) { goesOn = try visit(chunk, batch) } catch { failure = error }
      chunk.removeAll(keepingCapacity: true)
      batch.removeAll()
      return goesOn && failure == nil
    }
    if let failure { throw failure }
    if goesOn && !chunk.isEmpty { _ = try visit(chunk, batch) }
  }

  private func row(
    _ found: FoundFeature, _ partner: (layer: PlaneLayer, partner: Joiner.Partner)?
  ) -> QueryRow {
    let left = found.values
    let geometry = query.crs.isDegrees ? found.geometry.withinSeam : found.geometry
    let right = partner.map { $0.layer.values(of: $0.partner.feature) }
    let values = sources.map { source -> AttributeValue in
      switch source {
      case .left(let place): left[left.startIndex + place]
      case .right(let place): right.map { $0[$0.startIndex + place] } ?? .null
      case .rightID:
        partner.flatMap { $0.layer.row(of: $0.partner.feature).fid }.map { .integer($0) }
          ?? .null
      case .distance:
        (partner?.partner.distance ?? found.distance).map { .real($0) } ?? .null
      }
    }
    return QueryRow(
      fid: found.fid, row: found.row, geometry: geometry, hasGeometry: found.hasGeometry,
      values: values, partner: partner?.partner.feature)
  }
}

/// The columns that a request selects, apart by layer: those of the other layer of a join are told
/// by its name in front.
private struct SelectedNames {
  /// All of them, in the order asked for; nil for every column.
  let wanted: [String]?
  /// The other layer's name and a point.
  let prefix: String?
  /// The columns of the layer that is asked; nil for all.
  let left: [String]?
  /// The columns of the other layer; nil for all.
  let right: [String]?
  /// Whether the other layer's feature ids are among them.
  let hasRightID: Bool

  init(_ request: QueryRequest) {
    let prefix = request.join.map { $0.layer + "." }
    self.prefix = prefix
    wanted = request.select
    let belongs = { (name: String) in prefix.map { name.hasPrefix($0) } ?? false }
    let isCount = request.countsOnly && request.join == nil
    left = isCount ? [] : request.select.map { $0.filter { !belongs($0) } }
    let others = prefix.flatMap { prefix in
      request.select.map { $0.filter(belongs).map { String($0.dropFirst(prefix.count)) } }
    }
    right = others.map { $0.filter { $0 != "fid" } }
    hasRightID = others?.contains("fid") ?? true
  }
}

extension QueryRequest {
  /// Whether rows tell how far apart things are.
  fileprivate var measures: Bool {
    switch join?.condition {
    case .relation?, nil: query.reach != nil || query.nearest != nil
    case .within?, .nearest?: true
    }
  }
}

extension GeometryBuffer {
  /// The geometry cut at 180°, as GeoJSON asks, where it reaches beyond; else as it is.
  fileprivate var withinSeam: GeometryBuffer {
    let box = envelope
    guard box.minX < -PlaneIndex.seam || box.maxX > PlaneIndex.seam else { return self }
    var cut = GeometryBuffer()
    AntimeridianCut.cut(self, into: &cut)
    return cut
  }
}
