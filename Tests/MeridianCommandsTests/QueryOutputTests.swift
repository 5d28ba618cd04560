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
}
