import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `Opening files` {
  private let cache: TemporaryFolder
  private let folder: TemporaryFolder

  init() throws {
    cache = try TemporaryFolder()
    folder = try TemporaryFolder()
  }

  private func failure(_ path: String) -> StoreError? {
    #expect(throws: StoreError.self) { try openStore(at: path, cacheFolder: cache.path) }
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A good file with a few hundred rows, so that it has many pages.
  private func sample(_ name: String = "sample.gpkg", rows: Int = 500) throws -> String {
    let path = folder.file(name)
    let writer = try GeoPackageWriter(creating: path)
    let layer = try writer.addLayer("t", geometryType: "LINESTRING")
    for number in 0..<rows {
      try writer.insert(
        into: layer, geometry: WKT.geometry("LINESTRING (\(number) 0, \(number) 1, 2 2, 3 3, 4 4)"))
    }
    try writer.finish()
    return path
  }

  @Test func `a missing file is told in one sentence`() {
    for path in [folder.file("none.gpkg"), folder.file("none/none.gpkg"), "/dev/null/none.gpkg"] {
      #expect(failure(path) == .notFound(path: path))
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `folders devices pipes and texts are not stores`() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let paths = [
      folder.path, "/dev/null", pipe, try write("empty.gpkg", []),
      try write("text.gpkg", Array("a,b,c\n1,2,3\n".utf8)),
      try write("short.gpkg", Array("SQLite".utf8)),
    ]
    for path in paths {
      guard case .notAStore(path, let reason)? = failure(path) else {
        Issue.record("\(path) was taken for a store")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test func `a database of another kind is told apart`() throws {
    let path = folder.file("other.db")
    try Connection(path: path, mode: .create).execute("CREATE TABLE a (b)")
    guard case .notAStore(path, let reason)? = failure(path) else {
      Issue.record("a plain database was opened")
      return
    }
    #expect(reason.contains("gpkg_contents"))
  }

  @Test func `a database cut short anywhere is an error and never a crash`() throws {
    let path = try sample()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for count in [1, 15, 16, 50, 99, 100, 101, 4095, 4096, 5000, whole.count / 2, whole.count - 1] {
      let cut = try write("cut-\(count).gpkg", Array(whole[..<count]))
      switch failure(cut) {
      case .damaged?, .notAStore?: break
      case let other: Issue.record("\(count): \(String(describing: other))")
      }
    }
  }

  @Test func `a corrupt page ends in a sentence about damage`() throws {
    let path = try sample()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var seen = 0
    for page in 1..<whole.count / 4096 {
      var bytes = whole
      bytes.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: Array(repeating: 0xA5, count: 4096))
      let broken = try write("page.gpkg", bytes)
      do {
        let store = try openStore(at: broken, cacheFolder: cache.path)
        for layer in store.layers { _ = try store.health(of: layer) }
        try store.close()
      } catch {
        if case .damaged = error { seen += 1 }
        #expect(!error.description.isEmpty)
      }
    }
    #expect(seen > 10)
  }

  @Test func `random damage to a whole file never crashes or hangs`() throws {
    let path = try sample(rows: 60)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for seed in Seeds.list(400) {
      var random = SplitMix64(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        // Half of the damage hits the header and the schema, which steer everything else.
        let end = Bool.random(using: &random) ? 4096 : bytes.count
        bytes[Int.random(in: 20..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let broken = try write("random.gpkg", bytes)
      do {
        let store = try openStore(at: broken, cacheFolder: cache.path)
        for layer in store.layers { _ = try store.health(of: layer) }
        try store.close()
      } catch {
        continue
      }
    }
  }

  @Test(arguments: [
    "a b.gpkg", "a#b.gpkg", "a?b=c.gpkg", "50%.gpkg", "a%20b.gpkg", "ä🗺.gpkg", "a&b.gpkg",
  ])
  func `paths with odd letters open that file and make no other`(name: String) throws {
    let path = try sample(name, rows: 3)
    let store = try openStore(at: path, cacheFolder: cache.path)
    #expect(try store.rows("t").count == 3)
    try store.close()
    #expect(folder.names == [name])
    #expect(cache.names.isEmpty)
  }

  @Test func `reading leaves nothing beside the file and does not touch it`() throws {
    let path = try sample()
    let before = try FileManager.default.attributesOfItem(atPath: path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let store = try openStore(at: path, cacheFolder: cache.path)
    _ = try store.health("t")
    #expect(folder.names == ["sample.gpkg"])
    try store.close()
    let after = try FileManager.default.attributesOfItem(atPath: path)
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(folder.names == ["sample.gpkg"])
  }

  @Test func `versions are told by the header and may be absent`() throws {
    let path = try sample(rows: 1)
    for (application, user, version) in [
      (0x4750_3130, 0, "1.0"), (0x4750_3131, 0, "1.1"), (0x4750_4B47, 10200, "1.2"),
      (0x4750_4B47, 10301, "1.3"), (0x4750_4B47, 10400, "1.4"), (0, 0, "unknown"),
      (0x4750_4B47, 0, "unknown"),
    ] {
      try Connection(path: path, mode: .create).execute(
        "PRAGMA application_id = \(application); PRAGMA user_version = \(user)")
      let store = try openStore(at: path, cacheFolder: cache.path)
      #expect(store.format == .geoPackage(version: version))
      #expect(try store.rows("t").count == 1)
    }
  }

  @Test func `every oracle file opens or says why not`() throws {
    guard let folder = OraclePath.file("gpkg") else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let path = folder + "/" + name
      do {
        let store = try openStore(at: path, cacheFolder: cache.path)
        #expect(!store.layers.isEmpty, "\(name)")
        for layer in store.layers { #expect(try store.health(of: layer).malformed == 0, "\(name)") }
        try store.close()
        #expect(name != "pdok_broken.gpkg")
      } catch {
        #expect(name == "pdok_broken.gpkg")
        #expect(error.description.contains("gpkg_contents"))
      }
    }
  }

  @Test func `the null geometries of the conformance suite are counted`() throws {
    guard let path = OraclePath.file("gpkg/ets_null_geometry.gpkg") else { return }
    let store = try openStore(at: path, cacheFolder: cache.path)
    let health = try store.health("new_geopackage")
    #expect((health.rows, health.null) == (3, 2) && health.index == .healthy(entries: 1))
  }

  @Test func `Z and M of a version 1 0 file are skipped`() throws {
    guard let path = OraclePath.file("gpkg/ets_sewer_zm_gp10.gpkg") else { return }
    let store = try openStore(at: path, cacheFolder: cache.path)
    #expect(store.format == .geoPackage(version: "1.0"))
    let extent = try store.health("s_manhole").extent
    #expect(extent.minX == 389609.583 && extent.maxY == 263619.869)
  }
}
