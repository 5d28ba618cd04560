import CGEOS

/// The GEOS functions the peer needs, looked up on first use.
struct GEOSLibrary {
  let start: GEOS_init_r_fn
  let version: GEOSversion_fn
  let makeReader: GEOSWKBReader_create_r_fn
  let read: GEOSWKBReader_read_r_fn
  let makePoint: GEOSGeom_createPointFromXY_r_fn
  let makeRectangle: GEOSGeom_createRectangle_r_fn
  let destroy: GEOSGeom_destroy_r_fn
  let coordinateCount: GEOSGetNumCoordinates_r_fn
  let distance: GEOSDistance_r_fn
  let prepare: GEOSPrepare_r_fn
  let preparedDistance: GEOSPreparedDistance_r_fn
  let preparedIntersects: GEOSPreparedIntersects_r_fn
  let intersects: GEOSIntersects_r_fn
  let makeTree: GEOSSTRtree_create_r_fn
  let insert: GEOSSTRtree_insert_r_fn
  let query: GEOSSTRtree_query_r_fn
  let nearest: GEOSSTRtree_nearest_generic_r_fn
  let destroyTree: GEOSSTRtree_destroy_r_fn
  let destroyPrepared: GEOSPreparedGeom_destroy_r_fn
  let destroyReader: GEOSWKBReader_destroy_r_fn
  let finish: GEOS_finish_r_fn

  /// nil when GEOS is not installed.
  init?() {
    guard
      let library = SharedLibrary(["libgeos_c.so.1", "libgeos_c.so", "libgeos_c.dylib"])
    else { return nil }
    guard let start = library.find("GEOS_init_r", GEOS_init_r_fn.self),
      let version = library.find("GEOSversion", GEOSversion_fn.self),
      let makeReader = library.find("GEOSWKBReader_create_r", GEOSWKBReader_create_r_fn.self),
      let read = library.find("GEOSWKBReader_read_r", GEOSWKBReader_read_r_fn.self),
      let makePoint = library.find(
        "GEOSGeom_createPointFromXY_r", GEOSGeom_createPointFromXY_r_fn.self),
      let makeRectangle = library.find(
        "GEOSGeom_createRectangle_r", GEOSGeom_createRectangle_r_fn.self),
      let destroy = library.find("GEOSGeom_destroy_r", GEOSGeom_destroy_r_fn.self),
      let coordinateCount = library.find(
        "GEOSGetNumCoordinates_r", GEOSGetNumCoordinates_r_fn.self),
      let distance = library.find("GEOSDistance_r", GEOSDistance_r_fn.self),
      let prepare = library.find("GEOSPrepare_r", GEOSPrepare_r_fn.self),
      let preparedDistance = library.find("GEOSPreparedDistance_r", GEOSPreparedDistance_r_fn.self),
      let preparedIntersects = library.find(
        "GEOSPreparedIntersects_r", GEOSPreparedIntersects_r_fn.self),
      let intersects = library.find("GEOSIntersects_r", GEOSIntersects_r_fn.self),
      let nearest = library.find(
        "GEOSSTRtree_nearest_generic_r", GEOSSTRtree_nearest_generic_r_fn.self),
      let makeTree = library.find("GEOSSTRtree_create_r", GEOSSTRtree_create_r_fn.self),
      let insert = library.find("GEOSSTRtree_insert_r", GEOSSTRtree_insert_r_fn.self),
      let query = library.find("GEOSSTRtree_query_r", GEOSSTRtree_query_r_fn.self),
      let finish = library.find("GEOS_finish_r", GEOS_finish_r_fn.self),
      let destroyReader = library.find("GEOSWKBReader_destroy_r", GEOSWKBReader_destroy_r_fn.self),
      let destroyPrepared = library.find(
        "GEOSPreparedGeom_destroy_r", GEOSPreparedGeom_destroy_r_fn.self),
      let destroyTree = library.find("GEOSSTRtree_destroy_r", GEOSSTRtree_destroy_r_fn.self)
    else { return nil }
    self.start = start
    self.version = version
    self.makeReader = makeReader
    self.read = read
    self.makePoint = makePoint
    self.makeRectangle = makeRectangle
    self.destroy = destroy
    self.coordinateCount = coordinateCount
    self.distance = distance
    self.prepare = prepare
    self.preparedDistance = preparedDistance
    self.makeTree = makeTree
    self.insert = insert
    self.query = query
    self.nearest = nearest
    self.preparedIntersects = preparedIntersects
    self.intersects = intersects
    self.destroyTree = destroyTree
    self.destroyPrepared = destroyPrepared
    self.destroyReader = destroyReader
    self.finish = finish
  }
}
