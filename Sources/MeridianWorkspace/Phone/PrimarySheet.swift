/// A sheet over the map. There is one at a time: opening one replaces the other.
public enum PrimarySheet: String, CaseIterable, Hashable, Sendable {
  /// The layers with their switches.
  case layers
  /// What is selected, at a glance.
  case inspector
  /// The attributes of what is selected, to be edited.
  case form
  /// The notes, and one that is being written.
  case notes
  /// Named cameras.
  case bookmarks
  /// What lies under the layers.
  case basemaps
  /// A measurement from tap to tap.
  case measure
  /// The choice when the source has changed.
  case conflict

  /// How high a sheet stands.
  public enum Detent: String, Hashable, Sendable {
    /// About half of the glass: the map stays in sight.
    case medium
    /// All of it but the top edge.
    case large
  }

  /// The heights it may have, the one it opens with first.
  public var detents: [Detent] {
    switch self {
    case .layers, .inspector, .notes, .bookmarks: [.medium, .large]
    case .basemaps, .measure: [.medium]
    case .form, .conflict: [.large]
    }
  }

  /// What one must be able to do for it to exist.
  public var requires: Capability {
    switch self {
    case .layers: .layerVisibility
    case .inspector: .viewing
    case .form: .attributeEditing
    case .notes: .notes
    case .bookmarks: .bookmarks
    case .basemaps: .basemaps
    case .measure: .measuring
    case .conflict: .publishing
    }
  }

  /// Its title.
  public var title: String {
    switch self {
    case .layers: "Layers"
    case .inspector: "Feature"
    case .form: "Attributes"
    case .notes: "Notes"
    case .bookmarks: "Bookmarks"
    case .basemaps: "Basemap"
    case .measure: "Measure"
    case .conflict: "Changed elsewhere"
    }
  }
}

/// The sheet that is open, and how high it stands.
public struct PresentedSheet: Hashable, Sendable {
  /// Which one it is.
  public let kind: PrimarySheet
  /// How high it stands, one of its detents.
  public internal(set) var detent: PrimarySheet.Detent

  /// A sheet as it opens.
  init(_ kind: PrimarySheet) {
    self.kind = kind
    detent = kind.detents[0]
  }
}
