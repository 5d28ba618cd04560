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
  /// The bytes of the text before, in the database's encoding, where no `String` holds them.
  public var beforeBytes: [UInt8]?
  /// The same of the text after, such as when an edit is taken back.
  public var afterBytes: [UInt8]?

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

  /// Makes an edit between two values as they are stored.
  public init(
    layer: String, fid: Int64, column: String, from before: StoredValue, to after: StoredValue
  ) {
    self.init(layer: layer, fid: fid, column: column, before: before.value, after: after.value)
    (beforeBytes, afterBytes) = (before.bytes, after.bytes)
  }

  /// The value that the edit starts from, to the last bit.
  public var storedBefore: StoredValue { StoredValue(before, bytes: beforeBytes) }

  /// The value that it leads to, to the last bit.
  public var storedAfter: StoredValue { StoredValue(after, bytes: afterBytes) }

  /// The edit that takes this one back.
  public var reversed: PropertyEdit {
    PropertyEdit(layer: layer, fid: fid, column: column, from: storedAfter, to: storedBefore)
  }
}
