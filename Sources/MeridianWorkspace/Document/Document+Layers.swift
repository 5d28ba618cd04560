internal import MeridianKernel
internal import MeridianStore

extension Document {
  /// Changes what the document says of a layer; the working copy has it at once.
  ///
  /// Throws when the layer, its title field or a key field is not there, or a number is out of
  /// range. Settings that are what they were change nothing.
  public func set(
    _ name: String, _ adjust: (inout LayerSettings) -> Void
  ) throws(WorkspaceError) {
    let layer = try layer(named: name)
    var settings = layer.settings
    adjust(&settings)
    guard settings != layer.settings else { return }
    try check(settings, of: layer)
    try change(.layers) { connection in try settings.write(for: layer.name, to: connection) }
  }

  private func check(
    _ settings: LayerSettings, of layer: DocumentLayer
  ) throws(WorkspaceError) {
    for field in [settings.titleField].compactMap({ $0 }) + settings.keyFields
    where !layer.schema.columns.contains(where: { $0.name == field }) {
      throw .store(
        .noSuchColumn(
          name: field, layer: layer.name, path: path,
          existing: layer.schema.columns.map(\.name)))
    }
    if layer.settings.role == .markup, settings.role != .markup {
      throw .badEdits(["layer \"\(layer.name)\" holds notes, so its role stays markup"])
    }
    if let top = settings.maximumZoom, top <= settings.minimumZoom {
      throw .badEdits([
        "layer \"\(layer.name)\" would be drawn at no zoom: it ends at \(top), "
          + "before it begins at \(settings.minimumZoom)"
      ])
    }
  }

  /// Moves a layer to a place in the drawing order, counted from the bottom; places beyond the ends
  /// are the ends.
  public func move(_ name: String, to place: Int) throws(WorkspaceError) {
    let layer = try layer(named: name)
    var drawn = layers.filter { $0.schema.geometryColumn != nil }
    guard let old = drawn.firstIndex(where: { $0.name == layer.name }) else {
      throw .badEdits(["layer \"\(layer.name)\" has no geometry, so it is not drawn"])
    }
    let new = min(max(place, 0), drawn.count - 1)
    guard new != old else { return }
    drawn.insert(drawn.remove(at: old), at: new)
    try change(.layers) { connection in
      for (position, layer) in drawn.enumerated() {
        var settings = layer.settings
        settings.position = position
        try settings.write(for: layer.name, to: connection)
      }
    }
  }
}
