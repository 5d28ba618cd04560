/// What a table is for.
public enum TableRole: String, Hashable, Sendable, CaseIterable {
  /// A layer of features.
  case features
  /// A layer of attributes without geometry.
  case attributes
  /// A pyramid of tiles.
  case tiles
  /// Layer settings, bookmarks and notes.
  case workspace
  /// A table that no catalog lists.
  case other
  /// A table of the format itself, such as `gpkg_contents`.
  case catalog
}

/// What of a file is its content, and what only keeps book of it.
///
/// Left out are what SQLite, the format's programs and Meridian keep for themselves and make again
/// from the rest: `sqlite_*`; the tables in which R-trees lie; `gpkg_ogr_contents` (counts);
/// SpatiaLite's statistics, times and log; `meridian_document`, `meridian_edit` and
/// `meridian_camera`; of `gpkg_contents` the columns `last_change` and the extent, which follow
/// from the rows (a difference in them is told, but counts as none); and the rows by which catalogs
/// list Meridian's own tables.
///
/// Those that hold content (`meridian_layer`, `meridian_bookmark`, `meridian_markup`) are the same
/// absent and empty, as is `gpkg_extensions`: a file that has not been opened with Meridian differs
/// from one that has by what was done with it, not by that.
enum ContentRules {
  /// Names in small letters of tables that are no content.
  static let leftOut: Set = [
    "gpkg_ogr_contents", "meridian_document", "meridian_edit", "meridian_camera",
    "geometry_columns_statistics", "geometry_columns_field_infos", "geometry_columns_time",
    "views_geometry_columns_statistics", "views_geometry_columns_field_infos",
    "virts_geometry_columns_statistics", "virts_geometry_columns_field_infos",
    "layer_statistics", "views_layer_statistics", "virts_layer_statistics",
    "spatialite_history", "sql_statements_log",
  ]

  /// Names in small letters of Meridian's tables; a layer of meridians may be called alike.
  static let own = [
    "meridian_layer", "meridian_bookmark", "meridian_markup", "meridian_document",
    "meridian_edit", "meridian_camera",
  ]

  /// Names in small letters of tables that are the same absent and empty.
  static let emptyWhenAbsent: Set = [
    "gpkg_extensions", "meridian_layer", "meridian_bookmark", "meridian_markup",
  ]

  /// Names in small letters of SpatiaLite's catalogs.
  private static let catalogs: Set = [
    "geometry_columns", "geometry_columns_auth", "views_geometry_columns",
    "views_geometry_columns_auth", "virts_geometry_columns", "virts_geometry_columns_auth",
    "spatial_ref_sys", "spatial_ref_sys_aux", "data_licenses",
  ]

  /// Whether a table (its name in small letters) is no content.
  static func isLeftOut(_ name: String) -> Bool {
    name.hasPrefix("sqlite_") || leftOut.contains(name)
  }

  /// What a table is for, from its name in small letters and what the contents say of it.
  static func role(of name: String, dataType: String?) -> TableRole {
    if own.contains(name) { return .workspace }
    if name.hasPrefix("gpkg_") || catalogs.contains(name) { return .catalog }
    switch dataType.map(ASCII.folding) {
    case "features"?: return .features
    case "attributes"?, "aspatial"?: return .attributes
    case "tiles"?, "2d-gridded-coverage"?: return .tiles
    default: return .other
    }
  }

  /// Columns of a table that only keep book, in small letters.
  static func bookkeeping(of table: String) -> Set<String> {
    table == "gpkg_contents" ? ["last_change", "min_x", "min_y", "max_x", "max_y"] : []
  }

  /// A condition that leaves out the rows of a catalog that list Meridian's own tables; nil where
  /// there are none to leave out.
  static func filter(of table: String, columns: Set<String>) -> String? {
    guard table.hasPrefix("gpkg_") || catalogs.contains(table) else { return nil }
    var conditions: [String] = []
    let names = own.map { "'\($0)'" }.joined(separator: ", ")
    for column in ["table_name", "f_table_name"] where columns.contains(column) {
      conditions.append("coalesce(lower(\(column)), '') NOT IN (\(names))")
    }
    if table == "gpkg_extensions", columns.contains("extension_name") {
      conditions.append("coalesce(extension_name, '') <> 'meridian_workspace'")
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
  }
}
