/// The files and inline tokens of a resolver, each read once.
final class SourceStore {
  /// Files one resolver may read.
  static let fileLimit = 1_000

  private let root: JSONNode
  private let rootPath: String
  private var documents: [String: JSONNode] = [:]
  private var groups: [Key: Int] = [:]
  private var read: [WrittenGroup] = []
  private(set) var warnings: [TokenProblem] = []
  /// Entries of arrays of sources looked at so far.
  private var visited = 0
  private static let visitLimit = 10_000

  private struct Key: Hashable {
    var nodes: [JSONNode]
  }

  /// `rootPath` is the path of the document `root` on disk.
  init(root: JSONNode, rootPath: String) {
    self.root = root
    self.rootPath = rootPath
  }

  /// The document with the resolver itself.
  var document: JSONNode { root }

  /// The document a reference's path names, relative to the document `node` stands in.
  ///
  /// Resolver Module 2025.10, 4.2, leaves open which addresses a tool supports. Here: paths
  /// relative to the document with the reference, to a file in the resolver's folder or below it,
  /// links followed. No other computer is asked, and no file elsewhere is read.
  func document(_ path: Substring, for node: JSONNode) throws(TokenProblem) -> JSONNode {
    let text = String(path)
    if text.isEmpty { return node.tree === root.tree ? root : node.tree.root }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if text.hasPrefix("//") || text.dropFirst(scheme.count).hasPrefix(":") && !scheme.isEmpty {
      throw TokenProblem(
        "\(Quote.of(text)) is the address of another computer, and only files beside the resolver "
          + "are read; copy it there.", at: node.place)
    }
    guard !text.hasPrefix("/"), !text.contains("\\"), !text.utf8.contains(0) else {
      throw TokenProblem(
        "\(Quote.of(text)) is no relative path; write it from this file's folder, with \"/\".",
        at: node.place)
    }
    let folder = SourceFile.folder(of: rootPath)
    let from = SourceFile.folder(of: String(node.tree.file.dropFirst(folder.count)))
    guard let inside = Self.normalized(from + text) else {
      throw outside(text, at: node.place)
    }
    if let known = documents[inside] { return known }
    let name = folder + inside
    guard let real = SourceFile.realPath(name) else {
      throw TokenProblem(
        "There is no file \(Quote.of(inside)) in the resolver's folder; check the name.",
        at: node.place)
    }
    guard let base = SourceFile.realPath(folder.isEmpty ? "." : folder),
      real.hasPrefix(base.hasSuffix("/") ? base : base + "/")
    else { throw outside(text, at: node.place) }
    guard documents.count < Self.fileLimit else {
      throw TokenProblem(
        "The resolver reads more than \(Self.fileLimit) files; join some of them.", at: node.place)
    }
    if SourceFile.realPath(rootPath) == real { return root }
    let document = try SourceFile.read(real, name: name)
    documents[inside] = document
    return document
  }

  private func outside(_ text: String, at place: SourcePlace) -> TokenProblem {
    TokenProblem(
      "\(Quote.of(text)) lies outside the resolver's folder; move the file into it.", at: place)
  }

  /// A path without `.` and `..`; `nil` when it leaves the folder.
  private static func normalized(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The number of a source of tokens made of an object's members.
  func source(_ members: [JSONNode.Member]) throws(TokenProblem) -> Int {
    let key = Key(nodes: members.map(\.value))
    if let known = groups[key], !members.isEmpty { return known }
    var reader = GroupReader()
    read.append(try reader.source(members))
    warnings += reader.warnings
    groups[key] = read.count - 1
    return read.count - 1
  }

  /// Counts an entry of an array of sources: sets that refer to sets could double without end.
  func visit(_ node: JSONNode) throws(TokenProblem) {
    visited += 1
    guard visited <= Self.visitLimit else {
      throw TokenProblem(
        "The sets refer to more than \(Self.visitLimit) sources together; flatten them.",
        at: node.place)
    }
  }

  func group(_ source: Int) -> WrittenGroup { read[source] }
}
