import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace

/// Another program that writes the source once, by the rules or not.
final class ForeignWriter: CustomStringConvertible {
  /// How it writes.
  enum Kind: String, CaseIterable, Sendable {
    /// SQLite, opened for the purpose.
    case update
    /// SQLite, open since before.
    case heldUpdate
    /// SQLite, open since before, with its journal in memory: it does not notice a file moved away.
    case heldMemoryUpdate
    /// Renames a file of its own over the source, as editors and sync programs do.
    case renameOver
    /// Writes the source's bytes in place, as copying programs do.
    case overwrite
    /// Renames a file with the very bytes that were read over the source.
    case renameSame
    /// Removes the source.
    case remove

    /// Whether it replaces everything there is without a look at it.
    var isBlind: Bool {
      switch self {
      case .update, .heldUpdate, .heldMemoryUpdate: false
      case .renameOver, .overwrite, .renameSame, .remove: true
      }
    }
  }

  let kind: Kind
  /// The value by which its update is found again.
  let mark: String
  private let update: String
  private let source: String
  private let own: String
  private var connection: Connection?
  /// Whether it was told that it has written.
  private(set) var hasWritten = false

  var description: String { "\(kind.rawValue) \(mark)" }

  init(_ kind: Kind, mark: String, row: Int = 2, in fixture: PublishFixture) throws {
    (self.kind, self.mark, source) = (kind, mark, fixture.source)
    update = "UPDATE t SET n = '\(mark)' WHERE id = \(row)"
    own = fixture.folder.file("foreign-\(mark)")
    switch kind {
    case .heldUpdate, .heldMemoryUpdate:
      let connection = try Connection(path: source, mode: .update)
      try connection.execute("PRAGMA busy_timeout = 0")
      if kind == .heldMemoryUpdate { try connection.execute("PRAGMA journal_mode = MEMORY") }
      _ = try connection.prepare("SELECT * FROM t").step()
      self.connection = connection
    case .renameOver, .overwrite:
      try fixture.bytes?.write(to: URL(fileURLWithPath: own))
      try PublishFixture.sql(own, update)
    case .renameSame:
      try fixture.bytes?.write(to: URL(fileURLWithPath: own))
    case .update, .remove: break
    }
  }

  /// Writes, or is refused.
  func write() throws {
    switch kind {
    case .update:
      // A program does not make a source that is gone.
      guard let connection = try? Connection(path: source, mode: .update) else { return }
      try connection.execute("PRAGMA busy_timeout = 0")
      hasWritten = (try? connection.execute(update)) != nil
    case .heldUpdate, .heldMemoryUpdate:
      hasWritten = (try? connection?.execute(update)) != nil
    case .renameOver, .renameSame:
      try FileNames.rename(own, over: source)
      hasWritten = true
    case .overwrite:
      let bytes = try Data(contentsOf: URL(fileURLWithPath: own))
      guard let handle = FileHandle(forWritingAtPath: source) else { return }
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: bytes)
      try handle.close()
      hasWritten = true
    case .remove:
      hasWritten = unlink(source) == 0
    }
  }
}
