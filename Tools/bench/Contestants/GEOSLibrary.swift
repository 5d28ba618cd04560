import CGEOS
import LibraryOpening

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
    guard let start: GEOS_init_r_fn = library.find("GEOS_init_r"),
      let version: GEOSversion_fn = library.find("GEOSversion"),
      let makeReader: GEOSWKBReader_create_r_fn = library.find("GEOSWKBReader_create_r"),
      let read: GEOSWKBReader_read_r_fn = library.find("GEOSWKBReader_read_r"),
      let makePoint: GEOSGeom_createPointFromXY_r_fn = library.find("GEOSGeom_createPointFromXY_r"),
      let makeRectangle: GEOSGeom_createRectangle_r_fn = library.find("GEOSGeom_createRectangle_r"),
      let destroy: GEOSGeom_destroy_r_fn = library.find("GEOSGeom_destroy_r"),
      let coordinateCount: GEOSGetNumCoordinates_r_fn = library.find("GEOSGetNumCoordinates_r"),
      let distance: GEOSDistance_r_fn = library.find("GEOSDistance_r"),
      let prepare: GEOSPrepare_r_fn = library.find("GEOSPrepare_r"),
      let preparedDistance: GEOSPreparedDistance_r_fn = library.find("GEOSPreparedDistance_r"),
      let preparedIntersects: GEOSPreparedIntersects_r_fn = library.find(
        "GEOSPreparedIntersects_r"),
      let intersects: GEOSIntersects_r_fn = library.find("GEOSIntersects_r"),
      let nearest: GEOSSTRtree_nearest_generic_r_fn = library.find("GEOSSTRtree_nearest_generic_r"),
      let makeTree: GEOSSTRtree_create_r_fn = library.find("GEOSSTRtree_create_r"),
      let insert: GEOSSTRtree_insert_r_fn = library.find("GEOSSTRtree_insert_r"),
      let query: GEOSSTRtree_query_r_fn = library.find("GEOSSTRtree_query_r"),
      let finish: GEOS_finish_r_fn = library.find("GEOS_finish_r"),
      let destroyReader: GEOSWKBReader_destroy_r_fn = library.find("GEOSWKBReader_destroy_r"),
      let destroyPrepared: GEOSPreparedGeom_destroy_r_fn = library.find(
        "GEOSPreparedGeom_destroy_r"),
      let destroyTree: GEOSSTRtree_destroy_r_fn = library.find("GEOSSTRtree_destroy_r")
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
