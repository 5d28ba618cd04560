import MeridianStore

/// What a publish leaves in its state folder once the source is the new file: the new base, and the
/// bytes that it took the place of. Nothing here needs more room on the disk.
struct Settlement {
  let record: PublishRecord
  let state: String
  private var folder: PublishFolder { PublishFolder(path: state) }

  /// Moves the files to their places. After a crash it is done again, with what is still to move.
  ///
  /// Returns the name of the previous source's bytes where they have changed since: somebody had
  /// the file open and went on writing.
  func move(isRepeated: Bool) throws(WorkspaceError) -> [String] {
    var kept: [String] = []
    if FileIdentity(folder.next) != nil {
      if !isRepeated, let changed = try keepChangedPrevious() { kept.append(changed) }
      try WorkspaceError.storing { () throws(StoreError) in
        try movePrevious()
        try FileNames.rename(folder.next, over: folder.base)
      }
    }
    try WorkspaceError.storing { () throws(StoreError) in
      if FileIdentity(folder.nextDigest) != nil {
        try FileNames.rename(folder.nextDigest, over: folder.baseDigest)
      }
      try FileNames.sync(folder: state)
    }
    return kept
  }

  /// The source's old file itself becomes `previous.gpkg`, so that whoever still has it open writes
  /// to a file that has a name. In another file system the base, whose bytes are the same, does.
  private func movePrevious() throws(StoreError) {
    if FileIdentity(record.beside) != nil,
      try FileNames.renameIfNear(record.beside, over: folder.previous)
    {
      return
    }
    if FileIdentity(folder.base) != nil {
      try FileNames.rename(folder.base, over: folder.previous)
    }
  }

  private func keepChangedPrevious() throws(WorkspaceError) -> String? {
    guard let last = try PublishRecord.read(.published, in: state), let base = last.base
    else { return nil }
    return try WorkspaceError.storing { () throws(StoreError) in
      guard let previous = try FileVersion(at: folder.previous), previous.digest != base
      else { return nil }
      var number = 1
      while true {
        let name = "\(state)/recovered-\(number).gpkg"
        if try FileNames.rename(folder.previous, new: name) == .done { return name }
        number += 1
      }
    }
  }

  /// Removes what is left in the source's folder, and ends the record.
  func finish() throws(WorkspaceError) -> [String] {
    try WorkspaceError.storing { () throws(StoreError) in
      let kept = try clearBeside()
      try FileNames.sync(folder: FileAccess.folder(of: record.source))
      try PublishRecord.move(.settling, to: .published, in: state)
      return kept.map { [$0] } ?? []
    }
  }

  private func clearBeside() throws(StoreError) -> String? {
    guard let left = try FileVersion(at: record.beside) else { return nil }
    return try Restoration.settleBeside(
      record.beside, of: record.source, digest: left.digest, known: record.known)
  }
}

extension PublishRecord {
  /// The contents that the state folder has copies of.
  var known: Set<ContentDigest> { Set([base, fresh].compactMap(\.self)) }
}
