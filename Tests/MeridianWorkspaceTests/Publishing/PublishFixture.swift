import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// A source, and the state folder of each of those who edit it, as small as a database can be.
///
/// Row 1 is for publishers, rows 2 and 3 for other programs, so that an update that is made on top
/// of another leaves it.
struct PublishFixture {
  let folder: TemporaryFolder
  let source: String
  let base: ContentDigest

  /// The bytes of the source, and of the working copies of two editors.
  private static let template: (source: Data, working: [String: Data]) = {
    do {
      let folder = try TemporaryFolder(inMemory: true)
      let path = folder.file("a.gpkg")
      try sql(
        path,
        "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT);"
          + "INSERT INTO t VALUES (1, 'base'), (2, 'base'), (3, '')")
      let source = try Data(contentsOf: URL(fileURLWithPath: path))
      var working: [String: Data] = [:]
      for name in ["A", "B"] {
        try source.write(to: URL(fileURLWithPath: path))
        try sql(
          path,
          "UPDATE t SET n = '\(name)' WHERE id = 1;"
            + "CREATE TABLE session (text TEXT); INSERT INTO session VALUES ('secret word')")
        working[name] = try Data(contentsOf: URL(fileURLWithPath: path))
      }
      return (source, working)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  init(inMemory: Bool = true, _ name: String = "town.gpkg") throws {
    folder = try TemporaryFolder(inMemory: inMemory)
    try FileManager.default.createDirectory(
      atPath: folder.file("shared"), withIntermediateDirectories: false)
    source = folder.file("shared/" + name)
    try Self.template.source.write(to: URL(fileURLWithPath: source))
    base = try ContentDigest(of: Array(Self.template.source))
    for (editor, bytes) in Self.template.working {
      let state = folder.file(editor)
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
      try bytes.write(to: URL(fileURLWithPath: state + "/document.gpkg"))
      try Self.template.source.write(to: URL(fileURLWithPath: state + "/base.gpkg"))
      try Data("\(base)\n".utf8).write(to: URL(fileURLWithPath: state + "/base"))
    }
  }

  /// What an editor would publish; `settled` counts how often it was told that it is done.
  func job(
    _ editor: String = "A", source path: String? = nil, base digest: ContentDigest? = nil,
    settled: Counter = Counter()
  ) -> PublishJob {
    PublishJob(
      source: path ?? source, working: state(editor) + "/document.gpkg", base: digest ?? base,
      state: state(editor), prepare: Self.prepare, settle: { _ in settled.count += 1 })
  }

  static func prepare(_ connection: Connection) throws(WorkspaceError) {
    do throws(SQLiteError) {
      try connection.execute("DROP TABLE session")
    } catch {
      throw .store(error.storeError(path: connection.path))
    }
  }

  func state(_ editor: String = "A") -> String { folder.file(editor) }

  func recover(
    _ editor: String = "A", settled: Counter = Counter()
  ) throws -> PublishRecovery.Finding {
    try PublishRecovery.run(in: state(editor)) { _ in settled.count += 1 }
  }

  /// The names in the folder of the source.
  var names: [String] { names("shared") }
  func names(_ name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file(name))) ?? []).sorted()
  }

  var bytes: Data? { try? Data(contentsOf: URL(fileURLWithPath: source)) }

  func digest(_ path: String? = nil) throws -> ContentDigest {
    try ContentDigest(of: Array(Data(contentsOf: URL(fileURLWithPath: path ?? source))))
  }

  /// The values of all rows: `A|base|`; nil when there is no whole database.
  static func content(_ path: String) -> String? {
    guard FileManager.default.fileExists(atPath: path),
      let connection = try? Connection(path: path, mode: .immutable),
      let check = try? connection.pageFaults(), check.isEmpty,
      let rows = try? connection.prepare("SELECT group_concat(n, '|') FROM t"),
      (try? rows.step()) == true
    else { return nil }
    return rows.text(0)
  }

  var content: String? { Self.content(source) }

  static func sql(_ path: String, _ text: String) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA busy_timeout = 0")
    try connection.execute(text)
  }

  func sql(_ text: String) throws { try Self.sql(source, text) }

  /// What no publish may ever touch: the working copy.
  func expectEditsSafe(_ editor: String = "A") throws {
    let working = try Data(contentsOf: URL(fileURLWithPath: state(editor) + "/document.gpkg"))
    #expect(working == Self.template.working[editor])
  }

  /// What a publish that came to nothing leaves: nothing.
  func expectNothingWritten(_ editor: String = "A") throws {
    #expect(names == ["town.gpkg"])
    #expect(names(editor) == ["base", "base.gpkg", "document.gpkg"])
    try expectEditsSafe(editor)
  }

  /// What a state folder holds after a publish.
  func expectPublished(_ digest: ContentDigest, _ editor: String = "A") throws {
    let state = state(editor)
    let text = try String(contentsOfFile: state + "/base", encoding: .utf8)
    #expect(text == "\(digest)\n")
    #expect(try self.digest(state + "/base.gpkg") == digest)
    #expect(try self.digest(state + "/previous.gpkg") == base)
    #expect(
      names(editor) == ["base", "base.gpkg", "document.gpkg", "previous.gpkg", "published"])
    try expectEditsSafe(editor)
  }
}

/// A number that closures may count.
final class Counter {
  var count = 0
}
