import Foundation
@testable import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Synchronization
import Testing

/// Loading by several threads against its sequential twin, and how it ends early.
@Suite struct `Loading a document` {
  /// All of a layer that taps can see, feature by feature in the index's order.
  private func contents(_ layer: HitLayer) -> [String] {
    var rows: [String] = []
    var open = layer
    open.filter { fid, row in
      rows.append("\(fid.map { "\($0)" } ?? "-") \(row)")
      return true
    }
    return rows.indices.map { feature in
      "\(rows[feature]) \(layer.index.titles[feature] ?? "-") \(layer.radius(of: feature)) "
        + "\(layer.index.paths(of: feature).hashValue)"
    } + layer.index.problems.map { "\($0)" }
  }

  private func load(
    _ store: any FeatureStore, workers: Int, _ change: (inout Loading) -> Void = { _ in }
  ) throws -> WorkspaceSnapshot {
    var loading = Loading(workers: workers)
    loading.pieceLength = 7
    change(&loading)
    var rules: [String: LayerIndexer.RadiusRule] = [:]
    for name in ["mixed", "wide", "seen"] {
      rules[name] = LayerIndexer.RadiusRule(column: "size") { $0 }
    }
    return try WorkspaceSnapshot(reading: store, radiusRules: rules, loading: loading)
  }

  @Test(arguments: Seeds.list(2))
  func `any number of workers gives what one gives`(seed: UInt64) throws {
    let odd = try OddStore(seed: seed)
    let store = try odd.open()
    let twin = try load(store, workers: 1)
    #expect(twin.schemas.count == 9 && twin.tester.layers.contains { $0.index.problems.count > 5 })
    for workers in [2, 5] {
      let opened = Atomic(0)
      let snapshot = try load(store, workers: workers) {
        $0.workerWillOpen = { _ in opened.add(1, ordering: .relaxed) }
      }
      // mixed, wide, meters and loose have rowids in order and more rows than a piece.
      #expect(opened.load(ordering: .relaxed) == workers * 4, "SEED=\(seed)")
      for (layer, expected) in zip(snapshot.tester.layers, twin.tester.layers) {
        #expect(
          contents(layer) == contents(expected), "SEED=\(seed) \(workers) workers \(layer.name)")
      }
    }
    try store.close()
  }

  @Test func `a file in WAL mode, and one read from a copy, load by several workers too`() throws {
    let odd = try OddStore(seed: 3)
    let writer = try Connection(path: odd.path, mode: .create)
    try writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    for change in ["SELECT 1", "UPDATE mixed SET name = 'changed' WHERE fid % 2 = 0"] {
      try writer.execute(change)
      let store = try odd.open()
      let twin = try load(store, workers: 1)
      let snapshot = try load(store, workers: 3)
      for (layer, expected) in zip(snapshot.tester.layers, twin.tester.layers) {
        #expect(contents(layer) == contents(expected))
      }
      try store.close()
    }
  }

  // MARK: Files that change

  @Test func `a file replaced between the workers' openings gives one version only`() throws {
    let odd = try OddStore(seed: 4)
    let other = try OddStore(seed: 5)
    let store = try odd.open()
    let twin = try load(store, workers: 1)
    let path = odd.path
    let replacement = other.path
    let snapshot = try load(store, workers: 2) {
      $0.workerWillOpen = { number in
        // The second worker of the first layer finds another file at the path.
        if number == 1 { _ = rename(replacement, path) }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: replacement))
    for (layer, expected) in zip(snapshot.tester.layers, twin.tester.layers) {
      #expect(contents(layer) == contents(expected))
    }
  }

  @Test func `a program that keeps the locks cannot commit while layers are read`() throws {
    let odd = try OddStore(seed: 6)
    let store = try odd.open()
    let twin = try load(store, workers: 1)
    let codes = Mutex<[Int32]>([])
    let path = odd.path
    let snapshot = try load(store, workers: 2) {
      $0.workerWillOpen = { _ in
        let writer = try? Connection(path: path, mode: .create)
        try? writer?.execute("PRAGMA busy_timeout = 0")
        do throws(SQLiteError) {
          try writer?.execute("DELETE FROM mixed WHERE fid % 2 = 0")
          codes.withLock { $0.append(0) }
        } catch {
          codes.withLock { $0.append(error.primary) }
        }
      }
    }
    let seen = codes.withLock { $0 }
    #expect(!seen.isEmpty && seen.allSatisfy { $0 == 5 })
    for (layer, expected) in zip(snapshot.tester.layers, twin.tester.layers) {
      #expect(contents(layer) == contents(expected))
    }
    // Afterwards it can: nothing is held any more.
    try Connection(path: path, mode: .create).execute("DELETE FROM mixed WHERE fid % 2 = 0")
  }

  @Test func `a file cut short while it is read ends in an error, never in a signal`() throws {
    let odd = try OddStore(seed: 10)
    let store = try odd.open()
    let path = odd.path
    let error = #expect(throws: WorkspaceError.self) {
      try load(store, workers: 2) {
        $0.workerWillOpen = { _ in _ = truncate(path, 8192) }
      }
    }
    guard case .store(.damaged)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a page that a worker cannot read is the same error as for one reader`() throws {
    let odd = try OddStore(seed: 7)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: odd.path))
    let probe = try Connection(path: odd.path, mode: .readOnly)
    let root = try probe.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'mixed'")
    #expect(try root.step())
    // The last leaf of the table: the right-most child in its root's header (file format, 1.6).
    let page = (Int(root.integer(0)) - 1) * 4096
    #expect(bytes[page] == 5)
    let leaf = bytes[(page + 8)..<(page + 12)].reduce(0) { $0 << 8 | Int($1) }
    bytes[(leaf - 1) * 4096] = 0x77
    let broken = odd.folder.file("broken.gpkg")
    try bytes.write(to: URL(fileURLWithPath: broken))
    var errors: [WorkspaceError] = []
    for workers in [1, 2, 4] {
      let store = try openStore(at: broken, cacheFolder: odd.folder.file("cache"))
      let schema = try store.layer(named: "mixed")
      var loading = Loading(workers: workers)
      loading.pieceLength = 7
      var indexer = LayerIndexer(store, loading: loading)
      do throws(WorkspaceError) {
        _ = try indexer.layer(schema)
        Issue.record("a broken page was read by \(workers) workers")
      } catch {
        errors.append(error)
      }
    }
    guard case .store(.damaged)? = errors.first else {
      Issue.record("\(errors)")
      return
    }
    #expect(Set(errors).count == 1)
  }

  // MARK: Progress and cancellation

  @Test(arguments: [1, 2])
  func `the progress grows and ends with all rows`(workers: Int) throws {
    let store = try OddStore(seed: 8).open()
    var seen: [Loading.Progress] = []
    _ = try load(store, workers: workers) { $0.report = { seen.append($0) } }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.rows <= $1.rows })
    let count = try store.layers.reduce(0) { sum, layer in
      var rows = 0
      try store.forEachRow(in: layer, columns: []) { _, _, _, _ in
        rows += 1
        return true
      }
      return sum + rows
    }
    #expect(seen.last?.rows == count)
    // The ids of "wide" span all there are, and a view says nothing: no hint for all of them.
    #expect(seen.allSatisfy { $0.expectedRows == nil })
    var progress: Loading.Progress?
    var loading = Loading(workers: workers)
    loading.report = { progress = $0 }
    _ = try WorkspaceSnapshot(reading: store, layers: ["meters", "few"], loading: loading)
    #expect(progress?.rows == 105 && (progress?.expectedRows ?? 0) >= 105)
  }

  @Test(arguments: [1, 2, 3])
  func `a canceled loading ends as interrupted and lets go of the file`(workers: Int) throws {
    let odd = try OddStore(seed: 9)
    let store = try odd.open()
    for limit in [1, 3, 6] {
      var asked = 0
      let error = #expect(throws: WorkspaceError.self) {
        try load(store, workers: workers) {
          $0.isCanceled = {
            asked += 1
            return asked >= limit
          }
        }
      }
      #expect(error == .store(.interrupted) && asked >= limit)
      try Connection(path: odd.path, mode: .create).execute("UPDATE few SET name = 'free'")
    }
  }
}
