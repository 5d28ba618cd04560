/// A kind of file that import reads.
enum ImportFormat: String, CaseIterable, Sendable {
  case geojson, geojsonseq, csv, shp, gpkg, kml

  /// The kind that a file's name tells.
  init?(path: String) {
    switch FileName.suffix(of: path) {
    case "geojson", "json": self = .geojson
    case "geojsonseq", "geojsons", "geojsonl", "ndjson", "jsonl": self = .geojsonseq
    case "csv", "tsv": self = .csv
    case "shp": self = .shp
    case "gpkg", "sqlite", "db": self = .gpkg
    case "kml": self = .kml
    default: return nil
    }
  }
}

/// A kind of file that export writes.
enum ExportFormat: String, CaseIterable, Sendable {
  case geojson, geojsonseq, csv, gpkg, svg, wkt

  /// The kind that a file's name tells.
  init?(path: String) {
    switch FileName.suffix(of: path) {
    case "geojson", "json": self = .geojson
    case "geojsonseq", "geojsons", "geojsonl", "ndjson", "jsonl": self = .geojsonseq
    case "csv": self = .csv
    case "gpkg": self = .gpkg
    case "svg": self = .svg
    case "wkt": self = .wkt
    default: return nil
    }
  }
}

/// Parts of the name of a file.
enum FileName {
  /// What stands behind the last point, in small letters; empty without one.
  static func suffix(of path: String) -> String {
    let name = last(of: path)
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return "" }
    return name[name.index(after: point)...].lowercased()
  }

  /// The name without folders and without the last point and what follows.
  static func stem(of path: String) -> String {
    let name = last(of: path)
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return String(name) }
    return String(name[..<point])
  }

  /// A path with another end behind its last point.
  static func replacingSuffix(of path: String, with suffix: String) -> String {
    let end = self.suffix(of: path)
    return (end.isEmpty ? path + "." : String(path.dropLast(end.count))) + suffix
  }

  private static func last(of path: String) -> Substring {
    path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
  }
}
