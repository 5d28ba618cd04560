internal import MeridianKernel
internal import MeridianQuery

/// The options of `query`, which are also the members of a record of its batch.
enum QueryOptions {
  static let box = Option(
    "bbox", .box, "Features that share a point with this box, exactly; west > east crosses 180°.")
  static let filter = Option(
    "where", ValueKind.text("CQL2", needs: "a filter in CQL2 text"), readsFiles: true,
    "Features for which this filter in CQL2 text holds, such as \"pop > 1000 AND name LIKE 'B%'\".")
  static let relations: [(predicate: SpatialPredicate, option: Option<GeometryBuffer>)] =
    [
      (.intersects, "share a point with"), (.equals, "cover the same points as"),
      (.within, "lie within"), (.contains, "contain"),
      (.touches, "touch with their boundaries only"), (.crosses, "cross"),
      (.overlaps, "overlap"), (.disjoint, "share no point with"),
    ].map { predicate, says in
      (
        predicate,
        Option(
          predicate.rawValue, .geometry, readsFiles: true,
          "Features that \(says) this geometry (WKT, GeoJSON or @FILE).")
      )
    }
  static let reach = Option(
    "dwithin", ValueKind.groundLength,
    "Features within this distance on the ellipsoid of the geometry of --of.")
  static let of = Option(
    "of", .geometry, readsFiles: true, "From where --dwithin measures (WKT, GeoJSON or @FILE).")
  static let nearest = Option(
    "nearest", .place, "The features nearest to this place on the ellipsoid, the nearest first.")
  static let count = Option(
    "k", letter: "k", ValueKind.whole(1...1_000_000), "How many --nearest gives; default: 1.")
  static let select = Option(
    "select", .names, "Only these columns, in this order; default: all.")
  static let sort = Option(
    "sort", .names,
    "The order of the answer: columns with commas between, a hyphen for largest "
      + "first; default: by feature id.")
  static let limit = Option("limit", ValueKind.whole(0...(.max)), "At most so many features.")
  static let offset = Option(
    "offset", ValueKind.whole(0...(.max)), "Leaves out so many features at the start.")
  static let counts = Switch("count", "Answers only how many features match.")
  static let crs = Option(
    "crs", .crs,
    "The reference system of boxes, geometries and answers; default: longitude and "
      + "latitude.")
  static let noGeometry = Switch("no-geometry", "Leaves geometries out of the answer.")
  static let precision = Option(
    "precision", ValueKind.whole(0...15), "Decimals of coordinates; default: 7.")
  static let explain = Switch(
    "explain", "Answers the plan instead of the features: each step, who did it, rows left.")
  static let exitStatus = Switch("exit-status", letter: "e", "Exits with 1 when nothing matches.")

  // MARK: Joins

  static let join = Option(
    "join", ValueKind<String>.layer, "Brings every feature together with those of this layer.")
  static let on = Option(
    "on", .joinCondition,
    "How features of the two layers belong together; the first is that of "
      + "LAYER, such as a point within an area.")
  static let left = Switch(
    "left", "Keeps features without a partner, with nulls; default: leaves them out.")
  static let by = Option(
    "by", ValueKind.text("COLUMN", needs: "the name of a column"),
    "Counts the answer by the values of this column (of the other layer: LAYER2.COLUMN).")
  static let sum = Option(
    "sum", .names, "With --by: adds up these columns too.")

  static let all: [any AnyOption] =
    [box, filter] + relations.map { $0.option as any AnyOption } + [
      reach, of, nearest, count, select, sort, limit, offset, counts, crs, noGeometry, precision,
      join, on, left, by, sum, explain, exitStatus,
    ]
}

extension ValueKind where Value == FeatureQuery.Box {
  /// A box in the query's reference system.
  static var box: ValueKind {
    let needs = "a box as WEST,SOUTH,EAST,NORTH, such as -0.14,51.51,-0.13,51.52"
    return ValueKind(placeholder: "W,S,E,N", needs: needs) { text throws(ValueProblem) in
      let values = try Numeral.list(text, 4, needs: needs)
      return try FeatureQuery.Box(values, needs: needs)
    }
  }
}

extension FeatureQuery.Box {
  /// A box of west, south, east and north; throws when south lies north of north.
  init(_ values: [Double], needs: String) throws(ValueProblem) {
    guard values[1] <= values[3] else {
      throw ValueProblem(needs: needs, but: "its south lies north of its north")
    }
    self.init(west: values[0], south: values[1], east: values[2], north: values[3])
  }
}

extension ValueKind where Value == [String] {
  /// Names with commas between.
  static var names: ValueKind {
    let needs = "names of columns with commas between"
    return ValueKind(placeholder: "A,B", needs: needs) { text throws(ValueProblem) in
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard !names.contains("") else {
        throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) has an empty one")
      }
      return names
    }
  }
}

extension ValueKind where Value == JoinCondition {
  /// `intersects`, another relation, `nearest`, or `dwithin=25m`.
  static var joinCondition: ValueKind {
    let relations = SpatialPredicate.allCases.map(\.rawValue).filter { $0 != "disjoint" }
    let words = relations + ["nearest", "dwithin=25m"]
    let needs = "one of " + words.joined(separator: ", ")
    return ValueKind(placeholder: "RELATION|nearest|dwithin=LENGTH", needs: needs, choices: words) {
      text throws(ValueProblem) in
      if text == "nearest" { return .nearest }
      if let predicate = SpatialPredicate(rawValue: text), predicate != .disjoint {
        return .relation(predicate)
      }
      if text.hasPrefix("dwithin=") {
        let meters = try ValueKind<Double>.groundLength.read(String(text.dropFirst(8)))
        guard meters >= 0 else { throw ValueProblem(needs: needs, but: "its length is negative") }
        return .within(meters: meters)
      }
      throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) is none of them")
    }
  }
}
