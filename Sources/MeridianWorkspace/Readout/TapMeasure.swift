public import MeridianGeodesy
public import MeridianKernel

/// A measurement from tap to tap; nothing of it is stored.
///
/// ```swift
/// var measure = TapMeasure()
/// measure.tap(ScreenPoint(195, 422), through: transform)
/// measure.tap(ScreenPoint(300, 400), through: transform)
/// let result = try measure.result(on: Geodesic())
/// print(result.total())  // 128 ± 9 m
/// ```
public struct TapMeasure: Hashable, Sendable {
  /// A place that was tapped.
  public struct Vertex: Hashable, Sendable {
    /// The ground under the tap, its longitude within ±180.
    public let place: LonLat
    /// How far off the finger may have been: one standard deviation in meters, in the direction in
    /// which a point of glass covers most ground.
    public let deviation: Double
  }

  /// One standard deviation of a fingertip on the glass, in points, in any direction.
  public static let fingertip = 8.0

  /// What was tapped, in order.
  public private(set) var vertices: [Vertex] = []
  /// Whether the last place is joined to the first.
  public private(set) var isClosed = false

  /// Begins without a place.
  public init() {}

  /// Whether there is an area to enclose.
  public var canClose: Bool { !isClosed && vertices.count > 2 }

  /// Adds the ground under a tap; after closing, a tap begins anew. False, and nothing changed,
  /// where the glass shows no ground.
  @discardableResult
  public mutating func tap(_ point: ScreenPoint, through transform: CameraTransform) -> Bool {
    guard point.isFinite, let ground = transform.unproject(point),
      abs(ground.latitude) <= WebMercator.maximumLatitude,
      let stretch = transform.groundStretch(at: point)
    else { return false }
    let turn = 2 * Double.pi * Ellipsoid.wgs84.parallelRadius(latitude: ground.latitude)
    let deviation = Self.fingertip * stretch * turn / transform.camera.worldSize
    if isClosed { self = TapMeasure() }
    vertices.append(Vertex(place: ground.canonical, deviation: deviation))
    return true
  }

  /// Takes back the closing, else the last place; false when there is neither.
  @discardableResult
  public mutating func undo() -> Bool {
    if isClosed {
      isClosed = false
      return true
    }
    return vertices.popLast() != nil
  }

  /// Joins the last place to the first; false with fewer than three places or when it is done.
  @discardableResult
  public mutating func close() -> Bool {
    guard canClose else { return false }
    isClosed = true
    return true
  }

  /// Measures what was tapped. O(n) while open, as ``Geodesic/area(_:)`` when closed.
  public func result(on earth: Geodesic) throws(GeodesyError) -> TapMeasurement {
    let places = vertices.map(\.place)
    let scatter = vertices.map(\.deviation)
    if isClosed {
      let ring = try earth.area(places)
      return TapMeasurement(
        segments: ring.segments, scatter: scatter, length: ring.perimeter, area: ring.area,
        areaDeviation: try earth.areaDeviation(of: places, scatter: scatter), flags: ring.flags)
    }
    let line = try earth.line(places)
    return TapMeasurement(
      segments: line.segments, scatter: scatter, length: line.length, area: nil,
      areaDeviation: 0, flags: line.flags)
  }
}

/// What a measurement from tap to tap came to; deviations are standard deviations.
public struct TapMeasurement: Hashable, Sendable {
  /// The way from one tapped place to the next.
  public struct Segment: Hashable, Sendable {
    /// Meters.
    public let length: Double
    /// Meters.
    public let lengthDeviation: Double
    /// Degrees clockwise from north.
    public let azimuth: Double
    /// Degrees; infinite where both ends are one place.
    public let azimuthDeviation: Double
    /// Meters from the first place to the end of this segment.
    public let running: Double
  }

  /// The segments in order, the closing one last.
  public let segments: [Segment]
  /// The length of all segments in meters: the perimeter when closed.
  public let length: Double
  /// Meters.
  public let lengthDeviation: Double
  /// Square meters; nil while the line is open.
  public let area: Double?
  /// Square meters.
  public let areaDeviation: Double
  /// What to know about the measurement.
  public let flags: [MeasureFlag]

  init(
    segments: [MeasuredSegment], scatter: [Double], length: Double, area: Double?,
    areaDeviation: Double, flags: [MeasureFlag]
  ) {
    var running = 0.0
    self.segments = segments.enumerated().map { index, segment in
      let ends = [scatter[index], scatter[(index + 1) % scatter.count]]
      let deviation = ends.reduce(0) { $0 + $1 * $1 }.squareRoot()
      running += segment.length
      return Segment(
        length: segment.length, lengthDeviation: deviation, azimuth: segment.azimuth,
        azimuthDeviation: segment.length > 0
          ? deviation / segment.length * (180 / .pi) : .infinity, running: running)
    }
    self.length = length
    lengthDeviation = Geodesic.lengthDeviation(
      of: segments, scatter: scatter, isRing: area != nil)
    self.area = area
    self.areaDeviation = areaDeviation
    self.flags = flags
  }

  /// The whole length, no finer than the taps.
  public func total(in units: ShownUnits = .metric) -> Readout {
    guard !segments.isEmpty else { return .nothing("tap two places to measure") }
    return .length(length, uncertainty: lengthDeviation, units: units)
  }

  /// The area, no finer than the taps; nil while the line is open.
  public func enclosed(in units: ShownUnits = .metric) -> Readout? {
    area.map { .area($0, uncertainty: areaDeviation, units: units) }
  }

  /// Length and azimuth of each segment, no finer than the taps.
  public func legs(in units: ShownUnits = .metric) -> [(length: Readout, azimuth: Readout)] {
    segments.map {
      (
        .length($0.length, uncertainty: $0.lengthDeviation, units: units),
        .azimuth($0.azimuth, uncertainty: $0.azimuthDeviation)
      )
    }
  }
}
