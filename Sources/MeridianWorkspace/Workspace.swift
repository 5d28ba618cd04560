public import MeridianStore

/// A document that several tasks share: changes go one after the other, and whoever shows it holds
/// the newest snapshot.
///
/// ```swift
/// let workspace = try await Workspace.open(at: "town.gpkg", folders: folders)
/// try await workspace.edit("mills", fid: 7, "name", to: .text("Old Mill"))
/// for await snapshot in await workspace.snapshots { view.show(snapshot) }
/// ```
public actor Workspace {
  private let document: Document
  private let filtering: DefinitionFiltering?
  private var kept: KeptSnapshot
  private var watchers: [Int: AsyncStream<WorkspaceSnapshot>.Continuation] = [:]
  private var nextWatcher = 0

  /// Opens a document and indexes its layers; `filtering` evaluates their definition filters.
  public static func open(
    at path: String, folders: DocumentFolders, filtering: sending DefinitionFiltering? = nil
  ) async throws(WorkspaceError) -> Workspace {
    try await Workspace(path, folders, filtering)
  }

  private init(
    _ path: String, _ folders: DocumentFolders, _ filtering: sending DefinitionFiltering?
  ) async throws(WorkspaceError) {
    let document = try Document(at: path, folders: folders)
    kept = try KeptSnapshot(of: document, after: nil, filtering, Loading())
    self.document = document
    self.filtering = filtering
  }

  /// What the document shows now: the layers for taps, without its notes.
  public var snapshot: WorkspaceSnapshot { kept.snapshot }

  /// The snapshot as it is and as it becomes by every change; whoever is slow sees the newest only.
  public var snapshots: AsyncStream<WorkspaceSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WorkspaceSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let number = nextWatcher
    nextWatcher += 1
    watchers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    continuation.yield(snapshot)
    return stream
  }

  private func forget(_ number: Int) { watchers[number] = nil }

  /// The document's state.
  public var state: DocumentState {
    get throws(WorkspaceError) { DocumentState(try document.facts()) }
  }

  /// Puts an edit of one value into the session, as ``Document/edit(_:)`` does.
  @discardableResult
  public func edit(
    _ layer: String, fid: Int64, _ column: String, to value: AttributeValue
  ) throws(WorkspaceError) -> EditReport {
    try edit([EditRequest(layer: layer, fid: fid, column: column, value: value)])
  }

  /// Puts edits into the session as one step, as ``Document/edit(_:)`` does.
  @discardableResult
  public func edit(_ requests: [EditRequest]) throws(WorkspaceError) -> EditReport {
    try changing { document throws(WorkspaceError) in try document.edit(requests) }
  }

  /// Takes back the last step that is not saved.
  @discardableResult
  public func undo() throws(WorkspaceError) -> [PropertyEdit] {
    try changing { document throws(WorkspaceError) in try document.undo() }
  }

  /// Does again what was taken back last.
  @discardableResult
  public func redo() throws(WorkspaceError) -> [PropertyEdit] {
    try changing { document throws(WorkspaceError) in try document.redo() }
  }

  /// Changes what the document says of a layer.
  public func set(
    _ layer: String, _ adjust: @Sendable (inout LayerSettings) -> Void
  ) throws(WorkspaceError) {
    try changing { document throws(WorkspaceError) in try document.set(layer, adjust) }
  }

  /// Writes the session into the working copy.
  @discardableResult
  public func save() throws(WorkspaceError) -> EditReport {
    try changing { document throws(WorkspaceError) in try document.save() }
  }

  /// Writes the working copy to the source; see ``Document/publish()``.
  @discardableResult
  public func publish() throws(WorkspaceError) -> Publication {
    try changing { document throws(WorkspaceError) in try document.publish() }
  }

  /// How base, theirs and ours differ in a conflict.
  public func conflict() throws(WorkspaceError) -> ConflictReport { try document.conflict() }

  /// Resolves a conflict by theirs.
  public func reload() throws(WorkspaceError) {
    try changing { document throws(WorkspaceError) in try document.reload() }
  }

  /// Resolves a conflict by keeping ours in a file beside theirs; its path.
  public func saveConflictCopy(device: String, date: String) throws(WorkspaceError) -> String {
    try changing { document throws(WorkspaceError) in
      try document.saveConflictCopy(device: device, date: date)
    }
  }

  /// Runs a change and shows what has come of it.
  private func changing<Result>(
    _ change: (Document) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    let result = try change(document)
    kept = try KeptSnapshot(of: document, after: kept, filtering, Loading())
    for watcher in watchers.values { watcher.yield(kept.snapshot) }
    return result
  }
}
