internal import MeridianKernel
internal import MeridianStore

/// What came of a publish that did not fail.
public enum Publication: Hashable, Sendable {
  /// The source holds the changes now. Versions that others wrote at the same moment are kept at
  /// these paths.
  case published(kept: [String])
  /// The source has changed, but holds every change of ours already: nothing was written, and the
  /// document is the source as it is now.
  case adopted
}

extension Document {
  /// Writes the working copy to the source, if nobody has changed that since it was read.
  ///
  /// Throws ``WorkspaceError/conflict(path:)`` when somebody has, and
  /// ``WorkspaceError/sourceInUse(path:detail:)`` when another program is at it: then nothing was
  /// written. Edits that are not saved keep it from publishing.
  public func publish() throws(WorkspaceError) -> Publication {
    try checkPublishable()
    guard isDirty else { throw .nothingTo("publish in \(path)") }
    try checkChangeable()
    try holding {
      // Another process may have been at it until the lock was there.
      try checkPublishable()
      guard isDirty else { throw WorkspaceError.nothingTo("publish in \(path)") }
    }
    guard let copy else { throw .nothingTo("publish in \(path)") }
    closeWriter()
    let settling = settling(copy.folder)
    var publisher = Publisher(
      PublishJob(
        source: path, working: copy.folder.document, base: copy.record.digest,
        state: copy.folder.path, prepare: preparing, settle: settling))
    switch try named({ () throws(WorkspaceError) in try publisher.run() }) {
    case .published(let digest, let kept):
      try noteIdentity(of: digest, in: copy.folder)
      try rereading()
      return .published(kept: kept)
    case .adopted: return .adopted
    case .sourceInUse(let detail): throw .sourceInUse(path: path, detail: detail)
    case .conflict(_, let kept):
      notices += kept.map { "a version that was written at the same moment is kept as \($0)" }
      guard try compared().theirsHoldsAllOfOurs else { throw .conflict(path: path) }
      try giveUpCopy()
      return .adopted
    }
  }

  /// Writes the document, as a publish would, to a new file; one that is there is never replaced.
  public func publish(to target: String) throws(WorkspaceError) {
    try checkPublishable()
    let working = copy?.folder.document ?? source
    try named { () throws(WorkspaceError) in
      _ = try DocumentCopy.write(working, to: target, state: nil, prepare: preparing)
    }
  }

  private func checkPublishable() throws(WorkspaceError) {
    let count = pending.edits.count
    guard count == 0 else {
      throw .badEdits([
        "\(Wording.count(count, "edit")) of \(path) \(count == 1 ? "is" : "are") not saved; "
          + "`save` or undo first, then publish"
      ])
    }
  }

  /// Makes a copy of the working copy fit to be seen by others: without the session, with the
  /// camera, and without tables of ours that hold nothing.
  var preparing: (Connection) throws(WorkspaceError) -> Void {
    let camera = camera
    let path = path
    return { connection throws(WorkspaceError) in
      do throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
          try WorkspaceTables.clean(connection, camera: camera?.values)
        }
      } catch {
        throw .store(error.storeError(path: path))
      }
    }
  }

  /// Notes in a working copy that its content is published.
  private func settling(
    _ folder: StateFolder
  ) -> (ContentDigest) throws(WorkspaceError) -> Void {
    { _ throws(WorkspaceError) in try Self.settle(folder) }
  }

  static func settle(_ folder: StateFolder) throws(WorkspaceError) {
    // One that was set aside has nothing to note.
    guard folder.hasDocument else { return }
    do throws(SQLiteError) {
      let connection = try WorkingCopy.openForWriting(folder.document)
      try connection.transaction { () throws(SQLiteError) in
        try connection.execute(
          """
          DELETE FROM meridian_edit;
          DELETE FROM meridian_document WHERE key IN ('dirt', 'other_rows');
          """)
      }
    } catch {
      throw .store(error.storeError(path: folder.document))
    }
  }

  /// Notes the status of a source that has just been published, so that the next open need not read
  /// it all to know that it is the same.
  private func noteIdentity(
    of digest: ContentDigest, in folder: StateFolder
  ) throws(WorkspaceError) {
    do throws(StoreError) {
      let fresh = try openStore(at: source, cacheFolder: folders.cache)
      guard let identity = fresh.identity, try OpenFile(source).digest() == digest,
        identity.isStill(at: source)
      else { return }
      try BaseRecord.note(identity.text, of: digest, source: source, in: folder)
    } catch {
      // It only costs time that it is not known.
    }
  }
}

// MARK: - Conflicts

extension Document {
  /// How the source as it was read, as it is now, and the working copy with the session differ.
  ///
  /// Throws ``WorkspaceError/noConflict(path:)`` when the source has not changed, or there is
  /// nothing of ours.
  public func conflict() throws(WorkspaceError) -> ConflictReport {
    let facts = try facts()
    guard DocumentState(facts) == .conflict else { throw .noConflict(path: path) }
    return try compared()
  }

  private func compared() throws(WorkspaceError) -> ConflictReport {
    guard let copy else { throw .noConflict(path: path) }
    return try named { () throws(WorkspaceError) in
      try withOurs { ours throws(WorkspaceError) in
        try ConflictReport(
          base: copy.folder.base, theirs: source, ours: ours, cacheFolder: folders.cache)
      }
    }
  }

  /// What the working copy with the session changes of the source as it was read; nil without a
  /// working copy.
  public func changes() throws(WorkspaceError) -> ChangeReport? {
    guard let copy, isDirty else { return nil }
    return try named { () throws(WorkspaceError) in
      try withOurs { ours throws(WorkspaceError) in
        try ChangeReport(base: copy.folder.base, other: ours, cacheFolder: folders.cache)
      }
    }
  }

  /// Lends a copy of the document as it would be published after a save.
  private func withOurs<Result>(
    _ body: (String) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    guard let copy else { throw .noConflict(path: path) }
    let folder: String
    do throws(StoreError) {
      folder = try FileAccess.makeUniqueFolder(in: folders.cache + "/ours")
    } catch {
      throw .store(error)
    }
    let ours = folder + "/ours.gpkg"
    defer { FileAccess.removeFolder(folder, holding: ["ours.gpkg", "ours.gpkg-journal"]) }
    try DocumentCopy.write(
      copy.folder.document, to: ours, state: nil, prepare: preparingWithSession)
    return try body(ours)
  }

  /// The same as ``preparing``, once the session has been written into the layers.
  private var preparingWithSession: (Connection) throws(WorkspaceError) -> Void {
    let (edits, path, prepare) = (pending.edits, path, preparing)
    let store = store
    return { connection throws(WorkspaceError) in
      if !edits.isEmpty {
        let report = try EditApplication.apply(
          edits, LayerForm.all(for: edits, in: store), on: connection)
        if let refusal = report.refusal(path: path) { throw refusal }
      }
      try prepare(connection)
    }
  }

  /// Resolves a conflict by theirs: the document is the source as it is now. Ours is kept in the
  /// state folder as `discarded.gpkg` until the next time.
  public func reload() throws(WorkspaceError) {
    guard DocumentState(try facts()) == .conflict else { throw .noConflict(path: path) }
    try holding { try checkSource() }
    try giveUpCopy()
  }

  /// Resolves a conflict by keeping both: ours goes to a new file, the document is the source as it
  /// is now. Returns the new file's path.
  ///
  /// - Parameters:
  ///   - target: where to; nil beside the source, named after the device and the date.
  ///   - device: what this machine is called.
  ///   - date: today, as text.
  public func saveConflictCopy(
    to target: String? = nil, device: String, date: String
  ) throws(WorkspaceError) -> String {
    guard DocumentState(try facts()) == .conflict, copy != nil else {
      throw .noConflict(path: path)
    }
    try holding { try checkSource() }
    guard let copy else { throw .noConflict(path: path) }
    var written = target
    if let target {
      try DocumentCopy.write(
        copy.folder.document, to: target, state: nil, prepare: preparingWithSession)
    } else {
      let names = ConflictCopyName(source: path, device: device, date: date)
      for number in 1...1000 where written == nil {
        let name = names.folder + names.name(number: number)
        do throws(WorkspaceError) {
          try DocumentCopy.write(
            copy.folder.document, to: name, state: nil, prepare: preparingWithSession)
          written = name
        } catch .exists {
          continue
        }
      }
    }
    guard let written else { throw .exists(path: path) }
    try giveUpCopy()
    return written
  }

  /// Ours is given up only for a source that can be read.
  private func checkSource() throws {
    try openStore(at: path, cacheFolder: folders.cache).close()
  }

  /// Sets the working copy aside, so that the document is the source.
  private func giveUpCopy() throws(WorkspaceError) {
    guard let copy else { return }
    closeWriter()
    do {
      try? store.close()
      try FileNames.remove(copy.folder.document + "-journal")
      try FileNames.rename(copy.folder.document, over: copy.folder.discarded)
      try FileNames.sync(folder: copy.folder.path)
      try reopen()
    } catch {
      throw WorkspaceError(error, path: path)
    }
  }

  func rereading() throws(WorkspaceError) {
    do { try reopen() } catch { throw WorkspaceError(error, path: path) }
  }

  /// Runs `check` once other processes are kept from changing this document.
  private func holding(_ check: () throws -> Void) throws(WorkspaceError) {
    do {
      try hold()
      try check()
    } catch {
      throw WorkspaceError(error, path: path)
    }
  }
}
