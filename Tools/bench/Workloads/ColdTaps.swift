import Glibc
import MeridianKernel

/// One question as a whole process, from a warm page cache.
struct ColdTaps {
  let program: String
  let rounds: Int

  /// A command and who runs it; what it writes must not be empty.
  private struct Side {
    let title: String
    let words: [String]
    var environment: [String] = []
  }

  /// The first tap that has something under it; nil when none has, or GEOS is not installed.
  static func tap(over files: DatasetFiles) throws -> Tap? {
    guard let peer = try SQLitePeer(reading: files.flat) else { return nil }
    var found: [UInt32] = []
    return try TapFile.read(files.taps).first { tap in
      peer.ask(.tap(zoom: 15), at: tap, into: &found)
      return !found.isEmpty
    }
  }

  /// The Soho sample against `spatialite` with the tables' own indexes.
  func soho(in samples: String) throws -> Outcome? {
    let ours = Side(
      title: "Meridian",
      words: [
        program, "hit", "\(samples)/soho.gpkg", "--at", "-0.1366,51.5132", "--zoom", "17",
        "--format", "ndjson",
      ])
    // 22 points at zoom 17 and latitude 51.5132, in meters of ground.
    let radius = Work.finger(atZoom: 17) * 0.622336
    let place = "MakePoint(-0.1366, 51.5132, 4326)"
    let tables = ["buildings", "streets", "pumps", "deaths"].map { table in
      "SELECT '\(table)' AS layer, fid AS id, ST_Distance(geom, \(place), 1) AS d FROM \(table) "
        + "WHERE ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = '\(table)' "
        + "AND search_frame = BuildCircleMbr(-0.1366, 51.5132, 0.00012, 4326)) AND d <= \(radius)"
    }
    let question = tables.joined(separator: " UNION ALL ") + " ORDER BY d;"
    let peer = Side(
      title: "spatialite",
      words: ["spatialite", "-silent", "\(samples)/soho.sqlite", question])
    return try race("soho", "one tap, whole process", [ours, peer])
  }

  /// A big data set against `spatialite`, with our index in the cache.
  func cached(_ files: DatasetFiles, at tap: Tap) throws -> Outcome? {
    let (x, y, radius) = (tap.flat.x, tap.flat.y, Work.finger(atZoom: 15))
    let question =
      "SELECT ROWID, ST_Distance(geom, MakePoint(\(x), \(y), 3857)) AS d FROM features "
      + "WHERE ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = 'features' "
      + "AND search_frame = BuildMbr(\(x - radius), \(y - radius), \(x + radius), \(y + radius))) "
      + "AND d <= \(radius) ORDER BY d;"
    let peer = Side(
      title: "spatialite", words: ["spatialite", "-silent", files.spatiaLite, question])
    let cache = "XDG_CACHE_HOME=\(files.folder)/cache"
    _ = WholeProcess.run([program, "index", "build", files.store], environment: [cache])
    let ours = Side(title: "Meridian", words: hit(files, tap), environment: [cache])
    return try race(files.name, "one tap, whole process, index cached", [ours, peer])
  }

  /// A big data set against `ogrinfo`, without any cache of ours.
  func uncached(_ files: DatasetFiles, at tap: Tap) throws -> Outcome? {
    let (place, reach) = (tap.place, Work.finger(atZoom: 15) / 111_319.49)
    let box = [
      place.longitude - reach, place.latitude - reach, place.longitude + reach,
      place.latitude + reach,
    ]
    let peer = Side(
      title: "ogrinfo -spat",
      words: ["ogrinfo", "-ro", "-al", "-q", "-spat"] + box.map { "\($0)" } + [files.store])
    let ours = Side(
      title: "Meridian", words: hit(files, tap),
      environment: ["XDG_CACHE_HOME=\(files.folder)/no-cache"])
    return try race(files.name, "one tap, whole process, no cache", [ours, peer]) {
      _ = WholeProcess.run(["rm", "-rf", "\(files.folder)/no-cache"])
    }
  }

  private func hit(_ files: DatasetFiles, _ tap: Tap) -> [String] {
    [
      program, "hit", files.store, "--at", "\(tap.place.longitude),\(tap.place.latitude)",
      "--zoom", "15", "--format", "ndjson",
    ]
  }

  private func race(
    _ data: String, _ work: String, _ sides: [Side], before: () -> Void = {}
  ) throws -> Outcome? {
    var outcome = Outcome(data: data, work: work, unit: "ms", isMoreBetter: false)
    var runners: [Side] = []
    for (number, side) in sides.enumerated() {
      before()
      guard let answer = WholeProcess.answer(side.words, environment: side.environment) else {
        guard number > 0 else { throw Failure(text: "\(side.words) fails.") }
        outcome.notes.append("\(side.title) is not installed or fails; it is left out")
        continue
      }
      guard !answer.isEmpty else { throw Failure(text: "\(side.words) answers nothing.") }
      runners.append(side)
      outcome.lanes.append(Outcome.Lane(contestant: side.title))
    }
    for _ in 0..<rounds {
      var values: [Double] = []
      for side in runners {
        before()
        guard let use = WholeProcess.run(side.words, environment: side.environment) else {
          throw Failure(text: "\(side.title) failed after it had worked.")
        }
        values.append(use.wallSeconds * 1000)
      }
      outcome.append(values)
    }
    say(outcome.text)
    return outcome
  }
}
