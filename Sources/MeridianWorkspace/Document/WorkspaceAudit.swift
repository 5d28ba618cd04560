internal import MeridianKernel
package import MeridianStore

/// What a doctor says of Meridian's own tables in a file: whether this version may write them, and
/// what in them is left out when the document is opened.
///
/// The format page "The workspace tables" describes every column.
package struct WorkspaceAudit {
  private let connection: Connection
  private var found: [StoreDoctor.Note] = []

  /// Examines the tables of a file; nothing to say of a file without them. O(rows of the tables).
  package static func examine(
    _ connection: Connection
  ) throws(SQLiteError) -> [StoreDoctor.Note] {
    var audit = WorkspaceAudit(connection: connection)
    try audit.examine()
    return audit.found
  }

  private mutating func examine() throws(SQLiteError) {
    var present: [String] = []
    for table in WorkspaceTables.tables where try connection.hasTable(table.name) {
      present.append(table.name)
    }
    let hasNotes = try connection.hasTable(WorkspaceTables.markup)
    guard !present.isEmpty || hasNotes else { return }
    guard try isVersionKnown(present) else { return }
    for (name, sql) in WorkspaceTables.tables where present.contains(name) {
      guard try isWhole(name, sql) else { continue }
      switch name {
      case "meridian_layer": try examineSettings()
      case "meridian_edit": try examineEdits()
      case "meridian_bookmark", "meridian_camera": try examineCameras(name)
      default: break
      }
    }
    try examineRegistration(present + (hasNotes ? [WorkspaceTables.markup] : []))
  }

  private mutating func add(
    _ code: StoreFinding.Code, _ table: String, count: Int = 1, advice: String? = nil,
    plan: [String] = [], _ message: String
  ) {
    found.append(
      StoreDoctor.Note(
        StoreFinding(
          code, table, count: Int64(count), isPlanned: !plan.isEmpty, advice: advice, message),
        plan: plan))
  }

  /// Whether the tables are of a version that is known; says so when they are not.
  private mutating func isVersionKnown(_ present: [String]) throws(SQLiteError) -> Bool {
    let table = "meridian_document"
    guard present.contains(table) else {
      add(
        .workspaceTables, table, advice: "restore the file from a copy",
        "Meridian's other tables are here, the one that tells their version is not.")
      return false
    }
    guard try isWhole(table, WorkspaceTables.tables[0].sql) else { return false }
    guard let version = try WorkspaceTables.version(in: connection), version > 0 else {
      add(
        .workspaceVersion, table, advice: "restore the file from a copy",
        "The version of Meridian's tables is missing.")
      return false
    }
    guard version <= WorkspaceTables.version else {
      add(
        .workspaceVersion, table, advice: "edit it with a newer Meridian",
        "Meridian's tables are of version \(version), this program knows "
          + "\(WorkspaceTables.version): the file is read, not edited.")
      return false
    }
    return true
  }

  /// Whether a table has every column of its kind; says which are missing.
  private mutating func isWhole(_ table: String, _ sql: String) throws(SQLiteError) -> Bool {
    let pattern = try Connection(path: ":memory:", mode: .create)
    try pattern.execute(sql)
    let columns = Set(try names(table, connection).map(LayerForm.folding))
    let missing = try names(table, pattern).filter { !columns.contains(LayerForm.folding($0)) }
    guard !missing.isEmpty else { return true }
    add(
      .workspaceTables, table, count: missing.count, advice: "restore the file from a copy",
      "The table lacks \(missing.count == 1 ? "the column" : "the columns") "
        + missing.map(Self.quoted).joined(separator: ", ") + ".")
    return false
  }

  private func names(_ table: String, _ connection: Connection) throws(SQLiteError) -> [String] {
    let rows = try connection.prepare("SELECT name FROM pragma_table_info(?)")
    try rows.bind(.text(table), to: 1)
    var names: [String] = []
    while try rows.step() { if let name = rows.text(0) { names.append(name) } }
    return names
  }

  /// Settings of layers that are gone, and values that reading replaces by the usual ones.
  private mutating func examineSettings() throws(SQLiteError) {
    let table = "meridian_layer"
    let gone = try texts(
      """
      SELECT table_name FROM meridian_layer WHERE lower(table_name) NOT IN
        (SELECT lower(name) FROM sqlite_schema WHERE type IN ('table', 'view'))
      """)
    if let first = gone.first {
      add(
        .workspaceRows, table, count: gone.count,
        advice: "they come back into force with the layer, or can be deleted",
        "It has settings of \(Self.counted(gone.count, "layer")) that the file does not have: "
          + "\(Self.quoted(first))\(gone.count > 1 ? " and others" : "").")
    }
    let odd = try texts(
      """
      SELECT table_name FROM meridian_layer WHERE
        coalesce(role NOT IN ('authoritative', 'reference', 'markup'), 1)
        OR coalesce(opacity NOT BETWEEN 0 AND 1, 1)
        OR coalesce(min_zoom NOT BETWEEN 0 AND 24, 1) OR max_zoom NOT BETWEEN 0 AND 25
        OR symbol_radius NOT BETWEEN 0 AND 1000 OR line_width NOT BETWEEN 0 AND 1000
        OR tolerance NOT BETWEEN 0 AND 100
        OR CASE WHEN json_valid(key_fields) THEN json_type(key_fields) <> 'array'
          ELSE key_fields IS NOT NULL END
      """)
    if let first = odd.first {
      add(
        .workspaceRows, table, count: odd.count, advice: "set them again with meridian layers",
        "Settings of \(Self.counted(odd.count, "layer")) are outside their range and taken as the "
          + "usual ones: \(Self.quoted(first))\(odd.count > 1 ? " and others" : "").")
    }
  }

  /// Edits of a session whose layer is gone: they can be neither shown nor saved.
  private mutating func examineEdits() throws(SQLiteError) {
    let gone = try texts(
      """
      SELECT layer FROM meridian_edit WHERE lower(layer) NOT IN
        (SELECT lower(name) FROM sqlite_schema WHERE type IN ('table', 'view'))
      """)
    guard let first = gone.first else { return }
    add(
      .workspaceRows, "meridian_edit", count: gone.count,
      advice: "restore the layer, or undo the edits",
      "\(Self.counted(gone.count, "edit")) of the session \(gone.count == 1 ? "is" : "are") of a "
        + "layer that the file does not have: \(Self.quoted(first)).")
  }

  /// Rows whose numbers are no camera.
  private mutating func examineCameras(_ table: String) throws(SQLiteError) {
    let rows = try connection.prepare(
      "SELECT longitude, latitude, zoom, bearing, pitch FROM \(table)")
    var odd = 0
    while try rows.step() { if Camera(rows) == nil { odd += 1 } }
    guard odd > 0 else { return }
    add(
      .workspaceRows, table, count: odd, advice: "delete them, or set their numbers right",
      "\(Self.counted(odd, "row")) \(odd == 1 ? "has" : "have") numbers that are no camera, and "
        + "\(odd == 1 ? "is" : "are") left out.")
  }

  /// Tables that other programs are not told of (GeoPackage 1.3, clause 2.3).
  private mutating func examineRegistration(_ present: [String]) throws(SQLiteError) {
    guard try connection.hasTable("gpkg_contents") else { return }
    let hasTable = try connection.hasTable("gpkg_extensions")
    let known =
      hasTable
      ? Set(
        try texts(
          "SELECT table_name FROM gpkg_extensions WHERE extension_name = "
            + Connection.literal(WorkspaceTables.extensionName))) : []
    let missing = present.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    let values = missing.map { table in
      let texts = [table, WorkspaceTables.extensionName, WorkspaceTables.definition, "write-only"]
      return "(" + texts.map(Connection.literal).joined(separator: ", ") + ")"
    }
    add(
      .workspaceUnregistered, missing[0], count: missing.count,
      plan: (hasTable ? [] : [GeoPackageSQL.extensions]) + [
        "INSERT INTO gpkg_extensions (table_name, extension_name, definition, scope) VALUES "
          + values.joined(separator: ", ")
      ],
      "gpkg_extensions does not list \(Self.counted(missing.count, "table")) of Meridian's, so "
        + "that other programs do not know what \(missing.count == 1 ? "it is" : "they are").")
  }

  private func texts(_ sql: String) throws(SQLiteError) -> [String] {
    let rows = try connection.prepare(sql)
    var texts: [String] = []
    while try rows.step() { if let text = rows.text(0) { texts.append(text) } }
    return texts
  }

  private static func quoted(_ name: String) -> String { "“\(name)”" }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
