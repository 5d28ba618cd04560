public import MeridianKernel

/// What can go wrong when measuring or transforming; every description is one sentence that says
/// what failed, on what, and what to do.
public enum GeodesyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The shared library of PROJ cannot be opened or lacks a function.
  case projNotInstalled
  /// A latitude outside ±90; `vertex` counts from 1.
  case latitudeOutOfRange(vertex: Int, place: LonLat)
  /// A longitude or latitude that is not a finite number; `vertex` counts from 1.
  case notFinite(vertex: Int, place: LonLat)
  /// A number beside the coordinates that is not finite, such as an azimuth.
  case numberNotFinite(name: String, value: Double)
  /// Text that names no ellipsoid, or one that cannot be.
  case badEllipsoid(String)
  /// A reference system that PROJ does not know; `detail` is what PROJ said, possibly empty.
  case unknownCRS(name: String, detail: String)
  /// A reference system whose coordinates are degrees where lengths are needed.
  case notPlanar(name: String)
  /// A place that a reference system cannot show; `vertex` counts from 1.
  case outsideDomain(vertex: Int, place: LonLat, crs: String)

  /// Whether the place at fault looks like latitude and longitude in the wrong order.
  public var axesLookSwapped: Bool {
    guard case .latitudeOutOfRange(_, let place) = self else { return false }
    return abs(place.latitude) <= 180 && abs(place.longitude) <= 90
  }

  /// A short stable word for programs, such as `latitudeOutOfRange`.
  public var code: String {
    switch self {
    case .projNotInstalled: "projNotInstalled"
    case .latitudeOutOfRange: "latitudeOutOfRange"
    case .notFinite: "notFinite"
    case .numberNotFinite: "notFinite"
    case .badEllipsoid: "badEllipsoid"
    case .unknownCRS: "unknownCRS"
    case .notPlanar: "notPlanar"
    case .outsideDomain: "outsideDomain"
    }
  }

  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .projNotInstalled:
      return "Measuring needs the PROJ library, which is not installed here; install PROJ 9 "
        + "(Debian: apt-get install libproj25; macOS: brew install proj)."
    case .latitudeOutOfRange(let vertex, let place):
      let fault = "Latitude \(Self.plain(place.latitude)) of vertex \(vertex) lies outside ±90"
      return fault
        + (axesLookSwapped
          ? "; the axes look swapped, longitude comes first."
          : "; write longitude first, then latitude.")
    case .notFinite(let vertex, let place):
      let (axis, value) =
        place.longitude.isFinite
        ? ("Latitude", place.latitude) : ("Longitude", place.longitude)
      return "\(axis) \(value) of vertex \(vertex) is not a finite number; give degrees."
    case .numberNotFinite(let name, let value):
      return "The \(name) \(value) is not a finite number; give a plain one."
    case .badEllipsoid(let text):
      return "“\(text)” is not an ellipsoid; use wgs84, grs80, bessel, clrk66, intl, or A,RF: the "
        + "equatorial radius in meters and the reciprocal flattening (0 for a sphere)."
    case .unknownCRS(let name, let detail):
      return "PROJ does not know the reference system \(name)"
        + (detail.isEmpty ? "" : " (\(detail))") + "; use AUTHORITY:CODE such as EPSG:2056, or WKT."
    case .notPlanar(let name):
      return "\(name) has no planar lengths, its coordinates are not eastings and northings; "
        + "name a projected system such as EPSG:2056, or measure on the ellipsoid."
    case .outsideDomain(let vertex, let place, let crs):
      return "Vertex \(vertex) at \(Self.plain(place.longitude)),\(Self.plain(place.latitude)) "
        + "cannot be shown in \(crs); choose a reference system made for that region."
    }
  }

  /// A number without the `.0` of a whole one.
  private static func plain(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
