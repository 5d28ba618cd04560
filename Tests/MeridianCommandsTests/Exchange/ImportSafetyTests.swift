import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

struct ImportSafetyTests {
  private func points(_ count: Int) -> String {
    (0..<count).map {
      #"{"type":"Feature","properties":{"n":\#($0)},"geometry":"#
        + #"{"type":"Point","coordinates":[\#($0 % 180),\#($0 % 90)]}}"# + "\n"
    }.joined()
  }

  @Test func `a dry run says what would be made and writes nothing`() throws {
    let folder = try ExchangeFolder()
    try folder.write(points(10), to: "a.ndjson")
    let dry = folder.run("import", "=a.ndjson", "--into", "=t.gpkg", "--dry-run")
    #expect(dry.code == 0 && folder.names == ["a.ndjson"])
    let wet = folder.run("import", "=a.ndjson", "--into", "=t.gpkg")
    #expect(dry.output == wet.output.replacing("]}", with: "],\"dryRun\":true}"))
    #expect(folder.names == ["a.ndjson", "t.gpkg"])
  }

  @Test func `an interrupt at any time leaves things as they were`() throws {
    let folder = try ExchangeFolder()
    try folder.write(points(5000), to: "a.ndjson")
    try folder.write(points(10), to: "b.ndjson")
    #expect(folder.run("import", "=b.ndjson", "--into", "=t.gpkg").code == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("t.gpkg")))
    for target in ["=t.gpkg", "=new.gpkg"] {
      for calls in 0..<9 {
        var left = calls
        let answer = folder.run("import", "=a.ndjson", "--into", target) {
          left -= 1
          return left < 0
        }
        #expect(answer.code == 130, "\(calls): \(answer)")
        #expect(answer.errors == "meridian: Interrupted; nothing was imported.\n")
        #expect(folder.names.filter { $0 != "cache" } == ["a.ndjson", "b.ndjson", "t.gpkg"])
      }
    }
    let after = try folder.layer("b", of: "t.gpkg").rows.count
    #expect(after == 10)
    #expect(
      try openStore(at: folder.file("t.gpkg"), cacheFolder: folder.file("cache")).layers.count == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("t.gpkg"))) == before)
  }

  @Test func `layers are added to a store beside those it has, with an index that is whole`() throws
  {
    let folder = try ExchangeFolder()
    try folder.write(points(300), to: "a.ndjson")
    #expect(folder.run("import", "=a.ndjson", "--into", "=t.gpkg").code == 0)
    #expect(folder.run("import", "=a.ndjson", "--into", "=t.gpkg", "-l", "b").code == 0)
    let store = try openStore(at: folder.file("t.gpkg"), cacheFolder: folder.file("cache"))
    for layer in store.layers {
      #expect(try store.health(of: layer).index == .healthy(entries: 300))
    }
    let again = folder.run("import", "=a.ndjson", "--into", "=t.gpkg", "-l", "B")
    #expect(again.code == 2 && again.errors.contains("choose another name with `-l`"))
    let named = folder.run("import", "=a.ndjson", "--into", "=t.gpkg", "-l", "gpkg_x")
    #expect(named.code == 2)
    let twice = folder.run("import", "=a.ndjson", "=a.ndjson", "--into", "=u.gpkg")
    #expect(twice.code == 2 && !folder.names.contains("u.gpkg"))
  }

  @Test func `the triggers of an index keep it after an import`() throws {
    let folder = try ExchangeFolder()
    try folder.write(points(3), to: "a.ndjson")
    #expect(folder.run("import", "=a.ndjson", "--into", "=t.gpkg").code == 0)
    for sql in [
      "DELETE FROM a WHERE fid = 2", "INSERT INTO a (geom) SELECT geom FROM a WHERE fid = 1",
    ] {
      let said = try GDAL.run("ogrinfo", [folder.file("t.gpkg"), "-sql", sql])
      guard said != nil else { return }
    }
    let store = try openStore(at: folder.file("t.gpkg"), cacheFolder: folder.file("cache"))
    #expect(try store.health(of: store.layers[0]).index == .healthy(entries: 3))
  }

  @Test func `what cannot be written to is said before anything is read`() throws {
    let folder = try ExchangeFolder()
    try folder.write(points(3), to: "a.ndjson")
    let name = folder.run("import", "=a.ndjson", "--into", "=t.txt")
    #expect(name.code == 2)
    let place = folder.run("import", "=a.ndjson", "--into", "=none/t.gpkg")
    #expect(place.code == 7 && place.errors.contains("none/t.gpkg: its folder does not exist"))
    try folder.write("x", to: "odd.gpkg")
    #expect(folder.run("import", "=a.ndjson", "--into", "=odd.gpkg").code == 6)
    #expect(folder.run("import", "=a.ndjson", "--into", "=t.gpkg").code == 0)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.file("t.gpkg"))
    let locked = folder.run("import", "=a.ndjson", "--into", "=t.gpkg", "-l", "b")
    #expect(locked.code == 8 && locked.errors.contains("read-only"), "\(locked.errors)")
    let missing = folder.run("import", "=none.ndjson", "--into", "=u.gpkg")
    #expect(missing.code == 5)
    #expect(!folder.names.contains { $0.contains("part") })
  }

  @Test func `no room on the disk leaves nothing behind`() throws {
    guard let program = ProgramTests.program?.path else { return print("skipped: no program") }
    let folder = try ExchangeFolder()
    try folder.write(points(20000), to: "a.ndjson")
    try folder.write(points(10), to: "b.ndjson")
    #expect(folder.run("import", "=b.ndjson", "--into", "=old.gpkg").code == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("old.gpkg")))
    for store in ["new", "old"] {
      // A limit on the size of files, in blocks of 512 bytes, is met as a full disk is.
      let line =
        "trap '' XFSZ; ulimit -f 800; exec '\(program)' import '\(folder.file("a.ndjson"))' "
        + "--into '\(folder.file(store)).gpkg'"
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", line]
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let text = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let said = String(decoding: text, as: UTF8.self)
      #expect(process.terminationStatus == 7 && said.contains("\(store).gpkg could"), "\(said)")
      #expect(folder.names.filter { $0 != "cache" } == ["a.ndjson", "b.ndjson", "old.gpkg"])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("old.gpkg"))) == before)
  }

  @Test func `the time of last change is the clock's`() throws {
    let folder = try ExchangeFolder()
    try folder.write(points(1), to: "a.ndjson")
    #expect(folder.run("import", "=a.ndjson", "--into", "=t.gpkg").code == 0)
    let connection = try Connection(path: folder.file("t.gpkg"), mode: .readOnly)
    let row = try connection.prepare(
      "SELECT abs(julianday('now') - julianday(last_change)) < 0.01 FROM gpkg_contents")
    #expect(try row.step() && row.integer(0) == 1)
  }

  @Test func `an older GeoPackage without extensions takes a layer`() throws {
    let folder = try ExchangeFolder()
    let writer = try GeoPackageWriter(creating: folder.file("t.gpkg"), version: .v1_3)
    _ = try writer.addLayer("x", geometryType: nil)
    try writer.finish()
    let connection = try Connection(path: folder.file("t.gpkg"), mode: .create)
    try connection.execute(
      """
      DROP TABLE gpkg_extensions;
      ALTER TABLE gpkg_spatial_ref_sys
        ADD COLUMN definition_12_063 TEXT NOT NULL DEFAULT 'undefined';
      DELETE FROM gpkg_spatial_ref_sys WHERE srs_id = 3857;
      """)
    try folder.write(points(2), to: "a.ndjson")
    let answer = folder.run("import", "=a.ndjson", "--into", "=t.gpkg", "--crs", "EPSG:3857")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(try folder.layer("a", of: "t.gpkg").schema.crs == .webMercator)
  }
}
