/// `import`: features of other files become layers of a GeoPackage.
package enum ImportCommand {
  static let files = Operand(
    "FILE", .path, arity: .atLeast(1), "Files to read; - is standard input, with --format-in.")
  static let into = Option(
    "into", ValueKind.text("STORE", needs: "the path of a GeoPackage", offer: .files),
    "The GeoPackage that gets the layers; made when it is not there.")
  static let layer = Option(
    "layer", letter: "l", .layer, "The layer's name; default: the file's, without its end.")
  static let crs = Option(
    "crs", .layerCRS, "The reference system of the coordinates, where the file does not say it.")
  static let dryRun = Switch(
    "dry-run", "Reads everything, says what would be made, writes nothing.")
  static let format = Option(
    "format-in", ValueKind.oneOf(ImportFormat.self),
    "The format of the files; default: as their names end.")
  static let via = Option(
    "via", ValueKind.oneOf(Converter.self),
    "Lets GDAL's program read the files, for formats that are not read here.")
  static let longitude = Option(
    "lon", ValueKind.text("COLUMN", needs: "the name of a column"),
    "CSV: the column of longitudes; default: lon, lng, long, longitude or x.")
  static let latitude = Option(
    "lat", ValueKind.text("COLUMN", needs: "the name of a column"),
    "CSV: the column of latitudes; default: lat, latitude or y.")
  static let wkt = Option(
    "wkt", ValueKind.text("COLUMN", needs: "the name of a column"),
    "CSV: the column of well-known text; default: wkt, geometry, geom or the_geom.")
  static let geometryType = Option(
    "geometry-type", declaredGeometry,
    "The layer's geometry type; features of another one are left out, and single geometries "
      + "become collections of one where it is a multi type.")

  /// A geometry type by its name; help has no room for all of them.
  private static var declaredGeometry: ValueKind<DeclaredGeometry> {
    var kind = ValueKind.oneOf(DeclaredGeometry.self)
    kind.placeholder = "TYPE"
    return kind
  }

  /// Programs that `--via` knows.
  enum Converter: String, CaseIterable, Sendable { case ogr2ogr }

  /// Geometry types that `--geometry-type` knows.
  enum DeclaredGeometry: String, CaseIterable, Sendable {
    case point, linestring, polygon, multipoint, multilinestring, multipolygon
    case geometrycollection, geometry
  }

  /// The command.
  package static let command = Command(
    words: ["import"], summary: "features of other files as layers of a GeoPackage",
    examples: [
      Example("import town.geojson --into town.gpkg", "a layer “town”, its columns found out"),
      Example("import stops.csv --into town.gpkg -l stops", "longitudes and latitudes of a table"),
      Example("import roads.shp rivers.kml --into town.gpkg --dry-run", "what would be made"),
      Example("import - --format-in geojsonseq --into town.gpkg", "features from another program"),
    ],
    synopsis: ["import FILE… --into STORE [OPTION]…"], operands: [files],
    options: [
      into, layer, crs, dryRun, format, via, longitude, latitude, wkt, geometryType,
    ],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      All or nothing: a new store appears when it is whole, an existing one changes in one \
      transaction; an interrupt or a full disk leaves things as they were. A feature that cannot \
      be read is named on standard error and left out, and the exit code is 4; a file that is cut \
      off imports nothing.
      """,
      """
      Files are read twice: the types of columns hold all of their values without loss. Whole \
      numbers and others become REAL together, true and false BOOLEAN, what does not fit together \
      TEXT; arrays and objects are kept as JSON text. A GeoJSON id becomes the fid where all are \
      whole numbers above zero and differ, else the column id. GeoJSON is longitude and latitude \
      on WGS 84 (RFC 7946). Heights are left out, except between GeoPackages. The layer's time \
      of last change is the clock's, unlike results of other commands.
      """,
    ]
  ) { context throws(CommandError) in
    var run = try ImportRun(context)
    return try run.run()
  }
}
