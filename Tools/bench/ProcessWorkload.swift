import Glibc

/// One question as a whole process, from a warm page cache: `meridian hit` against `spatialite`.
struct ProcessWorkload {
  let program: String
  let sample: String
  let database: String
  /// 22 points at zoom 17 and latitude 51.5132, in meters of ground.
  private static let radius = 22 * 40_075_016.685578488 * 0.622336 / (512 * 131_072)

  /// What lies within a fingertip of the place, by the tables' own indexes, nearest first.
  private var question: String {
    let place = "MakePoint(-0.1366, 51.5132, 4326)"
    let box = "BuildCircleMbr(-0.1366, 51.5132, 0.00027, 4326)"
    let tables = ["buildings", "streets", "pumps", "deaths"].map { table in
      "SELECT '\(table)' AS layer, fid AS id, ST_Distance(geom, \(place), 1) AS d FROM \(table) "
        + "WHERE ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = '\(table)' "
        + "AND search_frame = \(box)) AND d <= \(Self.radius)"
    }
    return tables.joined(separator: " UNION ALL ") + " ORDER BY d;"
  }

  /// nil when the peer is not installed.
  func run(rounds: Int) -> Outcome? {
    let peer = ["spatialite", "-silent", database, question]
    let ours = [program, "hit", sample, "--at", "-0.1366,51.5132", "--zoom", "17"]
    guard milliseconds(peer) != nil, milliseconds(ours) != nil else { return nil }
    var outcome = Outcome(
      workload: "one tap, whole process, sample of Soho", unit: "ms", ours: Sample(),
      peer: Sample(), peerName: "spatialite", ratios: Sample())
    for _ in 0..<rounds {
      guard let first = milliseconds(ours), let second = milliseconds(peer) else { return nil }
      outcome.ours.append(first)
      outcome.peer.append(second)
      outcome.ratios.append(second / first)
    }
    return outcome
  }

  /// The wall time of a process whose output goes nowhere; nil when it cannot run or fails.
  private func milliseconds(_ words: [String]) -> Double? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let start = wallSeconds()
    guard posix_spawnp(&child, words[0], &actions, nil, arguments, environ) == 0 else { return nil }
    var status: Int32 = 0
    guard waitpid(child, &status, 0) == child, status == 0 else { return nil }
    return (wallSeconds() - start) * 1000
  }
}
