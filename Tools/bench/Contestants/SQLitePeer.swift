import CGEOS
import CSQLite
import MeridianKernel

/// SQLite's R-tree over the boxes of a GeoPackage, then GEOS on the rows it finds: what a program
/// does that keeps everything in the file.
final class SQLitePeer: Peer {
  let title = "SQLite R-tree + GEOS"
  private let geos: GEOSLibrary
  private let context: GEOSContextHandle_t
  private let reader: OpaquePointer
  private let database: OpaquePointer
  private let rows: OpaquePointer
  private let areas: OpaquePointer
  private let boxes: OpaquePointer
  private var nearest: [(distance: Double, id: UInt32)] = []

  /// Opens a flat file; nil when GEOS is not installed.
  init?(reading path: String) throws {
    guard let geos = GEOSLibrary(), let context = geos.start(),
      let reader = geos.makeReader(context)
    else { return nil }
    self.geos = geos
    self.context = context
    self.reader = reader
    database = try FlatFile.open(path)
    let meeting =
      "minx <= ?1 + ?3 AND maxx >= ?1 - ?3 AND miny <= ?2 + ?3 AND maxy >= ?2 - ?3"
    let join = "FROM rtree_features_geom r JOIN features f ON f.fid = r.id WHERE \(meeting)"
    rows = try FlatFile.prepare("SELECT f.fid, f.geom \(join)", in: database)
    areas = try FlatFile.prepare("SELECT f.fid, f.geom \(join) AND f.kind = 0", in: database)
    boxes = try FlatFile.prepare(
      "SELECT id FROM rtree_features_geom WHERE \(meeting)", in: database)
  }

  deinit {
    for statement in [rows, areas, boxes] { sqlite3_finalize(statement) }
    sqlite3_close(database)
    geos.destroyReader(context, reader)
    geos.finish(context)
  }

  /// It has no verb for the nearest of all.
  func canAnswer(_ work: Work) -> Bool { work != .nearest && work != .batch }

  func ask(_ work: Work, at tap: Tap, into found: inout [UInt32]) {
    switch work {
    case .tap: touch(tap.flat, radius: work.reach, into: &found)
    case .containing: contain(tap.flat, into: &found)
    case .nearest, .batch: return
    case .window:
      bind(boxes, tap.flat, work.reach)
      while sqlite3_step(boxes) == SQLITE_ROW {
        found.append(UInt32(truncatingIfNeeded: sqlite3_column_int64(boxes, 0)))
      }
    }
  }

  private func touch(_ place: Coordinate, radius: Double, into found: inout [UInt32]) {
    nearest.removeAll(keepingCapacity: true)
    forEachRow(of: rows, near: place, reach: radius) { id, geometry, point in
      var distance = Double.infinity
      _ = geos.distance(context, geometry, point, &distance)
      if distance <= radius { nearest.append((distance, id)) }
    }
    nearest.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
    for hit in nearest { found.append(hit.id) }
  }

  private func contain(_ place: Coordinate, into found: inout [UInt32]) {
    forEachRow(of: areas, near: place, reach: 0) { id, geometry, point in
      if geos.intersects(context, geometry, point) == 1 { found.append(id) }
    }
  }

  @inline(__always)
  private func forEachRow(
    of statement: OpaquePointer, near place: Coordinate, reach: Double,
    _ body: (UInt32, OpaquePointer?, OpaquePointer?) -> Void
  ) {
    bind(statement, place, reach)
    let point = geos.makePoint(context, place.x, place.y)
    while sqlite3_step(statement) == SQLITE_ROW {
      let bytes = FlatFile.wkb(statement, 1)
      let geometry = geos.read(
        context, reader, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
      body(UInt32(truncatingIfNeeded: sqlite3_column_int64(statement, 0)), geometry, point)
      geos.destroy(context, geometry)
    }
    geos.destroy(context, point)
  }

  private func bind(_ statement: OpaquePointer, _ place: Coordinate, _ reach: Double) {
    sqlite3_reset(statement)
    sqlite3_bind_double(statement, 1, place.x)
    sqlite3_bind_double(statement, 2, place.y)
    sqlite3_bind_double(statement, 3, reach)
  }
}
