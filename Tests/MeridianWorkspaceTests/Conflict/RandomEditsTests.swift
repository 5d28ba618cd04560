import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Random tables, edited at random on both sides.
private struct RandomEdits {
  private var random: SplitMix64
  private let names: [String]
  private let keys: [String]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    names = (0..<Int.random(in: 1...4, using: &random)).map { "c\($0)" }
    keys = Self.kinds.randomElement(using: &random) ?? [""]
  }

  /// Keys of all kinds: what declares them, and what stands behind the table.
  private static let kinds = [
    ["k INTEGER PRIMARY KEY", "", "k"], ["k TEXT PRIMARY KEY", "", "k"],
    ["k PRIMARY KEY", " WITHOUT ROWID", "k"], ["k INT PRIMARY KEY DESC", "", "k"],
    ["k TEXT COLLATE NOCASE PRIMARY KEY", "", "k"],
    ["k TEXT, l INTEGER, PRIMARY KEY (l, k)", "", "k,l"],
    ["k, l REAL NOT NULL, PRIMARY KEY (k, l)", " WITHOUT ROWID", "k,l"], ["k", "", ""],
    ["k TEXT", "", ""],
  ]

  private var all: [String] { (keys[0].contains("l ") ? ["k", "l"] : ["k"]) + names }

  /// The literal of a value of any storage class; keys from a small pool, so that they meet.
  private mutating func value(isKey: Bool) -> String {
    let numbers = ["0", "1", "2", "-3", "7", "1.0", "2.5", "-0.0", "9223372036854775807"]
    let texts = [
      "''", "'a'", "'A'", "'b'", "'zoë'", "'10'", "cast(x'ff41' AS TEXT)", "'a''b'",
      "cast(x'6100620063' AS TEXT)",
    ]
    let blobs = ["x''", "x'00'", "x'61'", "x'ff00ff00ff00ff00ff01'"]
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where !keys[1].contains("WITHOUT") || !isKey: return "NULL"
    case 1, 2: return texts.randomElement(using: &random) ?? "NULL"
    case 3: return blobs.randomElement(using: &random) ?? "NULL"
    case 4 where isKey, 5 where isKey: return "\(Int.random(in: 0..<40, using: &random))"
    case 6 where isKey: return "'k\(Int.random(in: 0..<40, using: &random))'"
    default: return numbers.randomElement(using: &random) ?? "NULL"
    }
  }

  private mutating func insertion() -> String {
    let isKeyed = all.map { $0 == "k" || $0 == "l" }
    var values: [String] = []
    for flag in isKeyed { values.append(value(isKey: flag)) }
    let columns = all.joined(separator: ", ")
    return "INSERT OR IGNORE INTO t(\(columns)) VALUES (\(values.joined(separator: ", ")));"
  }

  mutating func base() -> [String] {
    let types = ["", " TEXT", " INTEGER", " REAL", " BLOB", " NUMERIC"]
    let columns = names.map { $0 + (types.randomElement(using: &random) ?? "") }
    let parts = keys[0].components(separatedBy: ", PRIMARY")
    let tail = parts.count > 1 ? [", PRIMARY" + parts[1]] : []
    let table =
      "CREATE TABLE t(\(([parts[0]] + columns).joined(separator: ", "))\(tail.joined()))\(keys[1]);"
    var text = [table]
    for _ in 0..<Int.random(in: 0..<40, using: &random) { text.append(insertion()) }
    return text
  }

  mutating func edit() -> String {
    let column = all.randomElement(using: &random) ?? "k"
    let isKey = column == "k" || column == "l"
    let place =
      "(SELECT k FROM t ORDER BY k LIMIT 1 OFFSET \(Int.random(in: 0..<20, using: &random)))"
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1, 2: return insertion()
    case 3, 4: return "DELETE FROM t WHERE k IS \(place);"
    default:
      return "UPDATE OR IGNORE t SET \(column) = \(value(isKey: isKey)) WHERE k IS \(place);"
    }
  }

  /// Edits of one side; some of them happen on the other too.
  mutating func sides() -> [[String]] {
    var sides: [[String]] = [[], []]
    for _ in 0..<Int.random(in: 0..<14, using: &random) {
      let edit = edit()
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        sides[0].append(edit)
        sides[1].append(edit)
      case 1, 2: sides[0].append(edit)
      default: sides[1].append(edit)
      }
    }
    for side in 0..<2 where Int.random(in: 0..<6, using: &random) == 0 {
      sides[side].append("ALTER TABLE t ADD COLUMN extra;")
      if Bool.random(using: &random) {
        sides[side].append("UPDATE t SET extra = 1 WHERE k IS (SELECT k FROM t LIMIT 1);")
      }
    }
    if names.count > 1, Int.random(in: 0..<6, using: &random) == 0 {
      sides[Int.random(in: 0..<2, using: &random)].append("ALTER TABLE t DROP COLUMN c1;")
    }
    return sides
  }
}

@Suite("Random edits on both sides")
struct RandomEditsTests {
  @Test(arguments: Seeds.batches(120))
  func `the report equals that of a naive twin`(seeds: [UInt64]) throws {
    var options = ReportOptions()
    options.rowsPerKind = 1000
    for seed in seeds {
      var edits = RandomEdits(seed: seed)
      let base = edits.base()
      let sides = edits.sides()
      let files = try ThreeFiles(random: base, theirs: sides[0], ours: sides[1])
      let twin = try NaiveComparison("t", in: [files.base, files.theirs, files.ours])
      let report = try files.conflicts(options)
      let table = report.tables.first
      #expect(
        table.map(NaiveComparison.lines) ?? [] == twin.lines, "seed \(seed)")
      #expect(table?.counts ?? [:] == twin.counts, "seed \(seed)")
      #expect(table?.theirs ?? ChangeCounts() == twin.theirs, "seed \(seed)")
      #expect(table?.ours ?? ChangeCounts() == twin.ours, "seed \(seed)")
      #expect(report.tables.count <= 1 && (table?.omitted ?? 0) == 0, "seed \(seed)")
      let isSchemaHeld = report.schema.allSatisfy {
        $0.agreement != .ours && $0.agreement != .conflict
      }
      #expect(
        report.theirsHoldsAllOfOurs == (twin.holdsAllOfOurs && isSchemaHeld),
        "seed \(seed): \(base) \(sides)")
      try checkChanges(files, twin, options, seed)
    }
  }

  /// The same two by two: theirs against the base, and that theirs holds itself.
  private func checkChanges(
    _ files: ThreeFiles, _ twin: NaiveComparison, _ options: ReportOptions, _ seed: UInt64
  ) throws {
    let changes = try files.changes(to: files.theirs, options)
    let pair = try NaiveComparison("t", in: [files.base, files.base, files.theirs])
    #expect(changes.tables.first?.changes ?? ChangeCounts() == pair.ours, "seed \(seed)")
    let cells = changes.tables.flatMap(\.rows).flatMap(\.cells).count
    let twinCells = pair.lines.reduce(0) { sum, line in
      let texts = line.split(separator: ": ", maxSplits: 1)
      return sum + (texts.count > 1 ? texts[1].split(separator: "; ").count : 0)
    }
    #expect(cells == twinCells, "seed \(seed)")
    let same = try ConflictReport(
      base: files.base, theirs: files.theirs, ours: files.theirs, cacheFolder: files.cache,
      options: options)
    #expect(same.theirsHoldsAllOfOurs && same.conflictCount == 0, "seed \(seed)")
    let none = try ConflictReport(
      base: files.ours, theirs: files.ours, ours: files.ours, cacheFolder: files.cache)
    #expect(none.isUntouched && none.untouched.map(\.name) == ["t"], "seed \(seed)")
  }
}
