/// Where the map is looked at from: MapLibre's camera.
///
/// ```swift
/// let camera = try Camera(center: LonLat(-0.1366, 51.5132), zoom: 16, bearing: 0, pitch: 45)
/// ```
public struct Camera: Hashable, Sendable {
  /// The place in the middle of the glass; any longitude, latitude within ±85.051129.
  public let center: LonLat
  /// The zoom, 0…24; the world is 512·2^zoom points wide.
  public let zoom: Double
  /// Degrees clockwise from north that point up on the glass.
  public let bearing: Double
  /// Degrees by which the view leans from straight down, 0…85.
  public let pitch: Double

  /// Makes a camera; throws ``CameraError`` for a number outside its range.
  public init(
    center: LonLat, zoom: Double, bearing: Double = 0, pitch: Double = 0
  ) throws(CameraError) {
    guard center.longitude.isFinite && center.latitude.isFinite else { throw .centerNotFinite }
    guard abs(center.latitude) <= 90 else { throw .latitudeOutOfRange(center) }
    guard abs(center.latitude) <= WebMercator.maximumLatitude else {
      throw .offMap(center.latitude)
    }
    guard zoom >= 0 && zoom <= 24 else { throw .zoomOutOfRange(zoom) }
    guard bearing.isFinite else { throw .bearingNotFinite }
    guard pitch >= 0 && pitch <= 85 else { throw .pitchOutOfRange(pitch) }
    self.center = center
    self.zoom = zoom
    self.bearing = bearing
    self.pitch = pitch
  }

  /// The width of the world in points.
  public var worldSize: Double { Self.worldSize(atZoom: zoom) }
}

/// What can be wrong with a camera's numbers.
public enum CameraError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The center is NaN or infinite.
  case centerNotFinite
  /// The center's latitude is beyond ±90.
  case latitudeOutOfRange(LonLat)
  /// The center's latitude is beyond the map's edge.
  case offMap(Double)
  /// The zoom is not within 0…24.
  case zoomOutOfRange(Double)
  /// The bearing is NaN or infinite.
  case bearingNotFinite
  /// The pitch is not within 0…85.
  case pitchOutOfRange(Double)

  /// One sentence: which number, its value, and what is allowed.
  public var description: String {
    switch self {
    case .centerNotFinite: "the center is not a finite place; give LON,LAT in degrees"
    case .latitudeOutOfRange(let place):
      "latitude \(Self.plain(place.latitude)) is beyond 90"
        + (abs(place.longitude) <= 90
          ? "; the axes look swapped, longitude comes first" : "; give LON,LAT in degrees")
    case .offMap(let latitude):
      "latitude \(Self.plain(latitude)) is off the map; the map ends at ±85.051129"
    case .zoomOutOfRange(let zoom):
      "zoom \(Self.plain(zoom)) is out of range; give a number from 0 to 24"
    case .bearingNotFinite: "the bearing is not a finite number of degrees"
    case .pitchOutOfRange(let pitch):
      "pitch \(Self.plain(pitch)) is out of range; give degrees from 0 to 85"
    }
  }

  /// A number without the ".0" of a whole one.
  private static func plain(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
