public import MeridianGeodesy
public import MeridianKernel

/// A bar whose length on the ground is a round number.
///
/// The ground is the ellipsoid along the parallel through the place where the bar lies: right at
/// any latitude, where the sphere of Web Mercator is off by up to a third of a percent.
public struct ScaleBar: Hashable, Sendable {
  /// The bar's width on the glass in points.
  public let width: Double
  /// Its length on the ground in ``unit``: 1, 2 or 5 times a power of ten.
  public let length: Double
  /// The unit of ``length``.
  public let unit: LengthUnit
  /// Length and unit, such as `500 m` or `0.2 nmi`.
  public let readout: Readout

  /// The longest round bar of at most `maximumWidth` points at a place on the glass (its middle
  /// when none is given); nil where there is no ground.
  public init?(
    _ transform: CameraTransform, at place: ScreenPoint? = nil, maximumWidth: Double = 100,
    units: ShownUnits = .metric, ellipsoid: Ellipsoid = .wgs84
  ) {
    guard maximumWidth.isFinite, maximumWidth > 0,
      let perPoint = Self.metersPerPoint(transform, at: place, ellipsoid: ellipsoid)
    else { return nil }
    let most = perPoint * maximumWidth
    guard most.isFinite, most > 0 else { return nil }
    let unit = units.unit(forLength: most)
    let round = RoundNumber(below: unit.fromMeters(most))
    // Rounding must not make the bar wider than its room.
    width = min(maximumWidth, unit.toMeters(round.value) / perPoint)
    length = round.value
    self.unit = unit
    readout = Readout(
      "\(Figures.grouped(round.text)) \(unit.rawValue)",
      spoken: "\(round.text) \(unit.word(for: round.text))")
  }

  /// The ground that one point of glass covers from left to right at a place, in meters along the
  /// parallel; nil at and above the horizon.
  public static func metersPerPoint(
    _ transform: CameraTransform, at place: ScreenPoint? = nil, ellipsoid: Ellipsoid = .wgs84
  ) -> Double? {
    let place = place ?? transform.viewport.center
    guard let ground = transform.unproject(place) else { return nil }
    let edge = WebMercator.maximumLatitude
    let latitude = min(max(ground.latitude, -edge), edge)
    let turn = 2 * Double.pi * ellipsoid.parallelRadius(latitude: latitude)
    return turn / transform.camera.worldSize / transform.perspectiveFactor(at: place)
  }
}

/// 1, 2 or 5 times a power of ten.
private struct RoundNumber {
  let value: Double
  let text: String

  /// The largest one that is no more than a positive finite number.
  init(below limit: Double) {
    let exponent = Figures.exponent(of: limit)
    let unit = Figures.power(ofTen: abs(exponent))
    func scaled(_ digit: Double) -> Double { exponent < 0 ? digit / unit : digit * unit }
    value = scaled([5.0, 2].first { scaled($0) <= limit } ?? 1)
    text = Figures.fixed(value, decimals: min(15, max(0, -exponent)))
  }
}
