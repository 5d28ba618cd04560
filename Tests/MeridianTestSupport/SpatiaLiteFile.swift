/// A database that the `spatialite` program has made, in a folder of its own.
public struct SpatiaLiteFile {
  /// The folder.
  public let folder: TemporaryFolder
  /// The database.
  public let path: String

  /// Makes a database with a script; nil, and says so, where the program is not installed.
  public init?(for test: String, _ script: String) throws {
    guard try Tool.has("spatialite", for: test) else { return nil }
    folder = try TemporaryFolder()
    path = folder.file("a.sqlite")
    _ = try run(script)
  }

  /// Makes a database with a table `t` of an integer key, a name and geometries in degrees, with
  /// an R-tree.
  public init?(for test: String, geometries: [String]) throws {
    let rows = geometries.map { "('x', GeomFromText('\($0)', 4326))," }.joined(separator: "\n")
    try self.init(
      for: test,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
      SELECT AddGeometryColumn('t', 'g', 4326, 'GEOMETRY', 'XY'), CreateSpatialIndex('t', 'g');
      INSERT INTO t (name, g) SELECT * FROM (VALUES \(rows) (NULL, NULL))
        WHERE column2 NOTNULL;
      """)
  }

  /// What the program answers to statements, errors left out.
  @discardableResult
  public func run(_ script: String) throws -> String {
    // One transaction, or every row would be brought to the disk by itself.
    try Tool.output(
      ["spatialite", "-silent", path], input: "BEGIN;\n\(script);\nCOMMIT;\n") ?? ""
  }
}
