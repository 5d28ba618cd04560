import Foundation
import MeridianStore
import MeridianTestSupport

/// What a document says, as far as the tests change it, and that the rest is what it was.
struct TownContent: Equatable {
  /// `name|Id` of each pump.
  var pumps: [Int64: String] = [:]
  /// The texts of the notes.
  var notes: [String] = []
  /// All that nobody edits.
  var rest = ""
  /// What SQLite says of the file: `ok`.
  var check = ""

  /// Reads a file; nil when it cannot be read.
  init?(_ path: String) {
    do {
      let connection = try Connection(path: path, mode: .update)
      func rows(_ sql: String, _ body: (Statement) -> Void) throws {
        let rows = try connection.prepare(sql)
        while try rows.step() { body(rows) }
      }
      try rows("PRAGMA integrity_check") { check += $0.text(0) ?? "" }
      try rows("SELECT fid, name || '|' || Id FROM pumps") { pumps[$0.integer(0)] = $0.text(1) }
      for (table, columns) in [
        ("pumps", "quote(geom)"), ("buildings", "fid || quote(geom)"),
        ("streets", "fid || quote(geom)"), ("deaths", "fid || quote(geom)"),
      ] {
        try rows("SELECT group_concat(\(columns)) FROM \(table)") { rest += $0.text(0) ?? "" }
      }
      var hasNotes = false
      try rows("SELECT 1 FROM sqlite_schema WHERE name = 'meridian_markup'") { _ in
        hasNotes = true
      }
      if hasNotes {
        try rows("SELECT text FROM meridian_markup") { notes.append($0.text(0) ?? "") }
      }
    } catch {
      return nil
    }
  }
}

/// A document in a shared folder, with people who have their own state folders; all of it can be
/// put back to a moment that was kept.
final class Town {
  private let folder: TemporaryFolder
  /// What was read at the moment that was kept.
  private(set) var content: TownContent
  private(set) var bytes = Data()

  var live: String { folder.file("live") }
  var shared: String { live + "/shared" }
  var source: String { shared + "/town.gpkg" }

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    let files = FileManager.default
    try files.createDirectory(
      atPath: folder.file("live/shared"), withIntermediateDirectories: true)
    try files.copyItem(
      atPath: OraclePath.package + "/Data/samples/soho.gpkg",
      toPath: folder.file("live/shared/town.gpkg"))
    guard let read = TownContent(folder.file("live/shared/town.gpkg")) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    content = read
    try keep()
  }

  /// Keeps this moment.
  func keep() throws {
    let files = FileManager.default
    try? files.removeItem(atPath: folder.file("kept"))
    try files.copyItem(atPath: live, toPath: folder.file("kept"))
    bytes = try Data(contentsOf: URL(fileURLWithPath: source))
    if let read = TownContent(source) { content = read }
  }

  /// Puts everything back to the moment that was kept.
  func restore() throws {
    let files = FileManager.default
    try files.removeItem(atPath: live)
    try files.copyItem(atPath: folder.file("kept"), toPath: live)
  }

  /// The variables by which the program finds somebody's state.
  func environment(of person: String = "a") -> [String: String] {
    [
      "XDG_STATE_HOME": live + "/state-" + person, "XDG_CACHE_HOME": live + "/cache-" + person,
      "NO_COLOR": "1",
    ]
  }

  /// Starts the program on the document: the first word, the document, the others.
  func start(
    _ words: [String], by person: String = "a", with more: [String: String] = [:],
    launcher: [String] = []
  ) throws -> Child {
    try Child(
      [words[0], "town.gpkg"] + words.dropFirst() + ["--format", "json"], in: shared,
      environment: environment(of: person).merging(more) { $1 }, launcher: launcher)
  }

  /// Runs the program to its end.
  @discardableResult
  func run(
    _ words: String..., by person: String = "a", with more: [String: String] = [:],
    launcher: [String] = []
  ) throws -> Ending {
    try start(words, by: person, with: more, launcher: launcher).wait()
  }

  /// The word for the document's state, as the program tells it.
  func state(by person: String = "a") throws -> String {
    let ending = try run("status", by: person)
    guard let found = ending.output.firstRange(of: "\"state\":\"") else { return "\(ending)" }
    return String(ending.output[found.upperBound...].prefix { $0 != "\"" })
  }

  /// The names in the document's folder, the hidden ones with them.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: shared)) ?? []).sorted()
  }

  /// The folder of somebody's state of this document.
  func stateFolder(of person: String = "a") throws -> String {
    let root = live + "/state-\(person)/meridian"
    let names = try FileManager.default.contentsOfDirectory(atPath: root)
    return root + "/" + (names.first ?? "")
  }
}
