import Foundation
import MeridianStore
import MeridianWorkspace

/// The slow twin of a conflict report: one table of three files, read whole into dictionaries.
struct NaiveComparison {
  /// A value by its storage class and bytes.
  enum Value: Hashable {
    case null
    case integer(Int64)
    case real(UInt64)
    case text([UInt8])
    case blob([UInt8])

    /// As the report's values are told in tests.
    var word: String {
      switch self {
      case .null: "null"
      case .integer(let number): "i\(number)"
      case .real(let bits): "r\(Double(bitPattern: bits))"
      case .text(let bytes): "t" + String(decoding: bytes, as: UTF8.self)
      case .blob(let bytes): "b" + bytes.map { String(format: "%02x", $0) }.joined()
      }
    }

    /// What a key is looked up by: SQLite takes 1 and 1.0 for the same key.
    var keyed: Value {
      guard case .real(let bits) = self, let whole = Int64(exactly: Double(bitPattern: bits)) else {
        return self
      }
      return .integer(whole)
    }
  }

  typealias Row = [String: Value]

  /// One line for each row that differs, sorted.
  private(set) var lines: [String] = []
  private(set) var counts: [Agreement: Int] = [:]
  private(set) var theirs = ChangeCounts()
  private(set) var ours = ChangeCounts()
  private(set) var holdsAllOfOurs = true
  private(set) var hasKey: Bool

  private let columns: [String]
  private let has: [Set<String>]
  private let keys: Set<String>

  init(_ table: String, in paths: [String]) throws {
    var rows: [[Row]] = []
    var names: [[String]] = []
    var keys: [[String]] = []
    for path in paths {
      let connection = try Connection(path: path, mode: .readOnly)
      let info = try connection.prepare("PRAGMA table_info(\"\(table)\")")
      var found: [(String, Int64)] = []
      while try info.step() { found.append((info.text(1) ?? "", info.integer(5))) }
      names.append(found.map(\.0))
      keys.append(found.filter { $0.1 > 0 }.sorted { $0.1 < $1.1 }.map(\.0))
      rows.append(try Self.read(table, found.map(\.0), connection))
    }
    has = names.map(Set.init)
    columns = Set(names.joined()).sorted()
    let key = keys[0]
    self.keys = Set(key)
    hasKey = !key.isEmpty && keys.allSatisfy { $0 == key }
    let pairs = rows.map { file in
      file.map { row in (key.map { (row[$0] ?? .null).keyed }, row) }
    }
    let maps = pairs.map { Dictionary($0, uniquingKeysWith: { first, _ in first }) }
    if zip(maps, rows).contains(where: { $0.count != $1.count }) { hasKey = false }
    if hasKey {
      for key in Set(maps.flatMap(\.keys)) { take(key, maps.map { $0[key] }) }
    } else {
      takeWhole(rows)
    }
    lines.sort()
  }

  private static func read(
    _ table: String, _ names: [String], _ connection: Connection
  ) throws -> [Row] {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let rows = try connection.prepare("SELECT \(list) FROM \"\(table)\"")
    var found: [Row] = []
    while try rows.step() {
      var row: Row = [:]
      for (index, name) in names.enumerated() {
        row[name] =
          switch rows.storage(index) {
          case .null: .null
          case .integer: .integer(rows.integer(index))
          case .real: .real(rows.real(index).bitPattern)
          case .text: .text(rows.bytes(index))
          case .blob: .blob(rows.bytes(index))
          }
      }
      found.append(row)
    }
    return found
  }

  private mutating func take(_ key: [Value], _ rows: [Row?]) {
    func value(_ file: Int, _ column: String) -> Value? { rows[file].map { $0[column] ?? .null } }
    func same(_ a: Int, _ b: Int) -> Bool { columns.allSatisfy { value(a, $0) == value(b, $0) } }
    let (isTheirs, isOurs) = (!same(0, 1), !same(0, 2))
    guard isTheirs || isOurs else { return }
    func change(_ file: Int, _ differs: Bool) -> RowChange {
      !differs ? .unchanged : rows[0] == nil ? .added : rows[file] == nil ? .deleted : .changed
    }
    let changes = [change(1, isTheirs), change(2, isOurs)]
    count(changes[0], &theirs)
    count(changes[1], &ours)
    let isGone = !changes.contains(.changed) && !changes.contains(.added)
    var cells: [String] = []
    var agreements: Set<Agreement> = []
    for column in columns {
      let values = (0..<3).map { value($0, column) }
      let agreement: Agreement =
        values[1] == values[0]
        ? .ours
        : values[2] == values[0]
          ? .theirs
          : values[1] == values[2] ? .same : .conflict
      if values[1] != values[0] || values[2] != values[0] { agreements.insert(agreement) }
      let isShown =
        rows[0] != nil && !isGone
        ? (1...2).contains { values[$0] != nil && values[$0] != values[0] }
        : values.contains { $0 != nil && $0 != .null }
          && (!keys.contains(column) || Set(values.compactMap(\.self)).count > 1)
      guard isShown else { continue }
      let words = (0..<3).map { file in
        has[file].contains(column) ? values[file]?.word ?? "–" : "–"
      }
      cells.append("\(column) \(words.joined(separator: " ")) \(agreement)")
      if isOurs, has[2].contains(column), values[2] != values[0], values[1] != values[2] {
        holdsAllOfOurs = false
      }
    }
    if isOurs && (rows[1] == nil) != (rows[2] == nil) { holdsAllOfOurs = false }
    let agreement: Agreement =
      !isTheirs
      ? .ours
      : !isOurs
        ? .theirs
        : agreements == [.same]
          ? .same
          : agreements.contains(.conflict) || rows[0] == nil || rows.contains(nil)
            ? .conflict : .both
    counts[agreement, default: 0] += 1
    lines.append(
      key.map(\.word).joined(separator: "&")
        + " \(changes[0]) \(changes[1]) \(agreement): " + cells.joined(separator: "; "))
  }

  private mutating func takeWhole(_ rows: [[Row]]) {
    let bags = rows.map { file in
      Dictionary(
        file.map { row in (columns.map { row[$0] ?? .null }, 1) }, uniquingKeysWith: +)
    }
    for row in Set(bags.flatMap(\.keys)) {
      let copies = bags.map { $0[row] ?? 0 }
      let (mine, other) = (copies[2] - copies[0], copies[1] - copies[0])
      guard mine != 0 || other != 0 else { continue }
      let agreement: Agreement =
        other == 0
        ? .ours
        : mine == 0
          ? .theirs
          : mine == other
            ? .same
            : (mine > 0) == (other > 0) ? .both : .conflict
      counts[agreement, default: 0] += 1
      if other > 0 { theirs.added += other } else { theirs.deleted -= other }
      if mine > 0 { ours.added += mine } else { ours.deleted -= mine }
      if mine > 0 ? other < mine : mine < 0 && other > mine { holdsAllOfOurs = false }
      let cells = zip(columns, row).filter { $1 != .null }.map { "\($0) \($1.word)" }
      lines.append("\(copies) \(agreement): " + cells.joined(separator: "; "))
    }
  }

  private func count(_ change: RowChange, _ counts: inout ChangeCounts) {
    switch change {
    case .unchanged: break
    case .added: counts.added += 1
    case .changed: counts.changed += 1
    case .deleted: counts.deleted += 1
    }
  }

  /// The rows of a report's table told in the same words.
  static func lines(of table: ConflictReport.Table) -> [String] {
    table.rows.map { row in
      let cells = row.cells.sorted { $0.column < $1.column }
      if let copies = row.copies {
        let texts = cells.map { cell in
          "\(cell.column) \((cell.base ?? cell.theirs ?? cell.ours)?.word ?? "–")"
        }
        return "\(copies) \(row.agreement): " + texts.joined(separator: "; ")
      }
      let key: String =
        switch row.key {
        case .fid(let fid): "i\(fid)"
        case .values(let parts): parts.map { keyWord($0.value) }.joined(separator: "&")
        case .none: "-"
        }
      let texts = cells.map { cell in
        let words = [cell.base, cell.theirs, cell.ours].map { $0?.word ?? "–" }
        return "\(cell.column) \(words.joined(separator: " ")) \(cell.agreement)"
      }
      return key + " \(row.theirs) \(row.ours) \(row.agreement): " + texts.joined(separator: "; ")
    }.sorted()
  }

  private static func keyWord(_ value: ReportedValue) -> String {
    if case .real(let number) = value, let whole = Int64(exactly: number) { return "i\(whole)" }
    return value.word
  }
}
