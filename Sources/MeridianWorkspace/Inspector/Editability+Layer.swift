public import MeridianKernel
public import MeridianStore

extension Editability {
  /// Whether a feature of a layer may be edited, and if not, why: the first reason that holds.
  ///
  /// - Parameters:
  ///   - layer: the layer as the file declares it; rows of a view, or without a key, have no stable
  ///     id.
  ///   - fid: the feature's id; nil where there is none.
  ///   - role: what the layer is to the document.
  ///   - isVisible: the layer's own switch.
  ///   - isLocked: whether its features are kept from being edited.
  ///   - isReadOnly: whether the file or its folder is read-only.
  public init(
    of layer: LayerSchema, fid: Int64?, role: HitLayer.Role = .authoritative,
    isVisible: Bool = true, isLocked: Bool = false, isReadOnly: Bool = false
  ) {
    switch role {
    case .markup: self = .markup
    case .reference: self = .reference
    case .authoritative:
      if !isVisible {
        self = .layerHidden
      } else if isLocked {
        self = .layerLocked
      } else if layer.key == .none || layer.isView || fid == nil {
        self = .noStableID
      } else {
        self = isReadOnly ? .readOnlyFile : .editable
      }
    }
  }
}
