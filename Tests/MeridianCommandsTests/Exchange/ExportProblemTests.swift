import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

struct ExportProblemTests {
  private static let formats = ["geojson", "geojsonseq", "csv", "wkt", "gpkg"]

  @Test func `a geometry that cannot be read is told in every format, and the exit code is 4`()
    throws
  {
    let folder = try ExchangeFolder()
    let writer = try GeoPackageWriter(creating: folder.file("t.gpkg"))
    let layer = try writer.addLayer("a", geometryType: "POINT")
    try writer.insert(into: layer, fid: 7, geometry: WKT.geometry("POINT (1 2)"))
    try writer.insert(into: layer, fid: 8, blob: [1, 2, 3])
    try writer.finish()
    for format in Self.formats {
      let answer = folder.run("export", "=t.gpkg", "a", "-o", "=a.\(format)", "-q")
      #expect(answer.code == 4, "\(format)")
      #expect(answer.errors.hasPrefix("meridian: t.gpkg, feature 8 of a: "), "\(answer.errors)")
      #expect(answer.errors.split(separator: "\n").count == 1)
      #expect(folder.names.contains("a.\(format)"))
    }
    let stream = folder.run("export", "=t.gpkg", "a", "-o", "-", "--format", "wkt", "-q")
    #expect(stream.code == 4 && stream.output.hasPrefix("POINT (1 2)\n"), "\(stream)")
  }

  @Test func `a layer without a place on the Earth is exported as a GeoPackage only`() throws {
    let folder = try ExchangeFolder()
    let writer = try GeoPackageWriter(creating: folder.file("t.gpkg"))
    let layer = try writer.addLayer("a", geometryType: "POINT", srsID: -1)
    try writer.insert(into: layer, geometry: WKT.geometry("POINT (1 2)"))
    try writer.finish()
    for format in Self.formats + ["svg"] {
      let answer = folder.run("export", "=t.gpkg", "a", "-o", "=a.\(format)", "-q")
      guard format != "gpkg" else {
        #expect(answer.code == 0, "\(answer.errors)")
        continue
      }
      #expect(answer.code == 2, "\(format)")
      #expect(answer.errors.contains("“a” has no place on the Earth"), "\(answer.errors)")
      #expect(!folder.names.contains("a.\(format)"))
    }
  }

  @Test func `what cannot be streamed is not looked for under the name of standard input`() throws {
    let folder = try ExchangeFolder()
    for format in ["gpkg", "shp"] {
      let answer = folder.run("import", "-", "--format-in", format, "--into", "=t.gpkg")
      #expect(answer.code == 2 && answer.errors.contains("standard input"), "\(answer.errors)")
    }
  }
}
