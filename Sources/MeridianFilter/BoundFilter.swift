public import MeridianKernel
public import MeridianStore

/// A filter in CQL2 text (OGC 21-065r2) bound to a layer's columns.
///
/// Conditions follow three-valued logic: what involves NULL, a value of another type than its
/// column's, or a date that is none is unknown, and a row counts only when the filter is true.
/// Texts compare by their characters' code points, numbers exactly, dates as moments in UTC. The
/// coordinates of geometries in the text are those of the layer, longitude or easting first.
///
/// ```swift
/// let filter = try BoundFilter("pop > 1000 AND S_INTERSECTS(geom, BBOX(7, 46, 8, 47))", layer: l)
/// if try filter.holds(values: row, geometry: shape, hasGeometry: true, relating: &library) { … }
/// ```
public struct BoundFilter: Sendable {
  /// The filter as written.
  public let text: String
  /// The attribute columns whose values ``holds(values:geometry:hasGeometry:relating:)`` needs, in
  /// order.
  public var columns: [String] { program.columns }
  /// The geometries in the text, by the numbers that ``SpatialRelating`` is asked with.
  public var literals: [GeometryBuffer] { program.literals }
  /// Whether a row's geometry has a say.
  public var usesGeometry: Bool { program.isSpatial[Int(program.root)] }
  /// Rectangles of which a row's box meets one wherever the filter is true; nil when it may be true
  /// anywhere, empty when it is true nowhere.
  public let windows: [Envelope]?

  private let program: Program
  /// For every column whether SQLite stores texts in it as they are.
  private let isPlainText: [Bool]

  /// Parses a filter and binds it to a layer.
  ///
  /// Columns are found as written, else in another case. The layer's geometry answers to its own
  /// name and, unless an attribute has it, to `geometry` and `geom`.
  public init(_ text: String, layer: LayerSchema) throws(FilterError) {
    self.text = text
    let tree = try Parser.parse(text)
    var binder = Binder(text: text, layer: layer)
    binder.program.root = try binder.condition(tree)
    program = binder.program
    windows = program.windows(program.root)
    isPlainText = program.columns.map { name in
      let declared = layer.columns.first { $0.name == name }?.declaredType.uppercased() ?? ""
      // The words that give a column text affinity (SQLite, "Datatypes", 3.1).
      return !declared.holds("INT")
        && ["CHAR", "CLOB", "TEXT"].contains { declared.holds($0) }
    }
  }

  /// SQL that is true for at least all rows for which the filter holds; nil when it would be of no
  /// use. Values are bound, never written into the text.
  ///
  /// - Parameters:
  ///   - quote: makes a quoted identifier of a column's name.
  ///   - firstParameter: the number of the first parameter.
  public func condition(
    firstParameter: Int = 1, quote: @escaping (String) -> String
  ) -> FilterCondition? {
    var writer = ConditionWriter(
      program, isPlainText: isPlainText, firstParameter: firstParameter, quote: quote)
    return writer.condition()
  }

  /// Whether the filter is true for a row; unknown counts as not.
  ///
  /// - Parameters:
  ///   - values: the row's values of ``columns``, in that order.
  ///   - geometry: the row's geometry, in the layer's reference system.
  ///   - hasGeometry: whether the row has a geometry that can be related; without one every spatial
  ///     relation is unknown.
  ///   - relating: who decides spatial relations.
  public func holds<R: SpatialRelating>(
    values: [AttributeValue], geometry: borrowing GeometryBuffer, hasGeometry: Bool,
    relating: inout R
  ) throws(R.Failure) -> Bool {
    try program.truth(
      program.root, values, geometry, hasGeometry: hasGeometry, &relating) == .yes
  }
}
