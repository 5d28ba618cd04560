internal import CPROJ

/// One of PROJ's contexts: silent, and never on the network.
///
/// A context belongs to whoever made it; it is not safe to share between threads.
@safe final class PROJContext {
  let library: PROJLibrary
  let handle: OpaquePointer

  /// Makes a context; throws when PROJ is not installed.
  init() throws(GeodesyError) {
    library = try PROJLibrary.shared()
    guard let handle = unsafe library.contextCreate() else { throw .projNotInstalled }
    unsafe self.handle = handle
    _ = unsafe library.contextEnableNetwork(handle, 0)
    _ = unsafe library.logLevel(handle, PJ_LOG_NONE)
  }

  deinit { _ = unsafe library.contextDestroy(handle) }

  /// What PROJ says of the last failure, empty when there was none.
  var lastErrorText: String {
    let number = unsafe library.contextErrorNumber(handle)
    guard number != 0, let text = unsafe library.contextErrorText(handle, number) else { return "" }
    let said = unsafe String(cString: text)
    // PROJ's word for "not found" helps nobody.
    return said.hasPrefix("Unknown error") ? "" : said
  }

  /// A transformation between two definitions with east before north on both sides, or nil.
  ///
  /// The caller destroys it.
  func makeTransform(from source: String, to target: String) -> OpaquePointer? {
    guard let strict = unsafe library.createTransform(handle, source, target, nil) else {
      return nil
    }
    defer { _ = unsafe library.destroy(strict) }
    return unsafe library.normalizeAxes(handle, strict)
  }

  /// The name and the well-known text (the version of 2001, as GeoPackage asks) of a definition
  /// such as `EPSG:2056`; nil when PROJ does not know it.
  func describe(_ definition: String) -> (name: String, wellKnownText: String)? {
    guard let object = unsafe library.create(handle, definition) else { return nil }
    defer { _ = unsafe library.destroy(object) }
    guard let name = unsafe library.objectName(object),
      let text = unsafe library.wellKnownText(handle, object, PJ_WKT1_GDAL.rawValue, nil)
    else { return nil }
    return unsafe (String(cString: name), String(cString: text))
  }

  /// Meters per unit of the first axis of a transformation's target; nil when it is not a length.
  func metersPerUnit(ofTargetOf transform: OpaquePointer) -> Double? {
    guard let crs = unsafe library.targetCRS(handle, transform) else { return nil }
    defer { _ = unsafe library.destroy(crs) }
    guard let system = unsafe library.coordinateSystem(handle, crs) else { return nil }
    defer { _ = unsafe library.destroy(system) }
    var factor = 0.0
    var direction: UnsafePointer<CChar>? = nil
    var unit: UnsafePointer<CChar>? = nil
    let known = unsafe library.axisInfo(
      handle, system, 0, nil, nil, &direction, &factor, &unit, nil, nil)
    guard known != 0, factor > 0, let direction = unsafe direction, let unit = unsafe unit else {
      return nil
    }
    let horizontal = ["east", "north", "west", "south"]
    let name = unsafe String(cString: unit)
    let isAngle = name.indices.contains { name[$0...].hasPrefix("degree") }
    guard !isAngle, unsafe horizontal.contains(String(cString: direction)) else { return nil }
    return factor
  }
}
