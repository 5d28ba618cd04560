import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport

/// A GeoPackage in a folder of its own, made by the writer and then bent by SQL.
struct StoreFixture {
  let folder: TemporaryFolder
  let cache: TemporaryFolder
  let path: String

  init(
    _ name: String = "a.gpkg", build: (GeoPackageWriter) throws -> Void
  ) throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
    path = folder.file(name)
    let writer = try GeoPackageWriter(creating: path)
    try build(writer)
    try writer.finish()
  }

  /// Runs SQL on the file through a connection of its own.
  func sql(_ text: String) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(text)
  }

  func open() throws -> any FeatureStore {
    try openStore(at: path, cacheFolder: cache.path)
  }
}

extension GeoPackageWriter {
  /// Inserts a geometry given as text; nil is NULL.
  @discardableResult
  func add(
    _ text: String?, to layer: Layer, fid: Int64? = nil, _ values: [AttributeValue] = []
  ) throws -> Int64 {
    guard let text else { return try insert(into: layer, fid: fid, blob: nil, values: values) }
    return try insert(into: layer, fid: fid, geometry: WKT.geometry(text), values: values)
  }
}

/// One row as a test wants to look at it.
struct Row: Equatable {
  var id: RowID
  var status: GeometryStatus
  var geometry: GeometryBuffer
  var values: [AttributeValue]
}

extension FeatureStore {
  func rows(_ name: String, _ columns: [String] = []) throws -> [Row] {
    var found: [Row] = []
    try forEachRow(in: layer(named: name), columns: columns) { id, status, geometry, values in
      found.append(Row(id: id, status: status, geometry: copy geometry, values: values))
      return true
    }
    return found
  }

  func health(_ name: String) throws -> LayerHealth { try health(of: layer(named: name)) }

  func codes(_ layer: String? = nil) -> [String] {
    notices.filter { layer == nil || $0.layer == layer }.map(\.code)
  }
}
