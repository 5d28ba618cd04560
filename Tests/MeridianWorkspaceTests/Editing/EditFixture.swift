import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace

/// A GeoPackage with layers as a test needs them, and the ways to edit it.
struct EditFixture {
  let folder: TemporaryFolder
  let path: String

  /// A file of one layer `t` of points with these columns, filled and then bent by SQL.
  init(
    _ columns: [AttributeColumn] = [AttributeColumn(name: "name", declaredType: "TEXT")],
    rows: [[AttributeValue]] = [[.text("a")], [.text("b")], [.text("c")]], sql: String = ""
  ) throws {
    folder = try TemporaryFolder()
    path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer("t", geometryType: "GEOMETRY", columns: columns)
    for (index, values) in rows.enumerated() {
      let geometry = RandomGeometry.any(seed: UInt64(index + 1))
      try writer.insert(into: layer, geometry: geometry, values: values)
    }
    try writer.finish()
    try self.sql(sql)
  }

  /// A file of one layer whose table is written out; rows by SQL, with `point(n)` for a geometry.
  init(table: String, named name: String = "t", geometry: String? = "geom", sql: String) throws {
    folder = try TemporaryFolder()
    path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    try writer.finish()
    let quoted = name.replacingOccurrences(of: "'", with: "''")
    try self.sql(table)
    try self.sql(
      """
      INSERT INTO gpkg_contents(table_name, data_type, identifier, srs_id, last_change)
        VALUES ('\(quoted)', '\(geometry == nil ? "attributes" : "features")', '\(quoted)', 4326,
          '2000-01-01T00:00:00.000Z');
      """)
    if let geometry {
      try self.sql(
        """
        INSERT INTO gpkg_geometry_columns
          VALUES ('\(quoted)', '\(geometry)', 'GEOMETRY', 4326, 0, 0);
        """)
    }
    try self.sql(sql)
  }

  /// The blob of a geometry as an SQL literal.
  static func blob(_ text: String) throws -> String {
    var bytes: [UInt8] = []
    GeoPackageBinary.append(try WKT.geometry(text), srsID: 4326, to: &bytes)
    return "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
  }

  /// Runs SQL on the file through a connection of its own.
  func sql(_ text: String) throws {
    try Connection(path: path, mode: .update).execute(text)
  }

  /// The rows of a question, as SQL literals.
  func rows(_ sql: String) throws -> [[String]] {
    let connection = try Connection(path: path, mode: .readOnly)
    let rows = try connection.prepare(sql)
    var found: [[String]] = []
    while try rows.step() {
      found.append((0..<rows.columnCount).map { rows.text($0) ?? "NULL" })
    }
    return found
  }

  /// One value of a question.
  func value(_ sql: String) throws -> String { try rows(sql).first?.first ?? "no row" }

  func open() throws -> any FeatureStore {
    try openStore(at: path, cacheFolder: folder.file("cache"))
  }

  func form(_ layer: String = "t") throws -> LayerForm {
    let store = try open()
    return try LayerForm(of: store.layer(named: layer), in: store)
  }

  func field(_ column: String, _ fid: Int64 = 1, in layer: String = "t") throws -> FormField {
    let store = try open()
    return try EditForm(
      of: RowID(fid: fid, row: fid), in: LayerForm(of: store.layer(named: layer), in: store),
      from: store
    ).field(named: column)
  }

  /// The edit from what is stored to another value.
  func edit(
    _ column: String, _ fid: Int64 = 1, to value: AttributeValue, in layer: String = "t"
  ) throws -> PropertyEdit {
    let store = try open()
    return try EditForm(
      of: RowID(fid: fid, row: fid), in: LayerForm(of: store.layer(named: layer), in: store),
      from: store
    ).edit(column, to: value)
  }

  /// Writes edits as saving does.
  @discardableResult
  func apply(_ edits: [PropertyEdit], checksValues: Bool = true) throws -> EditReport {
    let forms = try LayerForm.all(for: edits, in: open())
    return try EditApplication.apply(
      edits, forms, on: Connection(path: path, mode: .update), checksValues: checksValues)
  }

  /// Tries edits on the file that is only read.
  func dryRun(_ edits: [PropertyEdit]) throws -> EditReport {
    try EditCheck.dryRun(edits, in: open())
  }

  /// Tries edits, which leaves no trace, and then saves them; both must say the same.
  func tryAndApply(_ edits: [PropertyEdit]) throws -> EditReport {
    let before = try state()
    let tried = try dryRun(edits)
    guard try state() == before else { throw Surprise(what: "the dry run left a trace") }
    let saved = try apply(edits)
    guard tried.results.map(\.outcome) == saved.results.map(\.outcome),
      tried.problems == saved.problems, tried.sideChanges == saved.sideChanges,
      tried.effects == saved.effects, tried.triggers == saved.triggers
    else { throw Surprise(what: "the dry run says \(tried), saving says \(saved)") }
    return saved
  }

  struct Surprise: Error { var what: String }

  /// The bytes of the file and the names beside it.
  func state() throws -> [String: Data] {
    var state: [String: Data] = [:]
    for name in folder.names where name != "cache" {
      state[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    }
    return state
  }

  /// All columns but one of every row, as SQL literals: two that are equal are so to the last bit
  /// that SQL can tell.
  func image(of table: String = "t", without column: String? = nil) throws -> [[String]] {
    let connection = try Connection(path: path, mode: .readOnly)
    let names = try connection.prepare("PRAGMA table_info(\(Connection.quoted(table)))")
    var columns: [String] = []
    while try names.step() {
      guard let name = names.text(1), name != column else { continue }
      let quoted = Connection.quoted(name)
      columns.append("typeof(\(quoted)) || ' ' || quote(\(quoted)) || ' ' || hex(\(quoted))")
    }
    return try rows("SELECT \(columns.joined(separator: ", ")) FROM \(Connection.quoted(table))")
  }

  /// What is wrong with the R-tree of a layer, by the module's own check and box by box.
  func indexProblem(_ layer: String = "t", _ geometry: String = "geom") throws -> String? {
    let connection = try Connection(path: path, mode: .update)
    let check = try connection.prepare("SELECT rtreecheck('rtree_\(layer)_\(geometry)')")
    let odd = try connection.prepare(
      """
      SELECT count(*) FROM "\(layer)" LEFT JOIN "rtree_\(layer)_\(geometry)" ON id = fid
        WHERE ("\(geometry)" ISNULL OR ST_IsEmpty("\(geometry)")) <> (id ISNULL)
          OR abs(minx - ST_MinX("\(geometry)")) > 1e-4
          OR abs(maxy - ST_MaxY("\(geometry)")) > 1e-4
      """)
    guard try check.step(), try odd.step() else { return "no answer" }
    if check.text(0) != "ok" { return check.text(0) }
    return odd.integer(0) == 0 ? nil : "\(odd.integer(0)) boxes differ from their rows"
  }

  /// Whether GDAL reads so many rows; true where there is no GDAL.
  func isReadByGDAL(_ layer: String, rows: Int) throws -> Bool {
    let program = "/usr/bin/ogrinfo"
    guard FileManager.default.isExecutableFile(atPath: program) else { return true }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-ro", "-so", path, layer]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 && text.contains("Feature Count: \(rows)\n")
  }
}
