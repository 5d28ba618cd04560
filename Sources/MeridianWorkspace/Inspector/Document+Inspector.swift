internal import MeridianStore

extension Document {
  /// Everything about one feature, with the session laid over.
  ///
  /// Throws when the layer has no such feature.
  public func inspect(_ layer: DocumentLayer, fid: Int64) throws(WorkspaceError) -> Inspector {
    var context = Inspector.Context()
    context.role = layer.settings.role
    context.isVisible = layer.settings.isVisible
    context.isLocked = layer.settings.isLocked
    context.isReadOnly = store.isReadOnly
    context.titleField = layer.schema.titleColumn
    context.keyFields = layer.settings.keyFields
    return try Inspector(
      fid: fid, in: form(of: layer), from: store, context: context,
      pending: pending.values(
        of: fid, in: layer.name, columns: layer.schema.columns.map(\.name)))
  }
}
