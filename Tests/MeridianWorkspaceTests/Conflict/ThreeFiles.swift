import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace

/// A base and two copies of it that statements of their own have changed.
struct ThreeFiles {
  let folder: TemporaryFolder
  var base: String { folder.file("base.gpkg") }
  var theirs: String { folder.file("theirs.gpkg") }
  var ours: String { folder.file("ours.gpkg") }
  var cache: String { folder.file("cache") }

  /// Three rated places, each with a name.
  static let places = """
    INSERT INTO places VALUES
      (1, x'\(point(1, 1))', 'Mill', 40), (2, x'\(point(2, 2))', 'Gate', 41),
      (3, x'\(point(3, 3))', 'Well', 42);
    """

  /// Makes a GeoPackage with a layer of places, then changes each copy of it.
  init(
    base statements: String = places, theirs: String = "", ours: String = ""
  ) throws {
    folder = try TemporaryFolder()
    let writer = try GeoPackageWriter(creating: folder.file("base.gpkg"))
    let columns = [
      AttributeColumn(name: "name", declaredType: "TEXT"),
      AttributeColumn(name: "rating", declaredType: "INTEGER"),
    ]
    _ = try writer.addLayer("places", geometryType: "POINT", srsID: 4326, columns: columns)
    try writer.finish()
    try Self.run(statements, on: base)
    try copy(theirs: theirs, ours: ours)
  }

  /// Makes a plain database of statements, then changes each copy of it.
  init(plain statements: String, theirs: String = "", ours: String = "") throws {
    folder = try TemporaryFolder()
    try Self.run(statements, on: base, mode: .create)
    try copy(theirs: theirs, ours: ours)
  }

  /// Makes a plain database of statements, then changes each copy of it; what a statement may not
  /// do is not done.
  init(random statements: [String], theirs: [String], ours: [String]) throws {
    folder = try TemporaryFolder()
    func run(_ statements: [String], _ path: String) throws {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA synchronous = OFF; BEGIN")
      for statement in statements { try? connection.execute(statement) }
      try connection.execute("COMMIT")
    }
    try run(statements, base)
    try copy(theirs: "", ours: "")
    try run(theirs, self.theirs)
    try run(ours, self.ours)
  }

  private func copy(theirs statements: String, ours others: String) throws {
    try FileManager.default.copyItem(atPath: base, toPath: theirs)
    try FileManager.default.copyItem(atPath: base, toPath: ours)
    try Self.run(statements, on: theirs)
    try Self.run(others, on: ours)
  }

  static func run(
    _ statements: String, on path: String, mode: Connection.Mode = .update
  ) throws {
    guard !statements.isEmpty else { return }
    try Connection(path: path, mode: mode).execute(statements)
  }

  /// A point's blob as hexadecimal digits.
  static func point(_ x: Double, _ y: Double) -> String {
    var bytes: [UInt8] = []
    GeoPackageBinary.append(RandomGeometry.point(x, y), srsID: 4326, to: &bytes)
    return bytes.map { String(format: "%02x", $0) }.joined()
  }

  func conflicts(_ options: ReportOptions = ReportOptions()) throws -> ConflictReport {
    try ConflictReport(
      base: base, theirs: theirs, ours: ours, cacheFolder: cache, options: options)
  }

  func changes(to other: String, _ options: ReportOptions = ReportOptions()) throws -> ChangeReport
  {
    try ChangeReport(base: base, other: other, cacheFolder: cache, options: options)
  }
}

extension ReportedValue {
  /// The value in one word that tells its storage class.
  var word: String {
    switch self {
    case .null: "null"
    case .integer(let number): "i\(number)"
    case .real(let number): "r\(number)"
    case .text(let sample): "t" + sample.text
    case .blob(let sample): "b" + sample.start.map { String(format: "%02x", $0) }.joined()
    case .geometry(let summary):
      "g\(summary.type)/\(summary.vertexCount)"
        + (summary.extent.map { "@\($0.minX),\($0.minY),\($0.maxX),\($0.maxY)" } ?? "")
    }
  }
}

extension RowKey {
  var word: String {
    switch self {
    case .fid(let fid): "\(fid)"
    case .values(let parts): parts.map { $0.column + "=" + $0.value.word }.joined(separator: "&")
    case .none: "-"
    }
  }
}

extension ConflictReport {
  /// Everything that differs, a line for each cell.
  var lines: [String] {
    schema.map { difference in
      let texts = [difference.base, difference.theirs, difference.ours].map { $0 ?? "–" }
      let place = [difference.table, difference.name].filter { !$0.isEmpty }
        .joined(separator: ".")
      return "\(difference.subject) \(place): \(texts[0]) > \(texts[1]) | \(texts[2]) "
        + "\(difference.agreement)"
    } + tables.flatMap(\.lines)
  }
}

extension ConflictReport.Table {
  var lines: [String] {
    rows.flatMap { row in
      row.cells.map { cell in
        let values = [cell.base, cell.theirs, cell.ours].map { $0?.word ?? "–" }
        return "\(name) \(row.key.word) \(cell.column): \(values[0]) > \(values[1]) | \(values[2]) "
          + "\(cell.agreement)"
      }
    }
      + collisions.map { found in
        let values = zip(found.columns, found.values).map { $0 + "=" + $1.word }
        return "\(name) \(found.theirs.word) ! \(found.ours.word): "
          + values.joined(separator: "&")
      }
  }
}

extension ChangeReport {
  /// Everything that differs, a line for each cell.
  var lines: [String] {
    schema.map { difference in
      let place = [difference.table, difference.name].filter { !$0.isEmpty }
        .joined(separator: ".")
      return
        "\(difference.subject) \(place): \(difference.base ?? "–") > \(difference.other ?? "–")"
    }
      + tables.flatMap { table in
        table.rows.flatMap { row in
          row.cells.map { cell in
            "\(table.name) \(row.key.word) \(cell.column): "
              + "\(cell.base?.word ?? "–") > \(cell.other?.word ?? "–")"
          }
        }
      }
  }
}
