import Foundation
import MeridianCommands
import MeridianKernel
import MeridianStore

/// A folder of its own in which a test imports and exports.
final class ExchangeFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("meridian-exchange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and answers its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Writes bytes and answers their path.
  @discardableResult
  func write(bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// The names of everything in the folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// What a run of the program says; words that start with `=` name files of the folder.
  func run(
    _ words: String..., input: String = "", piece: Int = .max,
    isInterrupted: @escaping () -> Bool = { false }
  ) -> Answer {
    let (out, err) = (MemorySink(), MemorySink())
    let invocation = Invocation(
      arguments: words.map { $0.hasPrefix("=") ? file(String($0.dropFirst())) : $0 },
      environment: ["XDG_CACHE_HOME": path + "/../meridian-exchange-cache"],
      input: MemorySource(input, piece: piece), output: out, errors: err,
      isInterrupted: isInterrupted)
    let code = runMeridian(invocation)
    return Answer(
      output: out.text, errors: err.text.replacingOccurrences(of: path + "/", with: ""), code: code)
  }

  struct Answer: Equatable {
    var output: String
    var errors: String
    var code: Int32
  }

  /// One row of a layer as it was stored.
  struct Row: Equatable {
    var fid: Int64?
    var geometry: GeometryBuffer?
    var values: [AttributeValue]
  }

  /// A layer of a store: its schema, and its rows without the key.
  func layer(_ name: String, of store: String) throws -> (schema: LayerSchema, rows: [Row]) {
    let opened = try openStore(at: file(store), cacheFolder: path + "/cache")
    let schema = try opened.layer(named: name)
    let columns = schema.columns.filter { !$0.isPrimaryKey }.map(\.name)
    var rows: [Row] = []
    try opened.forEachRow(in: schema, columns: columns) { row, status, geometry, values in
      let hasGeometry = status == .valid || status == .empty
      rows.append(
        Row(fid: row.fid, geometry: hasGeometry ? copy geometry : nil, values: values))
      return true
    }
    try opened.close()
    return (schema, rows)
  }

  /// Names and declared types of a layer's columns without its key.
  func columns(_ name: String, of store: String) throws -> [String] {
    try layer(name, of: store).schema.columns.filter { !$0.isPrimaryKey }
      .map { "\($0.name) \($0.declaredType)" }
  }
}

/// Programs of GDAL that tests compare with; nil, with a line said, where they are missing.
enum GDAL {
  /// Runs a program with words and answers what it wrote.
  static func run(_ name: String, _ words: [String], for test: String = #function) throws -> String?
  {
    let path = "/usr/bin/" + name
    guard FileManager.default.isExecutableFile(atPath: path) else {
      print("skipped: \(test) (no \(name))")
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self) + (process.terminationStatus == 0 ? "" : "!")
  }
}
