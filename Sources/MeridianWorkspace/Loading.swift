public import MeridianStore

/// How a document's layers are read: by how many threads, who hears of it, and who may stop it.
///
/// ```swift
/// var loading = Loading()
/// loading.report = { print($0.rows, "rows") }
/// loading.isCanceled = { stopButton.isPressed }
/// let snapshot = try WorkspaceSnapshot(reading: store, loading: loading)
/// ```
public struct Loading {
  /// How far the loading is.
  public struct Progress: Hashable, Sendable {
    /// The layer that is read.
    public var layer: String
    /// Rows read so far, of all layers.
    public var rows: Int
    /// Rows that all layers may have, a hint; nil when the file gives none, or gave too few.
    public var expectedRows: Int?
  }

  /// Threads that read at the same time; 1 reads on the caller's thread alone.
  public var workers: Int
  /// Hears of the progress some times a second, on the thread that loads.
  public var report: ((Progress) -> Void)?
  /// Asked some times a second on the thread that loads; true ends it with
  /// ``StoreError/interrupted``.
  public var isCanceled: (() -> Bool)?
  /// Where indexes are kept; nil when each run makes its own.
  package var cache: IndexCache?
  /// Which indexes are kept once they are made.
  package var keeping = Keeping.known

  /// Which indexes go to the cache.
  package enum Keeping: Hashable, Sendable {
    /// Those of layers the cache knows already: what is stale is made anew.
    case known
    /// All; those that the cache has are used.
    case all
    /// All, made anew whatever the cache has.
    case anew
  }
  /// Called by every worker before it opens the file; for tests of what may happen then.
  package var workerWillOpen: (@Sendable (Int) -> Void)?
  /// Rows of a piece at most; a layer of fewer rows is read by the caller's thread.
  package var pieceLength = 32_768

  /// Makes a loading by as many threads as there are processors, which nobody hears of.
  public init(workers: Int = Processors.count) {
    self.workers = max(workers, 1)
  }
}
