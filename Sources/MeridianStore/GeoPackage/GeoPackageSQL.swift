/// The fixed SQL of a new GeoPackage 1.4 (annex C of the standard, and clause F.3 for R-trees).
package enum GeoPackageSQL {
  /// The header's identity and the tables that every layer needs.
  static let base =
    """
    PRAGMA application_id = 0x47504B47;
    PRAGMA user_version = 10400;
    """ + tables.map(\.sql).joined(separator: "\n")

  /// The tables that every layer needs, each with its name.
  static let tables: [(name: String, sql: String)] = [
    (
      "gpkg_spatial_ref_sys",
      """
      CREATE TABLE gpkg_spatial_ref_sys (
        srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
        organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
      """
    ),
    (
      "gpkg_contents",
      """
      CREATE TABLE gpkg_contents (
        table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
        description TEXT DEFAULT '',
        last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
        min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
        CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
      """
    ),
    (
      "gpkg_geometry_columns",
      """
      CREATE TABLE gpkg_geometry_columns (
        table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
        srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
        CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
        CONSTRAINT uk_gc_table_name UNIQUE (table_name),
        CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
        CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
      """
    ),
    (
      "gpkg_extensions",
      """
      CREATE TABLE gpkg_extensions (
        table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
        scope TEXT NOT NULL,
        CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
      """
    ),
  ]

  /// The table in which a file names its extensions.
  package static var extensions: String { tables[3].sql }

  /// The reference systems that every file has, and the one of web maps.
  static let systems: [(id: Int64, name: String, organization: String, definition: String)] = [
    (-1, "Undefined Cartesian SRS", "NONE", "undefined"),
    (0, "Undefined geographic SRS", "NONE", "undefined"),
    (
      4326, "WGS 84 geodetic", "EPSG",
      """
      GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,\
      AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,\
      AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],\
      AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]
      """
    ),
    (
      3857, "WGS 84 / Pseudo-Mercator", "EPSG",
      """
      PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",\
      6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],\
      PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,\
      AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]],PROJECTION["Mercator_1SP"],\
      PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],\
      PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],\
      AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","3857"]]
      """
    ),
  ]

  /// The triggers that keep an R-tree in step with its table, each with the end of its name: seven
  /// of version 1.4, six before.
  static func indexTriggers(
    table: String, geometry: String, key: String, version: GeoPackageWriter.Version = .v1_4
  ) -> [(kind: String, sql: String)] {
    let index = "rtree_\(table)_\(geometry)"
    let tree = Connection.quoted(index)
    let from = Connection.quoted(table)
    let column = Connection.quoted(geometry)
    let (old, new) = ("OLD." + Connection.quoted(key), "NEW." + Connection.quoted(key))
    let box = ["MinX", "MaxX", "MinY", "MaxY"].map { "ST_\($0)(NEW.\(column))" }
    let entry = "(\(new), \(box.joined(separator: ", ")))"
    let isFull = "(NEW.\(column) NOTNULL AND NOT ST_IsEmpty(NEW.\(column)))"
    let isVoid = "(NEW.\(column) ISNULL OR ST_IsEmpty(NEW.\(column)))"
    let wasFull = "(OLD.\(column) NOTNULL AND NOT ST_IsEmpty(OLD.\(column)))"
    let wasVoid = "(OLD.\(column) ISNULL OR ST_IsEmpty(OLD.\(column)))"
    let remove = "DELETE FROM \(tree) WHERE id = \(old);"
    let sides = zip(["minx", "maxx", "miny", "maxy"], box).map { "\($0) = \($1)" }
    typealias Trigger = (name: String, event: String, condition: String, action: String)
    let enter = "INSERT OR REPLACE INTO \(tree) VALUES \(entry);"
    let isSame = "\(old) = \(new)"
    let isOther = "\(old) != \(new)"
    let later: [Trigger] = [
      (
        "update6", "UPDATE OF \(column) ON", "\(isSame) AND \(isFull) AND \(wasFull)",
        "UPDATE \(tree) SET \(sides.joined(separator: ", ")) WHERE id = \(new);"
      ),
      (
        "update7", "UPDATE OF \(column) ON", "\(isSame) AND \(isFull) AND \(wasVoid)",
        "INSERT INTO \(tree) VALUES \(entry);"
      ),
    ]
    let earlier: [Trigger] = [
      ("update1", "UPDATE OF \(column) ON", "\(isSame) AND \(isFull)", enter)
    ]
    let triggers: [Trigger] =
      [("insert", "INSERT ON", isFull, enter)] + (version == .v1_4 ? later : earlier) + [
        ("update2", "UPDATE OF \(column) ON", "\(isSame) AND \(isVoid)", remove),
        (
          version == .v1_4 ? "update5" : "update3", "UPDATE ON", "\(isOther) AND \(isFull)",
          "\(remove) \(enter)"
        ),
        (
          "update4", "UPDATE ON", "\(isOther) AND \(isVoid)",
          "DELETE FROM \(tree) WHERE id IN (\(old), \(new));"
        ),
        ("delete", "DELETE ON", "OLD.\(column) NOT NULL", remove),
      ]
    return triggers.map { trigger in
      let name = Connection.quoted(index + "_" + trigger.name)
      let sql =
        """
        CREATE TRIGGER \(name) AFTER \(trigger.event) \(from)
        WHEN \(trigger.condition) BEGIN \(trigger.action) END
        """
      return (trigger.name, sql)
    }
  }
}
