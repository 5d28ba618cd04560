public import MeridianKernel

/// A scene given in points on the glass: offsets from the middle, x right, y down, seen by one
/// camera.
///
/// The default is the case log's view V0: center 7.5,47 at zoom 16 on 390 × 844 points.
public struct ScreenScene {
  /// The camera that the offsets are measured on.
  public let transform: CameraTransform

  /// The view V0, leaning if asked to.
  public init(pitch: Double = 0, zoom: Double = 16) throws {
    transform = CameraTransform(try Camera(center: LonLat(7.5, 47), zoom: zoom, pitch: pitch))
  }

  /// A place on the glass by its offset from the middle.
  public func tap(_ x: Double, _ y: Double) -> ScreenPoint {
    let center = transform.viewport.center
    return ScreenPoint(center.x + x, center.y + y)
  }

  /// The ground under an offset, as stored coordinates.
  public func place(_ x: Double, _ y: Double) -> Coordinate {
    let place = transform.unproject(tap(x, y)) ?? LonLat(0, 0)
    return Coordinate(place.longitude, place.latitude)
  }

  /// A point at an offset.
  public func point(_ x: Double, _ y: Double) -> GeometryBuffer {
    geometry(.point, [(.point, [[(x, y)]])])
  }

  /// A line through offsets.
  public func line(_ offsets: [(Double, Double)]) -> GeometryBuffer {
    geometry(.lineString, [(.line, [offsets])])
  }

  /// A square around an offset, with square holes around the same place.
  public func square(_ x: Double, _ y: Double, half: Double, holes: [Double] = [])
    -> GeometryBuffer
  {
    geometry(.polygon, [(.polygon, ([half] + holes).map { Self.corners(x, y, $0) })])
  }

  /// The closed ring of a square.
  public static func corners(_ x: Double, _ y: Double, _ half: Double) -> [(Double, Double)] {
    [
      (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half),
      (x - half, y - half),
    ]
  }

  /// Any geometry; every part is a member of its own.
  public func geometry(
    _ type: GeometryType, _ parts: [(PartDimension, [[(Double, Double)]])]
  ) -> GeometryBuffer {
    Self.geometry(type, parts.map { ($0.0, $0.1.map { $0.map { place($0.0, $0.1) } }) })
  }

  /// Any geometry in degrees.
  public static func geometry(
    _ type: GeometryType, _ parts: [(PartDimension, [[Coordinate]])]
  ) -> GeometryBuffer {
    var buffer = GeometryBuffer()
    buffer.begin(type)
    for (member, part) in parts.enumerated() {
      buffer.beginPart(part.0, member: member)
      for ring in part.1 {
        for place in ring { buffer.append(place) }
        buffer.endRing()
      }
      buffer.endPart()
    }
    return buffer
  }

  /// A layer of bare geometry (no symbol size, no line width), features numbered from 1.
  public static func layer(_ name: String, _ geometries: [GeometryBuffer], fids: [Int64]? = nil)
    -> HitLayer
  {
    var builder = HitIndex.Builder(placement: .degrees)
    for (number, geometry) in geometries.enumerated() {
      let fid = fids?[number] ?? Int64(number + 1)
      builder.append(geometry, fid: fid, row: fid)
    }
    var layer = HitLayer(name: name, index: builder.build())
    layer.symbolRadius = 0
    layer.lineWidth = 0
    return layer
  }

  /// What is hit at an offset, as `layer/fid`, best first.
  public func hits(
    _ x: Double, _ y: Double, _ layers: [HitLayer], options: HitOptions = HitOptions()
  ) -> [String] {
    answer(x, y, layers, options: options).hits.map { "\($0.layer)/\($0.fid ?? -1)" }
  }

  /// The answer at an offset.
  public func answer(
    _ x: Double, _ y: Double, _ layers: [HitLayer], options: HitOptions = HitOptions()
  ) -> HitAnswer {
    HitTester(layers: layers).hits(at: tap(x, y), through: transform, options: options)
  }

  /// The answer at a longitude and latitude in the middle of the glass.
  public static func answer(
    at place: LonLat, zoom: Double = 16, _ layers: [HitLayer], options: HitOptions = HitOptions()
  ) throws -> HitAnswer {
    let transform = CameraTransform(try Camera(center: place, zoom: zoom))
    return HitTester(layers: layers).hits(
      at: transform.viewport.center, through: transform, options: options)
  }
}
