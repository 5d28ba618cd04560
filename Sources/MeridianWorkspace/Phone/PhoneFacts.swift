public import MeridianKernel

/// What the phone's surface shows of a document: facts from the engine, made new after each change.
public struct PhoneDocument: Hashable, Sendable {
  /// What the document is called: its file's name without the extension.
  public var name: String
  /// What its state follows from.
  public var facts: DocumentState.Facts
  /// Its layers in the order of the list: the topmost first.
  public var layers: [PhoneLayer]
  /// Its notes in the order in which they were made.
  public var notes: [PhoneNote]
  /// Its bookmarks in the order in which they were made.
  public var bookmarks: [PhoneBookmark]
  /// Whether an edit was taken back that can be done again.
  public var canRedo = false

  /// Makes the facts of a document.
  public init(
    name: String, facts: DocumentState.Facts = DocumentState.Facts(), layers: [PhoneLayer] = [],
    notes: [PhoneNote] = [], bookmarks: [PhoneBookmark] = []
  ) {
    self.name = name
    self.facts = facts
    self.layers = layers
    self.notes = notes
    self.bookmarks = bookmarks
  }

  /// The state to show.
  public var state: DocumentState { DocumentState(facts) }
}

/// A layer as the phone lists it: a title and a switch.
public struct PhoneLayer: Hashable, Sendable {
  /// The layer's name.
  public var name: String
  /// What it is called.
  public var title: String
  /// Whether it is shown.
  public var isVisible: Bool

  /// Makes a row of the list.
  public init(name: String, title: String, isVisible: Bool) {
    self.name = name
    self.title = title
    self.isVisible = isVisible
  }
}

/// A note at a point.
public struct PhoneNote: Hashable, Sendable {
  /// Its id in the document.
  public var id: Int64
  /// Where it stands.
  public var place: LonLat
  /// What it says.
  public var text: String
  /// Whether it is drawn as a callout.
  public var isCallout: Bool

  /// Makes a note of its parts.
  public init(id: Int64, place: LonLat, text: String, isCallout: Bool = false) {
    self.id = id
    self.place = place
    self.text = text
    self.isCallout = isCallout
  }
}

/// A named camera.
public struct PhoneBookmark: Hashable, Sendable {
  /// Its name, of which there is one.
  public var name: String
  /// Where it looks from.
  public var camera: Camera

  /// Makes a bookmark.
  public init(name: String, camera: Camera) {
    self.name = name
    self.camera = camera
  }
}

/// Which feature is meant.
public struct FeatureKey: Hashable, Sendable {
  /// The layer's name.
  public var layer: String
  /// The feature id; nil in a layer without a proven key.
  public var fid: Int64?
  /// The row's number in its table.
  public var row: Int64

  /// Names a feature.
  public init(layer: String, fid: Int64?, row: Int64) {
    self.layer = layer
    self.fid = fid
    self.row = row
  }
}

/// What the inspector says of a feature.
public struct PhoneInspection: Hashable, Sendable {
  /// One line of the glance or of the form.
  public struct Field: Hashable, Sendable {
    /// The column.
    public var column: String
    /// What it is called: its alias, else its name.
    public var label: String
    /// What stands there now, as it is shown; nil for NULL.
    public var value: String?
    /// Whether an edit of it waits.
    public var isEdited: Bool
    /// What stood there before, when an edit waits; nil for NULL.
    public var original: String?
    /// What a value must be, in words, such as `up to 40 characters`.
    public var constraint: String?
    /// Whether it is a field of the form: keys, computed values and bytes are only looked at.
    public var isEditable = true

    /// Makes a line of its parts.
    public init(
      column: String, label: String? = nil, value: String?, isEdited: Bool = false,
      original: String? = nil, constraint: String? = nil
    ) {
      self.column = column
      self.label = label ?? column
      self.value = value
      self.isEdited = isEdited
      self.original = original
      self.constraint = constraint
    }
  }

  /// Which feature it is.
  public var key: FeatureKey
  /// What it is called.
  public var title: String
  /// What its geometry is, in words and numbers.
  public var geometry: Readout
  /// The fields worth a glance.
  public var keyFields: [Field]
  /// All of its columns.
  public var fields: [Field]
  /// Whether it may be edited, and if not, why.
  public var editability: Editability

  /// Makes an inspection of its parts.
  public init(
    key: FeatureKey, title: String, geometry: Readout, keyFields: [Field] = [],
    fields: [Field] = [], editability: Editability = .editable
  ) {
    self.key = key
    self.title = title
    self.geometry = geometry
    self.keyFields = keyFields
    self.fields = fields
    self.editability = editability
  }
}
