import MeridianStore

/// Publishes a working copy to its source, step by step, so that whatever other programs do between
/// two steps, nobody's update is overwritten.
///
/// The steps are those of a compare-and-swap on a file: hold the source, check that its bytes are
/// those that were read, write a complete new file beside it, exchange the two names, and look at
/// what came away. It is put back if it is not what was read. A process that ends between any two
/// steps leaves a record from which ``PublishRecovery`` finishes or undoes the exchange.
///
/// ```swift
/// var publisher = Publisher(job)
/// let outcome = try publisher.run()
/// ```
package struct Publisher {
  /// What the next step does.
  package enum Stage: String, Hashable, Sendable, CaseIterable {
    case open, lock, fingerprint, note, write, copy, guardNew, announce, check, swap, sync, verify
    case restore, undo, confirm, settle, adopt, finish, done
  }

  let job: PublishJob
  /// What the next step does.
  package internal(set) var stage = Stage.open
  /// How files are exchanged; less than asked for where the file system cannot.
  var method: SwapMethod
  var hold: SourceHold?
  var record: PublishRecord?
  /// The new file, and the connection that holds SQLite's lock on it.
  var fresh: FileVersion?
  var guardian: Connection?
  var swap: Swap?
  /// Whether the path may be for the new file.
  var hasSwapped = false
  var restoration: Restoration?
  /// What was read beside: closed at the end, since closing a file of ours drops our locks on it.
  var seen: [FileVersion] = []
  var kept: [String] = []
  private var attempts = 0
  private var ending: Result<PublishOutcome, WorkspaceError>?

  var folder: PublishFolder { PublishFolder(path: job.state) }

  /// Prepares to publish; nothing is touched before the first step. No publish of the same state
  /// folder may be unfinished (``PublishRecovery``).
  ///
  /// The file system is asked for `method` first, and for the simpler ones where it does not know
  /// it.
  package init(_ job: PublishJob, method: SwapMethod = .exchange) {
    (self.job, self.method) = (job, method)
  }

  /// Does all steps.
  package mutating func run() throws(WorkspaceError) -> PublishOutcome {
    while true {
      if let outcome = try step() { return outcome }
    }
  }

  /// Does the next step: the outcome after the last one, and nil before.
  ///
  /// An error before the exchange leaves the source's folder as it was. One after it leaves the
  /// record, and the next recovery finishes what is left.
  package mutating func step() throws(WorkspaceError) -> PublishOutcome? {
    if let ending { return try ending.get() }
    do throws(WorkspaceError) {
      guard let outcome = try advance() else { return nil }
      end(.success(outcome))
      return outcome
    } catch {
      if !hasSwapped { abandon() }
      end(.failure(error))
      throw error
    }
  }

  private mutating func end(_ result: Result<PublishOutcome, WorkspaceError>) {
    ending = result
    stage = .done
    // Locks go first, then the files whose closing would drop them.
    guardian = nil
    hold = nil
    (fresh, restoration, swap, seen) = (nil, nil, nil, [])
  }

  private mutating func advance() throws(WorkspaceError) -> PublishOutcome? {
    switch stage {
    case .open: try open()
    case .lock: return try lock()
    case .fingerprint: return try fingerprint()
    case .note: try note()
    case .write: try write()
    case .copy: try copy()
    case .guardNew: return try guardNew()
    case .announce: try announce()
    case .check: return try check()
    case .swap: return try swapNames()
    case .sync: try sync()
    case .verify: return try verify()
    case .restore: try restore()
    case .undo: return try undo()
    case .confirm: try confirm()
    case .settle: try settle()
    case .adopt: try adopt()
    case .finish: return try finish()
    case .done: break
    }
    return nil
  }

  // MARK: Holding the source

  private mutating func open() throws(WorkspaceError) {
    if PublishRecord.isOpen(in: job.state) {
      throw .unavailable(
        path: job.source, reason: "an unfinished publish comes first; open the document again")
    }
    hold = try SourceHold(job.source)
    stage = .lock
  }

  private mutating func lock() throws(WorkspaceError) -> PublishOutcome? {
    switch try hold?.lock() {
    case .locked:
      stage = .fingerprint
    case .inUse(let detail):
      return .sourceInUse(detail)
    case .moved, nil:
      // Somebody has just replaced the file: the new one is the source.
      attempts += 1
      guard attempts < 3 else { return .sourceInUse("it is being replaced again and again") }
      hold = nil
      stage = .open
    }
    return nil
  }

  private mutating func fingerprint() throws(WorkspaceError) -> PublishOutcome? {
    let hold = try held()
    let digest = try WorkspaceError.storing { () throws(StoreError) in try hold.file.digest() }
    stage = .note
    return digest == job.base ? nil : .conflict(theirs: digest, kept: [])
  }

  /// The source, which every stage after the first has.
  func held() throws(WorkspaceError) -> SourceHold {
    guard let hold else {
      throw .unavailable(path: job.source, reason: "it is not held")
    }
    return hold
  }

  // MARK: Writing the new file

  /// Notes the name that the new file is to have, before it is there: what a crash leaves under it
  /// is ours.
  private mutating func note() throws(WorkspaceError) {
    let path = try held().path
    let noted = PublishRecord(
      source: path, beside: BesideName.hidden(for: path), base: job.base, fresh: nil)
    try noted.write(.publishing, in: job.state)
    record = noted
    stage = .write
  }

  /// Makes the new file in the state folder, where nobody sees it grow.
  private mutating func write() throws(WorkspaceError) {
    let folder = folder
    try WorkspaceError.storing { () throws(StoreError) in try folder.removeNext() }
    try FreshDocument.make(of: job.working, at: folder.next, prepare: job.prepare)
    stage = .copy
  }

  /// Copies it beside the source, with the source's mode and owner.
  private mutating func copy() throws(WorkspaceError) {
    let (next, beside, source) = (folder.next, try noted().beside, try held().path)
    do throws(StoreError) {
      let copy = try OpenFile(next).copy(to: beside, isPrivate: true)
      fresh = FileVersion(copy.file, copy.digest)
      try copy.file.copyAccess(from: source)
      try copy.file.sync()
      try FileNames.sync(folder: FileAccess.folder(of: source))
    } catch {
      // People know the name of the source, not the hidden one.
      if case .inputOutput(beside, let detail) = error {
        throw .store(.inputOutput(path: source, detail: detail))
      }
      throw .store(error)
    }
    stage = .guardNew
  }

  /// Holds the new file too, so that nobody who takes locks writes it before it has been decided
  /// that it stays.
  private mutating func guardNew() throws(WorkspaceError) -> PublishOutcome? {
    let beside = try noted().beside
    stage = .announce
    do throws(SQLiteError) {
      let connection = try Connection(path: beside, mode: .update)
      guardian = connection
      if try connection.lockFile(.shared), try connection.lockFile(.reserved) { return nil }
    } catch {
      throw .store(error.storeError(path: beside))
    }
    abandon()
    return .sourceInUse("another program is writing the new file")
  }

  /// Completes the record: from here on the exchange may happen.
  private mutating func announce() throws(WorkspaceError) {
    var announced = try noted()
    announced.fresh = fresh?.digest
    let (digest, folder) = (fresh?.digest, folder)
    try WorkspaceError.storing { () throws(StoreError) in
      try FileNames.replace(folder.nextDigest, with: "\(digest.map(String.init) ?? "")\n")
    }
    try announced.write(.publishing, in: job.state)
    record = announced
    stage = .check
  }

  func noted() throws(WorkspaceError) -> PublishRecord {
    guard let record else { throw .unavailable(path: job.source, reason: "it is not noted") }
    return record
  }
}
