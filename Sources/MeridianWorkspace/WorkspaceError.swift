public import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// What can go wrong with a document.
public enum WorkspaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be read.
  case store(StoreError)
  /// A reference system or a measurement failed.
  case geodesy(GeodesyError)
  /// The feature, or its whole layer, may not be changed.
  case notEditable(layer: String, fid: Int64?, reason: Editability)
  /// Edits that the layer refuses; nothing of them was done. One sentence for each.
  case badEdits([String])
  /// A note, bookmark or step that is not there, with what to do.
  case noSuchItem(String)
  /// Nothing to undo, save, publish …: what there is nothing of.
  case nothingTo(String)
  /// The source has changed since it was read, and there is something to publish.
  case conflict(path: String)
  /// Another program is working on the source.
  case sourceInUse(path: String, detail: String)
  /// A conflict was to be resolved where there is none.
  case noConflict(path: String)
  /// Another process is changing this document.
  case documentInUse(path: String)
  /// The document was written by a newer version of Meridian.
  case newerFormat(path: String, version: Int64)
  /// The source cannot be reached, or only a placeholder of it is there.
  case unavailable(path: String, reason: String)
  /// The source or its folder is marked as not to be written.
  case readOnly(path: String)
  /// A file that would have to be replaced.
  case exists(path: String)
  /// A stored value is no longer what an edit started from.
  case outOfStep(layer: String, fid: Int64, column: String)
  /// The changes that wait for a document cannot be read: its working copy is damaged.
  case brokenCopy(path: String, detail: String)
  /// What this kind of file has no room for.
  case unsupported(path: String, reason: String)

  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .store(let error): error.description
    case .geodesy(let error): error.description
    case .notEditable(let layer, let fid, let reason):
      (fid.map { "feature \($0) of layer \"\(layer)\"" } ?? "layer \"\(layer)\"")
        + " cannot be edited: \(reason.sentence)"
    case .badEdits(let sentences): sentences.joined(separator: "; ")
    case .noSuchItem(let what): what
    case .nothingTo(let what): "there is nothing to \(what)"
    case .conflict(let path):
      "\(path) has changed since it was read, so nothing was written; see `conflict show`, then "
        + "choose reload, save-copy or cancel"
    case .sourceInUse(let path, let detail):
      "\(path) is in use (\(detail)), so nothing was written; publish again when the other program "
        + "has finished"
    case .noConflict(let path): "\(path) has no conflict to resolve; see `status`"
    case .documentInUse(let path):
      "another process is changing \(path); try again when it has finished"
    case .newerFormat(let path, let version):
      "\(path) was written by a newer Meridian (format \(version)), so it is not changed; "
        + "use that version"
    case .unavailable(let path, let reason): "\(path) is not available: \(reason)"
    case .readOnly(let path):
      "\(path) or its folder is read-only, so nothing was written; publish it under a new name"
    case .exists(let path): "\(path) is there already and is not replaced; give another name"
    case .outOfStep(let layer, let fid, let column):
      "\(column) of feature \(fid) in layer \"\(layer)\" is no longer what the edit started from, "
        + "so nothing was saved; look at it with `inspect`, then undo or edit again"
    case .brokenCopy(let path, let detail):
      "the changes to \(path) that were kept here cannot be read (\(detail)); "
        + "`conflict reload` sets them aside and reads the file"
    case .unsupported(let path, let reason): "\(path) cannot hold this: \(reason)"
    }
  }
}

extension Editability {
  /// The reason as the end of a sentence, with what to do where something can be done.
  public var sentence: String {
    switch self {
    case .editable: "it can be edited"
    case .layerHidden: "the layer is hidden; show it first"
    case .layerLocked: "the layer is locked; unlock it first"
    case .markup: "it is a note; change it with `notes`"
    case .reference: "the layer is for reference only"
    case .noStableID: "its rows have no stable id (a view or a table without a key)"
    case .readOnlyFile: "the file or its folder is read-only"
    }
  }
}
