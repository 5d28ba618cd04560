internal import MeridianGeodesy
internal import MeridianKernel

/// What is to be measured.
enum MeasureRequest {
  case inverse(LonLat, LonLat)
  case direct(LonLat, azimuth: Double, distance: Double)
  case line([LonLat])
  case area([LonLat])

  /// The places that were given.
  var places: [LonLat] {
    switch self {
    case .inverse(let from, let to): [from, to]
    case .direct(let from, _, _): [from]
    case .line(let places), .area(let places): places
    }
  }
}

/// A measurement as it is written.
struct MeasureResult {
  /// What was found.
  enum Value {
    case inverse(GeodesicInverse)
    case direct(GeodesicDirect)
    case line(LineMeasure)
    case area(AreaMeasure)
  }

  let request: MeasureRequest
  let value: Value
  /// The system whose plane was measured on, if not the ellipsoid.
  var planar: String?
  /// The ground a fingertip covers, in meters, if a zoom was given.
  var uncertainty: Double?
  var lengthUnit: LengthUnit?
  var areaUnit: AreaUnit?
}

/// Measures, keeping ellipsoids and grids that have been prepared.
final class MeasureEngine {
  private var figures: [Ellipsoid: Geodesic] = [:]
  private var grids: [String: PlanarMeasure] = [:]
  /// How many ellipsoids or grids are kept; a batch may name a new one in every line.
  private let capacity = 64

  /// Answers one request; throws with the sentence and code of what is wrong.
  func answer(
    _ request: MeasureRequest, ellipsoid: Ellipsoid?, planar: String?, zoom: Double?
  ) throws(CommandError) -> MeasureResult {
    if planar != nil && ellipsoid != nil {
      throw CommandError(
        UsageError.combination(
          "A plane and an ellipsoid exclude each other; give one of `--planar` and `--ellipsoid`."))
    }
    let value: MeasureResult.Value
    do throws(GeodesyError) {
      value = try measure(request, ellipsoid ?? .wgs84, planar)
    } catch {
      throw CommandError(error)
    }
    var result = MeasureResult(request: request, value: value, planar: planar)
    if let zoom {
      // The tap that covers most ground is the one nearest to the equator.
      let latitude = request.places.map { abs($0.latitude) }.min() ?? 0
      result.uncertainty = (ellipsoid ?? .wgs84).uncertainty(zoom: zoom, latitude: latitude)
    }
    return result
  }

  private func measure(
    _ request: MeasureRequest, _ ellipsoid: Ellipsoid, _ planar: String?
  ) throws(GeodesyError) -> MeasureResult.Value {
    switch request {
    case .inverse(let from, let to):
      return .inverse(try figure(ellipsoid).inverse(from: from, to: to))
    case .direct(let from, let azimuth, let distance):
      return .direct(try figure(ellipsoid).direct(from: from, azimuth: azimuth, distance: distance))
    case .line(let places):
      if let planar { return .line(try grid(planar).line(places)) }
      return .line(try figure(ellipsoid).line(places))
    case .area(let places):
      if let planar { return .area(try grid(planar).area(places)) }
      return .area(try figure(ellipsoid).area(places))
    }
  }

  private func figure(_ ellipsoid: Ellipsoid) throws(GeodesyError) -> Geodesic {
    if let known = figures[ellipsoid] { return known }
    if figures.count >= capacity { figures.removeAll() }
    let made = try Geodesic(ellipsoid)
    figures[ellipsoid] = made
    return made
  }

  private func grid(_ name: String) throws(GeodesyError) -> PlanarMeasure {
    if let known = grids[name] { return known }
    if grids.count >= capacity { grids.removeAll() }
    let made = try PlanarMeasure(CoordinateTransform(parsing: name))
    grids[name] = made
    return made
  }
}
