import MeridianFilter
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// A random condition as text and as a slow twin that shares nothing with the evaluator.
private struct RandomCondition {
  var random: SplitMix64
  typealias Twin = ([String: AttributeValue]) -> Bool?

  mutating func any(_ depth: Int) -> (text: String, twin: Twin) {
    let kind = depth == 0 ? 3 : Int.random(in: 0..<8, using: &random)
    switch kind {
    case 0, 1:
      let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in any(depth - 1) }
      let isAll = kind == 0
      let text = parts.map { "(\($0.text))" }.joined(separator: isAll ? " AND " : " OR ")
      return (
        text,
        { row in
          let values = parts.map { $0.twin(row) }
          if values.contains(!isAll) { return !isAll }
          return values.contains(nil) ? nil : isAll
        }
      )
    case 2:
      let inner = any(depth - 1)
      return ("NOT (\(inner.text))", { inner.twin($0).map { !$0 } })
    default: return leaf()
    }
  }

  private static let compare: [String: @Sendable (Int) -> Bool] = [
    "=": { $0 == 0 }, "<>": { $0 != 0 }, "<": { $0 < 0 }, "<=": { $0 <= 0 }, ">": { $0 > 0 },
    ">=": { $0 >= 0 },
  ]

  private mutating func leaf() -> (text: String, twin: Twin) {
    let column =
      ["pop", "area", "name", "other", "open", "start"].randomElement(using: &random) ?? "pop"
    let sign = ["=", "<>", "<", "<=", ">", ">="].randomElement(using: &random) ?? "="
    let test = Self.compare[sign] ?? { $0 == 0 }
    if Int.random(in: 0..<6, using: &random) == 0 {
      return ("\(column) IS NULL", { $0[column, default: .null] == .null })
    }
    switch column {
    case "pop", "area", "name", "other": return valueLeaf(column, sign, test)
    case "open":
      let wanted = Bool.random(using: &random)
      return (
        "open = \(wanted)",
        { row in
          switch row["open"] {
          case .integer(0): !wanted
          case .integer(1): wanted
          default: nil
          }
        }
      )
    default:
      return (
        "start \(sign) TIMESTAMP('2020-01-01T08:00:00Z')",
        { row in Self.text(row["start"]).flatMap { Self.hours[$0] }.map { test($0 - 8) } }
      )
    }
  }

  /// A condition over numbers or texts.
  private mutating func valueLeaf(
    _ column: String, _ sign: String, _ test: @escaping @Sendable (Int) -> Bool
  ) -> (text: String, twin: Twin) {
    switch column {
    case "pop", "area":
      let limit = Int.random(in: -3...3, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        let other = Int.random(in: -3...3, using: &random)
        return (
          "\(column) IN (\(limit), \(other), 2.5)",
          { row in
            Self.number(row[column]).map { [Double(limit), Double(other), 2.5].contains($0) }
          }
        )
      }
      return (
        "\(column) \(sign) \(limit)",
        { row in
          Self.number(row[column]).map {
            test($0 < Double(limit) ? -1 : $0 > Double(limit) ? 1 : 0)
          }
        }
      )
    default:
      let literal = Self.texts.randomElement(using: &random) ?? ""
      let quoted =
        "'"
        + literal.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
      if Int.random(in: 0..<3, using: &random) == 0 {
        return (
          "\(column) IN (\(quoted), 'b')",
          { row in
            Self.text(row[column]).map {
              [Array(literal.unicodeScalars), ["b"]].contains(Array($0.unicodeScalars))
            }
          }
        )
      }
      return (
        "\(column) \(sign) \(quoted)",
        { row in Self.text(row[column]).map { test(Self.order($0, literal)) } }
      )
    }
  }

  static let texts = [
    "", "a", "b", "B", "é", "e\u{301}", "it's", "5", "a\u{FFFD}", "🙂", "\u{FFFD}",
  ]
  static let hours = [
    "2020-01-01T07:00:00.000Z": 7, "2020-01-01 08:00:00": 8, "2020-01-01T11:00:00+02:00": 9,
  ]

  private static func number(_ value: AttributeValue?) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  private static func text(_ value: AttributeValue?) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  private static func order(_ a: String, _ b: String) -> Int {
    let (x, y) = (a.unicodeScalars.map(\.value), b.unicodeScalars.map(\.value))
    return x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
  }

  mutating func row() -> [AttributeValue] {
    let numbers: [AttributeValue] = [
      .null, .integer(-1), .integer(0), .integer(2), .integer(.max), .real(2.5), .real(-0.5),
      .text("x"), .text(""), .blob([1]),
    ]
    let texts: [AttributeValue] =
      [.null, .integer(5), .blob([0x61]), .text("c")] + Self.texts.map { .text($0) }
    let times: [AttributeValue] =
      [.null, .text("2018/02/13"), .integer(3)] + Self.hours.keys.sorted().map { .text($0) }
    let flags: [AttributeValue] = [.null, .integer(0), .integer(1), .integer(2), .text("x")]
    return [numbers, numbers, texts, texts, flags, times].map {
      $0.randomElement(using: &random) ?? .null
    }
  }
}

@Suite("Conditions in SQL")
struct ConditionTests {
  private static let names = ["pop", "area", "name", "other", "open", "start"]

  @Test(arguments: Seeds.list(4))
  func `the evaluator agrees with its twin, and SQL loses no row`(seed: UInt64) throws {
    var random = RandomCondition(random: SplitMix64(seed: seed))
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let types = ["INTEGER", "REAL", "TEXT(9)", "TEXT COLLATE NOCASE", "BOOLEAN", "DATETIME"]
    let layer = try writer.addLayer(
      "t", geometryType: "POINT",
      columns: zip(Self.names, types).map { AttributeColumn(name: $0, declaredType: $1) })
    for _ in 0..<150 {
      try writer.insert(into: layer, geometry: RandomGeometry.point(7, 47), values: random.row())
    }
    // Bytes that are no UTF-8.
    try writer.execute(
      "INSERT INTO t (name, other) VALUES (CAST(x'61FF' AS TEXT), CAST(x'FF' AS TEXT))")
    try writer.finish()
    let store = try openStore(at: path, cacheFolder: cache.path)
    let schema = try store.layer(named: "t")
    let connection = try Connection(path: path, mode: .readOnly)

    var rows: [(fid: Int64?, values: [String: AttributeValue])] = []
    try store.forEachRow(in: schema, columns: Self.names) { id, _, _, values in
      rows.append((id.fid, Dictionary(uniqueKeysWithValues: zip(Self.names, values))))
      return true
    }
    var (useful, narrowed) = (0, 0)
    for _ in 0..<120 {
      let (text, twin) = random.any(3)
      let filter = try BoundFilter(text, layer: schema)
      var relating = BoxRelating(filter)
      var kept: Set<Int64> = []
      for row in rows {
        let holds = filter.holds(
          values: filter.columns.map { row.values[$0] ?? .null }, geometry: GeometryBuffer(),
          hasGeometry: false, relating: &relating)
        #expect(holds == (twin(row.values) == true), "\(text) \(row)")
        if holds, let fid = row.fid { kept.insert(fid) }
      }
      guard let condition = filter.condition(firstParameter: 2, quote: Connection.quoted) else {
        continue
      }
      useful += 1
      let statement = try connection.prepare("SELECT fid FROM t WHERE ?1 AND \(condition.sql)")
      try statement.bind(.integer(1), to: 1)
      for (index, value) in condition.parameters.enumerated() {
        try statement.bind(value, to: index + 2)
      }
      var passed: Set<Int64> = []
      while try statement.step() { passed.insert(statement.integer(0)) }
      #expect(kept.isSubset(of: passed), "\(text): \(condition.sql)")
      if passed.count < rows.count { narrowed += 1 }
    }
    #expect(useful > 40 && narrowed > 30)
  }

  private func sql(_ text: String) throws -> FilterCondition? {
    try Sample.filter(text).condition(quote: Connection.quoted)
  }

  @Test func `values are bound and names are quoted`() throws {
    let condition = try #require(try sql("name = 'x'';DROP' AND \"quo\"\"te\" > 5"))
    #expect(condition.sql == "(\"name\" COLLATE BINARY = ?1 AND \"quo\"\"te\" > ?2)")
    #expect(condition.parameters == [.text("x';DROP"), .integer(5)])
  }

  @Test(
    arguments: [
      ("pop > 1 AND S_INTERSECTS(shape, POINT(1 2))", "(\"pop\" > ?1)"),
      ("pop > 1 OR S_INTERSECTS(shape, POINT(1 2))", nil), ("name < 'x'", nil),
      ("name LIKE 'x%'", nil),
      ("start > DATE('2022-01-01')", nil), ("start IS NULL", "\"start\" IS NULL"),
      ("NOT (pop > 1 OR area = 2)", "(\"pop\" <= ?1 AND \"area\" <> ?2)"), ("1 = 1", nil),
      ("1 = 2", "0"),
      ("pop NOT IN (3, 1)", "\"pop\" NOT IN (?1, ?2)"), ("NOT open", "\"open\" = ?1"),
      ("pop + 1 > 2", nil), ("pop BETWEEN 1 AND 2", "(\"pop\" >= ?1 AND \"pop\" <= ?2)"),
      ("(pop = 1 OR name LIKE 'x') AND area = 2", "(\"area\" = ?1)"), ("name = '\u{FFFD}'", nil),
    ] as [(String, String?)])
  func `only what SQLite means alike is written`(text: String, expected: String?) throws {
    #expect(try sql(text)?.sql == expected)
  }

  @Test func `a long filter stays within what SQLite takes`() throws {
    let all = (0..<1000).map { "pop <> \($0)" }.joined(separator: " AND ")
    let condition = try #require(try sql(all))
    #expect(condition.parameters.count < 100)
    #expect(try sql((0..<1000).map { "pop = \($0)" }.joined(separator: " OR ")) == nil)
  }
}
