import MeridianKernel
import MeridianStore

/// The geometry columns that a file's catalog registers.
enum GeometryColumns {
  /// One of them, with what the catalog says of it: for people, and for comparing.
  struct Column {
    var table: String
    var column: String
    var type: String
    var typeNormal: String
    var crs: String
    var crsNormal: String
    /// What SpatiaLite says of an R-tree; in a GeoPackage the tables say it.
    var indexFlag: String?
  }

  private static let most = 100_000

  /// Those of a GeoPackage; none where the catalog cannot be read.
  static func geoPackage(_ connection: Connection) throws(SQLiteError) -> [Column] {
    let systems = names(
      connection, "SELECT srs_id, organization, organization_coordsys_id FROM gpkg_spatial_ref_sys")
    guard
      let rows = try? connection.prepare(
        """
        SELECT table_name, column_name, geometry_type_name, srs_id, z, m
        FROM gpkg_geometry_columns LIMIT \(most)
        """)
    else { return [] }
    var found: [Column] = []
    while try rows.step() {
      guard let table = rows.text(0), let column = rows.text(1) else { continue }
      var type = rows.text(2) ?? ""
      let normal = [type, rows.text(4) ?? "", rows.text(5) ?? ""].joined(separator: " ")
      for (index, letter) in [(4, "Z"), (5, "M")] where rows.integer(index) != 0 {
        type += rows.integer(index) == 2 ? " (\(letter))" : " \(letter)"
      }
      let id = rows.text(3) ?? ""
      found.append(
        Column(
          table: table, column: column, type: type, typeNormal: normal,
          crs: name(of: id, systems), crsNormal: id))
    }
    return found
  }

  /// Those of a SpatiaLite database; none where the catalog cannot be read.
  static func spatiaLite(_ connection: Connection) throws(SQLiteError) -> [Column] {
    let systems = names(
      connection,
      """
      SELECT srid, auth_name, auth_srid FROM spatial_ref_sys
      WHERE srid IN (SELECT srid FROM geometry_columns)
      """)
    // Before version 4 the type was a word, and the dimensions were told by another.
    let modern = "geometry_type, srid, coord_dimension, spatial_index_enabled"
    let older = "type, srid, coord_dimension, spatial_index_enabled"
    let statement = [modern, older].lazy.compactMap { columns in
      try? connection.prepare(
        """
        SELECT f_table_name, f_geometry_column, \(columns) FROM geometry_columns LIMIT \(most)
        """)
    }.first
    guard let rows = statement else { return [] }
    var found: [Column] = []
    while try rows.step() {
      guard let table = rows.text(0), let column = rows.text(1) else { continue }
      let normal = (rows.text(2) ?? "") + " " + (rows.text(4) ?? "")
      let type =
        rows.storage(2) == .integer ? typeName(rows.integer(2)) : (rows.text(2) ?? "")
      let id = rows.text(3) ?? ""
      found.append(
        Column(
          table: table, column: column, type: type, typeNormal: normal,
          crs: name(of: id, systems), crsNormal: id,
          indexFlag: indexName(rows.integer(5))))
    }
    return found
  }

  private static func indexName(_ code: Int64) -> String {
    switch code {
    case 0: "none"
    case 1: "R-tree"
    case 2: "MBR cache"
    default: "kind \(code)"
    }
  }

  private static func typeName(_ code: Int64) -> String {
    guard (0..<4000).contains(code),
      let type = GeometryType(rawValue: UInt8(truncatingIfNeeded: code % 1000))
    else { return code == 0 ? "GEOMETRY" : "type \(code)" }
    return type.name.uppercased() + ["", " Z", " M", " ZM"][Int(code / 1000)]
  }

  /// Authority and code of reference systems, by their ids in the file.
  private static func names(_ connection: Connection, _ sql: String) -> [String: String] {
    var found: [String: String] = [:]
    guard let rows = try? connection.prepare(sql + " LIMIT \(most)") else { return found }
    while (try? rows.step()) == true {
      guard let id = rows.text(0), let authority = rows.text(1), let code = rows.text(2),
        !["none", ""].contains(ASCII.folding(authority))
      else { continue }
      found[id] = "\(ASCII.capitals(authority)):\(code)"
    }
    return found
  }

  private static func name(of id: String, _ systems: [String: String]) -> String {
    guard let name = systems[id] else { return "srs_id \(id)" }
    return name.hasSuffix(":" + id) ? name : "\(name) (srs_id \(id))"
  }
}
