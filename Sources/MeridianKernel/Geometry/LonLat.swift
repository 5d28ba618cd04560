/// A place on the WGS 84 ellipsoid in degrees, longitude first.
///
/// Longitude may be any real number (7.5 and 367.5 are one meridian); latitude lies within ±90.
public struct LonLat: Hashable, Sendable {
  /// Degrees east of Greenwich.
  public var longitude: Double
  /// Degrees north of the equator.
  public var latitude: Double

  /// Makes a place of degrees, longitude first.
  public init(_ longitude: Double, _ latitude: Double) {
    self.longitude = longitude
    self.latitude = latitude
  }

  /// Whether both numbers are finite and the latitude lies within ±90.
  public var isValid: Bool { longitude.isFinite && abs(latitude) <= 90 }

  /// The same place with its longitude in −180 ..< 180.
  public var canonical: LonLat { LonLat(Self.canonicalLongitude(longitude), latitude) }

  /// A longitude brought into −180 ..< 180 by whole turns; exact for numbers already there.
  public static func canonicalLongitude(_ longitude: Double) -> Double {
    if longitude >= -180 && longitude < 180 { return longitude }
    var rest = LibM.remainder(longitude, 360)
    if rest < -180 { rest += 360 }
    if rest >= 180 { rest -= 360 }
    return rest
  }
}
