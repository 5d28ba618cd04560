import CSQLite
import Glibc
import MeridianKernel

/// SpatiaLite's SQL over a table with its spatial index, statements prepared once.
final class SpatiaLitePeer: Peer {
  let title: String
  private let database: SpatiaLiteDatabase
  private let statements: [Kind: OpaquePointer]

  private enum Kind: CaseIterable {
    case tap
    case containing
    case nearest
    case window

    var sql: String {
      let indexed =
        "ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'features' "
        + "AND search_frame = "
      let place = "MakePoint(?1, ?2, 3857)"
      let window = "BuildMbr(?1 - ?3, ?2 - ?3, ?1 + ?3, ?2 + ?3)"
      return switch self {
      case .tap:
        // Joining the R-tree itself is a tenth faster than asking SpatialIndex.
        "SELECT f.ROWID, ST_Distance(f.geom, \(place)) AS d FROM idx_features_geom r "
          + "JOIN features f ON f.ROWID = r.pkid WHERE r.xmin <= ?1 + ?3 AND r.xmax >= ?1 - ?3 "
          + "AND r.ymin <= ?2 + ?3 AND r.ymax >= ?2 - ?3 AND d <= ?3 ORDER BY d"
      case .containing:
        "SELECT ROWID FROM features WHERE \(indexed)\(place)) AND kind = 0 "
          + "AND ST_Intersects(geom, \(place))"
      case .nearest:
        "SELECT fid FROM knn WHERE f_table_name = 'features' AND ref_geometry = \(place) "
          + "AND max_items = 1"
      case .window:
        "SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'features' "
          + "AND search_frame = \(window)"
      }
    }
  }

  /// Opens the database of a data set, making it first when need be; nil when the library is not
  /// installed.
  init?(_ files: DatasetFiles) throws {
    if access(files.spatiaLite, R_OK) != 0 {
      try SpatiaLiteDatabase.make(files.spatiaLite, from: files.flat)
    }
    guard access(files.spatiaLite, R_OK) == 0,
      let database = try SpatiaLiteDatabase(files.spatiaLite, making: false)
    else { return nil }
    self.database = database
    let asked = try FlatFile.prepare("SELECT spatialite_version()", in: database.handle)
    sqlite3_step(asked)
    title = "SpatiaLite " + (sqlite3_column_text(asked, 0).map { String(cString: $0) } ?? "?")
    sqlite3_finalize(asked)
    var statements: [Kind: OpaquePointer] = [:]
    // A version without some verb does without it.
    for kind in Kind.allCases {
      statements[kind] = try? FlatFile.prepare(kind.sql, in: database.handle)
    }
    self.statements = statements
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
  }

  func canAnswer(_ work: Work) -> Bool {
    kind(of: work).map { statements[$0] != nil } ?? false
  }

  func ask(_ work: Work, at tap: Tap, into found: inout [UInt32]) {
    guard let kind = kind(of: work), let statement = statements[kind] else { return }
    sqlite3_reset(statement)
    sqlite3_bind_double(statement, 1, tap.flat.x)
    sqlite3_bind_double(statement, 2, tap.flat.y)
    if work != .containing && work != .nearest { sqlite3_bind_double(statement, 3, work.reach) }
    while sqlite3_step(statement) == SQLITE_ROW {
      found.append(UInt32(truncatingIfNeeded: sqlite3_column_int64(statement, 0)))
    }
  }

  private func kind(of work: Work) -> Kind? {
    switch work {
    case .batch: nil
    case .tap: .tap
    case .containing: .containing
    case .nearest: .nearest
    case .window: .window
    }
  }
}
