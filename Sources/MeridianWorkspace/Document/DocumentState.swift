public import MeridianKernel

/// What stands between a document's working copy and its source.
///
/// In the order in which they are shown: of all that hold, the first.
public enum DocumentState: String, CaseIterable, Hashable, Sendable {
  /// The source cannot be reached or is not a document.
  case unavailable
  /// A cloud placeholder stands where the file should be.
  case notDownloaded
  /// The file is being copied.
  case downloading
  /// The source has changed since it was read, and there is something to publish.
  case conflict
  /// Edits are in the session, not yet saved into the working copy.
  case localDraft
  /// The working copy differs from the source; publishing would write.
  case edited
  /// The working copy is what was last read or published.
  case downloaded

  /// What is known about a document, from which its state follows.
  public struct Facts: Hashable, Sendable {
    /// Where the source's bytes are.
    public enum Source: Hashable, Sendable {
      case unavailable, notDownloaded, downloading, present
    }

    /// Where the source's bytes are.
    public var source: Source
    /// Whether the source's bytes are others than those that were read.
    public var hasSourceChanged: Bool
    /// Whether the session holds edits that are not in the working copy.
    public var hasSessionEdits: Bool
    /// What of the working copy differs from the source.
    public var saved: Dirt

    /// Makes the facts of a document; those of one that was just read if nothing else is said.
    public init(
      source: Source = .present, hasSourceChanged: Bool = false, hasSessionEdits: Bool = false,
      saved: Dirt = []
    ) {
      self.source = source
      self.hasSourceChanged = hasSourceChanged
      self.hasSessionEdits = hasSessionEdits
      self.saved = saved
    }

    /// All that a publish would carry, the session's edits with it.
    public var dirt: Dirt { hasSessionEdits ? saved.union(.attributes) : saved }
  }

  /// The state to show: the first in the order of declaration that holds.
  public init(_ facts: Facts) {
    switch facts.source {
    case .unavailable: self = .unavailable
    case .notDownloaded: self = .notDownloaded
    case .downloading: self = .downloading
    case .present:
      // A source that changed under a clean copy is no conflict: the next open reads it.
      if facts.hasSourceChanged && !facts.dirt.isEmpty {
        self = .conflict
      } else if facts.hasSessionEdits {
        self = .localDraft
      } else {
        self = facts.saved.isEmpty ? .downloaded : .edited
      }
    }
  }
}

/// What makes a document dirty, that is, different from its source. The camera never does.
public struct Dirt: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A layer was shown or hidden, or another of its settings was changed.
  public static let layers = Dirt(rawValue: 1)
  /// Attributes of features were edited.
  public static let attributes = Dirt(rawValue: 2)
  /// Notes were added, changed or removed.
  public static let notes = Dirt(rawValue: 4)
  /// Bookmarks were added or removed.
  public static let bookmarks = Dirt(rawValue: 8)

  /// What differs in words, such as `layers and notes`; empty for nothing.
  public var words: String {
    let names: [(Dirt, String)] = [
      (.layers, "layers"), (.attributes, "attributes"), (.notes, "notes"),
      (.bookmarks, "bookmarks"),
    ]
    let found = names.filter { contains($0.0) }.map(\.1)
    guard let last = found.last, found.count > 1 else { return found.first ?? "" }
    return found.dropLast().joined(separator: ", ") + " and " + last
  }
}

// MARK: - Shown

extension DocumentState {
  /// The state in a word or two.
  public var text: String {
    switch self {
    case .unavailable: "Unavailable"
    case .notDownloaded: "Not downloaded"
    case .downloading: "Downloading"
    case .conflict: "Conflict"
    case .localDraft: "Local draft"
    case .edited: "Edited"
    case .downloaded: "Downloaded"
    }
  }

  /// The name of its symbol, each with a shape of its own, so that color is never all there is.
  public var symbol: String {
    switch self {
    case .unavailable: "xmark.octagon"
    case .notDownloaded: "icloud"
    case .downloading: "arrow.down.circle"
    case .conflict: "exclamationmark.triangle"
    case .localDraft: "pencil.line"
    case .edited: "arrow.up.circle"
    case .downloaded: "checkmark.circle"
    }
  }

  /// What is read out: the state and what it means for the person.
  public var spoken: String {
    switch self {
    case .unavailable: "Unavailable: the file cannot be reached or is not a document"
    case .notDownloaded: "Not downloaded: the file is still in the cloud"
    case .downloading: "Downloading: the file is being copied"
    case .conflict: "Conflict: the file was changed elsewhere, and you have changes of your own"
    case .localDraft: "Local draft: your edits are kept here and not saved yet"
    case .edited: "Edited: your changes are saved here and not published yet"
    case .downloaded: "Downloaded: nothing to publish"
    }
  }
}

extension Editability {
  /// The name of the symbol beside the reason.
  public var symbol: String {
    switch self {
    case .editable: "pencil"
    case .layerHidden: "eye.slash"
    case .layerLocked: "lock"
    case .markup: "note.text"
    case .reference: "book"
    case .noStableID: "questionmark.key.filled"
    case .readOnlyFile: "lock.doc"
    }
  }

  /// What is read out: whether the feature can be edited, and if not, why.
  public var spoken: String {
    self == .editable ? "Editable" : "Not editable: \(sentence)"
  }
}
