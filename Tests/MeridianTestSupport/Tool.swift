import Foundation

/// A program of the machine, run to its end.
public enum Tool {
  /// What it writes to standard output; nil when it is not installed.
  public static func output(_ words: [String], input: String = "") throws -> String? {
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
  public static func has(_ name: String, for test: String) throws -> Bool {
    let path = try output(["sh", "-c", "command -v \(name)"]) ?? ""
    if path.isEmpty { print("skipped: \(test): \(name) is not installed") }
    return !path.isEmpty
  }
}
