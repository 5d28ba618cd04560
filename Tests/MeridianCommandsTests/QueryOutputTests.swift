import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

/// What `query` writes where a geometry crosses 180°, and what a plan says of a join.
struct QueryOutputTests {
  @Test func `a line that jumps across 180° is answered in two pieces within it`() throws {
    let folder = try TemporaryFolder()
    let writer = try GeoPackageWriter(creating: folder.file("a.gpkg"))
    let layer = try writer.addLayer("lines", geometryType: "LINESTRING")
    try writer.insert(into: layer, geometry: WKT.geometry("LINESTRING (179 0, -179 0)"))
    try writer.finish()
    let run = Session(["query", folder.file("a.gpkg"), "lines"])
    #expect(run.code == 0)
    #expect(
      run.output.contains(
        #""coordinates":[[[179,0],[180,0]],[[-180,0],[-179,0]]]"#), "\(run.output)")
  }

  @Test func `the plan of a join tells its pairs`() {
    let run = Session([
      "query", "Data/samples/soho.gpkg", "deaths", "--join", "pumps", "--on", "nearest",
      "--explain",
    ])
    #expect(run.code == 0)
    #expect(run.output.contains(#""what":"pairs with pumps, held in memory","rows":324"#))
  }

  @Test(arguments: [
    (nil, #""by":"index","what":"rows near the window, by rtree_points_geom""#),
    (
      "DROP TRIGGER rtree_points_geom_insert",
      #""what":"geometries near the window; rtree_points_geom not used: its triggers are missing"#
    ),
    ("DELETE FROM rtree_points_geom WHERE id = 7", "not every row is certain to have an entry"),
    (
      "UPDATE rtree_points_geom SET minx = minx + 1, maxx = maxx + 1", "its boxes are not the rows'"
    ),
  ])
  func `the plan tells what the file's own index did`(lie: String?, words: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer("points", geometryType: "POINT")
    for number in 0..<25_000 {
      try writer.insert(
        into: layer,
        geometry: RandomGeometry.point(Double(number % 158), Double(number / 158) / 2))
    }
    try writer.finish()
    if let lie { try Connection(path: path, mode: .create).execute(lie) }
    let run = Session(["query", path, "points", "--bbox", "10,10,12,12", "--explain"])
    #expect(run.code == 0 && run.output.contains(words), "\(run.output)")
    #expect(run.output.contains(#""count":15}"#), "\(run.output)")
  }
}
