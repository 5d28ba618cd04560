import Foundation
import Testing

/// A headless browser spoken to over pipes: messages of JSON, each ended by a zero byte.
///
/// Descriptors 3 and 4 are the browser's; a shell puts standard input and output there.
final class Chromium {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let profile: URL
  private var received = Data()
  private var number = 0
  private var session: String?

  /// The browser of this machine, when it has one.
  static var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return names.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts it with an empty page; it is ended when it takes longer than ten minutes in all.
  init(path: String) throws {
    signal(SIGPIPE, SIG_IGN)
    profile = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())")
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", "sh", path,
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--remote-debugging-pipe", "--user-data-dir=\(profile.path())", "about:blank",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let process = process
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) {
      if process.isRunning { process.terminate() }
    }
    let page = try ask("Target.createTarget", ["url": "about:blank"])
    let target = try #require(page["targetId"] as? String)
    let answer = try ask("Target.attachToTarget", ["targetId": target, "flatten": true])
    session = try #require(answer["sessionId"] as? String)
  }

  /// Ends it and takes its profile away.
  func close() {
    session = nil
    _ = try? ask("Browser.close", [:])
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }

  /// Sends a command and waits for its answer; events in between are passed over.
  @discardableResult func ask(_ method: String, _ words: [String: Any]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": words]
    if let session { message["sessionId"] = session }
    try input.fileHandleForWriting.write(
      contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try next()
      guard answer["id"] as? Int == number else { continue }
      try #require(answer["error"] == nil, "\(method): \(answer["error"] ?? "")")
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  private func next() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[received.startIndex..<end]
        received = Data(received[received.index(after: end)...])
        let object = try JSONSerialization.jsonObject(with: message)
        return try #require(object as? [String: Any])
      }
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the browser has ended")
      received.append(data)
    }
  }

  /// What an expression gives, as JSON has it.
  func evaluate(_ expression: String) throws -> Any {
    let answer = try ask(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true])
    try #require(answer["exceptionDetails"] == nil, "\(answer)")
    return try #require((answer["result"] as? [String: Any])?["value"])
  }

  /// Emulates media features: `["prefers-contrast": "more"]`; all others are as usual.
  func emulate(_ features: [String: String]) throws {
    try ask(
      "Emulation.setEmulatedMedia",
      ["features": features.map { ["name": $0.key, "value": $0.value] }])
  }

  /// Text as a literal of JavaScript.
  static func literal(_ text: String) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: [text])
    return String(decoding: data, as: UTF8.self) + "[0]"
  }
}
