internal import CPROJ
public import MeridianKernel

/// Between a reference system and longitude and latitude on WGS 84, by PROJ; x is always east.
///
/// EPSG:4326 and 3857 need no PROJ elsewhere, but work here too. The handle belongs to whoever made
/// it: use one per thread.
///
/// ```swift
/// let swiss = try CoordinateTransform(parsing: "EPSG:2056")
/// var places = [Coordinate(2_600_000, 1_200_000)]
/// swiss.toLonLat(&places)
/// ```
@safe public final class CoordinateTransform {
  /// The name of the reference system, for messages.
  public let name: String
  /// Meters per unit of the system's coordinates; nil when they are not lengths.
  public let metersPerUnit: Double?

  private let context: PROJContext
  private let handle: OpaquePointer

  /// Prepares the way to WGS 84 and back, by authority and code, else by the definition's text.
  ///
  /// Throws when PROJ is not installed or knows neither.
  public convenience init(from crs: CRS) throws(GeodesyError) {
    switch crs {
    case .longitudeLatitude, .unknownGeographic:
      try self.init(name: crs.name, definitions: ["EPSG:4326"])
    case .webMercator:
      try self.init(name: crs.name, definitions: ["EPSG:3857"])
    case .undefined:
      throw .unknownCRS(name: crs.name, detail: "it has no place on the Earth")
    case .authority(_, _, let definition):
      try self.init(name: crs.name, definitions: [crs.name] + (definition.map { [$0] } ?? []))
    }
  }

  /// Prepares the way to WGS 84 and back for `AUTHORITY:CODE`, WKT or a PROJ string.
  public convenience init(parsing text: String) throws(GeodesyError) {
    let isLong = text.utf8.count > 40
    try self.init(name: isLong ? text.prefix(37) + "..." : text, definitions: [text])
  }

  private init(name: String, definitions: [String]) throws(GeodesyError) {
    let context = try PROJContext()
    self.name = name
    self.context = context
    var found: OpaquePointer? = nil
    var detail = ""
    for definition in definitions where unsafe found == nil {
      unsafe found = context.makeTransform(from: "EPSG:4326", to: definition)
      if unsafe found == nil { detail = context.lastErrorText }
    }
    guard let found = unsafe found else { throw .unknownCRS(name: name, detail: detail) }
    unsafe handle = found
    metersPerUnit = unsafe context.metersPerUnit(ofTargetOf: found)
  }

  deinit { _ = unsafe context.library.destroy(handle) }

  /// Turns the system's coordinates into longitude and latitude in degrees, in place.
  ///
  /// A coordinate that has no image becomes (∞, ∞). O(n).
  public func toLonLat(_ coordinates: inout [Coordinate]) {
    transform(&coordinates, PJ_INV)
  }

  /// Turns longitude and latitude in degrees into the system's coordinates, in place.
  ///
  /// A coordinate that has no image becomes (∞, ∞). O(n).
  public func fromLonLat(_ coordinates: inout [Coordinate]) {
    transform(&coordinates, PJ_FWD)
  }

  private func transform(_ coordinates: inout [Coordinate], _ direction: PJ_DIRECTION) {
    for index in coordinates.indices where !coordinates[index].isFinite {
      coordinates[index] = Coordinate(.infinity, .infinity)
    }
    let count = coordinates.count
    let stride = MemoryLayout<Coordinate>.stride
    unsafe coordinates.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let x = unsafe base.assumingMemoryBound(to: Double.self)
      _ = unsafe context.library.transform(
        handle, direction, x, stride, count, x + 1, stride, count, nil, 0, 0, nil, 0, 0)
    }
    for index in coordinates.indices where !coordinates[index].isFinite {
      coordinates[index] = Coordinate(.infinity, .infinity)
    }
  }
}
