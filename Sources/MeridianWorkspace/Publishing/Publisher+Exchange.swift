import MeridianStore

/// From the exchange to the end.
extension Publisher {
  // MARK: The exchange

  /// The last look before the exchange: somebody who takes no locks may have been there.
  mutating func check() throws(WorkspaceError) -> PublishOutcome? {
    let hold = try held()
    guard hold.isInPlace else { return try giveUp() }
    if let side = hold.unfinished {
      abandon()
      return .sourceInUse(side)
    }
    swap = Swap(path: hold.path, beside: try noted().beside, method: method)
    stage = .swap
    return nil
  }

  mutating func swapNames() throws(WorkspaceError) -> PublishOutcome? {
    let hold = try held()
    guard var swap else { return nil }
    do throws(StoreError) {
      try hold.removeEmptyLog()
      let progress = try swap.step(expecting: hold.file)
      hasSwapped = swap.hasBegun || progress == .done
      (self.swap, method) = (swap, swap.method)
      if progress == .done { stage = .sync }
      guard progress == .moved else { return nil }
    } catch {
      hasSwapped = swap.hasBegun
      throw .store(error)
    }
    return try giveUp()
  }

  mutating func sync() throws(WorkspaceError) {
    let path = try held().path
    try WorkspaceError.storing { () throws(StoreError) in
      try FileNames.sync(folder: FileAccess.folder(of: path))
    }
    stage = .verify
  }

  /// Looks at what came away, and at what the path is for now.
  mutating func verify() throws(WorkspaceError) -> PublishOutcome? {
    let (hold, noted) = (try held(), try noted())
    guard let fresh else { return nil }
    let method = method
    let (theirs, ours) = try WorkspaceError.storing { () throws(StoreError) in
      (try cameAway(hold, noted), try FileVersion(at: noted.source))
    }
    seen += [theirs, ours].compactMap(\.self)
    if let theirs {
      restoration = Restoration(
        noted, in: job.state, placed: fresh, waiting: theirs, method: method)
      stage = .restore
    } else if let ours, ours.identity == fresh.identity, ours.digest == fresh.digest {
      stage = .confirm
    } else {
      // What was there was what had been read, and the new file has been replaced already: by
      // somebody who had not seen it. The edits stay pending.
      stage = .undo
    }
    return nil
  }

  /// What the exchange took away, if it is not what was read; nil if it is.
  private func cameAway(
    _ hold: SourceHold, _ noted: PublishRecord
  ) throws(StoreError) -> FileVersion? {
    let identity = FileIdentity(noted.beside)
    // Without links, what lies beside is a copy that was compared with the file held open.
    if identity == nil || method == .copy || identity == hold.file.identity {
      let digest = try hold.file.digest(isUrgent: true)
      if digest == noted.base { return nil }
      if identity == nil {
        _ = try hold.file.copy(to: noted.beside, isPrivate: true, isUrgent: true)
      }
    }
    return try FileVersion(at: noted.beside)
  }

  // MARK: Undoing

  mutating func restore() throws(WorkspaceError) {
    guard var restoration else { return }
    do throws(StoreError) {
      let isDone = try restoration.step()
      self.restoration = restoration
      guard isDone else { return }
    } catch {
      self.restoration = restoration
      throw .store(error)
    }
    stage = .undo
  }

  /// Removes what is left of a publish that did not come to anything.
  mutating func undo() throws(WorkspaceError) -> PublishOutcome? {
    let noted = try noted()
    kept = try Settlement(record: noted, state: job.state).undo()
    return try answer(
      try WorkspaceError.storing { () throws(StoreError) in try FileVersion(at: noted.source) })
  }

  /// Gives up before anything has happened to the source.
  private mutating func giveUp() throws(WorkspaceError) -> PublishOutcome? {
    abandon()
    let path = try held().path
    return try answer(
      try WorkspaceError.storing { () throws(StoreError) in try FileVersion(at: path) })
  }

  private func answer(_ theirs: FileVersion?) throws(WorkspaceError) -> PublishOutcome {
    guard let digest = theirs?.digest else {
      let change = theirs == nil ? "removed" : "replaced by a file that may not be read,"
      let copies =
        kept.isEmpty ? "" : "; what was there before is kept as \(kept.joined(separator: ", "))"
      throw .unavailable(
        path: job.source, reason: "it was \(change) while it was published\(copies)")
    }
    // Replaced by the same bytes, or by a file that was put back: nothing to report.
    if digest == job.base && kept.isEmpty {
      return .sourceInUse("it was replaced while it was published")
    }
    return .conflict(theirs: digest, kept: kept)
  }

  /// Removes what was written before the exchange. What cannot be removed is found by the record,
  /// which then stays.
  mutating func abandon() {
    guard let noted = record else { return }
    // After a rename that failed nobody knows how far, the file beside may be theirs.
    if let beside = FileIdentity(noted.beside), beside != fresh?.identity { return }
    do throws(StoreError) {
      try FileNames.remove(noted.beside)
      for name in [Swap.part(noted.beside), Swap.aside(noted.beside)] { try FileNames.remove(name) }
      try folder.removeNext()
      try PublishRecord.remove(in: job.state)
      record = nil
    } catch {
      return
    }
  }

  // MARK: Done

  mutating func confirm() throws(WorkspaceError) {
    let state = job.state
    try WorkspaceError.storing { () throws(StoreError) in
      try PublishRecord.move(.publishing, to: .settling, in: state)
    }
    stage = .settle
  }

  mutating func settle() throws(WorkspaceError) {
    try Settlement(record: try noted(), state: job.state).move()
    stage = .adopt
  }

  mutating func adopt() throws(WorkspaceError) {
    if let digest = fresh?.digest { try job.settle(digest) }
    stage = .finish
  }

  mutating func finish() throws(WorkspaceError) -> PublishOutcome? {
    kept = try Settlement(record: try noted(), state: job.state).finish()
    guard let digest = fresh?.digest else { return nil }
    return .published(digest, kept: kept)
  }
}
