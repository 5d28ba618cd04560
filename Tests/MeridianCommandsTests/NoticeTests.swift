import Foundation
import MeridianStore
import Testing

struct NoticeTests {
  @Test func `a command that asks one layer is silent about the others`() throws {
    let folder = try ExchangeFolder()
    let writer = try GeoPackageWriter(creating: folder.file("t.gpkg"))
    for name in ["a", "b", "c"] {
      _ = try writer.addLayer(name, geometryType: "POINT", hasIndex: false)
    }
    try writer.finish()
    let about = { (errors: String) in
      ["a", "b", "c"].filter { errors.contains("\"\($0)\" has no spatial index") }
    }
    #expect(about(folder.run("schema", "=t.gpkg", "a").errors) == ["a"])
    // Letters' case does not count in the names of layers.
    #expect(about(folder.run("query", "=t.gpkg", "B").errors) == ["b"])
    let join = folder.run("query", "=t.gpkg", "a", "--join", "c", "--on", "nearest")
    #expect(about(join.errors) == ["a", "c"])
    #expect(
      about(folder.run("export", "=t.gpkg", "c", "-o", "=c.csv").errors) == ["c"])
    #expect(about(folder.run("query", "=t.gpkg", "-").errors) == ["a", "b", "c"])
    #expect(about(folder.run("info", "=t.gpkg").errors) == ["a", "b", "c"])
  }
}
