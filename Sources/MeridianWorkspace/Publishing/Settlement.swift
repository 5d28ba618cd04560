import MeridianStore

/// What a publish leaves in its state folder: the new base, and the file that was the source
/// before. Every step can be done again after a crash, and none but the noting of copies needs more
/// room on the disk.
struct Settlement {
  let record: PublishRecord
  let state: String
  private var folder: PublishFolder { PublishFolder(path: state) }
  private var copies: KeptCopies { KeptCopies(state: state) }

  // MARK: The source is the new file

  /// Moves the files to their places.
  func move() throws(WorkspaceError) {
    if FileIdentity(folder.next) != nil {
      try keepChangedPrevious()
      try WorkspaceError.storing { () throws(StoreError) in
        if try !moveBeside(), FileIdentity(folder.base) != nil {
          // In another file system the base, whose bytes are the same, is what was there before.
          try FileNames.rename(folder.base, over: folder.previous)
        }
        try FileNames.rename(folder.next, over: folder.base)
      }
    }
    try WorkspaceError.storing { () throws(StoreError) in
      if FileIdentity(folder.nextDigest) != nil {
        try FileNames.rename(folder.nextDigest, over: folder.baseDigest)
      }
      try FileNames.sync(folder: state)
    }
  }

  /// Removes what is left in the source's folder, and ends the record. Answers the copies to tell
  /// of.
  func finish() throws(WorkspaceError) -> [String] {
    try WorkspaceError.storing { () throws(StoreError) in
      if let left = try FileVersion(at: record.beside) { try clear(left) }
      try FileNames.sync(folder: FileAccess.folder(of: record.source))
      try PublishRecord.move(.settling, to: .published, in: state)
      return try copies.tell()
    }
  }

  // MARK: It is not

  /// Removes what is left of a publish that came to nothing, and ends the record. Answers the
  /// copies to tell of.
  func undo() throws(WorkspaceError) -> [String] {
    let left = try WorkspaceError.storing { () throws(StoreError) in
      try FileVersion(at: record.beside)
    }
    // What was the source for a moment ago may be open somewhere still.
    let wasSource = left.map { $0.digest == record.base && $0.digest != nil } ?? false
    if wasSource { try keepChangedPrevious() }
    return try WorkspaceError.storing { () throws(StoreError) in
      let isPrevious = wasSource ? try moveBeside() : false
      if let left, !isPrevious { try clear(left) }
      try FileNames.sync(folder: FileAccess.folder(of: record.source))
      try folder.removeNext()
      if isPrevious {
        try PublishRecord.move(.publishing, to: .published, in: state)
      } else {
        try PublishRecord.remove(in: state)
      }
      return try copies.tell()
    }
  }

  // MARK: What was there before

  /// The source's old file itself becomes `previous.gpkg`, so that whoever still has it open writes
  /// to a file that has a name. False when it lies in another file system, or is gone.
  private func moveBeside() throws(StoreError) -> Bool {
    guard FileIdentity(record.beside) != nil else { return false }
    return try FileNames.renameIfNear(record.beside, over: folder.previous)
  }

  /// Keeps the file that was the source before the last publish, if somebody had it open then and
  /// has written to it since.
  private func keepChangedPrevious() throws(WorkspaceError) {
    guard let last = try PublishRecord.read(.published, in: state), last.base != nil else { return }
    try WorkspaceError.storing { () throws(StoreError) in
      guard let previous = try FileVersion(at: folder.previous),
        previous.digest != last.base, previous.digest != record.base
      else { return }
      try copies.keep(folder.previous) { "\(state)/recovered-\($0).gpkg" }
    }
  }

  private func clear(_ left: FileVersion) throws(StoreError) {
    if let digest = left.digest, record.known.contains(digest) {
      try FileNames.remove(record.beside)
    } else {
      try copies.keep(record.beside, of: record.source, digest: left.digest)
    }
  }
}

extension PublishRecord {
  /// The contents that the state folder has copies of.
  var known: Set<ContentDigest> { Set([base, fresh].compactMap(\.self)) }
}
