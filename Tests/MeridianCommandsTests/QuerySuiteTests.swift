import Foundation
import MeridianTestSupport
import Testing

/// OGC's test suite of CQL2 through the command line.
struct QuerySuiteTests {
  private struct Case {
    var layer: String
    var filter: String
    var count: String
  }

  private func cases(_ path: String) throws -> [Case] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
      let fields = $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Case(layer: fields[2], filter: fields[3], count: fields[4])
    }
  }

  /// The suite's store, unpacked into a folder of the test.
  private func unpack(_ path: String, into folder: TemporaryFolder) throws -> String {
    let target = folder.file("ne110m4cql2.gpkg")
    #expect(FileManager.default.createFile(atPath: target, contents: nil))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gunzip", "-c", path]
    process.standardOutput = FileHandle(forWritingAtPath: target)
    try process.run()
    process.waitUntilExit()
    return target
  }

  @Test func `every predicate of OGC's suite counts what it shall`() throws {
    guard let packed = OraclePath.file("cql2/ne110m4cql2.gpkg.gz"),
      let list = OraclePath.file("cql2/predicates_expected_counts.tsv")
    else { return }
    let place = try TemporaryFolder()
    let store = try unpack(packed, into: place)
    let cases = try cases(list)
    #expect(cases.count == 351)
    for test in cases {
      let run = Session(["query", store, test.layer, "--count", "--where", test.filter])
      #expect(
        run.output == test.count + "\n" && run.code == 0,
        "\(test.layer) \(test.filter): \(run.output)\(run.errors)")
    }
  }
}
