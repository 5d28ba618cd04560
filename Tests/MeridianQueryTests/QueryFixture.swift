import Foundation
import MeridianKernel
import MeridianQuery
import MeridianStore
import MeridianTestSupport

/// A store made for one test, or a sample of the repository.
final class QueryFixture {
  let store: any FeatureStore
  private let folder: TemporaryFolder?
  private let cache: TemporaryFolder
  let path: String

  /// Makes a GeoPackage of its layers.
  init(build: (GeoPackageWriter) throws -> Void) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    cache = try TemporaryFolder()
    path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    try build(writer)
    try writer.finish()
    store = try openStore(at: path, cacheFolder: cache.path)
  }

  /// Opens a sample of the repository.
  init(sample: String) throws {
    folder = nil
    cache = try TemporaryFolder()
    path = Golden.root + "/Data/samples/" + sample
    store = try openStore(at: path, cacheFolder: cache.path)
  }

  /// The ids of the features that match, in the order of the answer.
  func ids(
    _ layer: String, memory: Bool = false, _ fill: (inout FeatureQuery) -> Void
  ) throws -> [Int64] {
    try features(layer, memory: memory, fill).compactMap(\.fid)
  }

  /// The features that match, in the order of the answer.
  func features(
    _ layer: String, memory: Bool = false, _ fill: (inout FeatureQuery) -> Void
  ) throws -> [FoundFeature] {
    var query = FeatureQuery()
    fill(&query)
    let schema = try store.layer(named: layer)
    let bound = try LayerQuery(query, of: schema, in: store)
    if memory { bound.memory = try PlaneLayer(schema, in: store, crs: query.crs, columns: []) }
    var found: [FoundFeature] = []
    try bound.forEach {
      found.append($0)
      return true
    }
    return found
  }
}

/// A program of the machine, run to its end.
enum Tool {
  /// What it writes to standard output; nil when it is not installed.
  static func output(_ words: [String], input: String = "") throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let (source, sink) = (Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = sink
    process.standardError = FileHandle.nullDevice
    try process.run()
    // From another thread: both pipes are shorter than what goes through them.
    let feeder = Thread {
      source.fileHandleForWriting.write(Data(input.utf8))
      try? source.fileHandleForWriting.close()
    }
    feeder.start()
    let data = sink.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 127 ? nil : String(decoding: data, as: UTF8.self)
  }

  /// Whether a program is installed; says that a test is skipped when it is not.
  static func has(_ name: String, for test: String) throws -> Bool {
    let path = try output(["sh", "-c", "command -v \(name)"]) ?? ""
    if path.isEmpty { print("skipped: \(test): \(name) is not installed") }
    return !path.isEmpty
  }
}
