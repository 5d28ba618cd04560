#if os(Linux)
  import Foundation
  import MeridianTestSupport
  import Testing

  /// The library that lets a call of the program fail (`Tests/FaultInjection/fault.c`).
  enum FaultLibrary {
    /// The compiled library; nil, with a line said, where there is no C compiler.
    static let path: String? = {
      guard let folder else { return nil }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "cc", "-shared", "-fPIC", "-O1", "-o", folder.file("fault.so"),
        OraclePath.package + "/Tests/FaultInjection/fault.c", "-ldl",
      ]
      try? process.run()
      process.waitUntilExit()
      if process.terminationStatus == 0 { return folder.file("fault.so") }
      print("skipped: tests of failing calls (no C compiler)")
      return nil
    }()

    private nonisolated(unsafe) static let folder = try? TemporaryFolder()
  }

  /// The command fails, or is killed, at each of its calls that change a file.
  struct FaultTests {
    private static let kinds = [
      "enospc", "eio", "full", "dead", "before", "after", "short", "torn",
    ]

    /// Whether a kind of fault makes anything different of a call of a kind.
    private static func applies(_ kind: String, to call: Character) -> Bool {
      switch kind {
      case "short", "torn": call == "w"
      case "full": "wtloc".contains(call)
      case "enospc": call != "u"
      default: true
      }
    }

    @Test(arguments: Accident.all)
    func `whatever call fails, edits and source are whole`(_ accident: Accident) throws {
      guard let library = FaultLibrary.path else { return }
      let town = try accident.makeTown()
      let log = town.live + "/log"
      let clean = try town.start(
        accident.words, with: ["LD_PRELOAD": library, "FAULT_LOG": log]
      ).wait()
      #expect(clean.code == 0)
      let calls = Array(try String(contentsOfFile: log, encoding: .utf8))
      #expect(calls.count > 20 && calls.contains("s") && calls.contains("w"))
      let cases = calls.indices.flatMap { index in
        Self.kinds.filter { Self.applies($0, to: calls[index]) }.map { (index + 1, $0) }
      }
      // Another part of all of them each time would not be repeatable: always the same part.
      let wanted = min(Rounds.count(16), cases.count)
      var codes: [Int32: Int] = [:]
      var sentences: Set<String> = []
      for round in 0..<wanted {
        let (at, kind) = cases[round * cases.count / wanted]
        try town.restore()
        let ending = try town.start(
          accident.words,
          with: ["LD_PRELOAD": library, "FAULT_AT": "\(at)", "FAULT_KIND": kind]
        ).wait()
        codes[ending.code, default: 0] += 1
        sentences.insert(ending.errors.replacing(town.live, with: "…"))
        let faults = try accident.faults(
          in: town, after: ending, mayBeKilled: ["before", "after", "torn"].contains(kind))
        #expect(
          faults.isEmpty,
          "\(accident), call \(at) (\(calls[at - 1])), \(kind): \(ending)")
      }
      print(
        "faults: \(accident): \(calls.count) calls, \(wanted) of \(cases.count) faults, \(codes)")
      if ProcessInfo.processInfo.environment["MERIDIAN_ROUNDS"] != nil {
        for sentence in sentences.sorted() { print("  \(sentence)", terminator: "") }
      }
    }
  }
#endif
