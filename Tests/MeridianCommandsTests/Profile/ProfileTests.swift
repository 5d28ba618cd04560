import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

@Suite struct `The profile` {
  static let soho = "Data/samples/soho.gpkg"

  private func profile(_ words: [String], input: String = "", machine: FakeMachine = FakeMachine())
    -> Session
  {
    Session(["profile", Self.soho] + words, input: input, machine: machine.machine)
  }

  private func json(_ text: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  @Test(arguments: ["json", "table", "svg"])
  func `a profile is the same for a seed and a clock`(format: String) {
    let words = ["--taps", "60", "--seed", "7", "--format", format]
    let first = profile(words)
    #expect(first.code == 0 && first.errors.isEmpty, "\(first.errors)")
    #expect(first.output == profile(words).output)
    let other = profile(["--taps", "60", "--seed", "8", "--format", format])
    #expect(other.code == 0 && first.output != other.output)
  }

  @Test func `every stage, counter, round and the ten slowest taps are told`() throws {
    let report = try json(profile(["--taps", "40", "--repeat", "3"]).output)
    let stages = try #require(report["stages"] as? [[String: Any]])
    #expect(
      stages.compactMap { $0["stage"] as? String } == [
        "open", "index", "project", "search", "distance", "rank", "other", "output", "tap",
      ])
    #expect(stages.compactMap { $0["count"] as? Int } == [1, 1] + Array(repeating: 120, count: 7))
    let counters = try #require(report["counters"] as? [[String: Any]])
    #expect(
      counters.compactMap { $0["counter"] as? String } == [
        "nodes", "boxes", "runs", "segments", "edges", "candidates", "hits",
      ])
    #expect((report["rounds"] as? [Any])?.count == 3)
    #expect((report["slowest"] as? [Any])?.count == 10)
    let memory = try #require(report["memory"] as? [String: Any])
    #expect(memory["peakBytes"] as? Int == 20 << 20)
  }

  @Test func `half of made taps lie beside a feature`() throws {
    let report = try json(profile(["--taps", "400", "--repeat", "1"]).output)
    let counters = try #require(report["counters"] as? [[String: Any]])
    let hits = try #require(counters.last)
    #expect((hits["p50"] as? Int ?? 0) >= 1)
  }

  @Test func `only the named layers are tapped on`() throws {
    let report = try json(profile(["pumps", "--taps", "5"]).output)
    let layers = try #require(report["layers"] as? [[String: Any]])
    #expect(layers.compactMap { $0["layer"] as? String } == ["pumps"])
    let missing = profile(["wells", "--taps", "5"])
    #expect(missing.code == 5 && missing.errors.contains("wells"))
  }

  @Test func `a first touch that later rounds do not repeat is named so`() throws {
    // The clock stands still but for the first tap.
    let machine = FakeMachine(step: { reading in reading == 210 ? 1_000_000 : 10 })
    let output = profile(["--taps", "20"], machine: machine).output
    let slowest = try #require(try json(output)["slowest"] as? [[String: Any]])
    let reason = try #require(slowest.first?["reason"] as? String)
    #expect(reason.hasPrefix("first touch: "), "\(reason)")
    #expect(slowest.first?["tap"] as? Int == 1)
  }

  @Test func `a tap that looks at much more than others says at what`() throws {
    let trace =
      (0..<9).map { _ in #"{"at":[-0.1432,51.5095],"zoom":20}"# }.joined(separator: "\n")
      + "\n" + #"{"at":[-0.1366,51.5132],"zoom":14}"# + "\n"
    let output = profile(["--taps", "-", "--repeat", "2"], input: trace).output
    let slowest = try #require(try json(output)["slowest"] as? [[String: Any]])
    let crowded = try #require(slowest.first { $0["tap"] as? Int == 10 })
    let reason = try #require(crowded["reason"] as? String)
    #expect(
      reason.hasSuffix(" times the median") || reason.hasSuffix("most taps have none"), "\(reason)")
  }

  @Test func `a spike of a later round is the machine's, not the tap's`() throws {
    let machine = FakeMachine(step: { reading in reading == 503 ? 1_000_000 : 10 })
    let report = try json(profile(["--taps", "20"], machine: machine).output)
    #expect(report["interruptions"] as? Int == 1)
    let slowest = try #require(report["slowest"] as? [[String: Any]])
    #expect(slowest.allSatisfy { ($0["timeNs"] as? Int ?? .max) < 1_000_000 })
  }

  @Test func `a tap during which the program did not run is not called slow`() throws {
    let machine = FakeMachine(
      preemptions: { $0 > 500_000 ? 1 : 0 }, step: { $0 == 210 ? 1_000_000 : 10 })
    let report = try json(profile(["--taps", "20"], machine: machine).output)
    #expect(report["interruptions"] as? Int == 1)
    let slowest = try #require(report["slowest"] as? [[String: Any]])
    #expect(slowest.allSatisfy { ($0["timeNs"] as? Int ?? .max) < 1_000_000 })
    let once = profile(
      ["--taps", "1", "--repeat", "1"],
      machine: FakeMachine(
        preemptions: { $0 > 500_000 ? 1 : 0 }, step: { $0 == 210 ? 1_000_000 : 10 }))
    #expect(once.output.contains("the machine: taken off the processor"))
  }

  // MARK: The timeline

  @Test func `the timeline is JSON whose stages nest in their taps, in order`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("timeline.json")
    let run = profile(["--taps", "25", "--repeat", "2", "--trace", path])
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let events = try #require(try json(text)["traceEvents"] as? [[String: Any]])
    var (taps, stages, end, inner) = (0, 0, 0, 0)
    var open = 0
    #expect(events.allSatisfy { $0["ts"] is Double && $0["ph"] is String })
    for event in events where event["ph"] as? String == "X" {
      let name = try #require(event["name"] as? String)
      // Microseconds with three decimals are whole nanoseconds.
      let start = Int((try #require(event["ts"] as? Double) * 1000).rounded())
      let length = Int((try #require(event["dur"] as? Double) * 1000).rounded())
      #expect(event["pid"] as? Int == 1 && event["tid"] as? Int == 1 && length >= 0)
      if event["cat"] as? String == "stage" {
        stages += 1
        #expect(start > inner && start + length < end, "\(name)")
        inner = start + length
      } else {
        if name == "tap" { taps += 1 } else { open += 1 }
        #expect(start >= end, "\(name)")
        (inner, end) = (start, start + length)
      }
    }
    #expect(taps == 50 && open == 2 && stages >= 4 * taps)
  }

  @Test func `a longer timeline of before is cut`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("timeline.json")
    try String(repeating: "x", count: 1 << 20).write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(profile(["--taps", "1", "--trace", path]).code == 0)
    _ = try json(try String(contentsOfFile: path, encoding: .utf8))
  }

  // MARK: Traces of taps

  @Test func `what hit records, profile replays`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("taps.ndjson")
    let one = Session([
      "hit", Self.soho, "--at", "-0.13666,51.51329", "--zoom", "17", "--record", path,
    ])
    #expect(one.code == 0)
    let batch = Session(
      ["hit", Self.soho, "-", "--zoom", "18", "--pitch", "40", "--record", path],
      input: #"{"id":"a","at":[-0.1366,51.5132]}"# + "\n?\n"
        + #"{"id":2,"screen":[10,20],"camera":{"center":[-0.1366,51.5132],"bearing":30}}"# + "\n")
    #expect(batch.code == 4)
    let trace = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      trace == """
        {"screen":[195,422],"camera":{"center":[-0.13666,51.51329],"zoom":17,"size":[390,844]}}
        {"id":"a","screen":[195,422],"camera":{"center":[-0.1366,51.5132],"zoom":18,"pitch":40,"size":[390,844]}}
        {"id":2,"screen":[10,20],"camera":{"center":[-0.1366,51.5132],"zoom":18,"bearing":30,"pitch":40,"size":[390,844]}}

        """)
    let report = try json(profile(["--taps", path]).output)
    #expect(report["taps"] as? Int == 3 && report["source"] as? String == path)
    // The same answers without the options that the taps were asked with.
    let again = Session(["hit", Self.soho, "-"], input: trace)
    let answers = batch.output.split(separator: "\n")
    #expect(again.output.contains(answers[0]) && again.output.contains(answers[2]))
  }

  @Test func `a trace that is no trace ends with its line`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("taps.ndjson")
    try (#"{"at":[1,2],"zoom":3}"# + "\n" + #"{"at":[1,95],"zoom":3}"# + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    let bad = profile(["--taps", path])
    #expect(bad.code == 6 && bad.output.isEmpty)
    #expect(bad.errors.contains("taps.ndjson, line 2: “at” must be"), "\(bad.errors)")
    try "".write(toFile: path, atomically: true, encoding: .utf8)
    let empty = profile(["--taps", path])
    #expect(empty.code == 6 && empty.errors.contains("holds no taps"), "\(empty.errors)")
    let directory = profile(["--taps", folder.path])
    #expect(directory.code == 7 && directory.errors.contains("it is a folder"))
    let missing = profile(["--taps", folder.file("none")])
    #expect(missing.code == 5 && missing.errors.contains("no such file"))
  }

  // MARK: What may not be written

  @Test(arguments: ["--trace", "--save"])
  func `results go neither into the store nor where nothing can be written`(option: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try FileManager.default.copyItem(atPath: Golden.root + "/" + Self.soho, toPath: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let own = FakeMachine(program: path).machine
    let store = Session(["profile", path, "--taps", "3", option, path], machine: own)
    #expect(store.code == 2 && store.errors.contains("which is read from"), "\(store.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    for (target, code, text) in [
      (folder.path, 7, "it is a folder"), (folder.file("no/where"), 7, "folder does not exist"),
      ("/dev/full", 7, "no space is left"),
    ] {
      let run = Session(["profile", path, "--taps", "3", option, target], machine: own)
      #expect(run.code == code && run.errors.contains(text), "\(target): \(run.errors)")
    }
  }

  @Test func `taps are recorded neither into the store nor where nothing can be written`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    try FileManager.default.copyItem(atPath: Golden.root + "/" + Self.soho, toPath: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let words = ["hit", path, "--at", "-0.13666,51.51329", "--zoom", "17", "--record"]
    let store = Session(words + [path])
    #expect(store.code == 2 && store.errors.contains("which is read from"), "\(store.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    for (target, text) in [
      (folder.path, "it is a folder"), (folder.file("no/where"), "folder does not exist"),
      ("/dev/full", "no space is left"),
    ] {
      let run = Session(words + [target])
      #expect(run.code == 7 && run.errors.contains(text), "\(target): \(run.errors)")
    }
  }

  @Test func `a file that may not be written is said before the store is read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("read-only")
    try "".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    // Whoever may write everything, such as root, may write this too.
    guard !FileManager.default.isWritableFile(atPath: path) else { return }
    for words in [["--trace", path], ["--save", path]] {
      let run = profile(["--taps", "3"] + words)
      #expect(run.code == 7 && run.errors.contains("permission is denied"), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }
}
