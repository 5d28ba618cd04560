import Glibc

/// One question as a whole process, from a warm page cache: `meridian hit` against `spatialite`.
struct ProcessWorkload {
  let program: String
  let sample: String
  let database: String
  /// 22 points at zoom 17 and latitude 51.5132, in meters of ground.
  private static let radius = 22 * 40_075_016.685578488 * 0.622336 / (512 * 131_072)
  /// A box that holds the circle, in degrees: its half width east to west.
  private static let reach = 0.00012

  /// What lies within a fingertip of the place, by the tables' own indexes, nearest first.
  private var question: String {
    let place = "MakePoint(-0.1366, 51.5132, 4326)"
    let box = "BuildCircleMbr(-0.1366, 51.5132, \(Self.reach), 4326)"
    let tables = ["buildings", "streets", "pumps", "deaths"].map { table in
      "SELECT '\(table)' AS layer, fid AS id, ST_Distance(geom, \(place), 1) AS d FROM \(table) "
        + "WHERE ROWID IN (SELECT ROWID FROM SpatialIndex WHERE f_table_name = '\(table)' "
        + "AND search_frame = \(box)) AND d <= \(Self.radius)"
    }
    return tables.joined(separator: " UNION ALL ") + " ORDER BY d;"
  }

  /// Throws when a side answers nothing; nil when the peer is not installed.
  func run(rounds: Int) throws -> Outcome? {
    let peer = ["spatialite", "-silent", database, question]
    let ours = [
      program, "hit", sample, "--at", "-0.1366,51.5132", "--zoom", "17", "--format", "ndjson",
    ]
    guard let warm = run(peer, to: nil) else { return nil }
    guard run(ours, to: nil) != nil, warm > 0 else {
      throw Failure(text: "\(program) cannot answer the question about \(sample).")
    }
    for words in [ours, peer] where try answerSize(of: words) == 0 {
      throw Failure(text: "\(words[0]) answers the question about the sample with nothing.")
    }
    var outcome = Outcome(
      workload: "one tap, whole process, sample of Soho", unit: "ms", peerName: "spatialite")
    for _ in 0..<rounds {
      guard let first = run(ours, to: nil), let second = run(peer, to: nil) else {
        throw Failure(text: "a process failed that had worked before.")
      }
      outcome.append(ours: first, peer: second, ratio: second / first)
    }
    return outcome
  }

  /// How many bytes a process writes; a peer that only starts and says nothing is no measure.
  private func answerSize(of words: [String]) throws -> Int {
    guard let file = tmpfile() else { throw Failure(text: "cannot make a temporary file.") }
    defer { fclose(file) }
    guard run(words, to: fileno(file)) != nil else { return 0 }
    return Int(lseek(fileno(file), 0, SEEK_END))
  }

  /// The wall time in milliseconds of a process whose output goes to a file or nowhere; nil when it
  /// cannot run or fails.
  private func run(_ words: [String], to output: Int32?) -> Double? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
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
