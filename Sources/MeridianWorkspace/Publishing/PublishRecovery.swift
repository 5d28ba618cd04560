package import MeridianStore

/// Finishes or undoes a publish that was ended in the middle, by looking at what the two files are.
///
/// Nothing is removed but what the state folder has a copy of. Doing it again after it was itself
/// ended in the middle is as good as doing it once.
package struct PublishRecovery {
  /// What was found and done.
  package enum Finding: Hashable, Sendable {
    /// No publish was under way.
    case none
    /// It has been finished: the source was given the edits. The digest is the new base's; the
    /// source may have been changed by somebody since.
    case published(ContentDigest, kept: [String])
    /// It has been undone: the edits are pending.
    case notPublished(kept: [String])
  }

  private let state: String
  private var copies: KeptCopies { KeptCopies(state: state) }

  private init(state: String) { self.state = state }

  /// Whether a publish of this state folder was begun and not ended, or nobody has been told how.
  package static func isNeeded(in state: String) -> Bool { PublishRecord.isOpen(in: state) }

  /// Brings a publish to its end; for whoever holds the state folder's `lock`, before it reads the
  /// base or publishes.
  ///
  /// `settle` is that of the publish (``PublishJob/settle``). Throws, and leaves everything for the
  /// next time, when the source's folder is not there or the source is in use.
  package static func run(
    in state: String, settle: (ContentDigest) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) -> Finding {
    let recovery = PublishRecovery(state: state)
    if let record = try PublishRecord.read(.settling, in: state) {
      return try recovery.complete(record, settle)
    }
    guard let record = try PublishRecord.read(.publishing, in: state) else {
      return try recovery.withoutRecord()
    }
    guard FileIdentity(FileAccess.folder(of: record.source)) != nil else {
      throw .unavailable(
        path: record.source,
        reason: "its folder is gone, and a publish to it waits to be finished or undone")
    }
    if try recovery.hasReached(record) {
      try WorkspaceError.storing { () throws(StoreError) in
        try PublishRecord.move(.publishing, to: .settling, in: state)
      }
      return try recovery.complete(record, settle)
    }
    return .notPublished(kept: try recovery.undo(record))
  }

  // MARK: Finishing

  private func complete(
    _ record: PublishRecord, _ settle: (ContentDigest) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) -> Finding {
    let settlement = Settlement(record: record, state: state)
    try settlement.move()
    guard let fresh = record.fresh else { return .notPublished(kept: try settlement.finish()) }
    try settle(fresh)
    return .published(fresh, kept: try settlement.finish())
  }

  /// Whether the source is the new file and what it took the place of was what had been read.
  private func hasReached(_ record: PublishRecord) throws(WorkspaceError) -> Bool {
    guard let fresh = record.fresh else { return false }
    return try WorkspaceError.storing { () throws(StoreError) in
      try bringBackAside(record)
      guard try FileVersion(at: record.source)?.digest == fresh else { return false }
      guard let beside = try FileVersion(at: record.beside) else { return true }
      return beside.digest.map(record.known.contains) ?? false
    }
  }

  /// An exchange in three steps may have been left between them: what lies aside belongs beside
  /// when nothing is there, and is a second copy or name otherwise.
  private func bringBackAside(_ record: PublishRecord) throws(StoreError) {
    try FileNames.remove(Swap.part(record.beside))
    let path = Swap.aside(record.beside)
    guard let aside = FileIdentity(path) else { return }
    if FileIdentity(record.beside) == nil {
      _ = try FileNames.rename(path, new: record.beside)
    } else if aside == FileIdentity(record.source) {
      try FileNames.remove(path)
    } else {
      let digest = try FileVersion(at: path)?.digest
      if let digest, record.known.contains(digest) { return try FileNames.remove(path) }
      try copies.keep(path, of: record.source, digest: digest)
    }
  }

  // MARK: Undoing

  private func undo(_ record: PublishRecord) throws(WorkspaceError) -> [String] {
    if record.fresh == nil {
      // Not complete, and never at the source's path: what has the hidden name is ours.
      try WorkspaceError.storing { () throws(StoreError) in try FileNames.remove(record.beside) }
    } else {
      try giveBack(record)
    }
    return try Settlement(record: record, state: state).undo()
  }

  /// Gives the path to the newest version of others.
  private func giveBack(_ record: PublishRecord) throws(WorkspaceError) {
    let (here, beside) = try WorkspaceError.storing { () throws(StoreError) in
      (try FileVersion(at: record.source), try FileVersion(at: record.beside))
    }
    guard let beside else { return }
    if here == nil, beside.digest != record.fresh {
      // Theirs went from the path, and nobody has taken it.
      _ = try WorkspaceError.storing { () throws(StoreError) in
        try FileNames.rename(record.beside, new: record.source)
      }
    }
    let isForeign = beside.digest.map { !record.known.contains($0) } ?? true
    if let here, here.digest == record.fresh, isForeign {
      try restore(record, here, beside)
    }
  }

  private func restore(
    _ record: PublishRecord, _ here: FileVersion, _ beside: FileVersion
  ) throws(WorkspaceError) {
    // Nobody who takes locks writes the new file while it is taken away.
    var hold = try SourceHold(record.source)
    switch try hold.lock() {
    case .locked, .moved: break
    case .inUse(let detail): throw .sourceInUse(path: record.source, detail: detail)
    }
    var restoration = Restoration(
      record, in: state, placed: here, waiting: beside, method: .exchange)
    try WorkspaceError.storing { () throws(StoreError) in
      while try !restoration.step() {}
    }
    withExtendedLifetime(hold) {}
  }

  /// What is left when there is no record that can be read. One that cannot, which only damage
  /// makes, is kept for people to look at.
  private func withoutRecord() throws(WorkspaceError) -> Finding {
    try WorkspaceError.storing { () throws(StoreError) in
      for stage in [PublishRecord.Stage.publishing, .settling] {
        let path = PublishRecord.path(stage, in: state)
        guard FileIdentity(path) != nil else { continue }
        try copies.keep(path) { "\(path).damaged\($0 == 1 ? "" : "-\($0)")" }
      }
      let kept = try copies.tell()
      return kept.isEmpty ? .none : .notPublished(kept: kept)
    }
  }
}
