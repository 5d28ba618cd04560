import Foundation
@testable import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// The hit index kept from run to run: the same answers, and nothing believed that is not whole.
@Suite struct `The cache of indexes` {
  private let folder: TemporaryFolder
  private let odd: OddStore
  private var cache: IndexCache { IndexCache(folder: folder.path) }

  init() throws {
    folder = try TemporaryFolder()
    odd = try OddStore(seed: 9)
  }

  private func load(
    _ store: any FeatureStore, _ keeping: Loading.Keeping, cached: Bool = true
  ) throws -> WorkspaceSnapshot {
    var loading = Loading(workers: 1)
    loading.cache = cached ? cache : nil
    loading.keeping = keeping
    return try WorkspaceSnapshot(
      reading: store, layers: ["mixed", "few", "meters"], loading: loading)
  }

  private func state(_ store: any FeatureStore, checking: Bool = false) throws -> IndexCache.State?
  {
    var indexer = LayerIndexer(store)
    return try indexer.cacheState(
      of: store.layer(named: "mixed"), in: cache, checking: checking)
  }

  private func isReady(_ store: any FeatureStore) throws -> Bool {
    if case .ready = try state(store) { true } else { false }
  }

  private var files: [String] {
    let index = folder.file("index")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: index)) ?? []
    return names.sorted().map { index + "/" + $0 }
  }

  /// All that answers are made of, feature by feature.
  private func contents(_ snapshot: WorkspaceSnapshot) -> [String] {
    snapshot.tester.layers.flatMap { layer in
      (0..<layer.index.count).map { feature in
        "\(layer.name) \(layer.index.rows[feature]) \(layer.index.titles[feature] ?? "-") "
          + "\(layer.index.paths(of: feature)) \(layer.index.geometry.summaries[feature])"
      } + layer.index.problems.map { "\($0)" }
    }
  }

  @Test func `an index from the cache is the one that was kept, and answers alike`() throws {
    let store = try odd.open()
    let made = try load(store, .all)
    #expect(try isReady(store))
    // Layers that need PROJ are not kept.
    #expect(files.count == 4)
    let mapped = try load(store, .known)
    #expect(contents(mapped) == contents(made))
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let place = LonLat(
        7.5 + Double.random(in: -1...1, using: &random),
        47 + Double.random(in: -1...1, using: &random))
      let zoom = Double.random(in: 4...14, using: &random)
      let transform = CameraTransform(try Camera(center: place, zoom: zoom))
      let tap = transform.viewport.center
      let options = HitOptions(explains: true)
      let first = made.hits(at: tap, through: transform, options: options)
      let second = mapped.hits(at: tap, through: transform, options: options)
      #expect("\(first)" == "\(second)")
    }
    try store.close()
  }

  @Test func `what was known of a layer is made anew when the file has changed`() throws {
    let store = try odd.open()
    _ = try load(store, .all)
    try store.close()
    do {
      let connection = try Connection(path: odd.path, mode: .create)
      try connection.execute("UPDATE mixed SET name = 'changed'")
    }
    let changed = try odd.open()
    #expect(try state(changed) == .stale)
    let anew = try load(changed, .known)
    #expect(contents(anew) == contents(try load(changed, .known, cached: false)))
    #expect(contents(anew).contains { $0.contains("changed") })
    #expect(try isReady(changed))
    try changed.close()
  }

  @Test func `nothing is kept unless it was asked for or known`() throws {
    let store = try odd.open()
    _ = try load(store, .known)
    #expect(files.isEmpty)
    #expect(try state(store) == IndexCache.State.none)
    _ = try load(store, .all)
    var indexer = LayerIndexer(store)
    #expect(try indexer.dropFromCache(store.layer(named: "mixed"), cache))
    #expect(try state(store) == IndexCache.State.none)
    #expect(try !indexer.dropFromCache(store.layer(named: "mixed"), cache))
    try store.close()
  }

  /// What may happen to a file of the cache.
  enum Harm: CaseIterable {
    case cut, longer, byte, touched, replaced, noSeal, cutSeal, sealOfAnother, empty, link, writable
  }

  @Test(arguments: Harm.allCases)
  func `an index that is not as it was kept is not believed and is made anew`(harm: Harm) throws {
    let store = try odd.open()
    let made = try load(store, .all)
    for path in files where path.hasSuffix(".index") { try Self.harm(path, harm) }
    #expect(try state(store) == .stale)
    #expect(contents(try load(store, .known)) == contents(made))
    #expect(try isReady(store), "\(harm)")
    try store.close()
  }

  private static func harm(_ path: String, _ harm: Harm) throws {
    let seal = path.dropLast("index".count) + "seal"
    var bytes = try Data(contentsOf: URL(filePath: path))
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    switch harm {
    case .cut: try handle.truncate(atOffset: UInt64(bytes.count / 2))
    case .longer: try handle.truncate(atOffset: UInt64(bytes.count + 4096))
    case .byte:
      try handle.seek(toOffset: UInt64(bytes.count / 2))
      try handle.write(contentsOf: [bytes[bytes.count / 2] ^ 1])
    case .touched:
      try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
    case .replaced:
      bytes[9000] ^= 4
      try bytes.write(to: URL(filePath: path), options: .atomic)
    case .noSeal: try FileManager.default.removeItem(atPath: String(seal))
    case .cutSeal: try Data([1, 2, 3]).write(to: URL(filePath: String(seal)))
    case .sealOfAnother: try Data(repeating: 7, count: 48).write(to: URL(filePath: String(seal)))
    case .empty: try handle.truncate(atOffset: 0)
    case .link:
      try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: path + ".away")
    case .writable:
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    }
    try handle.close()
  }

  @Test func `an image whose head lies is none`() throws {
    var builder = HitIndex.Builder(placement: .degrees)
    var scene = RandomScene(seed: 5, center: LonLat(7.5, 47), spread: 1)
    for row in 1...40 { builder.append(scene.geometry(), fid: Int64(row), row: Int64(row)) }
    let index = builder.build()
    var image: [UInt8] = []
    index.writeImage { image.append(contentsOf: $0) }
    let owner = NSObject()
    func open(_ bytes: [UInt8]) -> Bool {
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
      defer { room.deallocate() }
      room.copyBytes(from: bytes)
      return HitIndex(image: UnsafeRawBufferPointer(room), keeping: Owner(owner)) != nil
    }
    #expect(open(image))
    for length in [0, 1, 63, 4095, 4096, image.count - 64] {
      #expect(!open(Array(image[..<length])))
    }
    // Records of runs, the fifteenth column, too short for their own heads.
    #expect(!open(image.withCount(of: 14, set: 16)))
    var random = SplitMix64(seed: 2)
    // The head's words tell counts, places and lengths: most changes of them show at once, and
    // none may do harm.
    var refused = 0
    for _ in 0..<400 {
      var bytes = image
      bytes[Int.random(in: 0..<1000, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      if !open(bytes) { refused += 1 }
    }
    #expect(refused > 150)
  }

  @Test(arguments: Seeds.list(4))
  func `an image whose bytes lie may answer wrongly and does no harm`(seed: UInt64) throws {
    var builder = HitIndex.Builder(placement: .degrees)
    var scene = RandomScene(seed: seed, center: LonLat(7.5, 47), spread: 0.01)
    for row in 1...60 {
      builder.append(scene.geometry(), fid: Int64(row), row: Int64(row), title: "feature \(row)")
    }
    var image: [UInt8] = []
    builder.build().writeImage { image.append(contentsOf: $0) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: image.count, alignment: 64)
    defer { room.deallocate() }
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      room.copyBytes(from: image)
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        room[Int.random(in: 4096..<image.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let bytes = UnsafeRawBufferPointer(room)
      guard let index = HitIndex(image: bytes, keeping: Owner(NSObject())) else { continue }
      let tester = HitTester(layers: [HitLayer(name: "a", index: index)])
      for pitch in [0.0, 40] {
        let camera = try Camera(center: LonLat(7.5, 47), zoom: 15, pitch: pitch)
        let transform = CameraTransform(camera)
        let answer = tester.hits(
          at: transform.viewport.center, through: transform, options: HitOptions(explains: true))
        for hit in answer.hits { _ = index.paths(of: hit.feature) }
        _ = tester.features(
          in: Envelope(minX: 0, minY: 300, maxX: 390, maxY: 844), through: transform)
      }
      var found: [UInt32] = []
      index.features(containing: LonLat(7.5, 47), into: &found)
      index.features(
        boxesMeeting: LonLat(7.4, 46.9), northEast: LonLat(7.6, 47.1), into: &found)
      var scratch = HitIndex.NeighborScratch()
      index.nearest(to: LonLat(7.5, 47), count: 5, scratch: &scratch)
    }
  }

  private final class Owner: Sendable {
    init(_: NSObject) {}
  }

  @Test func `two that build at once leave one that is whole`() async throws {
    let path = odd.path
    let cacheFolder = folder.path
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<5 {
            let store = try openStore(at: path, cacheFolder: cacheFolder)
            var loading = Loading(workers: 1)
            loading.cache = IndexCache(folder: cacheFolder)
            loading.keeping = .anew
            _ = try WorkspaceSnapshot(reading: store, layers: ["mixed"], loading: loading)
            try store.close()
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try odd.open()
    // Whoever came last may have sealed another's file; then it is made anew, never believed.
    let made = try load(store, .all)
    #expect(try isReady(store))
    #expect(try state(store, checking: true) != .damaged)
    #expect(contents(made) == contents(try load(store, .known, cached: false)))
    #expect(files.allSatisfy { $0.hasSuffix(".index") || $0.hasSuffix(".seal") })
    try store.close()
  }
}

extension [UInt8] {
  /// An image with another count of values for one of its columns.
  fileprivate func withCount(of column: Int, set count: UInt64) -> [UInt8] {
    var bytes = self
    bytes.withUnsafeMutableBytes { head in
      let numbers = Int(head.load(fromByteOffset: 8, as: UInt64.self))
      let place = 8 * (3 + numbers + 3 * column + 1)
      head.storeBytes(of: count, toByteOffset: place, as: UInt64.self)
    }
    return bytes
  }
}
