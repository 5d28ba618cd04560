/// Something that can be done with a document.
public enum Capability: String, CaseIterable, Hashable, Sendable {
  /// Looking: the map, taps, the inspector, readouts.
  case viewing
  /// Seeing which documents are there, and in which state.
  case library
  /// Changing what lies under the layers, among what is offered.
  case basemaps
  /// Showing and hiding layers.
  case layerVisibility
  /// Named cameras.
  case bookmarks
  /// Lengths and areas from tap to tap.
  case measuring
  /// Changing attributes of one feature.
  case attributeEditing
  /// Text and callout notes at points.
  case notes
  /// Saving, publishing, choosing in a conflict.
  case publishing

  /// Making geometry.
  case drawing
  /// Moving, adding and removing vertices.
  case vertexEditing
  /// Catching on what is near while drawing.
  case snapping
  /// Putting layers in another order.
  case layerOrder
  /// Making layers see-through.
  case layerOpacity
  /// Symbols of layers: their sizes and zoom ranges.
  case layerStyle
  /// Texts on the map.
  case layerLabels
  /// Leaving out rows of a layer.
  case layerFilters
  /// Locking and unlocking layers.
  case layerLocking
  /// Giving layers another title.
  case layerRenaming
  /// Removing layers.
  case layerDeletion
  /// What is said about layers: roles, title and key fields.
  case layerMetadata
  /// Bringing in files of other formats.
  case imports
  /// Basemaps and data from addresses of one's own.
  case customProviders
  /// Asking for features by conditions and relations, joining layers.
  case analysis
  /// What was asked before.
  case analysisHistory
  /// Values computed for many rows.
  case fieldCalculator
  /// Writing files of other formats.
  case exports
  /// Pages with a map on them.
  case layouts
  /// Beginning a document.
  case newProjects
  /// Copying a document into one of its own.
  case projectDuplication
  /// One change to many features.
  case batchSelection
  /// Looking after files: examining and repairing them, indexes, timings.
  case maintenance
}

/// A set of capabilities that a surface has. What lies outside does not exist there: no control,
/// no command, nothing grayed out.
public struct Scope: Hashable, Sendable {
  /// The name that the command line takes.
  public let name: String
  /// What can be done.
  public let capabilities: Set<Capability>

  /// Everything: the command line's own scope.
  public static let full = Scope(name: "full", capabilities: Set(Capability.allCases))

  /// Looking, light corrections of attributes, notes, and the way back to the source.
  public static let phone = Scope(
    name: "phone",
    capabilities: [
      .viewing, .library, .basemaps, .layerVisibility, .bookmarks, .measuring, .attributeEditing,
      .notes, .publishing,
    ])

  /// The scopes that have a name.
  public static let all = [full, phone]

  /// Makes a scope of its own.
  public init(name: String, capabilities: Set<Capability>) {
    self.name = name
    self.capabilities = capabilities
  }

  /// Whether something can be done.
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}
