internal import MeridianStore

extension Document {
  /// What is known about the document now, from which its state follows.
  ///
  /// Whether the source has changed is told by its content. As long as there is something to
  /// publish all of its bytes are read: times and sizes may be the same after a change.
  public func facts() throws(WorkspaceError) -> DocumentState.Facts {
    var facts = DocumentState.Facts(hasSessionEdits: hasSessionEdits, saved: savedDirt)
    facts.source = sourceState
    guard facts.source == .present, let copy, isDirty else { return facts }
    do throws(StoreError) {
      facts.hasSourceChanged = try OpenFile(source).digest() != copy.record.digest
    } catch .notFound {
      facts.source = .unavailable
    } catch {
      throw .store(error)
    }
    return facts
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
