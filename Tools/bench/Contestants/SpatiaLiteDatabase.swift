import CSQLite
import Glibc
import LibraryOpening

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
    guard
      let library = SharedLibrary([
        "libspatialite.so.8", "libspatialite.so.7", "libspatialite.so", "libspatialite.dylib",
      ]),
      let allocate: Allocate = library.find("spatialite_alloc_connection"),
      let start: Start = library.find("spatialite_init_ex"),
      let cleanUp: CleanUp = library.find("spatialite_cleanup_ex"),
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

  /// Makes a database with one table and its spatial index from a flat file.
  static func make(_ path: String, from flat: String, srid: Int = 3857) throws {
    let partial = path + ".partial"
    unlink(partial)
    guard let database = try SpatiaLiteDatabase(partial, making: true) else { return }
    let handle = database.handle
    try FlatFile.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
      SELECT InitSpatialMetaData();
      CREATE TABLE features (fid INTEGER PRIMARY KEY, kind INTEGER);
      SELECT AddGeometryColumn('features', 'geom', \(srid), 'GEOMETRY', 'XY');
      """, in: handle)
    let insert = try FlatFile.prepare(
      "INSERT INTO features (fid, kind, geom) VALUES (?, ?, GeomFromWKB(?, \(srid)))",
      in: handle)
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
