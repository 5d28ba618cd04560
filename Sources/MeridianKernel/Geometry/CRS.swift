/// A coordinate reference system as a store names it.
public enum CRS: Hashable, Sendable {
  /// Longitude and latitude in degrees on WGS 84 (EPSG:4326, OGC:CRS84); x is always longitude.
  case longitudeLatitude
  /// Web Mercator in meters (EPSG:3857).
  case webMercator
  /// GeoPackage's srs_id 0: degrees on an unknown datum, taken as WGS 84 and said so.
  case unknownGeographic
  /// Planar coordinates without a place on the Earth (GeoPackage's srs_id −1, or an id that the
  /// store does not define).
  case undefined(id: Int64)
  /// Any other system, reached through PROJ: authority, code, and the definition's text if any.
  case authority(name: String, code: String, definition: String?)

  /// The usual short name, such as `EPSG:4326`.
  public var name: String {
    switch self {
    case .longitudeLatitude: "EPSG:4326"
    case .webMercator: "EPSG:3857"
    case .unknownGeographic: "unknown geographic (0)"
    case .undefined(let id): "undefined (\(id))"
    case .authority(let name, let code, _): "\(name):\(code)"
    }
  }

  /// Whether its coordinates have a place on the Earth.
  public var hasPlace: Bool {
    if case .undefined = self { false } else { true }
  }
}
