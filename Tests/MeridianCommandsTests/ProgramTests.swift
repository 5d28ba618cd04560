import Foundation
import MeridianTestSupport
import Testing

/// The program itself, as a process.
struct ProgramTests {
  /// The program beside the tests, or `nil` when only the tests were built.
  static let program: URL? = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let folders = [
      bundle.bundleURL.deletingLastPathComponent(),
      URL(fileURLWithPath: Golden.root + "/.build/debug"),
    ]
    return folders.map { $0.appendingPathComponent("meridian") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()

  private func run(_ words: [String], input: Data = Data()) throws -> (Data, String, Int32) {
    let process = Process()
    let program: URL = try #require(Self.program)
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: Golden.root)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) throws -> FileHandle {
      let url = folder.appendingPathComponent(name)
      try (name == "in" ? input : Data()).write(to: url)
      return try name == "in" ? FileHandle(forReadingFrom: url) : FileHandle(forWritingTo: url)
    }
    process.standardInput = try file("in")
    process.standardOutput = try file("out")
    process.standardError = try file("err")
    try process.run()
    process.waitUntilExit()
    let output = try Data(contentsOf: folder.appendingPathComponent("out"))
    let errors = try String(contentsOf: folder.appendingPathComponent("err"), encoding: .utf8)
    return (output, errors, process.terminationStatus)
  }

  @Test func `the program says its version and ends with 0`() throws {
    let (output, errors, code) = try run(["--version"])
    #expect(String(decoding: output, as: UTF8.self) == "meridian 0.1.0\n")
    #expect(errors.isEmpty && code == 0)
  }

  @Test func `the program answers a batch as the library does`() throws {
    let input = #"{"id":1,"op":"inverse","from":[0,0],"to":[0,1]}"# + "\n?\n"
    let (output, errors, code) = try run(["measure", "-"], input: Data(input.utf8))
    let session = Session(["measure", "-"], input: input)
    #expect(String(decoding: output, as: UTF8.self) == session.output)
    #expect(errors.isEmpty && code == 4)
  }

  @Test func `output that cannot be written ends with 7 and a sentence`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let process = Process()
    let program: URL = try #require(Self.program)
    process.executableURL = program
    process.arguments = ["help"]
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 7)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "meridian: Cannot write to standard output: no space is left on the device; "
        + "free some and run it again.\n")
  }
}
