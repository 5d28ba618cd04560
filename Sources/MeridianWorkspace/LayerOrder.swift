public import MeridianStore

/// The drawing order of a file that says nothing of its own: polygons below lines below points,
/// within a kind in the file's order, later above.
public enum LayerOrder {
  /// Layers with geometry in drawing order, the topmost last.
  public static func drawing(_ layers: [LayerSchema]) -> [LayerSchema] {
    let drawn = layers.enumerated().filter { $0.element.geometryColumn != nil }
    return drawn.sorted { a, b in
      let (first, second) = (height(of: a.element), height(of: b.element))
      return first != second ? first < second : a.offset < b.offset
    }.map(\.element)
  }

  /// 0 polygons and whatever may hold them, 1 lines, 2 points.
  private static func height(of layer: LayerSchema) -> Int {
    let type = layer.geometryTypeName ?? ""
    if type.holds("POINT") { return 2 }
    let isLine =
      type.holds("LINE") || type == "CIRCULARSTRING" || type == "COMPOUNDCURVE"
      || type == "MULTICURVE" || type == "CURVE"
    return isLine ? 1 : 0
  }
}
