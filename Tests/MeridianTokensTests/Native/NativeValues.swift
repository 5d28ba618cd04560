import Foundation

@testable import MeridianTokens

/// Sets that the generated code is compiled, run and compared for: one made by hand, and the two
/// of the project.
enum NativeSets {
  static let all: [DesignSystem] = {
    let project = ["aero", "remly"].compactMap { name in
      try? TokenReader.read(root + "/Data/tokens/\(name).resolver.json").system
    }
    return [Samples.system, HardSample.system] + project
  }()

  /// The folder of the package.
  static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url.path
  }()
}

/// What a value is called in the lines that the programs print.
struct ValueKey: Hashable, CustomStringConvertible {
  var set: String
  /// A token's path, or `material/sheet/26` and the like.
  var name: String
  /// The place among the 16 contexts of a platform.
  var context: Int

  var description: String { "\(set) \(name) in context \(context)" }

  /// Everything that a platform's code of a set must say.
  static func expected(of system: DesignSystem, on platform: Context.Platform) -> [ValueKey: String]
  {
    var values: [ValueKey: String] = [:]
    for context in Context.all where context.platform == platform {
      let canonical = CanonicalValue(system: system, context: context)
      func put(_ name: String, _ text: String) {
        values[ValueKey(set: system.name, name: name, context: context.index % 16)] = text
      }
      for token in system.tokens { put(token.path.description, canonical.text(token.path)) }
      for spring in system.springs {
        put(
          "spring/\(spring.name)",
          "\(canonical.text(spring.dampingRatio)) \(canonical.text(spring.stiffness))")
      }
      for wallpaper in system.wallpapers {
        put("wallpaper/\(wallpaper.name)", canonical.text(wallpaper))
      }
      for cell in cells(of: system, context) {
        let material = system.materials.material(for: cell)
        put(
          "material/\(cell.role)/\(cell.version)/\(cell.isLowRAM)",
          "\(material?.name ?? "none"): "
            + (material?.layers ?? []).map(canonical.text).joined(separator: " + "))
      }
    }
    return values
  }

  /// Every surface in a context, with versions around each that a row begins with.
  static func cells(of system: DesignSystem, _ context: Context) -> [MaterialTable.Question] {
    system.materials.roles.flatMap { role in
      versions(of: system).flatMap { version in
        (context.platform == .android ? [false, true] : [false]).map { isLowRAM in
          MaterialTable.Question(
            role: role, platform: context.platform, version: version, isLowRAM: isLowRAM,
            transparency: context.transparency, contrast: context.contrast)
        }
      }
    }
  }

  /// In order.
  static func versions(of system: DesignSystem) -> [Int] {
    let starts = system.materials.rows.compactMap(\.minimumVersion)
    return Set([0, 17, 100] + starts + starts.map { $0 - 1 } + starts.map { $0 + 1 }).sorted()
  }

  /// The lines of a program's output.
  static func read(_ output: String) -> [ValueKey: String] {
    var values: [ValueKey: String] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 4, let context = Int(words[2]) else { continue }
      values[ValueKey(set: words[0], name: words[1], context: context)] = words[3]
    }
    return values
  }

  /// Where two tables differ, a few of the first.
  static func differences(_ expected: [ValueKey: String], _ found: [ValueKey: String]) -> [String] {
    let keys = Set(expected.keys).union(found.keys)
    let differences = keys.filter { expected[$0] != found[$0] }.map {
      "\($0): expected \(expected[$0] ?? "nothing"), found \(found[$0] ?? "nothing")"
    }
    return Array(differences.sorted().prefix(10))
  }
}

/// A run of a program: what it printed, and what it complained about.
struct ToolRun {
  var status: Int32
  var output: String

  /// Runs a program found on the path; nothing when there is none.
  static func run(_ words: [String]) throws -> ToolRun? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 { return nil }
    return ToolRun(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}

/// A folder for generated code, gone when the tests are over.
final class GeneratedFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "meridian-tokens-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes files; returns the paths of those with an ending.
  func write(_ files: [OutputFile], ending: String) throws -> [String] {
    for file in files {
      let url = URL(fileURLWithPath: path + "/" + file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try file.text.write(to: url, atomically: true, encoding: .utf8)
    }
    return files.map { path + "/" + $0.path }.filter { $0.hasSuffix(ending) }
  }

  /// The files of a folder of stubs beside the tests.
  static func stubs(_ name: String) throws -> [String] {
    let folder = NativeSets.root + "/Tests/MeridianTokensTests/Surfaces/" + name
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { folder + "/" + $0 }
  }
}
