extension StoreDoctor {
  /// What a repair did.
  public struct Repair: Sendable {
    /// Where the file as it was before lies.
    public let backup: String
    /// The store as it is now.
    public let after: StoreExamination
  }

  /// Carries out a plan: keeps a copy beside the file, runs all statements in one transaction, and
  /// examines the result.
  ///
  /// Whatever fails, and an interrupt, rolls everything back and removes the copy. A plan without
  /// statements changes nothing and makes no copy.
  public func repair(
    _ examination: StoreExamination
  ) throws(RepairError) -> Repair? {
    guard !examination.plan.isEmpty else { return nil }
    let path = examination.path
    guard FileAccess.isWritable(path) else { throw .readOnly(path: path) }
    for side in ["-wal", "-journal"] where (FileStamp(path + side)?.size ?? 0) > 0 {
      throw .unfinishedChanges(path: path, side: side)
    }
    guard let fingerprint = examination.fingerprint else {
      throw .unfinishedChanges(path: path, side: "-wal")
    }
    let backup = Self.freeName(beside: path)
    do {
      try run(examination.plan, on: path, as: fingerprint, backup: backup)
    } catch {
      // Where even taking the changes back failed, the next one to open the file does, and until
      // then the copy is all that is whole.
      GeoPackageWriter.takeBack(path)
      if !StoreFile.isHot(path + "-journal") { _ = FileAccess.remove(backup) }
      switch error {
      case let error as RepairError: throw error
      case StoreError.inputOutput(let path, let detail):
        throw .store(.inputOutput(path: path, detail: detail + Self.unchanged))
      case let error as StoreError: throw .store(error)
      case let error as SQLiteError where Self.isFullDisk(error):
        throw .store(.inputOutput(path: path, detail: error.message + Self.unchanged))
      case let error as SQLiteError: throw .store(error.storeError(path: path))
      default: throw .store(.inputOutput(path: path, detail: "\(error)"))
      }
    }
    do {
      return Repair(backup: backup, after: try examine(path))
    } catch {
      // Done and committed: the copy stays.
      throw .store(error)
    }
  }

  /// What a person can do when there is no room for the copy, or for the repaired file.
  private static let unchanged =
    "; nothing was repaired and the store is as it was: see that the disk has room, and run it "
    + "again"

  /// Whether nothing could be written: 10 is an error of input or output, 13 a full disk.
  private static func isFullDisk(_ error: SQLiteError) -> Bool {
    error.primary == 10 || error.primary == 13
  }

  /// `town.gpkg` becomes `town.backup-1.gpkg`, or the first number that is free.
  private static func freeName(beside path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[slash...].lastIndex(of: ".") ?? path.endIndex
    let end = dot == slash ? path.endIndex : dot
    var number = 1
    while true {
      let name = "\(path[..<end]).backup-\(number)\(path[end...])"
      // 2 is ENOENT: the name is free.
      if FileAccess.status(name).code == 2 { return name }
      number += 1
    }
  }

  private func run(
    _ plan: [RepairStatement], on path: String, as examined: StoreFile.Fingerprint,
    backup: String
  ) throws {
    let connection = try Connection(path: path, mode: .update)
    // From here on nobody else writes; what readers see stays until the end.
    try connection.execute("BEGIN IMMEDIATE")
    do {
      guard StoreFile.Fingerprint(path) == examined else { throw RepairError.changed(path: path) }
      try Self.copy(connection, path, to: backup)
      for statement in plan {
        if FileAccess.isInterrupted { throw StoreError.interrupted }
        do throws(SQLiteError) {
          try connection.execute(statement.sql)
        } catch {
          // 9 is an interrupt; the file's own errors keep their words.
          if error.primary == 9 { throw StoreError.interrupted }
          if error.primary == 5 || error.primary == 6 { throw StoreError.busy(path: path) }
          if Self.isFullDisk(error) { throw error }
          throw RepairError.failed(path: path, sql: statement.sql, detail: error.message)
        }
      }
      if FileAccess.isInterrupted { throw StoreError.interrupted }
      try connection.execute("COMMIT")
    } catch {
      // The first error is the one to tell; closing rolls back too.
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Copies the database's bytes through SQLite's own handle and brings them to the disk: closing
  /// a descriptor of our own would drop the locks that this process holds on the file.
  private static func copy(
    _ connection: Connection, _ path: String, to backup: String
  ) throws(StoreError) {
    guard let reader = connection.fileReader, let size = FileStamp(path)?.size
    else { throw .inputOutput(path: path, detail: "its bytes cannot be read") }
    try unsafe FileAccess.replace(backup) { write throws(StoreError) in
      var block = [UInt8](repeating: 0, count: 1 << 20)
      var offset = 0
      while offset < Int(size) {
        let count = min(block.count, Int(size) - offset)
        guard reader.read(count, at: offset, into: &block) else {
          throw .inputOutput(path: path, detail: "its bytes cannot be read")
        }
        // The writer takes a type that the closure must not narrow, so the error passes by hand.
        var failure: StoreError?
        unsafe block.withUnsafeBytes { bytes in
          do throws(StoreError) {
            try unsafe write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
        offset += count
      }
    }
  }
}
