public import MeridianKernel

/// Which kind of file a store is.
public enum StoreFormat: Hashable, Sendable {
  /// An OGC GeoPackage with its version, such as `1.2`, or `unknown`.
  case geoPackage(version: String)
  /// A SpatiaLite database with the version of the library that made it, or `unknown`.
  case spatiaLite(version: String)

  /// The name for people, such as `GeoPackage 1.2`.
  public var name: String {
    switch self {
    case .geoPackage(let version): version == "unknown" ? "GeoPackage" : "GeoPackage \(version)"
    case .spatiaLite(let version): version == "unknown" ? "SpatiaLite" : "SpatiaLite \(version)"
    }
  }
}

/// Something worth saying about a store that does not keep it from being read.
public struct StoreNotice: Hashable, Sendable {
  /// A stable word for programs, such as `no-index`.
  public var code: String
  /// The layer it is about, if one.
  public var layer: String?
  /// One sentence for people.
  public var message: String

  /// Makes a notice.
  public init(code: String, layer: String? = nil, message: String) {
    self.code = code
    self.layer = layer
    self.message = message
  }
}

/// Features in a file, read only. Not Sendable: whoever opens it keeps it.
///
/// ```swift
/// let store = try openStore(at: "soho.gpkg", cacheFolder: cache)
/// let pumps = try store.layer(named: "pumps")
/// try store.forEachRow(in: pumps, columns: ["name"]) { row, status, geometry, values in
///   print(row.fid ?? row.row, status, geometry.envelope, values[0])
///   return true
/// }
/// try store.close()
/// ```
public protocol FeatureStore: AnyObject {
  /// The path as it was given.
  var path: String { get }
  /// The file's format and version.
  var format: StoreFormat { get }
  /// The layers that can be read, in the file's order.
  var layers: [LayerSchema] { get }
  /// What is worth saying about the file and its layers.
  var notices: [StoreNotice] { get }
  /// Whether the file or its folder may not be written.
  var isReadOnly: Bool { get }

  /// The layer of a name; letters' case matters only between names that differ by it alone.
  func layer(named name: String) throws(StoreError) -> LayerSchema

  /// Visits every row in key order, decoding into one reused buffer.
  ///
  /// The values of `columns` arrive in the order asked for. The body returns false to stop.
  /// A malformed geometry is a status, not an error. O(rows).
  func forEachRow(
    in layer: LayerSchema, columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws(StoreError)

  /// Visits, in key order, at least every row whose geometry may meet a window, as
  /// ``forEachRow(in:columns:_:)`` would, and tells how they were found; none where that is not
  /// worth while or cannot be told without reading everything.
  ///
  /// Relies on nothing but the geometries themselves, O(bytes of the layer), a small fraction of
  /// what reading it costs; or, as far as `trust` goes, on the boxes of the file's own R-tree where
  /// its entries and triggers are whole, O(log rows + entries / 100).
  func forEachRow(
    in layer: LayerSchema, near window: GeometryWindow, trust: IndexTrust, columns: [String],
    _ body: (RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]) -> Bool
  ) throws(StoreError) -> NearbyRows

  /// The attributes of one row, in the order of the layer's columns.
  func attributes(of row: RowID, in layer: LayerSchema) throws(StoreError) -> [AttributeValue]

  /// Reads the whole layer and compares the index with it. O(rows log rows).
  func health(of layer: LayerSchema) throws(StoreError) -> LayerHealth

  /// Ends reading; a file that was read without locks is checked to be unchanged.
  func close() throws(StoreError)
}
