internal import MeridianStore

extension Document {
  /// What is known about the document now, from which its state follows.
  ///
  /// Whether the source has changed is told by its content. As long as there is something to
  /// publish all of its bytes are read: times and sizes may be the same after a change.
  public func facts() throws(WorkspaceError) -> DocumentState.Facts {
    lastReading = nil
    return try recentFacts()
  }

  /// The same for what is shown after every change: while the file at the source, its times and its
  /// number included, is the one that was read last, its bytes are not read again. Publishing does
  /// not rely on it.
  func recentFacts() throws(WorkspaceError) -> DocumentState.Facts {
    var facts = DocumentState.Facts(hasSessionEdits: hasSessionEdits, saved: savedDirt)
    facts.source = sourceState
    guard facts.source == .present, let copy, isDirty else { return facts }
    do throws(StoreError) {
      facts.hasSourceChanged = try recentDigest() != copy.record.digest
    } catch .notFound {
      facts.source = .unavailable
    } catch {
      throw .store(error)
    }
    return facts
  }

  private func recentDigest() throws(StoreError) -> ContentDigest {
    let before = StoreFile.Fingerprint(source)
    if let lastReading, lastReading.file == before { return lastReading.digest }
    let digest = try OpenFile(source).digest()
    // Only what stood still while it was read is remembered.
    lastReading = before == StoreFile.Fingerprint(source) ? before.map { ($0, digest) } : nil
    return digest
  }

  private var sourceState: DocumentState.Facts.Source {
    guard let head = try? OpenFile(source).prefix(16) else {
      return CloudPlaceholder(for: path) == nil ? .unavailable : .notDownloaded
    }
    return head.elementsEqual("SQLite format 3\0".utf8) ? .present : .unavailable
  }

  /// Whether another program has changes at the source that it has not finished: a write-ahead log
  /// that is not empty.
  public var isSourceInUse: Bool { FileNames.size(source + "-wal") ?? 0 > 0 }
}

extension DocumentState {
  /// The state of the document at a path, of one that cannot be opened too.
  public static func of(_ path: String, folders: DocumentFolders) throws(WorkspaceError)
    -> DocumentState
  {
    do throws(WorkspaceError) {
      let document = try Document(at: path, folders: folders)
      let state = DocumentState(try document.facts())
      try document.close()
      return state
    } catch {
      switch error {
      case .unavailable: return .notDownloaded
      case .store(.notFound), .store(.notAStore), .store(.unsupported), .store(.damaged):
        return .unavailable
      default: throw error
      }
    }
  }
}
