internal import MeridianGeodesy
internal import MeridianKernel
internal import MeridianStore

/// Where features go, one after the other: a file's format, or a stream's.
///
/// ```swift
/// let sink = GeoJSONSink(context.output, isSequence: false, decimals: 7)
/// try sink.begin(FeatureSchema(layer))
/// try sink.feature(row, geometry, hasGeometry: true, values)
/// try sink.end()
/// ```
protocol FeatureSink: AnyObject {
  /// The features of a layer follow.
  func begin(_ schema: FeatureSchema) throws(CommandError)
  /// One feature; its geometry is in the schema's reference system and counts only where it has
  /// one, the values stand in the order of the schema's columns.
  func feature(
    _ row: RowID, _ geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    _ values: [AttributeValue]
  ) throws(CommandError)
  /// There are no more.
  func end() throws(CommandError)
  /// What is worth saying afterwards.
  var notices: [String] { get }
}

/// What a sink needs to know of the features that it gets.
struct FeatureSchema {
  /// The layer's name and title.
  var name: String
  /// The attribute columns that come, without the key.
  var columns: [AttributeColumn]
  /// The declared geometry type in upper case; nil without geometry.
  var geometryType: String?
  /// The reference system of the geometries.
  var crs: CRS

  /// All of a layer, its key left out: features tell it themselves.
  init(_ layer: LayerSchema) {
    name = layer.name
    geometryType = layer.geometryTypeName
    crs = layer.crs
    columns = layer.columns.filter { column in
      if case .primaryKey(let key) = layer.key { column.name != key } else { true }
    }
  }
}

/// Brings geometries to longitude and latitude on WGS 84, as formats want them that know no other.
final class LonLatPlacer {
  private enum Way { case none, mercator, transform(CoordinateTransform) }

  private let way: Way
  private var places = GeometryBuffer()
  /// Geometries that have no place in degrees.
  private(set) var lost = 0

  /// Prepares for a layer's reference system; throws where it has no place on the Earth, and where
  /// PROJ is needed and missing.
  init(for schema: FeatureSchema) throws(CommandError) {
    switch schema.crs {
    case .longitudeLatitude, .unknownGeographic: way = .none
    case .webMercator: way = .mercator
    case .undefined:
      throw CommandError(
        "noPlace",
        "Layer \(ValueProblem.quoted(schema.name)) has no place on the Earth (its reference system "
          + "is \(schema.crs.name)), so it has no longitudes and latitudes to write; export it as "
          + "a GeoPackage, or give its table a reference system.", exitCode: .usage)
    case .authority:
      do throws(GeodesyError) {
        way = .transform(try CoordinateTransform(from: schema.crs))
      } catch {
        throw CommandError(error)
      }
    }
  }

  /// Calls `body` with the geometry in degrees, and whether it has a place there.
  func place<R>(
    _ geometry: borrowing GeometryBuffer, _ body: (borrowing GeometryBuffer, Bool) -> R
  ) -> R {
    switch way {
    case .none: return body(geometry, !geometry.isNonFinite)
    case .mercator:
      places = copy geometry
      places.mapCoordinates { Self.unproject(&$0) }
    case .transform(let transform):
      places = copy geometry
      places.mapCoordinates { transform.toLonLat(&$0) }
    }
    if places.isNonFinite { lost += 1 }
    return body(places, !places.isNonFinite)
  }

  private static func unproject(_ coordinates: inout [Coordinate]) {
    let circumference = 2 * Double.pi * 6_378_137
    for index in coordinates.indices {
      let place = coordinates[index]
      let lonLat = WebMercator.unproject(
        Coordinate(place.x / circumference + 0.5, 0.5 - place.y / circumference))
      coordinates[index] = Coordinate(lonLat.longitude, lonLat.latitude)
    }
  }
}

extension GeometryBuffer {
  /// Rounds all coordinates to so many decimals, where that changes them.
  mutating func round(decimals: Int) {
    let factor = NumberText.power(ofTen: decimals)
    mapCoordinates { coordinates in
      for index in coordinates.indices {
        let (x, y) = (coordinates[index].x * factor, coordinates[index].y * factor)
        // Beyond 2⁵² there are no decimals to round.
        if x.magnitude < 0x1p52 { coordinates[index].x = x.rounded(.toNearestOrEven) / factor }
        if y.magnitude < 0x1p52 { coordinates[index].y = y.rounded(.toNearestOrEven) / factor }
      }
    }
  }
}
