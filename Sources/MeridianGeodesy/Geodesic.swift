internal import CPROJ
public import MeridianKernel

/// Shortest ways on an ellipsoid, by PROJ's geodesic routines (Karney 2013): lengths to 15
/// nanometers anywhere on the Earth, near antipodes too.
///
/// ```swift
/// let earth = try Geodesic(.wgs84)
/// let way = try earth.inverse(from: LonLat(7.4386, 46.9511), to: LonLat(8.5417, 47.3769))
/// print(way.length, way.azimuth)
/// ```
///
/// Longitudes may be any finite numbers; latitudes lie within ±90. A value of this type is plain
/// numbers: share it freely between threads.
@safe public struct Geodesic: Sendable {
  /// The ellipsoid that lengths are measured on.
  public let ellipsoid: Ellipsoid

  private let figure: geod_geodesic
  private let library: PROJLibrary

  /// Prepares an ellipsoid; opens PROJ on first use and throws when it is not installed.
  public init(_ ellipsoid: Ellipsoid = .wgs84) throws(GeodesyError) {
    library = try PROJLibrary.shared()
    self.ellipsoid = ellipsoid
    var figure = geod_geodesic()
    unsafe library.geodesicInit(&figure, ellipsoid.equatorialRadius, ellipsoid.flattening)
    self.figure = figure
  }

  /// The shortest way between two places.
  ///
  /// Throws when a coordinate is not finite or a latitude is outside ±90; the start is vertex 1.
  public func inverse(from start: LonLat, to end: LonLat) throws(GeodesyError) -> GeodesicInverse {
    try Self.check(start, vertex: 1)
    try Self.check(end, vertex: 2)
    let way = checkedInverse(from: start, to: end)
    var flags = Set<MeasureFlag>()
    let pair = PairAmbiguity(start, end, way)
    if pair.areAntipodes { flags.insert(.antipodal) }
    if pair.coincide || pair.hasSeveralWays { flags.insert(.azimuthAmbiguous) }
    var runs = LongitudeRuns()
    runs.append(start)
    runs.append(end)
    if runs.cross180 { flags.insert(.crosses180) }
    return GeodesicInverse(
      length: way.length, azimuth: way.azimuth, endAzimuth: way.endAzimuth, flags: flags)
  }

  /// The same without looking whether the way is the only one.
  public func way(from start: LonLat, to end: LonLat) throws(GeodesyError) -> MeasuredSegment {
    try Self.check(start, vertex: 1)
    try Self.check(end, vertex: 2)
    return checkedInverse(from: start, to: end).segment
  }

  /// Where a geodesic ends that starts at a place with an azimuth in degrees and has a length in
  /// meters; a negative length goes backward.
  ///
  /// Throws when a number is not finite or the latitude is outside ±90.
  public func direct(
    from start: LonLat, azimuth: Double, distance: Double
  ) throws(GeodesyError) -> GeodesicDirect {
    try Self.check(start, vertex: 1)
    guard azimuth.isFinite else { throw .numberNotFinite(name: "azimuth", value: azimuth) }
    guard distance.isFinite else { throw .numberNotFinite(name: "distance", value: distance) }
    return checkedDirect(from: start, azimuth: azimuth, distance: distance)
  }

  /// Throws when a place is not one, naming the vertex, which counts from 1.
  static func check(_ place: LonLat, vertex: Int) throws(GeodesyError) {
    guard place.longitude.isFinite, place.latitude.isFinite else {
      throw .notFinite(vertex: vertex, place: place)
    }
    guard abs(place.latitude) <= 90 else {
      throw .latitudeOutOfRange(vertex: vertex, place: place)
    }
  }

  /// The inverse problem for places that have been checked.
  func checkedInverse(from start: LonLat, to end: LonLat) -> Way {
    var figure = figure
    var length = 0.0
    var azimuth = 0.0
    var endAzimuth = 0.0
    unsafe library.geodesicInverse(
      &figure, start.latitude, start.longitude, end.latitude, end.longitude,
      &length, &azimuth, &endAzimuth)
    return Way(
      length: length, azimuth: Self.tidy(azimuth), endAzimuth: Self.tidy(endAzimuth))
  }

  /// The direct problem for numbers that have been checked.
  func checkedDirect(from start: LonLat, azimuth: Double, distance: Double) -> GeodesicDirect {
    var figure = figure
    var latitude = 0.0
    var longitude = 0.0
    var endAzimuth = 0.0
    unsafe library.geodesicDirect(
      &figure, start.latitude, start.longitude, azimuth, distance,
      &latitude, &longitude, &endAzimuth)
    // Adding zero turns a negative zero into a plain one.
    return GeodesicDirect(
      to: LonLat(longitude + 0, latitude + 0), endAzimuth: Self.tidy(endAzimuth))
  }

  /// Signed area (left side positive, within half the surface) and perimeter of a closed ring of
  /// checked places. O(n).
  func checkedRing(_ ring: [LonLat]) -> (area: Double, perimeter: Double) {
    var figure = figure
    var polygon = geod_polygon()
    var area = 0.0
    var perimeter = 0.0
    unsafe library.polygonInit(&polygon, 0)
    for place in ring {
      unsafe library.polygonAddPoint(&figure, &polygon, place.latitude, place.longitude)
    }
    _ = unsafe library.polygonCompute(&figure, &polygon, 0, 1, &area, &perimeter)
    return (area + 0, perimeter + 0)
  }

  /// One answer of the inverse problem.
  struct Way {
    var length: Double
    var azimuth: Double
    var endAzimuth: Double
  }

  /// One name for each direction: −180 becomes 180, a negative zero a plain one.
  private static func tidy(_ azimuth: Double) -> Double { azimuth == -180 ? 180 : azimuth + 0 }
}
