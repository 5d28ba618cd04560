import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Random edits of random rows: what was not edited is the same to the last bit.
@Suite struct `Random edits` {
  private static let columns = [
    AttributeColumn(name: "name", declaredType: "TEXT(40)"),
    AttributeColumn(name: "note", declaredType: "TEXT"),
    AttributeColumn(name: "size", declaredType: "REAL"),
    AttributeColumn(name: "count", declaredType: "INTEGER"),
    AttributeColumn(name: "flag", declaredType: "BOOLEAN"),
    AttributeColumn(name: "day", declaredType: "DATE"),
    AttributeColumn(name: "at", declaredType: "DATETIME"),
    AttributeColumn(name: "photo", declaredType: "BLOB"),
    AttributeColumn(name: "price", declaredType: "DECIMAL(9,2)"),
  ]

  /// A value that may lie in a column of a file that anybody wrote.
  private func stored(_ column: AttributeColumn, _ random: inout SplitMix64) -> AttributeValue {
    let odd: [AttributeValue] = [
      .null, .text("odd"), .integer(2), .real(-0.5), .blob([0xFF, 0]), .text("2018/02/13"),
      .text("e\u{301}\u{0}x"), .text(""),
    ]
    if Int.random(in: 0..<4, using: &random) == 0 {
      return odd.randomElement(using: &random) ?? .null
    }
    return legal(column, &random)
  }

  /// A value that may be written.
  private func legal(_ column: AttributeColumn, _ random: inout SplitMix64) -> AttributeValue {
    if Int.random(in: 0..<6, using: &random) == 0 { return .null }
    switch column.type {
    case .text:
      let words = ["", "Mill", "Zürich", "e\u{301}", "\u{E9}", "🦆 duck", "12", "null", "  a  "]
      return .text(words.randomElement(using: &random) ?? "")
    case .real:
      let number = Double(Int.random(in: -4000...4000, using: &random)) / 8
      return column.declaredType == "REAL" || number.rounded() != number
        ? .real(number) : .integer(Int64(number))
    case .integer: return .integer(Int64.random(in: .min ... .max, using: &random))
    case .boolean: return .integer(Int64.random(in: 0...1, using: &random))
    case .date: return .text("20\(Int.random(in: 10...99, using: &random))-02-28")
    case .dateTime: return .text("20\(Int.random(in: 10...99, using: &random))-01-01T00:00:00Z")
    case .blob, .geometry:
      return .blob((0..<Int.random(in: 0...9, using: &random)).map { UInt8($0 * 31) })
    }
  }

  private func fixture(_ random: inout SplitMix64, seed: UInt64) throws -> EditFixture {
    var rows: [[AttributeValue]] = []
    for _ in 0..<Int.random(in: 3...30, using: &random) {
      rows.append(Self.columns.map { stored($0, &random) })
    }
    let fixture = try EditFixture(Self.columns, rows: rows)
    if seed % 3 == 0 {
      try fixture.sql("UPDATE t SET name = CAST(x'FF' || name AS TEXT) WHERE fid % 2 = 0")
    }
    if seed % 4 == 0 { try fixture.sql("UPDATE t SET geom = NULL WHERE fid % 5 = 0") }
    return fixture
  }

  @Test(arguments: Seeds.list(12))
  func `leave every other byte, the index and the rest of the file as they were`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let fixture = try fixture(&random, seed: seed)
    let count = Int64(try fixture.value("SELECT count(*) FROM t")) ?? 0
    let store = try fixture.open()
    let form = try LayerForm(of: store.layer(named: "t"), in: store)
    let connection = try Connection(path: fixture.path, mode: .readOnly)
    // What every cell is expected to be.
    var cells: [String: StoredValue] = [:]
    var current: [String: StoredValue] = [:]
    for fid in 1...count {
      for field in try EditForm(of: fid, in: form, on: connection).fields {
        current["\(fid) \(field.column.name)"] = field.original
      }
    }
    cells = current
    var edits: [PropertyEdit] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let fid = Int64.random(in: 1...count, using: &random)
      guard let column = Self.columns.randomElement(using: &random) else { continue }
      let key = "\(fid) \(column.name)"
      let after = StoredValue(legal(column, &random))
      edits.append(
        PropertyEdit(
          layer: "t", fid: fid, column: column.name, from: cells[key] ?? StoredValue(.null),
          to: after))
      cells[key] = after
    }
    let others = try fixture.rows("SELECT name, sql FROM sqlite_schema")
    let geometries = try fixture.rows("SELECT fid, typeof(geom), hex(geom) FROM t ORDER BY fid")
    let report = try fixture.tryAndApply(edits)
    #expect(report.isAccepted, "seed \(seed): \(report.problems)")
    #expect(report.effects.isEmpty && report.sideChanges.isEmpty, "seed \(seed)")
    let after = try Connection(path: fixture.path, mode: .readOnly)
    for fid in 1...count {
      for field in try EditForm(of: fid, in: form, on: after).fields
      where field.column.lock == nil {
        let key = "\(fid) \(field.column.name)"
        #expect(field.original == cells[key], "seed \(seed): \(key)")
      }
    }
    #expect(
      try fixture.rows("SELECT fid, typeof(geom), hex(geom) FROM t ORDER BY fid") == geometries)
    #expect(try fixture.rows("SELECT name, sql FROM sqlite_schema") == others)
    #expect(try fixture.indexProblem() == nil, "seed \(seed)")
    #expect(fixture.folder.names.filter { $0 != "cache" } == ["a.gpkg"])
    // All of it can be taken back, in the other order.
    let back = try fixture.apply(edits.reversed().map(\.reversed), checksValues: false)
    #expect(back.isAccepted, "seed \(seed): \(back.problems)")
    let last = try Connection(path: fixture.path, mode: .readOnly)
    for fid in 1...count {
      for field in try EditForm(of: fid, in: form, on: last).fields {
        let key = "\(fid) \(field.column.name)"
        #expect(field.original == current[key], "seed \(seed): \(key) taken back")
      }
    }
  }

  @Test(arguments: Seeds.list(6))
  func `of which one is out of step change nothing at all`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fixture = try fixture(&random, seed: seed)
    var edits = try (1...3).map { try fixture.edit("note", $0, to: .text("new \($0)")) }
    let place = Int.random(in: 0..<3, using: &random)
    edits[place].before = .text("something else")
    edits[place].beforeBytes = nil
    let before = try fixture.state()
    let report = try fixture.apply(edits)
    #expect(report.results[place].outcome == .refused)
    #expect(report.results.filter { $0.outcome == .held }.count == 2)
    // Not even the time of the last change.
    #expect(try fixture.state() == before)
  }

  /// SQLite itself is the judge.
  @Test(arguments: Seeds.batches(400))
  func `patterns of domains are SQLite's GLOB`(seeds: [UInt64]) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let glob = try connection.prepare("SELECT ?1 GLOB ?2")
    let letters = ["a", "b", "é", "-", "]", "^", "*", "?", "["]
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let word = { (count: Int, random: inout SplitMix64) in
        (0..<Int.random(in: 0...count, using: &random))
          .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
      }
      let (text, pattern) = (word(8, &random), word(10, &random))
      glob.reset()
      try glob.bind(.text(text), to: 1)
      try glob.bind(.text(pattern), to: 2)
      #expect(try glob.step())
      #expect(
        ColumnConstraint.glob(pattern).allows(.text(text)) == (glob.integer(0) == 1),
        "seed \(seed): \(text) GLOB \(pattern)")
    }
  }
}
