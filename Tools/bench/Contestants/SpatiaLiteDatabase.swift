import CPlatform
import CSQLite
import Glibc

/// libspatialite, opened on first use, on one connection.
final class SpatiaLiteDatabase {
  let handle: OpaquePointer
  private let cache: UnsafeMutableRawPointer
  private let cleanUp: CleanUp

  private typealias Allocate = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Start = @convention(c) (OpaquePointer, UnsafeMutableRawPointer, Int32) -> Void
  private typealias CleanUp = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Opens a database, or makes one; nil when the library is not installed.
  init?(_ path: String, making: Bool) throws {
    guard let library = Self.library(),
      let allocate = Self.find("spatialite_alloc_connection", in: library, Allocate.self),
      let start = Self.find("spatialite_init_ex", in: library, Start.self),
      let cleanUp = Self.find("spatialite_cleanup_ex", in: library, CleanUp.self),
      let cache = allocate()
    else { return nil }
    if making {
      var opened: OpaquePointer?
      guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
        throw Failure(text: "cannot make \(path).")
      }
      handle = opened
    } else {
      handle = try FlatFile.open(path)
    }
    start(handle, cache, 0)
    self.cache = cache
    self.cleanUp = cleanUp
  }

  deinit {
    sqlite3_close(handle)
    cleanUp(cache)
  }

  private static func library() -> UnsafeMutableRawPointer? {
    let names: [StaticString] = [
      "libspatialite.so.8", "libspatialite.so.7", "libspatialite.so", "libspatialite.dylib",
    ]
    var list = names.map {
      Optional(UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self))
    }
    list.append(nil)
    return list.withUnsafeMutableBufferPointer { list in
      guard let base = list.baseAddress else { return nil }
      return base.withMemoryRebound(to: UnsafePointer<CChar>.self, capacity: list.count) {
        cplatform_open_library($0)
      }
    }
  }

  private static func find<Function>(
    _ name: String, in library: UnsafeMutableRawPointer, _: Function.Type
  ) -> Function? {
    cplatform_symbol(library, name).map { unsafeBitCast($0, to: Function.self) }
  }

  /// Makes a database with one table and its spatial index from a flat file.
  static func make(_ path: String, from flat: String) throws {
    let partial = path + ".partial"
    unlink(partial)
    guard let database = try SpatiaLiteDatabase(partial, making: true) else { return }
    let handle = database.handle
    try FlatFile.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
      SELECT InitSpatialMetaData();
      CREATE TABLE features (fid INTEGER PRIMARY KEY, kind INTEGER);
      SELECT AddGeometryColumn('features', 'geom', 3857, 'GEOMETRY', 'XY');
      """, in: handle)
    let insert = try FlatFile.prepare(
      "INSERT INTO features (fid, kind, geom) VALUES (?, ?, GeomFromWKB(?, 3857))", in: handle)
    var failed = 0
    try FlatFile.forEach(in: flat) { feature in
      sqlite3_reset(insert)
      sqlite3_bind_int64(insert, 1, feature.fid)
      sqlite3_bind_int64(insert, 2, feature.kind)
      sqlite3_bind_blob(
        insert, 3, feature.wkb.baseAddress, Int32(feature.wkb.count), csqlite_static())
      if sqlite3_step(insert) != SQLITE_DONE { failed += 1 }
    }
    sqlite3_finalize(insert)
    guard failed == 0 else { throw Failure(text: "SpatiaLite refused \(failed) features.") }
    try FlatFile.execute(
      "SELECT CreateSpatialIndex('features', 'geom'); COMMIT; ANALYZE;", in: handle)
    guard rename(partial, path) == 0 else { throw Failure(text: "cannot make \(path).") }
  }
}
