import Foundation
import MeridianTestSupport
import Testing

/// What a run of the program came to.
struct Ending: CustomStringConvertible {
  /// The exit code; that of a shell, 128 and the signal's number, where a signal ended it.
  let code: Int32
  let output: String
  let errors: String

  static let killed: Int32 = 137

  /// Whether the errors are one sentence, or nothing.
  var isOneSentence: Bool {
    guard errors.hasPrefix("meridian: "), errors.hasSuffix(".\n") else { return false }
    return errors.split(separator: "\n").count == 1
  }

  var description: String { "exit \(code) \(errors)\(code == 0 ? "" : output)" }
}

/// The program as a child process, whose output goes to files.
final class Child {
  private let process = Process()
  private let folder: TemporaryFolder

  /// Starts it in a folder; `launcher` is what starts it in turn, such as another user's shell.
  init(
    _ words: [String], in place: String, environment: [String: String] = [:],
    launcher: [String] = []
  ) throws {
    folder = try TemporaryFolder(inMemory: true)
    let program: URL = try #require(ProgramTests.program)
    let all = launcher + [program.path] + words
    process.executableURL = URL(fileURLWithPath: all[0])
    process.arguments = Array(all.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: place)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try handle("out")
    process.standardError = try handle("err")
    try process.run()
  }

  private func handle(_ name: String) throws -> FileHandle {
    let url = URL(fileURLWithPath: folder.file(name))
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  /// Ends it as a power failure would.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits for its end.
  func wait() throws -> Ending {
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }
    return Ending(
      code: process.terminationStatus + (isSignal ? 128 : 0), output: try text("out"),
      errors: try text("err"))
  }
}

/// How much is tried.
enum Rounds {
  /// `MERIDIAN_ROUNDS`, else so many.
  static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["MERIDIAN_ROUNDS"].flatMap(Int.init) ?? usual
  }
}
