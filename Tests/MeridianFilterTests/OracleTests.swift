import Foundation
import MeridianFilter
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// The abstract tests of OGC 21-065r2, annex A: predicates over three layers and how many features
/// each has to find.
@Suite("The CQL2 standard's own tests")
struct OracleTests {
  @Test func `every predicate over attributes finds the number of features that it has to`() throws
  {
    guard let packed = OraclePath.file("cql2/ne110m4cql2.gpkg.gz"),
      let list = OraclePath.file("cql2/predicates_expected_counts.tsv")
    else { return }
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    let path = folder.file("cql2.gpkg")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gunzip", "-c", packed]
    process.standardOutput = FileHandle(forWritingAtPath: path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let store = try openStore(at: path, cacheFolder: cache.path)

    var (spatial, plain) = (0, 0)
    let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").dropFirst()
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let (text, expected) = (fields[3], Int(fields[4]))
      let layer = try store.layer(named: fields[2])
      let filter = try BoundFilter(text, layer: layer)
      guard !filter.usesGeometry else {
        spatial += 1
        continue
      }
      plain += 1
      var relating = BoxRelating(filter)
      var count = 0
      try store.forEachRow(in: layer, columns: filter.columns) { _, _, geometry, values in
        let holds = filter.holds(
          values: values, geometry: geometry, hasGeometry: false, relating: &relating)
        if holds { count += 1 }
        return true
      }
      #expect(count == expected, "\(text)")
    }
    print("CQL2 predicates: \(plain) checked, \(spatial) spatial ones bound")
    #expect(plain + spatial == lines.count)
    #expect(plain > 250)
  }
}
