/// How results are written.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// Aligned columns for people.
  case table
  /// One JSON document.
  case json
  /// One JSON document a line.
  case ndjson
  /// One GeoJSON feature collection.
  case geojson
  /// GeoJSON features, each after a record separator (RFC 8142).
  case geojsonseq
  /// Comma-separated values (RFC 4180 with plain line feeds).
  case csv
  /// Well-known text, one geometry a line.
  case wkt
  /// A drawing.
  case svg
}
