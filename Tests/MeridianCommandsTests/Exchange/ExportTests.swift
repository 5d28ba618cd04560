import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

struct ExportTests {
  private static let soho = "Data/samples/soho.gpkg"

  private func exported(
    _ geojson: String, _ words: String...
  ) throws -> (ExchangeFolder, ExchangeFolder.Answer) {
    let folder = try ExchangeFolder()
    try folder.write(geojson, to: "a.geojson")
    let made = folder.run("import", "=a.geojson", "--into", "=t.gpkg")
    #expect(made.code == 0, "\(made.errors)")
    let answer = folder.run(
      "export", "=t.gpkg", "a", "-o", "-", "--format", words.first ?? "geojson")
    return (folder, answer)
  }

  private static let sample = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":2,"geometry":{"type":"Point","coordinates":[1.5,-2.25]},\
    "properties":{"b":true,"s":"a\\"b\\n","n":null,"i":9007199254740993,"r":0.1}},
    {"type":"Feature","id":5,"geometry":null,"properties":{"b":false,"s":"","n":null,"i":-1,\
    "r":1e-7}},
    {"type":"Feature","id":7,"geometry":{"type":"GeometryCollection","geometries":[\
    {"type":"Point","coordinates":[1,2]},{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},\
    {"type":"LineString","coordinates":[[0,0],[1,1]]}]},"properties":{"b":null,"s":"é","n":null,\
    "i":null,"r":null}},
    {"type":"Feature","id":8,"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],\
    [[2,1],[3,2],[3,1],[2,1]]]},"properties":{"b":null,"s":null,"n":null,"i":null,"r":2.5}}]}

    """

  @Test func `GeoJSON imported and exported is the same`() throws {
    let (_, answer) = try exported(Self.sample)
    #expect(answer.code == 0)
    #expect(answer.output == Self.sample.replacing("1e-7", with: "1e-07"), "\(answer.output)")
  }

  @Test func `a sequence has a record separator before every feature`() throws {
    let (_, answer) = try exported(Self.sample, "geojsonseq")
    let records = answer.output.split(separator: "\u{1E}")
    #expect(records.count == 4 && records.allSatisfy { $0.hasSuffix("}\n") })
  }

  @Test func `rings are turned as the standard asks`() throws {
    let (_, answer) = try exported(
      #"{"type":"Polygon","coordinates":[[[0,0],[9,9],[9,0],[0,0]],[[2,1],[3,1],[3,2],[2,1]]]}"#)
    #expect(
      answer.output.contains("[[[0,0],[9,0],[9,9],[0,0]],[[2,1],[3,2],[3,1],[2,1]]]"),
      "\(answer.output)")
  }

  @Test func `points in CSV have longitude and latitude, others well-known text`() throws {
    let (_, mixed) = try exported(Self.sample, "csv")
    #expect(mixed.output.hasPrefix("wkt,b,s,n,i,r\nPOINT (1.5 -2.25),true,\"a\"\"b\n\",,"))
    let (folder, points) = try exported(
      #"{"type":"Feature","properties":{"r":1.0,"z":"01"},"geometry":{"type":"Point","#
        + #""coordinates":[1.123456789,2]}}"#, "csv")
    #expect(points.output == "lon,lat,r,z\n1.1234568,2,1.0,01\n")
    try folder.write(points.output, to: "back.csv")
    #expect(folder.run("import", "=back.csv", "--into", "=t.gpkg").code == 0)
    #expect(try folder.columns("back", of: "t.gpkg") == ["r REAL", "z TEXT"])
  }

  @Test func `well-known text is a line a feature`() throws {
    let (_, answer) = try exported(Self.sample, "wkt")
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5 && lines[0] == "POINT (1.5 -2.25)" && lines[1].isEmpty)
  }

  @Test func `a GeoPackage passes GDAL's validator and can be read by GDAL`() throws {
    let folder = try ExchangeFolder()
    try folder.write(Self.sample, to: "a.geojson")
    #expect(folder.run("import", "=a.geojson", "--into", "=t.gpkg").code == 0)
    #expect(folder.run("export", "=t.gpkg", "a", "-o", "=out.gpkg").code == 0)
    let check = ["-m", "osgeo_utils.samples.validate_gpkg", folder.file("out.gpkg")]
    if let said = try GDAL.run("python3", check) { #expect(!said.hasSuffix("!"), "\(said)") }
    if let said = try GDAL.run("ogrinfo", ["-al", "-q", folder.file("out.gpkg")]) {
      #expect(said.contains("i (Integer64) = 9007199254740993"), "\(said)")
      #expect(said.contains("GEOMETRYCOLLECTION (POINT (1 2),MULTIPOINT ("))
    }
    #expect(try folder.layer("a", of: "out.gpkg").rows == folder.layer("a", of: "t.gpkg").rows)
  }

  @Test func `GDAL reads an imported store as it reads the source`() throws {
    let folder = try ExchangeFolder()
    try folder.write(Self.sample, to: "a.geojson")
    #expect(folder.run("import", "=a.geojson", "--into", "=t.gpkg").code == 0)
    let words = ["-al", "-q", "-geom=YES"]
    guard let ours = try GDAL.run("ogrinfo", words + [folder.file("t.gpkg")]),
      let theirs = try GDAL.run("ogrinfo", words + [folder.file("a.geojson")])
    else { return }
    let geometries = { (text: String) in
      text.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains("(") }
        .filter { !$0.contains("=") }
    }
    #expect(geometries(ours) == geometries(theirs) && geometries(ours).count == 3)
  }

  @Test func `other reference systems are brought to longitude and latitude`() throws {
    let folder = try ExchangeFolder()
    try folder.write("x,y\n1113194.9079327357,0\n", to: "a.csv")
    #expect(folder.run("import", "=a.csv", "--into", "=t.gpkg", "--crs", "EPSG:3857").code == 0)
    let mercator = folder.run("export", "=t.gpkg", "a", "-o", "-", "--format", "wkt")
    #expect(mercator.output == "POINT (10 0)\n")
    try folder.write("x,y\n2600000,1200000\n", to: "b.csv")
    guard folder.run("import", "=b.csv", "--into", "=t.gpkg", "--crs", "EPSG:2056").code == 0
    else { return print("skipped: no PROJ") }
    let swiss = folder.run(
      "export", "=t.gpkg", "b", "-o", "-", "--format", "wkt", "--precision", "3")
    #expect(swiss.output == "POINT (7.439 46.951)\n")
  }

  @Test func `a file that is there is kept unless told otherwise, and never half written`() throws {
    let (folder, _) = try exported(Self.sample)
    #expect(folder.run("export", "=t.gpkg", "a", "-o", "=a.geojson").code == 2)
    #expect(try folder.text(of: "a.geojson") == Self.sample)
    #expect(folder.run("export", "=t.gpkg", "a", "-o", "=a.geojson", "--overwrite").code == 0)
    #expect(
      folder.run("export", "=t.gpkg", "a", "-o", "=t.gpkg", "--overwrite").errors.contains(
        "read from"))
    #expect(folder.run("export", "=t.gpkg", "b", "-o", "=b.csv").code == 5)
    #expect(folder.run("export", "=t.gpkg", "a", "-o", "=b.xyz").code == 2)
    #expect(folder.run("export", "=t.gpkg", "a", "-o", "-").code == 2)
    let interrupted = folder.run("export", "=t.gpkg", "a", "-o", "=c.csv") { true }
    #expect(interrupted.code == 130 && !folder.names.contains { $0.hasPrefix("c.csv") })
  }

  @Test func `a map of a layer is drawn in Web Mercator`() throws {
    let folder = try ExchangeFolder()
    let soho = Golden.root + "/" + Self.soho
    #expect(folder.run("export", soho, "pumps", "-o", "=p.svg").code == 0)
    let svg = try folder.text(of: "p.svg")
    #expect(svg.components(separatedBy: "<circle").count == 14, "\(svg)")
    let parser = XMLCheck.isWellFormed(svg)
    #expect(parser)
  }
}

/// Whether a text's elements are closed in turn.
enum XMLCheck {
  static func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    for piece in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      let tag = piece.prefix { $0 != ">" }
      if tag.hasSuffix("/") { continue }
      let name = tag.drop { $0 == "/" }.prefix { $0 != " " }
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { return false }
      } else {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
