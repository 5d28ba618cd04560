import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

struct ImportFileTests {
  private static let polygons = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"Zürich","n":5,"r":2.5,"d":"2020-01-02"},"geometry":
    {"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[2,2],[2,4],[4,4],[2,2]]]}},
    {"type":"Feature","properties":{"name":"b","n":null,"r":3,"d":null},"geometry":
    {"type":"MultiPolygon","coordinates":[[[[20,0],[30,0],[30,9],[20,0]]],
    [[[40,0],[50,0],[50,9],[40,9],[40,0]],[[42,2],[42,4],[44,4],[42,2]]]]}}]}
    """

  /// A shapefile made by GDAL; nil without it.
  private func shapefile(
    _ options: [String] = [], for test: String = #function
  ) throws -> ExchangeFolder? {
    let folder = try ExchangeFolder()
    try folder.write(Self.polygons, to: "in.geojson")
    let words = options + [folder.file("s.shp"), folder.file("in.geojson")]
    guard try GDAL.run("ogr2ogr", words, for: test) != nil else { return nil }
    return folder
  }

  @Test(arguments: ["UTF-8", "ISO-8859-1", "CP1252"])
  func `a shapefile gives polygons with their holes, numbers, dates and texts`(
    _ encoding: String
  ) throws {
    guard let folder = try shapefile(["-lco", "ENCODING=\(encoding)"]) else { return }
    let answer = folder.run("import", "=s.shp", "--into", "=t.gpkg")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(
      try folder.columns("s", of: "t.gpkg") == ["name TEXT", "n INTEGER", "r REAL", "d DATE"])
    let layer = try folder.layer("s", of: "t.gpkg")
    #expect(layer.schema.crs == .longitudeLatitude)
    #expect(
      layer.rows[0].values == [
        .text("Zürich"), .integer(5), .real(2.5), .text("2020-01-02"),
      ])
    let first = try #require(layer.rows[0].geometry)
    #expect(first.type == .polygon && first.parts.count == 1 && first.ringEnds.count == 2)
    let second = try #require(layer.rows[1].geometry)
    #expect(second.type == .multiPolygon && second.parts.count == 2)
    #expect(second.ringRange(ofPart: 0).count == 1 && second.ringRange(ofPart: 1).count == 2)
  }

  @Test func `a shapefile without its table, index or projection is refused with a reason`() throws
  {
    for (suffix, code, word) in [("dbf", 6, "s.dbf"), ("shx", 6, "s.shx"), ("prj", 2, "--crs")] {
      guard let folder = try shapefile() else { return }
      try FileManager.default.removeItem(atPath: folder.file("s." + suffix))
      let answer = folder.run("import", "=s.shp", "--into", "=t.gpkg")
      #expect(answer.code == Int32(code) && answer.errors.contains(word), "\(answer.errors)")
      #expect(!folder.names.contains("t.gpkg"))
      guard suffix == "prj" else { continue }
      #expect(folder.run("import", "=s.shp", "--into", "=t.gpkg", "--crs", "EPSG:4326").code == 0)
    }
  }

  @Test func `an unknown encoding or projection is refused, and bytes that are no shapefile`()
    throws
  {
    guard let folder = try shapefile() else { return }
    try folder.write("CP437", to: "s.cpg")
    #expect(folder.run("import", "=s.shp", "--into", "=t.gpkg").errors.contains("CP437"))
    try folder.write("UTF-8", to: "s.cpg")
    try folder.write("PROJCS[\"My own\",GEOGCS[\"x\"]]", to: "s.prj")
    #expect(folder.run("import", "=s.shp", "--into", "=t.gpkg").errors.contains("--crs EPSG:n"))
    try folder.write("nonsense", to: "s.shp")
    let answer = folder.run("import", "=s.shp", "--into", "=t.gpkg", "--crs", "EPSG:4326")
    #expect(answer.code == 6, "\(answer.errors)")
  }

  @Test func `placemarks of GDAL's KML come with names, data and geometries`() throws {
    guard let folder = try shapefile() else { return }
    _ = try GDAL.run(
      "ogr2ogr", ["-f", "KML", folder.file("k.kml"), folder.file("in.geojson")])
    let answer = folder.run("import", "=k.kml", "--into", "=t.gpkg")
    #expect(answer.code == 0, "\(answer.errors)")
    let layer = try folder.layer("k", of: "t.gpkg")
    #expect(layer.rows.count == 2)
    #expect(layer.rows[0].values.contains(.text("Zürich")))
    #expect(layer.rows[1].geometry?.parts.count == 2)
  }

  @Test func `placemarks lie in folders, hold data and mixed geometries`() throws {
    let folder = try ExchangeFolder()
    try folder.write(
      """
      <?xml version="1.0"?><kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document>
      <kml:Folder><kml:name>not this</kml:name><kml:Placemark><kml:name>A &amp; B</kml:name>
      <kml:description><![CDATA[<b>x</b>]]></kml:description><kml:ExtendedData>
      <kml:Data name="n"><kml:displayName>N</kml:displayName><kml:value>5</kml:value></kml:Data>
      <kml:SchemaData><kml:SimpleData name="s">t</kml:SimpleData></kml:SchemaData>
      </kml:ExtendedData><kml:MultiGeometry><kml:Point><kml:coordinates> 1,2,0
      </kml:coordinates></kml:Point><kml:LineString><kml:coordinates>0,0 1,1 2, 2</kml:coordinates>
      </kml:LineString></kml:MultiGeometry></kml:Placemark></kml:Folder>
      <kml:Placemark><kml:Polygon><kml:outerBoundaryIs><kml:LinearRing><kml:coordinates>0,0 4,0 4,4
      0,0</kml:coordinates></kml:LinearRing></kml:outerBoundaryIs><kml:innerBoundaryIs>
      <kml:LinearRing><kml:coordinates>1,1 2,1 2,2 1,1</kml:coordinates></kml:LinearRing>
      </kml:innerBoundaryIs></kml:Polygon></kml:Placemark>
      <kml:Placemark><kml:Point><kml:coordinates>x</kml:coordinates></kml:Point></kml:Placemark>
      <kml:Placemark><kml:name>none</kml:name></kml:Placemark>
      </kml:Document></kml:kml>
      """, to: "k.kml")
    let answer = folder.run("import", "=k.kml", "--into", "=t.gpkg")
    #expect(answer.code == 4 && answer.errors.contains("on line 13"), "\(answer.errors)")
    let layer = try folder.layer("k", of: "t.gpkg")
    #expect(
      try folder.columns("k", of: "t.gpkg") == [
        "name TEXT", "description TEXT", "n INTEGER", "s TEXT",
      ])
    #expect(
      layer.rows[0].values == [.text("A & B"), .text("<b>x</b>"), .integer(5), .text("t")])
    #expect(layer.rows[0].geometry?.type == .geometryCollection)
    #expect(layer.rows[1].geometry?.ringEnds == [4, 8])
    #expect(layer.rows[2].geometry == nil)
  }

  @Test func `a document type is refused before an entity can grow`() throws {
    let folder = try ExchangeFolder()
    try folder.write(
      """
      <!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <kml><Placemark><name>&b;</name></Placemark></kml>
      """, to: "k.kml")
    let answer = folder.run("import", "=k.kml", "--into", "=t.gpkg")
    #expect(answer.code == 6 && answer.errors.contains("document type"), "\(answer.errors)")
    try folder.write("<kml><Placemark><name>x</name>", to: "cut.kml")
    #expect(folder.run("import", "=cut.kml", "--into", "=t.gpkg").code == 6)
    let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    try folder.write(deep, to: "deep.kml")
    #expect(folder.run("import", "=deep.kml", "--into", "=t.gpkg").errors.contains("256"))
    #expect(!folder.names.contains("t.gpkg"))
  }

  @Test func `layers of another GeoPackage keep keys, types, systems and blobs`() throws {
    let folder = try ExchangeFolder()
    let writer = try GeoPackageWriter(creating: folder.file("in.gpkg"))
    var definition = GeoPackageWriter.Definition(name: "a", geometryType: "GEOMETRY")
    definition.keyColumn = "ogc_fid"
    definition.geometryColumn = "shape"
    definition.columns = [
      AttributeColumn(name: "fid", declaredType: "TEXT(40)"),
      AttributeColumn(name: "b", declaredType: "BLOB"),
    ]
    let layer = try writer.addLayer(definition)
    // A point with a height, most significant byte first.
    let blob: [UInt8] =
      [0x47, 0x50, 0, 0, 0, 0, 0x10, 0xE6, 0, 0, 0, 0x03, 0xE9] + Array(repeating: 0, count: 24)
    try writer.insert(
      into: layer, fid: 42, blob: blob, box: Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0),
      values: [.text("x"), .blob([1, 2])])
    try writer.insert(into: layer, fid: 43, blob: nil)
    try writer.insert(into: layer, fid: 44, blob: [1, 2, 3])
    try writer.finish()
    let answer = folder.run("import", "=in.gpkg", "--into", "=t.gpkg", "-l", "c")
    #expect(answer.code == 4 && answer.errors.contains("feature 44 of a"), "\(answer.errors)")
    #expect(folder.run("import", "=t.gpkg", "--into", "=t.gpkg", "-l", "d").code == 2)
    let copied = try folder.layer("c", of: "t.gpkg")
    #expect(copied.schema.key == .primaryKey("ogc_fid") && copied.schema.geometryColumn == "shape")
    #expect(copied.rows.map(\.fid) == [42, 43])
    #expect(copied.rows[0].values == [.text("x"), .blob([1, 2])])
    let connection = try Connection(path: folder.file("t.gpkg"), mode: .readOnly)
    let row = try connection.prepare(
      "SELECT shape, (SELECT z FROM gpkg_geometry_columns) FROM c WHERE ogc_fid = 42")
    #expect(try row.step() && row.bytes(0) == blob && row.integer(1) == 2)
  }

  @Test func `other formats come by way of ogr2ogr, or with a sentence without it`() throws {
    guard let folder = try shapefile() else { return }
    _ = try GDAL.run("ogr2ogr", ["-f", "GML", folder.file("g.gml"), folder.file("in.geojson")])
    let answer = folder.run("import", "=g.gml", "--into", "=t.gpkg", "--via", "ogr2ogr", "-l", "g")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(try folder.layer("g", of: "t.gpkg").rows.count == 2)
    #expect(!folder.names.contains { $0.contains(".part") })
    let unknown = folder.run("import", "=g.gml", "--into", "=t.gpkg")
    #expect(unknown.code == 2 && unknown.errors.contains("--via ogr2ogr"))
    let missing = folder.run("import", "=none.gml", "--into", "=t.gpkg", "--via", "ogr2ogr")
    #expect(missing.code == 5)
  }
}
