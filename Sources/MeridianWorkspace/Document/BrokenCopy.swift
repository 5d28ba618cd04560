internal import MeridianStore

extension WorkingCopy {
  /// Runs what reads a working copy; damage is told of the document, with the way out.
  static func reading<Result>(
    shownAs path: String, _ body: () throws -> Result
  ) throws(WorkspaceError) -> Result {
    do { return try body() } catch { throw broken(error, shownAs: path) }
  }

  /// What an error means that came from reading a working copy: people know the file, not the
  /// folder in which its changes wait.
  static func broken(_ error: any Error, shownAs path: String) -> WorkspaceError {
    let error = WorkspaceError(error, path: path)
    switch error {
    case .store(.damaged(_, let detail)), .store(.notAStore(_, let detail)),
      .store(.unsupported(_, let detail)):
      return .brokenCopy(path: path, detail: detail)
    default: return error
    }
  }

  /// What is wrong with a working copy; nil when it can be read to its last page.
  static func fault(in folder: StateFolder) throws -> String? {
    do {
      _ = try WorkingCopy(in: folder)
      let connection = try openForWriting(folder.document)
      for (name, _) in WorkspaceTables.tables.prefix(3) {
        _ = try connection.prepare("SELECT * FROM \(name)").step()
      }
      return try connection.pageFaults().first
    } catch {
      switch broken(error, shownAs: folder.document) {
      case .brokenCopy(_, let detail): return detail
      default: throw error
      }
    }
  }
}

extension Document {
  /// Sets a working copy aside that cannot be read, so that the document is the source again.
  /// Returns where it is kept, for whoever can read more of it; nil when there is none or it can be
  /// read.
  public static func setAsideBrokenCopy(
    at path: String, folders: DocumentFolders
  ) throws(WorkspaceError) -> String? {
    do {
      let source = FileAccess.canonical(path)
      guard let state = try StateFolder(existingFor: source, in: folders.state), state.hasDocument
      else { return nil }
      guard let lock = try FileLock.take(state.lock) else {
        throw WorkspaceError.documentInUse(path: path)
      }
      defer { withExtendedLifetime(lock) {} }
      guard try WorkingCopy.fault(in: state) != nil else { return nil }
      var number = 1
      while true {
        let name = "\(state.path)/broken-\(number).gpkg"
        guard try FileNames.rename(state.document, new: name) == .done else {
          number += 1
          continue
        }
        // What was half done belongs to that file and must not be found beside another.
        if FileAccess.exists(state.document + "-journal") {
          try FileNames.rename(state.document + "-journal", over: name + "-journal")
        }
        try FileNames.sync(folder: state.path)
        return name
      }
    } catch {
      throw WorkspaceError(error, path: path)
    }
  }
}

extension Document {
  /// Tells damage of the files of the state folder as what it is for the document.
  func named<Result>(
    _ body: () throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    do throws(WorkspaceError) {
      return try body()
    } catch {
      guard let folder = copy?.folder else { throw error }
      switch error {
      case .store(.damaged(folder.document, let detail)):
        throw .brokenCopy(path: path, detail: detail)
      case .store(.damaged(folder.base, _)), .store(.notAStore(folder.base, _)),
        .store(.notFound(folder.base)):
        throw .noSuchItem(
          "the copy of \(path) as it was read is lost, so nothing can be compared with it; "
            + "`publish`, or `conflict save-copy` if the file has changed")
      default: throw error
      }
    }
  }
}
