public import MeridianGeodesy
public import MeridianKernel

/// A zone of Universal Transverse Mercator, or one of the two polar zones (NGA.STND.0037).
public enum GridZone: Hashable, Sendable {
  /// Zone 1…60 of the northern or southern hemisphere, between 80° south and 84° north.
  case transverseMercator(zone: Int, isNorth: Bool)
  /// Universal Polar Stereographic.
  case polar(isNorth: Bool)

  /// The zone of a place, with the wider ones of Norway and Svalbard; nil when it is no place.
  public init?(_ place: LonLat) {
    guard place.isValid else { return nil }
    let place = place.canonical
    guard place.latitude >= -80 && place.latitude < 84 else {
      self = .polar(isNorth: place.latitude > 0)
      return
    }
    self = .transverseMercator(zone: Self.number(of: place), isNorth: place.latitude >= 0)
  }

  /// The EPSG code of the zone's reference system on WGS 84.
  public var code: Int {
    switch self {
    case .transverseMercator(let zone, let isNorth): (isNorth ? 32600 : 32700) + zone
    case .polar(let isNorth): isNorth ? 5041 : 5042
    }
  }

  /// The name, such as `30N` (the hemisphere, not a latitude band) or `UPS N`.
  public var name: String {
    switch self {
    case .transverseMercator(let zone, let isNorth): Figures.zeros(zone, 2) + (isNorth ? "N" : "S")
    case .polar(let isNorth): isNorth ? "UPS N" : "UPS S"
    }
  }

  /// Whether it is one of the two around the poles.
  public var isPolar: Bool {
    if case .polar = self { true } else { false }
  }

  /// The name in words.
  public var spoken: String {
    switch self {
    case .transverseMercator(let zone, let isNorth):
      "UTM zone \(zone) \(isNorth ? "north" : "south")"
    case .polar(let isNorth): "UPS \(isNorth ? "north" : "south")"
    }
  }

  /// Zones are six degrees wide from 180° west on, but for two stretches of coast.
  private static func number(of place: LonLat) -> Int {
    let (east, north) = (place.longitude, place.latitude)
    if north >= 56 && north < 64 && east >= 3 && east < 12 { return 32 }
    if north >= 72 && east >= 0 && east < 42 {
      return east < 9 ? 31 : east < 21 ? 33 : east < 33 ? 35 : 37
    }
    return min(60, Int(((east + 180) / 6).rounded(.down)) + 1)
  }
}

/// Grid coordinates by PROJ. The handles belong to whoever made it: use one per thread.
public final class GridReference {
  private var transforms: [GridZone: CoordinateTransform] = [:]

  /// Prepares nothing yet: each zone is opened when a place in it is asked for.
  public init() {}

  /// Easting and northing in meters in the zone of a place; throws when PROJ is not installed, or
  /// the place is not one.
  public func coordinate(
    of place: LonLat
  ) throws(GeodesyError) -> (zone: GridZone, easting: Double, northing: Double) {
    guard let zone = GridZone(place) else {
      let isFinite = place.longitude.isFinite && place.latitude.isFinite
      throw isFinite
        ? .latitudeOutOfRange(vertex: 1, place: place) : .notFinite(vertex: 1, place: place)
    }
    var coordinates = [Coordinate(place.canonical.longitude, place.latitude)]
    try transform(to: zone).fromLonLat(&coordinates)
    return (zone, coordinates[0].x, coordinates[0].y)
  }

  /// The readout of a place, such as `30N␣␣699␣316 E␣␣5␣710␣164 N`, in steps that the resolution
  /// tells apart: a meter, ten, a hundred …; throws as ``coordinate(of:)``.
  public func readout(
    _ place: LonLat, at resolution: Resolution = .stored
  ) throws(GeodesyError) -> Readout {
    guard place.isValid else { return .nothing("no place") }
    let (zone, easting, northing) = try coordinate(of: place)
    let exponent = Resolution.exponent(
      forStep: resolution.degrees * Self.metersPerDegree, finest: -2)
    let decimals = max(0, -exponent)
    let numbers = [easting, northing].map { number in
      let unit = Figures.power(ofTen: exponent)
      // Decimals are rounded by their text, which is exact.
      return Figures.fixed(
        exponent > 0 ? (number / unit).rounded() * unit : number, decimals: decimals)
    }
    // Room for the largest number of the zone with its narrow spaces and decimals.
    let tail = decimals > 0 ? decimals + 1 : 0
    let widths = zone.isPolar ? [9, 9] : [7, 9]
    let shown = zip(numbers, widths).map { Figures.padded(Figures.grouped($0), to: $1 + tail) }
    return Readout(
      "\(zone.name)  \(shown[0]) E  \(shown[1]) N",
      spoken: "\(zone.spoken), easting \(numbers[0]) meters, northing \(numbers[1]) meters")
  }

  private func transform(to zone: GridZone) throws(GeodesyError) -> CoordinateTransform {
    if let known = transforms[zone] { return known }
    let made = try CoordinateTransform(parsing: "EPSG:\(zone.code)")
    transforms[zone] = made
    return made
  }

  /// A degree of the equator.
  private static let metersPerDegree = 111_319.490_793_273_6
}
