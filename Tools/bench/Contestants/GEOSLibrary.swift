import CGEOS
import CPlatform

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
    var names: [UnsafePointer<CChar>?] = []
    for name in ["libgeos_c.so.1", "libgeos_c.so", "libgeos_c.dylib"] as [StaticString] {
      names.append(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    }
    names.append(nil)
    let opened = names.withUnsafeMutableBufferPointer { list -> UnsafeMutableRawPointer? in
      guard let base = list.baseAddress else { return nil }
      return base.withMemoryRebound(to: UnsafePointer<CChar>.self, capacity: list.count) {
        cplatform_open_library($0)
      }
    }
    guard let library = opened else { return nil }
    func find<Function>(_ name: String, _: Function.Type) -> Function? {
      cplatform_symbol(library, name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard let start = find("GEOS_init_r", GEOS_init_r_fn.self),
      let version = find("GEOSversion", GEOSversion_fn.self),
      let makeReader = find("GEOSWKBReader_create_r", GEOSWKBReader_create_r_fn.self),
      let read = find("GEOSWKBReader_read_r", GEOSWKBReader_read_r_fn.self),
      let makePoint = find("GEOSGeom_createPointFromXY_r", GEOSGeom_createPointFromXY_r_fn.self),
      let makeRectangle = find(
        "GEOSGeom_createRectangle_r", GEOSGeom_createRectangle_r_fn.self),
      let destroy = find("GEOSGeom_destroy_r", GEOSGeom_destroy_r_fn.self),
      let coordinateCount = find("GEOSGetNumCoordinates_r", GEOSGetNumCoordinates_r_fn.self),
      let distance = find("GEOSDistance_r", GEOSDistance_r_fn.self),
      let prepare = find("GEOSPrepare_r", GEOSPrepare_r_fn.self),
      let preparedDistance = find("GEOSPreparedDistance_r", GEOSPreparedDistance_r_fn.self),
      let preparedIntersects = find(
        "GEOSPreparedIntersects_r", GEOSPreparedIntersects_r_fn.self),
      let intersects = find("GEOSIntersects_r", GEOSIntersects_r_fn.self),
      let nearest = find(
        "GEOSSTRtree_nearest_generic_r", GEOSSTRtree_nearest_generic_r_fn.self),
      let makeTree = find("GEOSSTRtree_create_r", GEOSSTRtree_create_r_fn.self),
      let insert = find("GEOSSTRtree_insert_r", GEOSSTRtree_insert_r_fn.self),
      let query = find("GEOSSTRtree_query_r", GEOSSTRtree_query_r_fn.self),
      let finish = find("GEOS_finish_r", GEOS_finish_r_fn.self),
      let destroyReader = find("GEOSWKBReader_destroy_r", GEOSWKBReader_destroy_r_fn.self),
      let destroyPrepared = find("GEOSPreparedGeom_destroy_r", GEOSPreparedGeom_destroy_r_fn.self),
      let destroyTree = find("GEOSSTRtree_destroy_r", GEOSSTRtree_destroy_r_fn.self)
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
