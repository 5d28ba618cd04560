import CSQLite
import Glibc
import MeridianKernel
import MeridianQuery
import MeridianStore

/// Features within some meters of a place on the ellipsoid, against SpatiaLite's geodesic distance
/// over its spatial index.
final class Reach {
  private let meters: Double
  private let database: SpatiaLiteDatabase
  private let statement: OpaquePointer

  /// The box is widened by so much that no feature within reach is missed.
  private static let sql = """
    SELECT ROWID FROM features WHERE ROWID IN (
      SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'features'
        AND search_frame = BuildMbr(?1 - ?4, ?2 - ?5, ?1 + ?4, ?2 + ?5, 4326))
    AND ST_Distance(geom, MakePoint(?1, ?2, 4326), 1) <= ?3
    """

  /// Opens the data set in degrees, making the database first when need be; nil when the library is
  /// not installed.
  init?(_ files: DatasetFiles, meters: Double) throws {
    let path = "\(files.stem).4326.sqlite"
    if access(path, R_OK) != 0 {
      try SpatiaLiteDatabase.make(path, from: "\(files.stem).4326.gpkg", srid: 4326)
    }
    guard access(path, R_OK) == 0, let database = try SpatiaLiteDatabase(path, making: false)
    else { return nil }
    self.database = database
    self.meters = meters
    statement = try FlatFile.prepare(Self.sql, in: database.handle)
  }

  deinit { sqlite3_finalize(statement) }

  /// Both sides in turns over the same places; the slow side answers some of them.
  func race(_ layer: PlaneLayer, _ points: [Tap], rounds: Int) throws -> Outcome {
    var outcome = Outcome(
      data: "city", work: "dwithin \(Int(meters)) m", unit: "/s", isMoreBetter: true)
    outcome.lanes = [
      Outcome.Lane(contestant: "Meridian"), Outcome.Lane(contestant: "SpatiaLite, geodesic"),
    ]
    let few = Array(points.prefix(2000))
    let joiner = try Joiner(layer, on: .within(meters: meters))
    var last: (ours: Pass, theirs: Pass)?
    for round in -1..<rounds {
      let ours = try ask(joiner, layer, few)
      let theirs = ask(few)
      last = (ours, theirs)
      guard round >= 0 else { continue }
      outcome.append([Double(few.count) / ours.seconds, Double(few.count) / theirs.seconds])
    }
    if let last {
      for (lane, pass) in [last.ours, last.theirs].enumerated() {
        outcome.lanes[lane].questions = few.count
        outcome.lanes[lane].hits = Double(pass.hits) / Double(few.count)
      }
      outcome.notes.append("SpatiaLite: \(Agreement.sums(last.ours, last.theirs))")
    }
    say(outcome.text)
    return outcome
  }

  private func ask(_ joiner: Joiner, _ layer: PlaneLayer, _ points: [Tap]) throws -> Pass {
    var pass = Pass(seconds: 0, hits: 0, idSum: 0)
    var partners: [Joiner.Partner] = []
    let start = processorSeconds()
    for point in points {
      try joiner.find(GeometryBuffer(point: point.flat), into: &partners)
      for partner in partners {
        pass.hits += 1
        pass.idSum &+= Int(layer.row(of: partner.feature).fid ?? 0)
      }
    }
    pass.seconds = processorSeconds() - start
    return pass
  }

  private func ask(_ points: [Tap]) -> Pass {
    var pass = Pass(seconds: 0, hits: 0, idSum: 0)
    let start = processorSeconds()
    for point in points {
      let place = point.place
      let north = meters / 110_000
      sqlite3_reset(statement)
      sqlite3_bind_double(statement, 1, place.longitude)
      sqlite3_bind_double(statement, 2, place.latitude)
      sqlite3_bind_double(statement, 3, meters)
      sqlite3_bind_double(statement, 4, north / cos(place.latitude * .pi / 180))
      sqlite3_bind_double(statement, 5, north)
      while sqlite3_step(statement) == SQLITE_ROW {
        pass.hits += 1
        pass.idSum &+= Int(sqlite3_column_int64(statement, 0))
      }
    }
    pass.seconds = processorSeconds() - start
    return pass
  }
}
