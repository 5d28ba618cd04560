internal import CGEOS
internal import LibraryOpening

/// GEOS' reentrant functions, found in its shared library on first use.
///
/// Linking GEOS would cost every run of the program milliseconds; most never relate anything. The
/// types come from GEOS' own headers, so a mismatch is a compile error. Functions of one shape are
/// declared by the type of one of them.
@safe struct GEOSLibrary: Sendable {
  /// A relation of two geometries: 1, 0, or 2 after an exception.
  typealias Relation = GEOSTouches_r_fn
  /// A relation of a prepared geometry to a plain one.
  typealias PreparedRelation = GEOSPreparedIntersects_r_fn
  /// A geometry made of one.
  typealias Construction = GEOSBoundary_r_fn
  /// A geometry made of two.
  typealias Overlay = GEOSIntersection_r_fn

  let context: ContextFunctions
  let reading: ReadingFunctions
  let relating: RelatingFunctions
  let making: MakingFunctions

  /// Where the library may be: Debian's names first, then macOS's.
  private static let fileNames: [StaticString] = [
    "libgeos_c.so.1", "libgeos_c.so", "libgeos_c.1.dylib", "libgeos_c.dylib",
    "/opt/homebrew/lib/libgeos_c.dylib", "/usr/local/lib/libgeos_c.dylib",
  ]

  /// The library of this process, opened once; nil when it is not there or too old.
  private static let opened: GEOSLibrary? = open()

  /// The library, or the sentence that says how to get it.
  static func shared() throws(TopologyError) -> GEOSLibrary {
    guard let opened else { throw .geosNotInstalled }
    return opened
  }

  private static func open() -> GEOSLibrary? {
    guard let symbols = SharedLibrary(fileNames) else { return nil }
    guard let context = ContextFunctions(symbols), let reading = ReadingFunctions(symbols),
      let relating = RelatingFunctions(symbols), let making = MakingFunctions(symbols)
    else { return nil }
    return GEOSLibrary(context: context, reading: reading, relating: relating, making: making)
  }
}

/// Starting and ending, and what GEOS says of itself.
@safe struct ContextFunctions: Sendable {
  let start: GEOS_init_r_fn
  let finish: GEOS_finish_r_fn
  let version: GEOSversion_fn
  let setErrorHandler: GEOSContext_setErrorMessageHandler_r_fn
  let free: GEOSFree_r_fn

  init?(_ symbols: SharedLibrary) {
    guard let start: GEOS_init_r_fn = unsafe symbols.find("GEOS_init_r"),
      let finish: GEOS_finish_r_fn = unsafe symbols.find("GEOS_finish_r"),
      let version: GEOSversion_fn = unsafe symbols.find("GEOSversion"),
      let setErrorHandler: GEOSContext_setErrorMessageHandler_r_fn =
        unsafe symbols.find("GEOSContext_setErrorMessageHandler_r"),
      let free: GEOSFree_r_fn = unsafe symbols.find("GEOSFree_r")
    else { return nil }
    unsafe self.start = start
    unsafe self.finish = finish
    unsafe self.version = version
    unsafe self.setErrorHandler = setErrorHandler
    unsafe self.free = free
  }
}

/// Geometries in and out.
@safe struct ReadingFunctions: Sendable {
  let makeReader: GEOSWKBReader_create_r_fn
  let destroyReader: GEOSWKBReader_destroy_r_fn
  let read: GEOSWKBReader_read_r_fn
  let makeWriter: GEOSWKBWriter_create_r_fn
  let destroyWriter: GEOSWKBWriter_destroy_r_fn
  let write: GEOSWKBWriter_write_r_fn
  let makePoint: GEOSGeom_createPointFromXY_r_fn
  let destroy: GEOSGeom_destroy_r_fn
  let isEmpty: GEOSisEmpty_r_fn
  let x: GEOSGeomGetX_r_fn
  let y: GEOSGeomGetY_r_fn

  init?(_ symbols: SharedLibrary) {
    guard let makeReader: GEOSWKBReader_create_r_fn = unsafe symbols.find("GEOSWKBReader_create_r"),
      let destroyReader: GEOSWKBReader_destroy_r_fn = unsafe symbols.find(
        "GEOSWKBReader_destroy_r"),
      let read: GEOSWKBReader_read_r_fn = unsafe symbols.find("GEOSWKBReader_read_r"),
      let makeWriter: GEOSWKBWriter_create_r_fn = unsafe symbols.find("GEOSWKBWriter_create_r"),
      let destroyWriter: GEOSWKBWriter_destroy_r_fn = unsafe symbols.find(
        "GEOSWKBWriter_destroy_r"),
      let write: GEOSWKBWriter_write_r_fn = unsafe symbols.find("GEOSWKBWriter_write_r"),
      let makePoint: GEOSGeom_createPointFromXY_r_fn =
        unsafe symbols.find("GEOSGeom_createPointFromXY_r"),
      let destroy: GEOSGeom_destroy_r_fn = unsafe symbols.find("GEOSGeom_destroy_r"),
      let isEmpty: GEOSisEmpty_r_fn = unsafe symbols.find("GEOSisEmpty_r"),
      let x: GEOSGeomGetX_r_fn = unsafe symbols.find("GEOSGeomGetX_r"),
      let y: GEOSGeomGetY_r_fn = unsafe symbols.find("GEOSGeomGetY_r")
    else { return nil }
    unsafe self.makeReader = makeReader
    unsafe self.destroyReader = destroyReader
    unsafe self.read = read
    unsafe self.makeWriter = makeWriter
    unsafe self.destroyWriter = destroyWriter
    unsafe self.write = write
    unsafe self.makePoint = makePoint
    unsafe self.destroy = destroy
    unsafe self.isEmpty = isEmpty
    unsafe self.x = x
    unsafe self.y = y
  }
}

/// Relations and distances, plain and prepared.
@safe struct RelatingFunctions: Sendable {
  let relate: GEOSRelate_r_fn
  let intersects: GEOSLibrary.Relation
  let touches: GEOSLibrary.Relation
  let crosses: GEOSLibrary.Relation
  let overlaps: GEOSLibrary.Relation
  let contains: GEOSLibrary.Relation
  let equals: GEOSLibrary.Relation
  let distance: GEOSDistance_r_fn
  let isWithin: GEOSDistanceWithin_r_fn
  let prepare: GEOSPrepare_r_fn
  let destroyPrepared: GEOSPreparedGeom_destroy_r_fn
  let preparedIntersects: GEOSLibrary.PreparedRelation
  let preparedContains: GEOSLibrary.PreparedRelation
  let preparedDistance: GEOSPreparedDistance_r_fn
  let preparedIsWithin: GEOSPreparedDistanceWithin_r_fn

  init?(_ symbols: SharedLibrary) {
    guard let relate: GEOSRelate_r_fn = unsafe symbols.find("GEOSRelate_r"),
      let intersects: GEOSLibrary.Relation = unsafe symbols.find("GEOSIntersects_r"),
      let touches: GEOSLibrary.Relation = unsafe symbols.find("GEOSTouches_r"),
      let crosses: GEOSLibrary.Relation = unsafe symbols.find("GEOSCrosses_r"),
      let overlaps: GEOSLibrary.Relation = unsafe symbols.find("GEOSOverlaps_r"),
      let contains: GEOSLibrary.Relation = unsafe symbols.find("GEOSContains_r"),
      let equals: GEOSLibrary.Relation = unsafe symbols.find("GEOSEquals_r"),
      let distance: GEOSDistance_r_fn = unsafe symbols.find("GEOSDistance_r"),
      let isWithin: GEOSDistanceWithin_r_fn = unsafe symbols.find("GEOSDistanceWithin_r"),
      let prepare: GEOSPrepare_r_fn = unsafe symbols.find("GEOSPrepare_r"),
      let destroyPrepared: GEOSPreparedGeom_destroy_r_fn =
        unsafe symbols.find("GEOSPreparedGeom_destroy_r"),
      let preparedIntersects: GEOSLibrary.PreparedRelation =
        unsafe symbols.find("GEOSPreparedIntersects_r"),
      let preparedContains: GEOSLibrary.PreparedRelation = unsafe symbols.find(
        "GEOSPreparedContains_r"),
      let preparedDistance: GEOSPreparedDistance_r_fn = unsafe symbols.find(
        "GEOSPreparedDistance_r"),
      let preparedIsWithin: GEOSPreparedDistanceWithin_r_fn =
        unsafe symbols.find("GEOSPreparedDistanceWithin_r")
    else { return nil }
    unsafe self.relate = relate
    unsafe self.intersects = intersects
    unsafe self.touches = touches
    unsafe self.crosses = crosses
    unsafe self.overlaps = overlaps
    unsafe self.contains = contains
    unsafe self.equals = equals
    unsafe self.distance = distance
    unsafe self.isWithin = isWithin
    unsafe self.prepare = prepare
    unsafe self.destroyPrepared = destroyPrepared
    unsafe self.preparedIntersects = preparedIntersects
    unsafe self.preparedContains = preparedContains
    unsafe self.preparedDistance = preparedDistance
    unsafe self.preparedIsWithin = preparedIsWithin
  }
}

/// Validity, and geometries made of others.
@safe struct MakingFunctions: Sendable {
  let validity: GEOSisValidDetail_r_fn
  let makeRepair: GEOSMakeValidParams_create_r_fn
  let destroyRepair: GEOSMakeValidParams_destroy_r_fn
  let setRepairMethod: GEOSMakeValidParams_setMethod_r_fn
  let setRepairKeeps: GEOSMakeValidParams_setKeepCollapsed_r_fn
  let repair: GEOSMakeValidWithParams_r_fn
  let intersection: GEOSLibrary.Overlay
  let union: GEOSLibrary.Overlay
  let difference: GEOSLibrary.Overlay
  let unaryUnion: GEOSLibrary.Construction
  let boundary: GEOSLibrary.Construction
  let convexHull: GEOSLibrary.Construction
  let centroid: GEOSLibrary.Construction
  let pointOnSurface: GEOSLibrary.Construction

  init?(_ symbols: SharedLibrary) {
    guard let validity: GEOSisValidDetail_r_fn = unsafe symbols.find("GEOSisValidDetail_r"),
      let makeRepair: GEOSMakeValidParams_create_r_fn =
        unsafe symbols.find("GEOSMakeValidParams_create_r"),
      let destroyRepair: GEOSMakeValidParams_destroy_r_fn =
        unsafe symbols.find("GEOSMakeValidParams_destroy_r"),
      let setRepairMethod: GEOSMakeValidParams_setMethod_r_fn =
        unsafe symbols.find("GEOSMakeValidParams_setMethod_r"),
      let setRepairKeeps: GEOSMakeValidParams_setKeepCollapsed_r_fn =
        unsafe symbols.find("GEOSMakeValidParams_setKeepCollapsed_r"),
      let repair: GEOSMakeValidWithParams_r_fn = unsafe symbols.find("GEOSMakeValidWithParams_r"),
      let intersection: GEOSLibrary.Overlay = unsafe symbols.find("GEOSIntersection_r"),
      let union: GEOSLibrary.Overlay = unsafe symbols.find("GEOSUnion_r"),
      let difference: GEOSLibrary.Overlay = unsafe symbols.find("GEOSDifference_r"),
      let unaryUnion: GEOSLibrary.Construction = unsafe symbols.find("GEOSUnaryUnion_r"),
      let boundary: GEOSLibrary.Construction = unsafe symbols.find("GEOSBoundary_r"),
      let convexHull: GEOSLibrary.Construction = unsafe symbols.find("GEOSConvexHull_r"),
      let centroid: GEOSLibrary.Construction = unsafe symbols.find("GEOSGetCentroid_r"),
      let pointOnSurface: GEOSLibrary.Construction = unsafe symbols.find("GEOSPointOnSurface_r")
    else { return nil }
    unsafe self.validity = validity
    unsafe self.makeRepair = makeRepair
    unsafe self.destroyRepair = destroyRepair
    unsafe self.setRepairMethod = setRepairMethod
    unsafe self.setRepairKeeps = setRepairKeeps
    unsafe self.repair = repair
    unsafe self.intersection = intersection
    unsafe self.union = union
    unsafe self.difference = difference
    unsafe self.unaryUnion = unaryUnion
    unsafe self.boundary = boundary
    unsafe self.convexHull = convexHull
    unsafe self.centroid = centroid
    unsafe self.pointOnSurface = pointOnSurface
  }
}
