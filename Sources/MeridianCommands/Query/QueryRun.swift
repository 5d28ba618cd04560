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
    _ request: QueryRequest, in store: any FeatureStore, memory: PlaneLayer? = nil,
    layers: Layers
  ) throws(CommandError) {
    self.request = request
    var asked = request.query
    if request.countsOnly && request.join == nil { asked.omitsGeometry = true }
    let prefix = request.join.map { $0.layer + "." }
    let wanted = request.select
    // Columns of the other layer are told by its name in front.
    let leftNames = wanted.map { names in
      names.filter { name in prefix.map { !name.hasPrefix($0) } ?? true }
    }
    let rightNames = prefix.flatMap { prefix in
      wanted.map { names in
        names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      }
    }
    asked.columns = leftNames
    if request.countsOnly && request.join == nil { asked.columns = [] }
    if request.join != nil {
      // The limit counts pairs.
      asked.limit = nil
      asked.offset = 0
      asked.omitsGeometry = false
    }
    do {
      query = try LayerQuery(
        asked, of: store.layer(named: request.layer), in: store, memory: memory)
      if let join = request.join {
        let names = rightNames.map { $0.filter { $0 != "fid" } }
        let layer = try layers(join.layer, query.crs, names)
        right = layer
        joiner = try Joiner(layer, on: join.condition)
      } else {
        right = nil
        joiner = nil
      }
    } catch {
      throw CommandError(error)
    }
    var columns = query.columns.enumerated().map { place, column in
      (QueryColumn(name: column.name, type: column.type), Source.left(place))
    }
    if let right, let prefix {
      if rightNames?.contains("fid") ?? true {
        columns.append((QueryColumn(name: prefix + "fid", type: .integer), .rightID))
      }
      columns += right.columns.enumerated().map { place, column in
        (QueryColumn(name: prefix + column.name, type: column.type), Source.right(place))
      }
    }
    let measures =
      switch request.join?.condition {
      case .relation?, nil: asked.reach != nil || asked.nearest != nil
      case .within?, .nearest?: true
      }
    if measures { columns.append((QueryColumn(name: "distanceM", type: .real), .distance)) }
    if let wanted, request.join != nil {
      // The order asked for goes across both layers.
      let names = Dictionary(
        wanted.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      columns.sort { names[$0.0.name] ?? .max < names[$1.0.name] ?? .max }
    }
    self.columns = columns.map(\.0)
    sources = columns.map(\.1)
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
      var partners: [Joiner.Partner] = []
      var failure: QueryError?
      var (skipped, given) = (0, 0)
      guard request.query.limit != 0 else { return }
      func give(_ row: QueryRow) -> Bool {
        if skipped < request.query.offset {
          skipped += 1
          return true
        }
        given += 1
        return visit(row) && given != request.query.limit ?? -1
      }
      try query.forEach { found in
        do throws(QueryError) {
          if found.hasGeometry {
            try joiner.find(found.geometry, into: &partners)
          } else {
            partners.removeAll()
          }
        } catch {
          failure = error
          return false
        }
        if partners.isEmpty { return join.keepsAll ? give(row(found, nil)) : true }
        for partner in partners where !give(row(found, (right, partner))) { return false }
        return true
      }
      if let failure { throw failure }
    } catch {
      throw CommandError(error)
    }
  }

  private func row(
    _ found: FoundFeature, _ partner: (layer: PlaneLayer, partner: Joiner.Partner)?
  ) -> QueryRow {
    let left = found.values
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
      fid: found.fid, row: found.row, geometry: found.geometry, hasGeometry: found.hasGeometry,
      values: values, partner: partner?.partner.feature)
  }
}
