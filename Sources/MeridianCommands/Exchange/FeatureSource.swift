internal import MeridianKernel

/// One feature on its way, reused from row to row.
struct FeatureRow {
  /// The identity that a file gives a feature.
  enum Identity: Hashable {
    case none
    case integer(Int64)
    case other(FieldValue)
  }

  /// The geometry; what it holds does not count when ``hasGeometry`` is false.
  var geometry = GeometryBuffer()
  /// Whether the feature has a geometry, be it an empty one.
  var hasGeometry = false
  /// The fields that are there, by their column's number.
  var fields: [(column: Int, value: FieldValue)] = []
  /// The feature's own identity.
  var identity = Identity.none

  /// Makes the row ready for the next feature.
  mutating func clear() {
    geometry.removeAll()
    hasGeometry = false
    fields.removeAll(keepingCapacity: true)
    identity = .none
  }
}

/// Who is told of the features of a file, one after the other.
protocol FeatureVisitor: AnyObject {
  /// A feature; the row is the source's again afterwards.
  func feature(_ row: borrowing FeatureRow) throws(CommandError)
  /// A feature that cannot be read: where it stands, such as `line 7`, and why.
  func problem(at place: String, _ reason: String) throws(CommandError)
  /// So many bytes of the input, of how many if that is known, are behind.
  func progress(bytes: Int, of total: Int?) throws(CommandError)
}

/// A file of features of one layer, which is read twice: to find out its columns, then to take
/// its features over.
protocol FeatureSource: AnyObject {
  /// What the layer is called when nobody says otherwise.
  var name: String { get }
  /// The columns met so far, as the file spells them.
  var columnNames: [String] { get }
  /// Whether features have a geometry at all.
  var hasGeometry: Bool { get }
  /// The reference system that the file names; nil where it names none. Known after a reading.
  var crs: LayerCRS? { get }
  /// What is worth saying after a reading.
  var notices: [String] { get }

  /// Reads all features from the start, in the same order every time.
  ///
  /// - Parameter asText: the columns whose numbers are wanted as they are written.
  func read(asText: [Bool], _ visitor: any FeatureVisitor) throws(CommandError)
}

/// A reference system as a layer of a GeoPackage names it.
struct LayerCRS: Hashable, Sendable {
  /// The number in `gpkg_spatial_ref_sys`.
  var id: Int64
  /// Its name, authority and code there.
  var name: String
  var organization: String
  var code: Int64
  /// Its definition as well-known text.
  var definition: String

  /// Longitude and latitude on WGS 84; every store has it.
  static let longitudeLatitude = LayerCRS(
    id: 4326, name: "WGS 84 geodetic", organization: "EPSG", code: 4326, definition: "")
  /// Web Mercator; every store has it.
  static let webMercator = LayerCRS(
    id: 3857, name: "WGS 84 / Pseudo-Mercator", organization: "EPSG", code: 3857, definition: "")

  /// Whether coordinates are longitudes and latitudes in degrees.
  var isDegrees: Bool { id == 4326 }
}
