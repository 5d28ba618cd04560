import Foundation
import MeridianGeodesy
import MeridianKernel
import Testing

/// Karney's test set for geodesics, read from the folder of reference answers.
@Suite struct OracleTests {
  /// The rows, or nil (and a printed line) when the file is not there.
  private func rows(for test: String) throws -> [GeodesicRow]? {
    guard let file = oracleFile("geodesic/GeodTest-short.dat.gz") else {
      print("skipped: \(test) (geodesic/GeodTest-short.dat.gz is not in the oracle folder)")
      return nil
    }
    let unpack = Process()
    unpack.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    unpack.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    unpack.standardOutput = pipe
    try unpack.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    unpack.waitUntilExit()
    return text.split(separator: "\n").map { line in
      GeodesicRow(line.split(separator: " ").prefix(7).map { Double($0) ?? .nan })
    }
  }

  /// The largest errors over some rows, in meters: inverse length, direct end.
  private func worst(_ rows: some Sequence<GeodesicRow>) throws -> (inverse: Double, direct: Double)
  {
    let earth = try Geodesic(.wgs84)
    var inverse = 0.0
    var direct = 0.0
    for row in rows {
      let way = try earth.inverse(from: row.from, to: row.to)
      inverse = max(inverse, abs(way.length - row.length))
      let end = try earth.direct(from: row.from, azimuth: row.azimuth, distance: row.length).to
      direct = max(direct, try earth.inverse(from: end, to: row.to).length)
    }
    return (inverse, direct)
  }

  @Test func `all rows of GeodTest-short hold to 15 nanometers`() throws {
    guard let rows = try rows(for: #function) else { return }
    #expect(rows.count == 10_000)
    let worst = try worst(rows)
    #expect(worst.inverse <= 15e-9)
    #expect(worst.direct <= 15e-9)
  }

  @Test func `A76 every hundredth row holds, azimuths too`() throws {
    guard let rows = try rows(for: #function) else { return }
    let earth = try Geodesic(.wgs84)
    let some = stride(from: 0, to: rows.count, by: 100).map { rows[$0] }
    #expect(some.count == 100)
    let worst = try worst(some)
    #expect(worst.inverse <= 15e-9)
    #expect(worst.direct <= 15e-9)
    for row in some {
      let way = try earth.inverse(from: row.from, to: row.to)
      let end = try earth.direct(from: row.from, azimuth: way.azimuth, distance: row.length).to
      #expect(try earth.inverse(from: end, to: row.to).length <= 30e-9)
      // Near the antipode a nanometer at the end is many of them in the azimuth.
      guard way.length < 19_900_000 else { continue }
      let scale = max(sin(way.length / 6_371_000), 1e-3)
      expect(way.azimuth, near: row.azimuth, within: 1e-8 / scale)
    }
  }
}
