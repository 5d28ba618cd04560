internal import MeridianKernel
public import MeridianStore

/// Where documents keep what is not in their files.
public struct DocumentFolders: Hashable, Sendable {
  /// Copies of files that cannot be read in place, and indexes: may be emptied at any time.
  public var cache: String
  /// Working copies with unpublished changes, a folder for each document.
  public var state: String

  /// Names two folders, which are made when they are needed.
  public init(cache: String, state: String) {
    self.cache = cache
    self.state = state
  }
}

/// A document: one file with its layers, and the changes to it that are not yet published.
///
/// Opening reads the source in place. At the first change its bytes are copied, and from then on
/// the working copy is what every reader sees, with the edit session laid over. Not Sendable:
/// whoever opens it keeps it; ``Workspace`` is the actor around it.
///
/// ```swift
/// let document = try Document(at: "town.gpkg", folders: folders)
/// try document.edit("mills", fid: 7, [("name", .text("Old Mill"))])
/// try document.save()
/// ```
public final class Document {
  /// The source's path as it was given.
  public let path: String
  /// The folders it was opened with.
  public let folders: DocumentFolders
  /// What readers see: the source, or the working copy with the session laid over.
  public private(set) var store: any FeatureStore
  /// The layers in drawing order, the topmost last; tables without geometry come after them.
  public private(set) var layers: [DocumentLayer] = []
  /// The edits of the session, in the order in which they were made.
  public internal(set) var session: [SessionEdit] = []
  /// Those of them that are not saved.
  private(set) var pending = PendingEdits([])
  /// What the file asks of columns, of the layers that were asked for.
  var forms: [String: LayerForm] = [:]

  /// The source's path without links.
  let source: String
  private var knownState: StateFolder?
  /// The working copy, when readers see it.
  private(set) var copy: WorkingCopy?
  /// What of the working copy differs from the source, without the session.
  public private(set) var savedDirt: Dirt = []
  /// Whether a save has changed rows or geometries, as only triggers of the file's own do.
  private(set) var hasOtherRows = false
  private(set) var settings: [String: LayerSettings] = [:]
  /// What is worth saying about the document, beyond what the store says.
  public internal(set) var notices: [String] = []
  /// The source's digest when it was read last, and the file it was read from.
  var lastReading: (file: StoreFile.Fingerprint, digest: ContentDigest)?
  private let ignoresCopy: Bool
  private var lock: FileLock?
  private var openWriter: Connection?

  /// Opens a document: its working copy where that holds changes, else the source in place.
  ///
  /// - Parameter ignoresCopy: reads the source itself, whatever changes wait.
  ///
  /// A publish that a crash has interrupted is finished or taken back first.
  public init(
    at path: String, folders: DocumentFolders, ignoresCopy: Bool = false
  ) throws(WorkspaceError) {
    self.path = path
    self.folders = folders
    self.ignoresCopy = ignoresCopy
    source = FileAccess.canonical(path)
    do {
      let existing =
        ignoresCopy ? nil : try StateFolder(existingFor: source, in: folders.state)
      knownState = existing
      if let existing { notices = try Self.recover(existing) }
      let opened = try Self.open(
        path, source, existing, folders: folders)
      store = opened.store
      copy = opened.copy
    } catch {
      throw WorkspaceError(error, path: path)
    }
    try readTables()
  }

  /// The folder of the document's state, whether or not it is there.
  func state() throws(WorkspaceError) -> StateFolder {
    if let knownState { return knownState }
    do throws(StoreError) {
      let state = try StateFolder(for: source, in: folders.state)
      knownState = state
      return state
    } catch {
      throw .store(error)
    }
  }

  /// Finishes or takes back a publish that has ended in the middle, unless somebody is at it.
  private static func recover(_ state: StateFolder) throws -> [String] {
    guard PublishRecovery.isNeeded(in: state.path),
      let lock = try FileLock.take(state.lock)
    else { return [] }
    defer { withExtendedLifetime(lock) {} }
    let finding = try PublishRecovery.run(in: state.path) {
      _ throws(WorkspaceError) in try settle(state)
    }
    let (sentence, kept): (String, [String]) =
      switch finding {
      case .none: ("", [])
      case .published(_, let kept): ("an interrupted publish has been finished", kept)
      case .notPublished(let kept):
        ("an interrupted publish has been taken back; its changes are still here", kept)
      }
    return (sentence.isEmpty ? [] : [sentence])
      + kept.map { "a version of somebody else's is kept as \($0)" }
  }

  private static func open(
    _ path: String, _ source: String, _ state: StateFolder?, folders: DocumentFolders
  ) throws -> (store: any FeatureStore, copy: WorkingCopy?) {
    guard let state, state.hasDocument else { return (try openSource(path, folders), nil) }
    let isThere = FileAccess.exists(source)
    // A file that is not there forbids nothing; a publish tells that it is gone.
    let view = StoreView(
      shownPath: path, isReadOnly: isThere && !FileAccess.isWritable(source))
    let (copy, store, isDirty) = try WorkingCopy.reading(shownAs: path) {
      let copy = try WorkingCopy(in: state)
      try copy.recover()
      let store = try openStore(at: state.document, cacheFolder: folders.cache, as: view)
      return (copy, store, try hasChanges(store))
    }
    if isDirty || !isThere { return (store, copy) }
    // Clean: the source holds the same, or what has come since.
    let original = try openSource(path, folders)
    guard original.identity?.text != copy.record.identity else {
      try original.close()
      return (store, copy)
    }
    try store.close()
    return (original, nil)
  }

  private static func openSource(
    _ path: String, _ folders: DocumentFolders
  ) throws -> any FeatureStore {
    do {
      return try openStore(at: path, cacheFolder: folders.cache)
    } catch StoreError.notFound where CloudPlaceholder(for: path) != nil {
      throw WorkspaceError.unavailable(
        path: path, reason: "only a cloud placeholder of it is here; download it first")
    }
  }

  /// Whether a working copy holds anything that its source does not.
  private static func hasChanges(_ store: any FeatureStore) throws(SQLiteError) -> Bool {
    guard let connection = store.readingConnection else { return false }
    if try WorkspaceTables.number("dirt", in: connection) ?? 0 > 0 { return true }
    return try connection.prepare("SELECT 1 FROM meridian_edit WHERE state = 'pending'").step()
  }

  /// Reads what the file says of the document itself.
  func readTables() throws(WorkspaceError) {
    guard let connection = store.readingConnection else {
      layers = DocumentLayer.all(of: store, settings: [:])
      return
    }
    do {
      settings = try LayerSettings.read(connection)
      if copy != nil {
        session = try SessionEdit.read(connection)
        let bits = try WorkspaceTables.number("dirt", in: connection) ?? 0
        savedDirt = Dirt(rawValue: UInt8(truncatingIfNeeded: bits))
        hasOtherRows = try WorkspaceTables.number("other_rows", in: connection) ?? 0 > 0
        pending = PendingEdits(session)
        store.layOver(pending.overlay)
      }
    } catch {
      throw copy == nil
        ? WorkspaceError(error, path: path) : WorkingCopy.broken(error, shownAs: path)
    }
    layers = DocumentLayer.all(of: store, settings: settings)
  }

  /// The layer of a name; letters' case matters only between names that differ by it alone.
  public func layer(named name: String) throws(WorkspaceError) -> DocumentLayer {
    do throws(StoreError) {
      let schema = try store.layer(named: name)
      guard let layer = layers.first(where: { $0.name == schema.name }) else {
        throw .noSuchLayer(
          name: name, path: path, existing: layers.map(\.name), suggestion: nil)
      }
      return layer
    } catch {
      throw .store(error)
    }
  }

  /// Whether readers see a working copy.
  public var hasWorkingCopy: Bool { copy != nil }

  /// Whether the session holds edits that are not saved.
  public var hasSessionEdits: Bool { session.contains { $0.state == .pending } }

  /// Whether there is something that the source does not hold.
  public var isDirty: Bool {
    !savedDirt.isEmpty || hasSessionEdits
  }

  /// Ends reading and lets go of everything; a file that was read without locks is checked to be
  /// unchanged.
  public func close() throws(WorkspaceError) {
    openWriter = nil
    lock = nil
    do throws(StoreError) { try store.close() } catch { throw .store(error) }
  }
}

// MARK: - Changing

extension Document {
  /// Refuses a document that must not be changed, before anything is.
  func checkChangeable() throws(WorkspaceError) {
    if store.isReadOnly {
      throw .store(
        .inputOutput(path: path, detail: "the file or its folder is read-only"))
    }
    do {
      guard let connection = store.readingConnection else { return }
      if let version = try WorkspaceTables.version(in: connection),
        version > WorkspaceTables.version
      {
        throw WorkspaceError.newerFormat(path: path, version: version)
      }
    } catch {
      throw WorkspaceError(error, path: path)
    }
  }

  /// Runs a change of the working copy in one transaction, which is on the disk when this returns.
  ///
  /// - Parameter dirt: what of the working copy differs from the source by it; nothing for edits of
  ///   the session, which do not until they are saved.
  /// - Parameter rereading: whether what the file says of the document itself is read again after.
  func change<Result>(
    _ dirt: Dirt, rereading: Bool = true, _ body: (Connection) throws -> Result
  ) throws(WorkspaceError) -> Result {
    let result: Result
    do {
      let connection = try writer()
      try connection.execute("BEGIN IMMEDIATE")
      do {
        result = try body(connection)
        let now = savedDirt.union(dirt)
        if now != savedDirt {
          try WorkspaceTables.set("dirt", to: Int64(now.rawValue), in: connection)
        }
        if FileAccess.isInterrupted { throw StoreError.interrupted }
        try connection.execute("COMMIT")
      } catch {
        // The first error is the one to tell; closing rolls back too.
        try? connection.execute("ROLLBACK")
        throw error
      }
    } catch {
      throw WorkspaceError(error, path: path)
    }
    if rereading { try readTables() }
    return result
  }

  /// Adds edits to what is known of the session, as they stand in the working copy already.
  func extendSession(_ added: [SessionEdit]) {
    session += added
    for item in added {
      pending.append(item.edit)
      store.layOver(
        item.edit.after, layer: item.edit.layer, fid: item.edit.fid, column: item.edit.column)
    }
  }

  /// The connection that writes the working copy, which is made when there is none.
  private func writer() throws -> Connection {
    if let openWriter { return openWriter }
    try checkChangeable()
    try hold()
    if copy == nil { try makeCopy() }
    let connection = try WorkingCopy.openForWriting(state().document)
    // A copy of an older version may lack tables.
    try connection.transaction { () throws(SQLiteError) in
      try WorkspaceTables.prepare(connection)
    }
    openWriter = connection
    return connection
  }

  /// Keeps other processes from changing this document until it is closed.
  func hold() throws {
    guard lock == nil else { return }
    let state = try state()
    FileAccess.makeFolders(state.path)
    guard FileAccess.exists(state.path) else {
      throw StoreError.inputOutput(
        path: folders.state, detail: "the folder in which changes wait cannot be made there")
    }
    guard let held = try FileLock.take(state.lock) else {
      throw WorkspaceError.documentInUse(path: path)
    }
    lock = held
    if PublishRecovery.isNeeded(in: state.path) {
      _ = try PublishRecovery.run(in: state.path) {
        _ throws(WorkspaceError) in try Self.settle(state)
      }
    }
    // What was read before may have changed until the lock was there.
    if state.hasDocument { try reopen() }
  }

  /// Lets go of the connection that writes; the lock stays.
  func closeWriter() { openWriter = nil }

  /// Makes the working copy of the source as it is now, in the place of one that holds nothing.
  private func makeCopy() throws {
    try store.close()
    let fresh = try Self.openSource(path, folders)
    store = fresh
    try WorkingCopy.make(of: source, shownAs: path, identity: fresh.identity, in: state())
    try reopen()
  }

  /// Opens what readers see anew, such as after another process has changed it.
  func reopen() throws {
    openWriter = nil
    try? store.close()
    (store, copy) = try Self.open(path, source, ignoresCopy ? nil : state(), folders: folders)
    session = []
    pending = PendingEdits([])
    forms = [:]
    savedDirt = []
    hasOtherRows = false
    try readTables()
  }
}
