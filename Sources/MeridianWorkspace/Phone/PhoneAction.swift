public import MeridianKernel

/// What a person does on the phone's surface.
public enum PhoneAction: Hashable, Sendable {
  // The glass.
  /// A tap on the map.
  case tap(ScreenPoint)
  /// Panning, zooming, turning, tilting: where the map was left.
  case moveCamera(Camera)
  /// One step closer.
  case zoomIn
  /// One step away.
  case zoomOut
  /// North up and straight down again.
  case returnToFlatNorth
  /// The glass has another size.
  case resize(Viewport)

  // Sheets.
  /// Opens a sheet in the place of the one that is open.
  case open(PrimarySheet)
  /// Makes the open sheet as high as it goes; from the inspector, on to the form.
  case expand
  /// Makes the open sheet lower again; from the form, back to the inspector.
  case shrink
  /// Closes the open sheet.
  case dismiss

  // Layers, basemaps, bookmarks.
  /// Shows a hidden layer or hides a shown one.
  case toggleLayer(String)
  /// Chooses what lies under the layers.
  case chooseBasemap(String)
  /// Goes to a bookmark.
  case goToBookmark(String)
  /// Keeps the camera under a name.
  case addBookmark(String)
  /// Removes a bookmark.
  case removeBookmark(String)

  // What is selected.
  /// The next of the features under the finger.
  case nextCandidate
  /// Nothing selected any more.
  case deselect
  /// Types into a field of the form; nil leaves it empty, as NULL.
  case type(column: String, text: String?)
  /// Forgets what was typed and not kept.
  case discardEntries
  /// Keeps what was typed as edits of the session.
  case keepEntries
  /// Takes the last kept edit back.
  case undoEdit
  /// Does again what was taken back last.
  case redoEdit

  // Notes.
  /// Begins a note where the map is centered; a tap puts it elsewhere.
  case startNote
  /// Takes up a note that is there.
  case editNote(Int64)
  /// Types the note's text.
  case typeNote(String)
  /// Whether the note is drawn as a callout.
  case setCallout(Bool)
  /// Keeps the note.
  case keepNote
  /// Forgets what of the note was written and not kept.
  case discardNote
  /// Removes a note.
  case removeNote(Int64)

  // Measuring.
  /// Takes back the last tap or the closing.
  case undoMeasure
  /// Joins the last tap to the first.
  case closeMeasure
  /// Begins anew.
  case clearMeasure

  // The document.
  /// Saves the session and publishes.
  case save
  /// Decides in a conflict.
  case resolve(ConflictChoice)
  /// Back to the library.
  case leave
}

extension PhoneAction {
  /// What one must be able to do for the action to exist.
  public var requires: Capability {
    switch self {
    case .tap, .moveCamera, .zoomIn, .zoomOut, .returnToFlatNorth, .resize, .expand, .shrink,
      .dismiss, .nextCandidate, .deselect:
      .viewing
    case .open(let sheet): sheet.requires
    case .toggleLayer: .layerVisibility
    case .chooseBasemap: .basemaps
    case .goToBookmark, .addBookmark, .removeBookmark: .bookmarks
    case .type, .discardEntries, .keepEntries, .undoEdit, .redoEdit:
      .attributeEditing
    case .startNote, .editNote, .typeNote, .setCallout, .keepNote, .discardNote, .removeNote:
      .notes
    case .undoMeasure, .closeMeasure, .clearMeasure: .measuring
    case .save, .resolve: .publishing
    case .leave: .library
    }
  }
}

/// The three ways out of a conflict; none of them overwrites what others did.
public enum ConflictChoice: String, CaseIterable, Hashable, Sendable {
  /// Take the source as it is now, and give up one's own changes.
  case reload
  /// Keep one's own changes in a file beside it.
  case saveCopy
  /// Change nothing and go on editing.
  case cancel
}

/// What the engine tells the surface.
public enum PhoneEvent: Hashable, Sendable {
  /// The document as it is now, after opening and after every change.
  case document(PhoneDocument)
  /// What lies under a tap, the likeliest first.
  case hits([PhoneSelection.Candidate], isAmbiguous: Bool, tap: ScreenPoint)
  /// What the inspector says of a feature.
  case inspection(PhoneInspection)
  /// Entries were kept in the session.
  case kept(FeatureKey)
  /// Entries were refused, none of them kept: a sentence for each column, or for all (nil).
  case refused(FeatureKey, [Problem])
  /// The note that was being written is in the document.
  case noteKept
  /// The source holds what was published.
  case published
  /// The source holds already what was to be published, by somebody else's doing.
  case adopted
  /// The source has changed; what differs, in lines.
  case conflict([String])
  /// A choice in a conflict was carried out; the copy's name after `saveCopy`.
  case resolved(ConflictChoice, copy: String?)
  /// Something worth knowing, in a sentence.
  case notice(String)
  /// Something did not work, in a sentence.
  case failed(String)

  /// What is wrong with an entry.
  public struct Problem: Hashable, Sendable {
    /// The column, when it is one.
    public var column: String?
    /// The sentence.
    public var text: String

    /// Makes a problem of a column, or of all entries.
    public init(column: String?, text: String) {
      self.column = column
      self.text = text
    }
  }
}

/// What the surface asks the engine to do.
public enum PhoneRequest: Hashable, Sendable {
  /// Tell what lies under a tap: answered by `hits`.
  case hit(ScreenPoint, through: Camera, on: Viewport)
  /// Tell about a feature: answered by `inspection`.
  case inspect(FeatureKey)
  /// Show or hide a layer: answered by `document`.
  case setVisible(String, Bool)
  /// Keep entries as edits: answered by `kept` and `document`, or by `refused`.
  case edit(FeatureKey, [Entry])
  /// Take the last edit back: answered by `document` and `inspection`.
  case undoEdit
  /// Do again what was taken back last: answered by `document` and `inspection`.
  case redoEdit
  /// Add a note, or change the one of an id: answered by `noteKept` and `document`.
  case writeNote(id: Int64?, NoteDraft)
  /// Remove a note: answered by `document`.
  case removeNote(Int64)
  /// Keep a camera under a name: answered by `document`.
  case addBookmark(PhoneBookmark)
  /// Remove a bookmark: answered by `document`.
  case removeBookmark(String)
  /// Remember where the map was left; that makes nothing dirty and needs no answer.
  case keepCamera(Camera)
  /// Save and publish: answered by `published` or `adopted` and `document`, or by `conflict`.
  case publish
  /// Carry out a choice in a conflict: answered by `resolved` and `document`.
  case resolve(ConflictChoice)
  /// Go back to the library.
  case leave

  /// One column's new text; nil for NULL.
  public struct Entry: Hashable, Sendable {
    /// The column.
    public var column: String
    /// What was typed.
    public var text: String?

    /// Makes an entry.
    public init(column: String, text: String?) {
      self.column = column
      self.text = text
    }
  }
}

/// A note that is being written.
public struct NoteDraft: Hashable, Sendable {
  /// Where it will stand.
  public var place: LonLat
  /// What it says so far.
  public var text: String
  /// Whether it will be drawn as a callout.
  public var isCallout: Bool

  /// Makes a draft.
  public init(place: LonLat, text: String = "", isCallout: Bool = false) {
    self.place = place
    self.text = text
    self.isCallout = isCallout
  }
}
