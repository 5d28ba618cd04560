internal import MeridianKernel
internal import MeridianQuery
internal import MeridianStore

/// One question to a store, from the command line or from a record of a batch.
struct QueryRequest {
  /// The layer that is asked.
  var layer: String
  /// What is asked of it.
  var query = FeatureQuery()
  /// The columns of the answer; with a join, those of the other layer as `LAYER2.COLUMN`.
  var select: [String]?
  /// Whether only the number of features is wanted.
  var countsOnly = false
  /// The other layer of a join.
  var join: Join?
  /// Counting by a column.
  var grouping: Grouping?

  /// A join to another layer.
  struct Join {
    var layer: String
    var condition: JoinCondition
    /// Whether features without a partner stay.
    var keepsAll = false
  }

  /// A column by whose values the answer is counted, and columns that are added up.
  struct Grouping {
    var column: String
    var sums: [String]
  }

  init(layer: String) { self.layer = layer }

  /// Of the words of a command line.
  init(_ arguments: ParsedArguments, layer: String) throws(CommandError) {
    self.layer = layer
    query.crs = arguments[QueryOptions.crs]
    query.box = arguments[QueryOptions.box]
    query.filter = arguments[QueryOptions.filter]
    for (predicate, option) in QueryOptions.relations {
      if let geometry = arguments[option] {
        query.relations.append(FeatureQuery.Relation(predicate, geometry))
      }
    }
    try setReach(arguments[QueryOptions.reach], arguments[QueryOptions.of])
    try setNearest(arguments[QueryOptions.nearest], arguments[QueryOptions.count])
    select = arguments[QueryOptions.select]
    query.order = (arguments[QueryOptions.sort] ?? []).map(Self.sortKey)
    query.limit = arguments[QueryOptions.limit]
    query.offset = arguments[QueryOptions.offset] ?? 0
    query.omitsGeometry = arguments.has(QueryOptions.noGeometry)
    countsOnly = arguments.has(QueryOptions.counts)
    join = try Self.join(
      arguments[QueryOptions.join], arguments[QueryOptions.on],
      keepsAll: arguments.has(QueryOptions.left))
    try setGrouping(arguments[QueryOptions.by], arguments[QueryOptions.sum])
    try check()
  }

  /// A column's name, behind a hyphen for the largest first.
  static func sortKey(_ name: String) -> FeatureQuery.SortKey {
    name.hasPrefix("-")
      ? FeatureQuery.SortKey(String(name.dropFirst()), isDescending: true)
      : FeatureQuery.SortKey(name)
  }

  /// Both halves of a distance, or neither.
  mutating func setReach(_ meters: Double?, _ geometry: GeometryBuffer?) throws(CommandError) {
    switch (meters, geometry) {
    case (nil, nil): return
    case (let meters?, let geometry?):
      guard meters >= 0 else {
        throw Self.usage("`--dwithin` needs a length from 0 on, but it is negative.")
      }
      query.reach = FeatureQuery.Reach(meters: meters, of: geometry)
    case (_?, nil): throw Self.usage("`--dwithin` needs `--of`: from where to measure.")
    case (nil, _?): throw Self.usage("`--of` goes with `--dwithin`: how far to look.")
    }
  }

  mutating func setNearest(_ place: LonLat?, _ count: Int?) throws(CommandError) {
    guard let place else {
      if count != nil { throw Self.usage("`-k` goes with `--nearest`: to which place.") }
      return
    }
    query.nearest = FeatureQuery.Nearest(to: place, count: count ?? 1)
  }

  static func join(
    _ layer: String?, _ condition: JoinCondition?, keepsAll: Bool
  ) throws(CommandError) -> Join? {
    switch (layer, condition) {
    case (nil, nil):
      if keepsAll { throw usage("`--left` goes with `--join`: which layer to bring together.") }
      return nil
    case (let layer?, let condition?):
      return Join(layer: layer, condition: condition, keepsAll: keepsAll)
    case (_?, nil): throw usage("`--join` needs `--on`: how features belong together.")
    case (nil, _?): throw usage("`--on` goes with `--join`: which layer to bring together.")
    }
  }

  mutating func setGrouping(_ column: String?, _ sums: [String]?) throws(CommandError) {
    guard let column else {
      if sums != nil { throw Self.usage("`--sum` goes with `--by`: which column to count by.") }
      return
    }
    grouping = Grouping(column: column, sums: sums ?? [])
  }

  /// Refuses what cannot be answered together.
  func check() throws(CommandError) {
    if query.nearest != nil, !query.order.isEmpty {
      throw Self.usage("`--nearest` has an order of its own; leave out `--sort`.")
    }
    if grouping != nil, countsOnly {
      throw Self.usage("`--by` counts already; leave out `--count`.")
    }
    for box in [query.box].compactMap({ $0 }) where box.west > box.east {
      let isGeographic = query.crs == nil || query.crs == .longitudeLatitude
      guard isGeographic else {
        throw Self.usage(
          "`--bbox` has its west side east of its east side, which only degrees allow.")
      }
    }
  }

  static func usage(_ sentence: String) -> CommandError {
    CommandError(UsageError.combination(sentence))
  }
}

// MARK: - Records of a batch

extension QueryRequest {
  private static let members =
    ["id", "layer", "bbox", "where", "dwithin", "of", "nearest", "k", "select", "sort", "limit"]
    + ["offset", "count", "crs", "join", "on", "left", "by", "sum", "no-geometry"]
    + SpatialPredicate.allCases.map(\.rawValue)

  /// Of a record: the options by their long names, places and boxes as arrays.
  init(_ record: JSONValue) throws(CommandError) {
    try record.refuseMembers(except: Self.members)
    guard let layer = try record.text("layer") else {
      throw JSONValue.missing("layer", "the name of a layer")
    }
    self.layer = layer
    query.crs = try Self.read(record, "crs", ValueKind<CRS>.crs)
    query.filter = try record.text("where")
    if let values = try record.numbers("bbox") {
      guard values.count == 4 else {
        throw .badRecord("“bbox” must be [west,south,east,north].")
      }
      do throws(ValueProblem) {
        query.box = try FeatureQuery.Box(values, needs: "")
      } catch {
        throw .badRecord("“bbox” must be [west,south,east,north], but \(error.but).")
      }
    }
    for predicate in SpatialPredicate.allCases {
      if let geometry = try record.geometry(predicate.rawValue) {
        query.relations.append(FeatureQuery.Relation(predicate, geometry))
      }
    }
    try setReach(record.length("dwithin"), record.geometry("of"))
    try setNearest(record.place("nearest"), record.natural("k"))
    select = try record.names("select")
    query.order = (try record.names("sort") ?? []).map(Self.sortKey)
    query.limit = try record.natural("limit")
    query.offset = try record.natural("offset") ?? 0
    query.omitsGeometry = try record.flag("no-geometry") ?? false
    countsOnly = try record.flag("count") ?? false
    join = try Self.join(
      record.text("join"), Self.read(record, "on", ValueKind<JoinCondition>.joinCondition),
      keepsAll: record.flag("left") ?? false)
    try setGrouping(record.text("by"), record.names("sum"))
    try check()
  }

  /// A member that is written as on the command line.
  private static func read<Value>(
    _ record: JSONValue, _ key: String, _ kind: ValueKind<Value>
  ) throws(CommandError) -> Value? {
    guard let text = try record.text(key) else { return nil }
    do throws(ValueProblem) {
      return try kind.read(text)
    } catch {
      throw .badRecord("“\(key)” needs \(error.needs), but \(error.but).")
    }
  }
}

extension JSONValue {
  /// A list of numbers, if the member is there.
  fileprivate func numbers(_ key: String) throws(CommandError) -> [Double]? {
    guard let value = present(key) else { return nil }
    let numbers = value.kind == .array ? value.elements.map(\.double) : [nil]
    guard !numbers.contains(nil) else { throw .badRecord("“\(key)” must be a list of numbers.") }
    return numbers.compactMap { $0 }
  }

  /// A whole number from 0 on, if the member is there.
  fileprivate func natural(_ key: String) throws(CommandError) -> Int? {
    guard let number = try whole(key) else { return nil }
    guard number >= 0, let whole = Int(exactly: number) else {
      throw .badRecord("“\(key)” must be a whole number from 0 on.")
    }
    return whole
  }

  /// Names in a list, or in a text with commas between, if the member is there.
  fileprivate func names(_ key: String) throws(CommandError) -> [String]? {
    guard let value = present(key) else { return nil }
    if let text = value.string {
      return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = value.kind == .array ? value.elements.map(\.string) : [nil]
    guard !names.contains(nil) else { throw .badRecord("“\(key)” must be a list of names.") }
    return names.compactMap { $0 }
  }

  /// Meters, as a number or with a unit in a text, if the member is there.
  fileprivate func length(_ key: String) throws(CommandError) -> Double? {
    guard let value = present(key) else { return nil }
    if let meters = value.double { return meters }
    do throws(ValueProblem) {
      return try ValueKind<Double>.groundLength.read(value.string ?? "")
    } catch {
      throw .badRecord("“\(key)” must be a length such as 25 or \"1.2km\".")
    }
  }

  /// A geometry as GeoJSON or in a text, if the member is there.
  fileprivate func geometry(_ key: String) throws(CommandError) -> GeometryBuffer? {
    guard let value = present(key) else { return nil }
    var buffer = GeometryBuffer()
    guard let text = value.string else {
      try GeometryText.read(value, into: &buffer)
      return buffer
    }
    do throws(ValueProblem) {
      return try GeometryText.read(text)
    } catch {
      throw .badRecord("“\(key)” needs \(error.needs), but \(error.but).")
    }
  }
}
