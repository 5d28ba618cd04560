import MeridianWorkspace
import Testing

@Suite("Names of conflict copies")
struct ConflictCopyNameTests {
  @Test func `a copy is named after the source, the device and the date, beside the source`() {
    let name = ConflictCopyName(
      source: "maps/wells.v2.gpkg", device: "field-tablet", date: "2026-08-01")
    #expect(
      name.path { _ in false }
        == "maps/wells.v2 (conflicted copy, field-tablet, 2026-08-01).gpkg")
    #expect(
      ConflictCopyName(source: "wells", device: "a", date: "b").path { _ in false }
        == "wells (conflicted copy, a, b)")
    #expect(
      ConflictCopyName(source: "/m/.gpkg", in: "/safe", device: "a", date: "b").path { _ in false }
        == "/safe/.gpkg (conflicted copy, a, b)")
  }

  @Test func `a name that is taken is numbered from 2`() {
    let name = ConflictCopyName(source: "/m/a.gpkg", device: "d", date: "t")
    let taken: Set = [
      "/m/a (conflicted copy, d, t).gpkg", "/m/a (conflicted copy, d, t) 2.gpkg",
    ]
    #expect(name.path { taken.contains($0) } == "/m/a (conflicted copy, d, t) 3.gpkg")
  }

  @Test func `unsafe characters of device and date are replaced, and long names cut`() {
    let odd = ConflictCopyName(
      source: "a.gpkg", device: "Ada's/ \u{202E}phone\n:1*", date: "12:30")
    #expect(odd.name() == "a (conflicted copy, Ada's- -phone--1-, 12-30).gpkg")
    #expect(
      ConflictCopyName(source: "a.gpkg", device: " ", date: "").name()
        == "a (conflicted copy).gpkg")
    let long = ConflictCopyName(
      source: String(repeating: "ä", count: 200) + ".gpkg",
      device: String(repeating: "ö", count: 300), date: "2026-08-01")
    #expect(long.name(number: 12).utf8.count <= 255)
    #expect(long.name(number: 12).hasSuffix(", 2026-08-01) 12.gpkg"))
    #expect(long.name().hasPrefix("ää"))
  }
}
