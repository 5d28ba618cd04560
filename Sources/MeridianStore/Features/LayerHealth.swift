public import MeridianKernel

/// The state of a layer's spatial index, found by comparing its entries with the rows.
public enum SpatialIndexState: Hashable, Sendable {
  /// The layer has no index.
  case none
  /// Every row with a geometry has an entry, and no other has.
  case healthy(entries: Int64)
  /// Rows without an entry, and entries without a row.
  case stale(missing: Int64, extra: Int64)
  /// The index is declared but cannot be read, with the reason.
  case unreadable(String)
}

/// What a full reading of a layer found.
public struct LayerHealth: Hashable, Sendable {
  /// A row whose geometry could not be decoded.
  public struct MalformedRow: Hashable, Sendable {
    /// Which row.
    public var row: RowID
    /// What is wrong with it.
    public var error: GeometryError
  }

  /// A date that is not written as GeoPackage asks.
  public struct OddDate: Hashable, Sendable {
    /// Which row.
    public var row: RowID
    /// Which column.
    public var column: String
    /// The stored text.
    public var text: String
  }

  /// All rows.
  public var rows: Int64 = 0
  /// Rows whose geometry is NULL.
  public var null: Int64 = 0
  /// Rows whose geometry has no coordinates.
  public var empty: Int64 = 0
  /// Rows with a coordinate that is no place.
  public var nonFinite: Int64 = 0
  /// Rows whose geometry cannot be decoded.
  public var malformed: Int64 = 0
  /// The first row whose geometry cannot be decoded.
  public var firstMalformed: MalformedRow?
  /// Rows whose curves were replaced by segments.
  public var linearized: Int64 = 0
  /// The extent of the valid geometries, in the layer's own reference system.
  public var extent: Envelope = .empty
  /// The spatial index against the rows.
  public var index: SpatialIndexState = .none
  /// Values of date and time columns that are not in GeoPackage's ISO 8601 form.
  public var nonStandardDates: Int64 = 0
  /// The first of them.
  public var firstNonStandardDate: OddDate?
}

/// GeoPackage's text forms of dates and times (table 1 of the standard).
package enum DateText {
  /// Whether a text is `YYYY-MM-DD`.
  package static func isDate(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    return takeDate(&rest) && rest.isEmpty
  }

  /// Whether a text is `YYYY-MM-DDTHH:MM[:SS[.S…]]Z`.
  package static func isDateTime(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    guard takeDate(&rest), rest.popFirst() == UInt8(ascii: "T"), let hour = take(2, &rest),
      hour < 24, rest.popFirst() == UInt8(ascii: ":"), let minute = take(2, &rest), minute < 60
    else { return false }
    if rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      // 60 is a leap second.
      guard let second = take(2, &rest), second <= 60 else { return false }
      if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        let digits = rest.prefix { isDigit($0) }
        guard !digits.isEmpty else { return false }
        rest.removeFirst(digits.count)
      }
    }
    return rest.elementsEqual([UInt8(ascii: "Z")])
  }

  private static func takeDate(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard take(4, &rest) != nil, rest.popFirst() == UInt8(ascii: "-"),
      let month = take(2, &rest), (1...12).contains(month),
      rest.popFirst() == UInt8(ascii: "-"), let day = take(2, &rest)
    else { return false }
    return (1...31).contains(day)
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= count, rest.prefix(count).allSatisfy(isDigit) else { return nil }
    defer { rest.removeFirst(count) }
    return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
