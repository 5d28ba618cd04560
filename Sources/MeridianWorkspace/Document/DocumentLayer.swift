public import MeridianKernel
public import MeridianStore

/// A layer of a document: what the file declares, and what the document says of it.
public struct DocumentLayer: Hashable, Sendable {
  /// The layer as the file declares it, with the document's title and title field.
  public var schema: LayerSchema
  /// What the document says of it.
  public var settings: LayerSettings
  /// Whether the source or its folder is read-only.
  var isReadOnlyFile: Bool

  /// The layer's name.
  public var name: String { schema.name }

  /// Whether the layer's features may be edited, and if not, why: the first reason that holds.
  public var editability: Editability {
    Editability(
      of: schema, fid: 0, role: settings.role, isVisible: settings.isVisible,
      isLocked: settings.isLocked, isReadOnly: isReadOnlyFile)
  }
}

extension DocumentLayer {
  /// Throws ``WorkspaceError/notEditable(layer:fid:reason:)`` when a feature may not be edited.
  public func checkEditable(fid: Int64?) throws(WorkspaceError) {
    guard editability == .editable else {
      throw .notEditable(layer: name, fid: fid, reason: editability)
    }
  }

  /// The layers of a store with their settings: those with geometry in drawing order, the topmost
  /// last, then tables of attributes only.
  static func all(
    of store: any FeatureStore, settings: [String: LayerSettings]
  ) -> [DocumentLayer] {
    let drawn = LayerOrder.drawing(store.layers)
    let tables = store.layers.filter { $0.geometryColumn == nil }
    var layers = (drawn + tables).map { schema in
      var own = settings[schema.name] ?? LayerSettings()
      var schema = schema
      if schema.name == WorkspaceTables.markup {
        own.role = .markup
        schema.titleColumn = schema.columns.first { $0.name == "text" }?.name
      }
      if let title = own.title { schema.title = title }
      if let field = own.titleField, schema.columns.contains(where: { $0.name == field }) {
        schema.titleColumn = field
      }
      return DocumentLayer(schema: schema, settings: own, isReadOnlyFile: store.isReadOnly)
    }
    guard layers.contains(where: { $0.settings.position != nil }) else { return layers }
    // Layers that came later lie on top of those that were put in order.
    layers = layers.enumerated().sorted { a, b in
      let (first, second) = (a.element.settings.position, b.element.settings.position)
      return (first ?? .max, a.offset) < (second ?? .max, b.offset)
    }.map(\.element)
    return layers
  }
}
