import Glibc
import MeridianKernel
import MeridianStore
import MeridianWorkspace

/// Where the files of one data set are: the store, its flat copies for peers, its taps.
struct DatasetFiles {
  let name: String
  let folder: String

  var store: String { "\(folder)/\(name).gpkg" }
  /// All layers in one table, in meters of EPSG:3857.
  var flat: String { "\(folder)/\(name).3857.gpkg" }
  /// The same as a SpatiaLite database, made on first use.
  var spatiaLite: String { "\(folder)/\(name).3857.sqlite" }
  /// The path without its endings: what peers in other processes are given.
  var stem: String { "\(folder)/\(name)" }
  var taps: String { "\(folder)/\(name).taps" }

  /// Whether all files are there; a set that could not be fetched is left out.
  var isThere: Bool {
    [store, flat, taps].allSatisfy { (path: String) in access(path, R_OK) == 0 }
  }
}

/// A data set in memory on our side.
final class Dataset {
  let files: DatasetFiles
  let taps: [Tap]
  /// Symbols and lines have no size, since the peers' have none.
  let tester: HitTester
  /// How many features come before each layer's, in the flat copy.
  let bases: [UInt32]
  /// The id in the flat copy of every feature of every layer.
  let ids: [[UInt32]]
  let count: Int

  init(_ files: DatasetFiles) throws {
    self.files = files
    taps = try TapFile.read(files.taps)
    let store = try openStore(at: files.store, cacheFolder: files.folder)
    var layers = try WorkspaceSnapshot(reading: store).tester.layers
    var start: [String: UInt32] = [:]
    var total = 0
    let sizes = Dictionary(uniqueKeysWithValues: layers.map { ($0.name, $0.index.count) })
    for schema in store.layers where schema.geometryColumn != nil {
      start[schema.name] = UInt32(total)
      total += sizes[schema.name] ?? 0
    }
    try store.close()
    for number in layers.indices {
      layers[number].symbolRadius = 0
      layers[number].lineWidth = 0
    }
    tester = HitTester(layers: layers)
    bases = layers.map { start[$0.name] ?? 0 }
    ids = layers.map { layer in
      let base = start[layer.name] ?? 0
      var ids: [UInt32] = []
      var asked = layer
      // A filter is shown the id of every feature, in the index's order.
      asked.filter { fid, _ in
        ids.append(base &+ UInt32(truncatingIfNeeded: fid ?? 0))
        return true
      }
      return ids
    }
    count = total
  }
}
