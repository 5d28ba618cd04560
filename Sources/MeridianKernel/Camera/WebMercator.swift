/// Web Mercator's unit square (EPSG:3857 scaled): x east from −180°, y down from 85.051129° north.
public enum WebMercator {
  /// The latitude of the square's top and bottom edge, in degrees: atan(sinh π).
  public static let maximumLatitude = 85.05112877980659

  /// The width of the world in EPSG:3857's meters, 2π·6378137.
  package static let circumference = 40_075_016.685578488

  /// Latitudes nearer to a pole than this are drawn here, since the pole itself is at infinity.
  private static let farthestLatitude = 89.999

  /// The place of a longitude and latitude; latitude must lie within ±90.
  public static func project(_ place: LonLat) -> Coordinate {
    Coordinate(x(ofLongitude: place.longitude), y(ofLatitude: place.latitude))
  }

  /// The longitude and latitude of a place, in degrees.
  public static func unproject(_ place: Coordinate) -> LonLat {
    let latitude = LibM.arctangent(LibM.hyperbolicSine(.pi * (1 - 2 * place.y))) * (180 / .pi)
    return LonLat((place.x - 0.5) * 360, latitude)
  }

  static func x(ofLongitude longitude: Double) -> Double { longitude / 360 + 0.5 }

  static func y(ofLatitude latitude: Double) -> Double {
    let reachable = min(max(latitude, -farthestLatitude), farthestLatitude)
    // asinh of the tangent: as near as the library's own where one is added to it, and twice as
    // fast.
    let tangent = LibM.tangent(abs(reachable) * (.pi / 180))
    let stretched = LibM.logarithm(tangent + (tangent * tangent + 1).squareRoot())
    return 0.5 - (reachable < 0 ? -stretched : stretched) / (2 * .pi)
  }
}
