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

  /// By the tangent of half the latitude where the square is, which two short series and one
  /// logarithm give in half the time of the library's tangent; beyond it, where that tangent comes
  /// so near to one that digits are lost, by the library's.
  static func y(ofLatitude latitude: Double) -> Double {
    if abs(latitude) > maximumLatitude { return y(beyondSquare: latitude) }
    let half = latitude * (.pi / 360)
    let (sine, cosine) = (sineSeries(half), cosineSeries(half))
    return 0.5 - LibM.logarithm((cosine + sine) / (cosine - sine)) * (0.5 / .pi)
  }

  /// asinh of the latitude's tangent.
  private static func y(beyondSquare latitude: Double) -> Double {
    let tangent = LibM.tangent(min(abs(latitude), farthestLatitude) * (.pi / 180))
    let stretched = LibM.logarithm(tangent + (tangent * tangent + 1).squareRoot()) / (2 * .pi)
    return latitude < 0 ? 0.5 + stretched : 0.5 - stretched
  }

  /// Taylor's series of the sine up to x¹⁵: the next term is below 2e-17 for |x| ≤ 0.743. Terms in
  /// pairs, and pairs of pairs, so that few of them wait for each other.
  private static func sineSeries(_ x: Double) -> Double {
    let z = x * x
    let z2 = z * z
    let first = (1 - z * (1.0 / 6)) + z2 * (1.0 / 120 - z * (1.0 / 5040))
    let second =
      (1.0 / 362_880 - z * (1.0 / 39_916_800))
      + z2 * (1.0 / 6_227_020_800 - z * (1.0 / 1_307_674_368_000))
    return x * (first + z2 * z2 * second)
  }

  /// The cosine's up to x¹⁶, with a next term below 1e-18.
  private static func cosineSeries(_ x: Double) -> Double {
    let z = x * x
    let z2 = z * z
    let first = (1 - z * 0.5) + z2 * (1.0 / 24 - z * (1.0 / 720))
    let second =
      (1.0 / 40_320 - z * (1.0 / 3_628_800))
      + z2 * (1.0 / 479_001_600 - z * (1.0 / 87_178_291_200))
    return first + z2 * z2 * (second + z2 * z2 * (1.0 / 20_922_789_888_000))
  }
}
