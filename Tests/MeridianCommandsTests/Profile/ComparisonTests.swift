import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

/// Comparisons with programs that are this one in process, on clocks of their own.
@Suite struct `A comparison with a baseline` {
  private let folder: TemporaryFolder
  private let old: String
  private let new: String
  private let baseline: String

  init() throws {
    folder = try TemporaryFolder()
    old = folder.file("old")
    new = folder.file("new")
    baseline = folder.file("before.json")
    for path in [old, new] {
      try "a program".write(toFile: path, atomically: true, encoding: .utf8)
    }
    let save = Session(
      [
        "profile", "Data/samples/soho.gpkg", "--taps", "12", "--rank", "nearest", "--save",
        baseline,
      ],
      machine: FakeMachine(program: old).machine)
    #expect(save.code == 0, "\(save.errors)")
  }

  /// Compares; a program's name decides how fast its clock runs.
  private func compare(
    _ words: [String] = [], program: String? = nil,
    step: @escaping @Sendable (_ program: String, _ reading: Int) -> UInt64
  ) -> Session {
    let machine = FakeMachine(
      program: program ?? new,
      run: { errand in
        let name = String(errand.program.split(separator: "/").last ?? "")
        let inner = FakeMachine(step: { step(name, $0) }).machine
        let run = Session(
          errand.arguments, input: String(decoding: errand.input, as: UTF8.self), machine: inner)
        return Machine.Outcome(code: run.code, output: Array(run.output.utf8))
      })
    return Session(
      ["profile", "Data/samples/soho.gpkg", "--rank", "nearest", "--against", baseline]
        + (words.isEmpty ? ["--repeat", "12"] : words),
      machine: machine.machine)
  }

  private func verdicts(_ session: Session) throws -> [String: String] {
    #expect(session.code == 0, "\(session.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(session.output.utf8))
    let report = try #require(object as? [String: Any])
    #expect(report["sameWork"] as? Bool == true)
    let figures = try #require(report["figures"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: figures.map { ("\($0["figure"] ?? "")", "\($0["verdict"] ?? "")") })
  }

  @Test func `programs of one speed do not differ`() throws {
    let found = try verdicts(compare { _, _ in 1000 })
    #expect(!found.isEmpty && Set(found.values) == ["no difference"], "\(found)")
  }

  @Test func `a slower program is slower, a faster one faster`() throws {
    let slow = try verdicts(compare { name, _ in name == "new" ? 1500 : 1000 })
    #expect(slow["tap p50"] == "slower" && slow["search mean"] == "slower", "\(slow)")
    #expect(slow["peak memory"] == "no difference")
    let fast = try verdicts(compare { name, _ in name == "new" ? 700 : 1000 })
    #expect(fast["tap p50"] == "faster" && fast["index"] == "faster", "\(fast)")
  }

  @Test func `other answers are told`() throws {
    let machine = FakeMachine(
      program: new,
      run: { errand in
        let inner = FakeMachine().machine
        let run = Session(
          errand.arguments, input: String(decoding: errand.input, as: UTF8.self), machine: inner)
        return Machine.Outcome(code: run.code, output: Array(run.output.utf8))
      })
    let run = Session(
      [
        "profile", "Data/samples/soho.gpkg", "pumps", "--against", baseline, "--repeat", "12",
        "--format", "table",
      ],
      machine: machine.machine)
    #expect(run.code == 0 && run.output.contains("compare different work"), "\(run.output)")
  }

  @Test func `both sides get the taps of the baseline and their own options`() throws {
    let seen = FolderLog(folder)
    let machine = FakeMachine(
      program: new,
      run: { errand in
        seen.append("\(errand.program.split(separator: "/").last ?? "") \(errand.arguments)")
        #expect(errand.input.split(separator: 0x0A).count == 12)
        return Machine.Outcome(code: 5, output: [])
      })
    let run = Session(
      ["profile", "Data/samples/soho.gpkg", "--sigma=5", "--against", baseline],
      machine: machine.machine)
    #expect(run.code == 5 && run.errors.contains("did not profile the taps (exit 5)"))
    #expect(seen.text.hasPrefix("old [\"profile\", \"--rank\", \"nearest\", \"--taps\", \"-\""))
  }

  @Test func `a baseline whose program or store is another is refused`() throws {
    try "another program".write(toFile: old, atomically: true, encoding: .utf8)
    let changed = compare { _, _ in 1000 }
    #expect(changed.code == 3 && changed.errors.contains("has changed since"), "\(changed.errors)")
    try FileManager.default.removeItem(atPath: old)
    let gone = compare { _, _ in 1000 }
    #expect(gone.code == 5 && gone.errors.contains("is gone"), "\(gone.errors)")
  }

  @Test func `what is no baseline is refused`() throws {
    for text in ["", "{}", "[1]", #"{"meridianBaseline":2}"#] {
      try text.write(toFile: baseline, atomically: true, encoding: .utf8)
      let run = compare { _, _ in 1000 }
      #expect(run.code == 6 && run.errors.contains("is no baseline"), "\(text): \(run.errors)")
    }
    try FileManager.default.removeItem(atPath: baseline)
    #expect(compare { _, _ in 1000 }.code == 5)
  }

  @Test(arguments: [
    (["--taps", "5"], "leave out `--taps`"), (["--save", "x"], "leave out `--save`"),
    (["--trace", "x"], "leave out `--trace`"), (["--repeat", "11"], "at least 12 turns"),
    (["--format", "svg"], "not as svg"),
  ])
  func `options that make no sense with a baseline are refused`(words: [String], text: String) {
    let run = compare(words) { _, _ in 1000 }
    #expect(run.code == 2 && run.errors.contains(text), "\(run.errors)")
  }

  @Test func `a program against itself is called noise`() {
    let run = compare(program: old) { _, _ in 1000 }
    #expect(run.code == 0 && run.errors.contains("what differs is noise"), "\(run.errors)")
  }
}

/// Lines that several closures append to.
private final class FolderLog: Sendable {
  private let path: String

  init(_ folder: TemporaryFolder) { path = folder.file("log") }

  func append(_ line: String) {
    try? (text + line + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
