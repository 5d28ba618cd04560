import Foundation

/// The files that the repository keeps, read once for all rules.
struct Repository: Sendable {
  /// One file: its path from the root, and its text unless it holds something else.
  struct File: Sendable {
    let path: String
    let text: String
    /// Of Swift, the text without comments, strings and raw names.
    let code: String

    init(path: String, text: String) {
      self.path = path
      self.text = text
      code = path.hasSuffix(".swift") ? SwiftText(text).code : ""
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    /// Whether a program of the repository has written it.
    var isGenerated: Bool { path.contains("/generated/") }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
  }

  /// The files of text, in order of their paths.
  var files: [File]
  /// The paths of all files.
  var paths: Set<String>

  /// The repository that these tests belong to.
  static let current = Repository(
    root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent())

  /// Made of given texts, to try a rule on.
  init(_ texts: [String: String]) {
    files = texts.sorted { $0.key < $1.key }.map { File(path: $0.key, text: $0.value) }
    paths = Set(texts.keys)
  }

  private init(root: URL) {
    paths = Set(Self.tracked(root) ?? Self.walked(root))
    files = paths.sorted().compactMap { path in
      guard let data = try? Data(contentsOf: root.appending(path: path)), !data.contains(0),
        let text = String(data: data, encoding: .utf8)
      else { return nil }
      return File(path: path, text: text)
    }
    paths = paths.filter { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
  }

  var swift: [File] { files.filter { $0.path.hasSuffix(".swift") && !$0.isGenerated } }
  var markdown: [File] { files.filter { $0.path.hasSuffix(".md") && !$0.isGenerated } }

  /// Whether a path from the root names a file or a folder.
  func has(_ path: String) -> Bool {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return paths.contains(path) || paths.contains { $0.hasPrefix(path + "/") }
  }

  /// What git keeps or would keep; nil where there is no git.
  private static func tracked(_ root: URL) -> [String]? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", root.path, "ls-files", "-z", "-co", "--exclude-standard"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !data.isEmpty else { return nil }
    return data.split(separator: 0).compactMap { String(data: $0, encoding: .utf8) }
  }

  /// Every file below the root but those that are built.
  private static func walked(_ root: URL) -> [String] {
    guard let all = FileManager.default.enumerator(atPath: root.path) else { return [] }
    return all.compactMap { $0 as? String }.filter { path in
      let top = path.split(separator: "/").first
      return top != ".build" && top != ".git" && top != "docs"
    }
  }
}

/// What a rule found: where, and what is wrong.
struct Finding: Hashable, CustomStringConvertible {
  var path: String
  var line: Int
  var text: String

  var description: String { line == 0 ? "\(path): \(text)" : "\(path):\(line): \(text)" }
}

extension Repository.File {
  /// Every match of a pattern in a text of this file, as its line and its groups.
  func matches(_ pattern: String, in text: String? = nil) -> [(line: Int, groups: [String])] {
    let text = text ?? self.text
    guard let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    else { return [(0, ["the pattern \(pattern) is not valid"])] }
    let whole = text as NSString
    var line = 1
    var counted = 0
    return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
      match in
      let between = NSRange(location: counted, length: match.range.location - counted)
      line += whole.substring(with: between).utf8.count { $0 == UInt8(ascii: "\n") }
      counted = match.range.location
      return (
        line,
        (0..<match.numberOfRanges).map { group in
          let range = match.range(at: group)
          return range.location == NSNotFound ? "" : whole.substring(with: range)
        }
      )
    }
  }

  /// A finding for every match.
  func findings(_ pattern: String, in text: String? = nil, _ complaint: String) -> [Finding] {
    matches(pattern, in: text).map {
      Finding(path: path, line: $0.line, text: "\(complaint): \($0.groups[0])")
    }
  }
}
