import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

/// `doctor` on files that are damaged for it.
struct DoctorCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("soho.gpkg")
    try FileManager.default.copyItem(
      atPath: OraclePath.package + "/Data/samples/soho.gpkg", toPath: path)
  }

  private func sql(_ text: String) throws {
    try Connection(path: path, mode: .create).execute(text)
  }

  private func run(_ words: [String]) -> Session {
    Session(words, environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
  }

  private var names: [String] { folder.names.filter { $0 != "cache" } }

  @Test func `A82 three ids missing from the index are reported, and a hit is right after repair`()
    throws
  {
    let place = "-0.136748572,51.513337977"
    let tap = ["hit", path, "--at", place, "--zoom", "18", "-l", "pumps"]
    let before = run(tap).output
    #expect(before.contains("\"fid\":9"))
    try sql("DELETE FROM rtree_pumps_geom WHERE id IN (1, 2, 9)")
    let report = run(["doctor", path, "-e"])
    #expect(report.code == 6 && report.errors.isEmpty)
    let line = try #require(
      report.output.split(separator: "\n").first { $0.contains("indexMissing") })
    #expect(line.contains(#""layer":"pumps","count":3"#) && line.contains(#""planned":true"#))
    #expect(run(tap).output == before)
    let repair = run(["doctor", path, "--repair"])
    #expect(repair.code == 0, "\(repair.errors)")
    #expect(repair.output.contains(#""state":"repaired","code":"indexMissing""#))
    #expect(names == ["soho.backup-1.gpkg", "soho.gpkg"])
    #expect(run(["doctor", path, "-e"]).code == 0)
    #expect(run(tap).output == before)
    #expect(run(tap + ["--trust-index"]).output == before)
  }

  @Test func `a dry run prints the plan and changes nothing`() throws {
    try sql(
      "DELETE FROM rtree_pumps_geom WHERE id = 2; UPDATE gpkg_ogr_contents SET feature_count = 1")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let run = run(["doctor", path, "--repair", "--dry-run", "--format", "table"])
    #expect(run.code == 0)
    #expect(run.output.contains("BEGIN IMMEDIATE;\n") && run.output.hasSuffix("COMMIT;\n"))
    #expect(run.output.contains("\nUPDATE gpkg_ogr_contents SET feature_count = 13 WHERE "))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(names == ["soho.gpkg"])
  }

  @Test func `the printed plan is what SQLite runs`() throws {
    try sql("UPDATE gpkg_ogr_contents SET feature_count = 1; UPDATE gpkg_contents SET max_x = 3")
    let plan = run(["doctor", path, "--repair", "--dry-run", "--format", "table"]).output
    let start = try #require(plan.range(of: "BEGIN IMMEDIATE;"))
    try Connection(path: path, mode: .update).execute(String(plan[start.lowerBound...]))
    let after = run(["doctor", path, "--format", "table"]).output
    #expect(after.contains("613 rows, healthy\n"), "\(after)")
  }

  @Test func `a read-only file ends with 8 and a sentence`() throws {
    try sql("DELETE FROM rtree_pumps_geom WHERE id = 2")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let run = run(["doctor", path, "--repair"])
    #expect(run.code == 8 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("make both writable first.\n"))
    #expect(names == ["soho.gpkg"])
  }

  @Test func `invalid geometries are told with GEOS' words`() throws {
    guard let file = OraclePath.file("gpkg/pdok_invalid_geometry.gpkg") else { return }
    let run = run(["doctor", file])
    #expect(run.code == 0)
    #expect(
      run.output.contains(
        #""code":"invalidGeometry","severity":"warning","layer":"test_geometry_valid","count":1,"#))
    #expect(run.output.contains("Self-intersection"))
  }

  @Test func `every file from elsewhere gets a report or one sentence`() throws {
    guard let oracle = OraclePath.folder else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: oracle + "/gpkg") {
      for format in ["table", "json", "ndjson"] {
        let run = run(["doctor", "\(oracle)/gpkg/\(name)", "--format", format])
        #expect(run.code == (name == "pdok_broken.gpkg" ? 6 : 0), "\(name): \(run.errors)")
        #expect(run.output.isEmpty == (run.code == 6))
      }
    }
  }

  @Test func `an interrupt in the middle of a repair leaves the file as it was`() throws {
    guard let program = ProgramTests.program else { return }
    // A trigger of the file's own that takes far longer than any test: 324 ** 5 rows.
    try sql(
      """
      UPDATE gpkg_contents SET max_x = 3;
      CREATE TRIGGER slow BEFORE UPDATE ON gpkg_contents BEGIN
      SELECT count(*) FROM deaths a, deaths b, deaths c, deaths d, deaths e; END
      """)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = program
    process.arguments = ["doctor", path, "--repair"]
    process.environment = ["XDG_CACHE_HOME": folder.path + "/cache"]
    (process.standardOutput, process.standardError) = (Pipe(), Pipe())
    // Worker threads block signals, and a program inherits what its starter blocks.
    var (interrupt, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try process.run()
    for _ in 0..<600 where !names.contains("soho.backup-1.gpkg") { usleep(20_000) }
    #expect(names.contains("soho.backup-1.gpkg"))
    process.interrupt()
    for _ in 0..<600 where process.isRunning { usleep(20_000) }
    // A program that does not hear must not hold the tests up.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(names == ["soho.gpkg"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: [("the copy", -40), ("the repaired file", 40), ("its last pages", 1500)])
  func `a full disk during a repair leaves the file as it was, and no copy`(
    _ what: String, _ spareBlocks: Int
  ) throws {
    guard let program = ProgramTests.program?.path else { return print("skipped: no program") }
    let town = folder.file("town.gpkg")
    let writer = try GeoPackageWriter(creating: town)
    let layer = try writer.addLayer("points", geometryType: "POINT", hasIndex: false)
    for number in 0..<20_000 {
      let place = RandomGeometry.point(Double(number % 151), Double(number / 151) / 2)
      try writer.insert(into: layer, geometry: place)
    }
    try writer.finish()
    let before = try Data(contentsOf: URL(fileURLWithPath: town))
    // A limit on the size of files, in blocks of 512 bytes, is met as a full disk is.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "trap '' XFSZ; ulimit -f \(before.count / 512 + spareBlocks); exec '\(program)' doctor "
        + "'\(town)' --repair --build-index",
    ]
    process.environment = ["XDG_CACHE_HOME": folder.path + "/cache"]
    let errors = Pipe()
    (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let said = String(decoding: text, as: UTF8.self)
    #expect(process.terminationStatus == 7, "\(what): \(said)")
    #expect(said.split(separator: "\n").filter { !$0.contains("no spatial index") }.count == 1)
    #expect(said.hasSuffix("is as it was: see that the disk has room, and run it again.\n"))
    #expect(names == ["soho.gpkg", "town.gpkg"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: town)) == before)
    // The same repair on a disk with room.
    #expect(run(["doctor", town, "--repair", "--build-index"]).code == 0)
  }
}
