public import MeridianStore

/// One attribute of one feature from one value to another: geodiff's and GeoPackage's nouns for
/// what an edit session holds.
public struct PropertyEdit: Hashable, Sendable {
  /// The layer's name.
  public var layer: String
  /// The feature id.
  public var fid: Int64
  /// The column as the table spells it.
  public var column: String
  /// The stored value that the edit starts from.
  public var before: AttributeValue
  /// The value that it leads to.
  public var after: AttributeValue

  /// Makes an edit of its parts.
  public init(
    layer: String, fid: Int64, column: String, before: AttributeValue, after: AttributeValue
  ) {
    self.layer = layer
    self.fid = fid
    self.column = column
    self.before = before
    self.after = after
  }
}
