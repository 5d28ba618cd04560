internal import MeridianStore

/// The documents of a folder with their states.
///
/// ```swift
/// let library = try DocumentLibrary(of: "maps", folders: folders)
/// for entry in library.entries { print(entry.name, entry.state.text) }
/// ```
public struct DocumentLibrary: Hashable, Sendable {
  /// One document.
  public struct Entry: Hashable, Sendable {
    /// What it is called: its file's name without the extension.
    public var name: String
    /// Its path, also where only a placeholder of it is there.
    public var path: String
    /// Its state; unavailable when it cannot be opened, whatever the reason.
    public var state: DocumentState
  }

  /// The documents by their names, without regard to case.
  public let entries: [Entry]

  /// The ends of names that documents have.
  static let endings = [".gpkg", ".sqlite", ".db"]

  /// Looks at every document of a folder, and at none of the folders in it. Each is opened, and
  /// read as far as its state asks for.
  ///
  /// A placeholder of the cloud (`.town.gpkg.icloud`) is listed as the document it stands for.
  /// Throws when the folder cannot be listed.
  public init(of folder: String, folders: DocumentFolders) throws(WorkspaceError) {
    let names: [String]
    do throws(StoreError) { names = try FileAccess.names(in: folder) } catch { throw .store(error) }
    let files = Set(names.compactMap(Self.document))
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    entries = files.map { file in
      let state = (try? DocumentState.of(base + file, folders: folders)) ?? .unavailable
      return Entry(name: DocumentName(file).title, path: base + file, state: state)
    }.sorted { a, b in
      (a.name.lowercased(), a.path) < (b.name.lowercased(), b.path)
    }
  }

  /// The file that a name is of, or stands for; nil when it is no document.
  private static func document(_ name: String) -> String? {
    let placeholder = ".icloud"
    if name.hasPrefix("."), name.hasSuffix(placeholder) {
      let inner = String(name.dropFirst().dropLast(placeholder.count))
      return isDocument(inner) ? inner : nil
    }
    return isDocument(name) ? name : nil
  }

  /// Hidden files are none: a publish has one for a moment.
  private static func isDocument(_ name: String) -> Bool {
    let folded = name.lowercased()
    return !name.hasPrefix(".")
      && endings.contains { folded.hasSuffix($0) && folded.utf8.count > $0.utf8.count }
  }
}
