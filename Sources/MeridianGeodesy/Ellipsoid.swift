/// A figure of the Earth: an ellipsoid of revolution.
///
/// ```swift
/// let sphere = try Ellipsoid(parsing: "6371008.8,0")
/// ```
public struct Ellipsoid: Hashable, Sendable {
  /// The equatorial radius in meters.
  public let equatorialRadius: Double
  /// The flattening, zero for a sphere, negative for a prolate figure.
  public let flattening: Double

  /// Makes a figure of its radius in meters and flattening; throws when it cannot be.
  ///
  /// Lengths are accurate to nanometers for flattenings within ±1/50.
  public init(equatorialRadius: Double, flattening: Double) throws(GeodesyError) {
    guard equatorialRadius.isFinite, equatorialRadius > 0, flattening.isFinite, flattening < 1
    else { throw .badEllipsoid("\(equatorialRadius),\(flattening == 0 ? 0 : 1 / flattening)") }
    self.equatorialRadius = equatorialRadius
    self.flattening = flattening
  }

  /// Reads `wgs84`, `grs80`, `bessel`, `clrk66`, `intl`, or `A,RF`: equatorial radius in meters
  /// and reciprocal flattening, which is 0 for a sphere.
  public init(parsing text: String) throws(GeodesyError) {
    if let known = Self.named.first(where: { $0.name == text.lowercased() }) {
      self = known.ellipsoid
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let radius = Double(parts[0]), let reciprocal = Double(parts[1]),
      radius.isFinite, radius > 0, reciprocal.isFinite, reciprocal <= 0 || reciprocal > 1
    else { throw .badEllipsoid(text) }
    equatorialRadius = radius
    flattening = reciprocal == 0 ? 0 : 1 / reciprocal
  }

  private init(_ equatorialRadius: Double, reciprocal: Double) {
    self.equatorialRadius = equatorialRadius
    flattening = 1 / reciprocal
  }

  /// WGS 84, the figure of GPS and of GeoPackage's default coordinates.
  public static let wgs84 = Ellipsoid(6_378_137, reciprocal: 298.257223563)
  /// GRS 80, a tenth of a millimeter from WGS 84.
  public static let grs80 = Ellipsoid(6_378_137, reciprocal: 298.257222101)
  /// Bessel 1841.
  public static let bessel = Ellipsoid(6_377_397.155, reciprocal: 299.1528128)
  /// Clarke 1866, defined by its two radii.
  public static let clarke1866 = Ellipsoid(
    6_378_206.4, reciprocal: 6_378_206.4 / (6_378_206.4 - 6_356_583.8))
  /// International 1924 (Hayford).
  public static let international = Ellipsoid(6_378_388, reciprocal: 297)

  /// The names that ``init(parsing:)`` knows, in the order to list them.
  public static let named: [(name: String, ellipsoid: Ellipsoid)] = [
    ("wgs84", .wgs84), ("grs80", .grs80), ("bessel", .bessel), ("clrk66", .clarke1866),
    ("intl", .international),
  ]

  /// The polar radius in meters.
  public var polarRadius: Double { equatorialRadius * (1 - flattening) }

  /// The square of the first eccentricity, negative for a prolate figure.
  var eccentricitySquared: Double { flattening * (2 - flattening) }

  /// The area of the whole surface in square meters.
  public var area: Double {
    let e2 = eccentricitySquared
    let a2 = equatorialRadius * equatorialRadius
    let b2 = polarRadius * polarRadius
    let ratio: Double
    if e2 > 0 {
      ratio = Trigonometry.inverseHyperbolicTangent(e2.squareRoot()) / e2.squareRoot()
    } else if e2 < 0 {
      ratio = Trigonometry.arctangent((-e2).squareRoot()) / (-e2).squareRoot()
    } else {
      ratio = 1
    }
    return 2 * .pi * (a2 + b2 * ratio)
  }

  /// The ground under a fingertip, in meters: how uncertain a tap is at a zoom and latitude.
  ///
  /// A fingertip is a disc of `radius` screen points on a Web Mercator map whose world is 512
  /// points wide at zoom 0. The length is the one along the parallel, the
  /// longer of the two directions. Latitudes beyond the map's edge count as the edge.
  public func uncertainty(zoom: Double, latitude: Double, radius: Double = 22) -> Double {
    let mapEdge = 85.051128779806604
    let shown = min(max(latitude, -mapEdge), mapEdge)
    let angle = 2 * Double.pi * radius / (512 * Trigonometry.powerOfTwo(zoom))
    return parallelRadius(latitude: shown) * angle
  }

  /// The radius of the circle that the parallel of a latitude is, in meters; degrees within ±90.
  ///
  /// An arc of a parallel is this times its angle in radians.
  public func parallelRadius(latitude: Double) -> Double {
    let sine = Trigonometry.sine(degrees: latitude)
    let normalRadius = equatorialRadius / (1 - eccentricitySquared * sine * sine).squareRoot()
    return normalRadius * Trigonometry.cosine(degrees: latitude)
  }
}
