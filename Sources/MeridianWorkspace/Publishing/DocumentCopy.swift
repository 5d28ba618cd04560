package import MeridianStore

/// Writes a working copy to a new file, for a publish under another name and for conflict copies.
package enum DocumentCopy {
  /// Makes the file, complete and on the disk, under a name that nobody has; throws
  /// ``WorkspaceError/exists(path:)`` when it is taken. It grows under a hidden name beside.
  ///
  /// With a state folder, what a crash leaves is removed by the next ``PublishRecovery``. Answers
  /// the digest of its bytes.
  @discardableResult
  package static func write(
    _ working: String, to path: String, state: String?,
    prepare: (Connection) throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) -> ContentDigest {
    let target = try target(path)
    let record = PublishRecord(
      source: target, beside: BesideName.hidden(for: target), base: nil, fresh: nil)
    if let state {
      if PublishRecord.isOpen(in: state) {
        throw .unavailable(
          path: path, reason: "an unfinished publish comes first; open the document again")
      }
      try record.write(.publishing, in: state)
    }
    defer {
      // A record that cannot be removed is found next time, and nothing is there to be done.
      if let state { try? PublishRecord.remove(in: state) }
    }
    do throws(WorkspaceError) {
      try FreshDocument.make(of: working, at: record.beside, prepare: prepare)
      let digest = try WorkspaceError.storing { () throws(StoreError) in
        try OpenFile(record.beside).digest()
      }
      let claim = try WorkspaceError.storing { () throws(StoreError) in
        try FileNames.rename(record.beside, new: target)
      }
      guard claim == .done else { throw .exists(path: path) }
      try WorkspaceError.storing { () throws(StoreError) in
        try FileNames.sync(folder: FileAccess.folder(of: target))
      }
      return digest
    } catch {
      try? FileNames.remove(record.beside)
      throw named(error, record.beside, path)
    }
  }

  /// The path with the links of its folder followed, once it is clear that nothing is there.
  private static func target(_ path: String) throws(WorkspaceError) -> String {
    guard FileIdentity(path) == nil else { throw .exists(path: path) }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard !name.isEmpty, name != ".", name != ".." else {
      throw .unavailable(path: path, reason: "it is no name for a file")
    }
    let given = FileAccess.folder(of: path)
    do throws(StoreError) {
      let folder = try FileNames.realPath(given)
      guard FileAccess.isWritable(folder + "/.") else { throw .inputOutput(path: "", detail: "") }
      return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    } catch {
      if case .notFound = error {
        throw .unavailable(path: given, reason: "there is no such folder")
      }
      if case .inputOutput("", _) = error { throw .readOnly(path: path) }
      throw .store(error)
    }
  }

  /// People know the name that they gave, not the hidden one.
  private static func named(
    _ error: WorkspaceError, _ hidden: String, _ path: String
  ) -> WorkspaceError {
    guard case .store(.inputOutput(hidden, let detail)) = error else { return error }
    return .store(.inputOutput(path: path, detail: detail))
  }
}
