internal import MeridianStore

/// The tables in which a document keeps what is Meridian's own, registered as a GeoPackage
/// extension so that any other program opens the file without a word (GeoPackage 1.3, clause 2.3).
///
/// The format page "The workspace tables" describes every column.
enum WorkspaceTables {
  /// The version that is written; a file of a later one is never changed.
  static let version: Int64 = 1
  static let extensionName = "meridian_workspace"
  static let definition =
    "Meridian workspace tables, version 1: layer settings, edit session, notes, bookmarks, camera"

  /// The notes: an ordinary features table.
  static let markup = "meridian_markup"

  /// Every table but the notes, which are made when the first one is.
  static let tables: [(name: String, sql: String)] = [
    (
      "meridian_document",
      "CREATE TABLE meridian_document (key TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL)"
    ),
    (
      "meridian_layer",
      """
      CREATE TABLE meridian_layer (
        table_name TEXT PRIMARY KEY NOT NULL, position INTEGER, title TEXT,
        role TEXT NOT NULL DEFAULT 'authoritative', visible INTEGER NOT NULL DEFAULT 1,
        locked INTEGER NOT NULL DEFAULT 0, opacity REAL NOT NULL DEFAULT 1,
        min_zoom REAL NOT NULL DEFAULT 0, max_zoom REAL, filter TEXT, symbol_radius REAL,
        line_width REAL, tolerance REAL, title_field TEXT, key_fields TEXT)
      """
    ),
    (
      "meridian_edit",
      """
      CREATE TABLE meridian_edit (
        id INTEGER PRIMARY KEY AUTOINCREMENT, step INTEGER NOT NULL, layer TEXT NOT NULL,
        fid INTEGER NOT NULL, column_name TEXT NOT NULL, before BLOB, after BLOB,
        state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'undone', 'saved')))
      """
    ),
    (
      "meridian_bookmark",
      """
      CREATE TABLE meridian_bookmark (
        name TEXT PRIMARY KEY NOT NULL, longitude REAL NOT NULL, latitude REAL NOT NULL,
        zoom REAL NOT NULL, bearing REAL NOT NULL DEFAULT 0, pitch REAL NOT NULL DEFAULT 0)
      """
    ),
    (
      "meridian_camera",
      """
      CREATE TABLE meridian_camera (
        id INTEGER PRIMARY KEY CHECK (id = 1), longitude REAL NOT NULL, latitude REAL NOT NULL,
        zoom REAL NOT NULL, bearing REAL NOT NULL, pitch REAL NOT NULL)
      """
    ),
  ]

  /// Whether a name is one of these tables, or the notes.
  static func isOwn(_ name: String) -> Bool {
    name == markup || tables.contains { $0.name == name }
  }

  /// The version of the tables of a file; nil when it has none.
  static func version(in connection: Connection) throws(SQLiteError) -> Int64? {
    guard try connection.hasTable("meridian_document") else { return nil }
    return try number("version", in: connection)
  }

  /// Makes the tables that are missing and registers them, within the caller's transaction.
  static func prepare(_ connection: Connection) throws(SQLiteError) {
    for table in tables where try !connection.hasTable(table.name) {
      try connection.execute(table.sql)
      try register(table.name, in: connection)
    }
    try connection.run(
      "INSERT OR IGNORE INTO meridian_document VALUES ('version', ?)", [.integer(version)])
  }

  /// Tells other programs of a table; a SpatiaLite database has no place for that, and needs none.
  static func register(_ table: String, in connection: Connection) throws(SQLiteError) {
    guard try connection.hasTable("gpkg_contents") else { return }
    if try !connection.hasTable("gpkg_extensions") {
      try connection.execute(GeoPackageSQL.extensions)
    }
    try connection.run(
      """
      INSERT OR IGNORE INTO gpkg_extensions
        (table_name, column_name, extension_name, definition, scope)
        VALUES (?, NULL, ?, ?, 'write-only')
      """, [.text(table), .text(extensionName), .text(definition)])
  }

  /// Leaves of the tables what others are to see: no session, the camera, and no table that holds
  /// nothing. Within the caller's transaction.
  static func clean(
    _ connection: Connection, camera: [AttributeValue]?
  ) throws(SQLiteError) {
    // A file that was never changed here has none of them.
    guard try connection.hasTable("meridian_document") else { return }
    if let camera {
      try connection.run("INSERT OR REPLACE INTO meridian_camera VALUES (1, ?, ?, ?, ?, ?)", camera)
    }
    try connection.execute(
      """
      DELETE FROM meridian_edit;
      DELETE FROM meridian_document WHERE key <> 'version';
      """)
    var kept = try connection.hasTable(markup)
    for table in tables where table.name != "meridian_document" {
      if try connection.prepare("SELECT 1 FROM \(table.name)").step() {
        kept = true
      } else {
        try drop(table.name, in: connection)
      }
    }
    if !kept { try drop("meridian_document", in: connection) }
  }

  private static func drop(_ table: String, in connection: Connection) throws(SQLiteError) {
    try connection.execute("DROP TABLE \(table)")
    guard try connection.hasTable("gpkg_extensions") else { return }
    try connection.run(
      "DELETE FROM gpkg_extensions WHERE table_name = ? AND extension_name = ?",
      [.text(table), .text(extensionName)])
  }

  /// A number of the document's own; nil when it is not there.
  static func number(_ key: String, in connection: Connection) throws(SQLiteError) -> Int64? {
    let row = try connection.prepare("SELECT value FROM meridian_document WHERE key = ?")
    try row.bind(.text(key), to: 1)
    return try row.step() ? row.integer(0) : nil
  }

  /// Sets a number of the document's own.
  static func set(_ key: String, to value: Int64, in connection: Connection) throws(SQLiteError) {
    try connection.run(
      "INSERT OR REPLACE INTO meridian_document VALUES (?, ?)", [.text(key), .integer(value)])
  }
}
