internal import MeridianGeodesy
internal import MeridianKernel
internal import MeridianStore

/// The plane in which a query is asked, and the way of a layer's coordinates into it.
///
/// Boxes, relations and filters are planar in the query's reference system; vertices are carried
/// there, segments stay straight between them.
struct QueryPlane {
  /// The reference system of the plane.
  let crs: CRS
  /// Whether features need no change.
  let isLayersOwn: Bool
  private let source: Road
  private let target: Road

  /// From a reference system to longitude and latitude.
  private enum Road {
    case none
    case mercator
    case transform(CoordinateTransform)

    init(_ crs: CRS) throws(GeodesyError) {
      switch crs {
      case .longitudeLatitude, .unknownGeographic, .undefined: self = .none
      case .webMercator: self = .mercator
      case .authority: self = .transform(try CoordinateTransform(from: crs))
      }
    }
  }

  init(_ layer: LayerSchema, asked: CRS?) throws(QueryError) {
    crs = asked ?? (layer.crs.hasPlace ? .longitudeLatitude : layer.crs)
    isLayersOwn = crs.isSame(as: layer.crs) || layer.geometryColumn == nil
    guard isLayersOwn || layer.crs.hasPlace && crs.hasPlace else {
      throw .noPlace(layer: layer.name, crs: layer.crs.name)
    }
    do throws(GeodesyError) {
      source = isLayersOwn ? .none : try Road(layer.crs)
      target = try Road(crs)
    } catch {
      throw .geodesy(error)
    }
  }

  /// Whether x and y are longitude and latitude in degrees.
  var isGeographic: Bool { crs.isSame(as: .longitudeLatitude) }

  /// Whether a layer's geometry is in the plane as it is stored.
  func keeps(_ geometry: borrowing GeometryBuffer) -> Bool {
    isLayersOwn && !(isGeographic && geometry.envelope.width > 180)
  }

  /// Carries a layer's geometry into the plane; in degrees what jumps across the seam is laid out
  /// the short way, beyond ±180.
  func enter(_ geometry: inout GeometryBuffer) {
    defer { if isGeographic { geometry.unwrapAcrossSeam() } }
    guard !isLayersOwn else { return }
    geometry.mapCoordinates { places in
      switch source {
      case .none: break
      case .mercator: places.mapInPlace(unproject)
      case .transform(let transform): transform.toLonLat(&places)
      }
      switch target {
      case .none: break
      case .mercator: places.mapInPlace(project)
      case .transform(let transform): transform.fromLonLat(&places)
      }
    }
  }

  /// Carries a geometry of the plane to longitude and latitude.
  func toLonLat(_ geometry: inout GeometryBuffer) {
    switch target {
    case .none: break
    case .mercator: geometry.mapCoordinates { $0.mapInPlace(unproject) }
    case .transform(let transform): geometry.mapCoordinates { transform.toLonLat(&$0) }
    }
  }

  private func unproject(_ place: Coordinate) -> Coordinate {
    let world = Coordinate(
      place.x / WebMercator.circumference + 0.5, 0.5 - place.y / WebMercator.circumference)
    let found = WebMercator.unproject(world)
    return Coordinate(found.longitude, found.latitude)
  }

  private func project(_ place: Coordinate) -> Coordinate {
    let world = WebMercator.project(LonLat(place.x, place.y))
    return Coordinate(
      (world.x - 0.5) * WebMercator.circumference, (0.5 - world.y) * WebMercator.circumference)
  }
}

extension [Coordinate] {
  fileprivate mutating func mapInPlace(_ body: (Coordinate) -> Coordinate) {
    for index in indices { self[index] = body(self[index]) }
  }
}

extension CRS {
  /// Whether coordinates in both mean the same; degrees on an unknown datum are taken as WGS 84.
  func isSame(as other: CRS) -> Bool {
    switch (self, other) {
    case (.longitudeLatitude, .unknownGeographic), (.unknownGeographic, .longitudeLatitude): true
    case (.authority(let name, let code, _), .authority(let otherName, let otherCode, _)):
      name.uppercased() == otherName.uppercased() && code == otherCode
    default: self == other
    }
  }
}
