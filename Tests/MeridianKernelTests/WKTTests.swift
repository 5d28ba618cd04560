import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

@Suite("Well-known text")
struct WKTTests {
  private func read(_ text: String) throws(WKTError) -> GeometryBuffer {
    var buffer = GeometryBuffer()
    try WKTReader.read(text, into: &buffer)
    return buffer
  }

  @Test(arguments: [
    ("point(1 2)", "POINT (1 2)"), ("POINT Z (1 2 3)", "POINT (1 2)"),
    ("LineString zm (0 0 1 2, 1e1 -.5 3 4)", "LINESTRING (0 0, 10 -0.5)"),
    (
      "POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1))",
      "POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))"
    ),
    ("MULTIPOINT (1 2, (3 4))", "MULTIPOINT ((1 2), (3 4))"),
    ("MULTIPOINT (EMPTY, 1 2)", "MULTIPOINT ((1 2))"),
    ("MULTILINESTRING ((0 0, 1 1), EMPTY)", "MULTILINESTRING ((0 0, 1 1))"),
    (
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))"
    ),
    ("POINT EMPTY", "POINT EMPTY"), ("POLYGON EMPTY", "POLYGON EMPTY"),
    ("POLYGON (EMPTY)", "POLYGON EMPTY"),
    ("GEOMETRYCOLLECTION EMPTY", "GEOMETRYCOLLECTION EMPTY"),
    (
      "GEOMETRYCOLLECTION (POINT (1 2), MULTIPOINT ((3 4), (5 6)))",
      "GEOMETRYCOLLECTION (POINT (1 2), MULTIPOINT ((3 4), (5 6)))"
    ),
    (
      "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1)), POINT M (3 4 5))",
      "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1)), POINT (3 4))"
    ),
  ])
  func `text reads in any case and is written one way`(text: String, written: String) throws {
    #expect(WKTWriter.text(try read(text)) == written)
    #expect(try read(written).coordinates == read(text).coordinates)
  }

  @Test func `empty parts are noted`() throws {
    #expect(try read("MULTIPOINT (EMPTY, 1 2)").hasEmptyPart)
    #expect(try read("GEOMETRYCOLLECTION (POINT EMPTY)").hasEmptyPart)
    #expect(try !read("POINT (1 2)").hasEmptyPart)
  }

  @Test(arguments: Seeds.batches(1000))
  func `text and binary hold the same`(seeds: [UInt64]) throws {
    for seed in seeds {
      let geometry = RandomGeometry.any(seed: seed)
      #expect(try read(WKTWriter.text(geometry)) == geometry, "seed \(seed)")
      #expect(try WKT.geometry(WKTWriter.text(geometry)) == geometry, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("", 0), ("POIN (1 2)", 0), ("POINT", 5), ("POINT (1 2", 10), ("POINT (1 2) x", 12),
    ("POINT (1)", 8),
    ("POINT (1 2 3 4 5)", 15), ("POINT (1 1e999)", 9), ("POINT (1 2x)", 9), ("POINT (inf 0)", 7),
    ("LINESTRING ((0 0))", 12), ("POLYGON (0 0, 1 1)", 9), ("CIRCULARSTRING (0 0, 1 1, 2 0)", 0),
    ("MULTIPOLYGON ((0 0, 1 1))", 15), ("GEOMETRYCOLLECTION (1 2)", 20),
  ])
  func `a mistake is told with its byte`(text: String, offset: Int) {
    do throws(WKTError) {
      _ = try read(text)
      Issue.record("no error: \(text)")
    } catch {
      #expect(error.offset == offset, "\(text): \(error)")
      #expect(error.description.contains("byte \(offset)"))
    }
  }

  @Test func `collections nest 32 deep and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "GEOMETRYCOLLECTION (", count: depth) + "POINT (1 2)"
        + String(repeating: ")", count: depth)
    }
    #expect(try read(nested(32)).coordinates == [Coordinate(1, 2)])
    #expect(throws: WKTError.self) { try read(nested(33)) }
    #expect(throws: WKTError.self) { try read(nested(100_000)) }
  }

  @Test(arguments: Seeds.batches(20_000))
  func `numbers read as the nearest double`(seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let digits = (0..<Int.random(in: 1...22, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      var text = digits.joined()
      text.insert(
        ".",
        at: text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random)))
      if Bool.random(using: &random) { text += "e\(Int.random(in: -320...300, using: &random))" }
      if Bool.random(using: &random) { text = "-" + text }
      guard let expected = Double(text), expected.isFinite else { continue }
      #expect(
        try read("POINT (\(text) 0)").coordinates[0].x.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test func `fixed decimals are rounded correctly`() {
    let point = RandomGeometry.point
    #expect(WKTWriter.text(point(1.005, -0.004), decimals: 2) == "POINT (1.00 0.00)")
    #expect(WKTWriter.text(point(2.5, 3.5), decimals: 0) == "POINT (2 4)")
    #expect(WKTWriter.text(point(-0.125, 0.375), decimals: 2) == "POINT (-0.12 0.38)")
    #expect(WKTWriter.text(point(1e300, 1e-7)) == "POINT (1e+300 1e-07)")
    for seed in Seeds.list(2000) {
      var random = SplitMix64(seed: seed)
      let value = Double.random(in: -180...180, using: &random)
      let text = WKTWriter.text(point(value, 0), decimals: 7)
      #expect(text == "POINT (\(String(format: "%.7f", value)) 0.0000000)", "\(seed)")
    }
  }

  @Test func `every seed and past crasher of the fuzzer reads or fails cleanly`() throws {
    let folder = OraclePath.package + "/Data/corpus/wkt"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count >= 5)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
      var buffer = GeometryBuffer()
      _ = try? WKTReader.read(bytes.span, into: &buffer)
    }
  }
}
