public import MeridianKernel

/// A stored value as a report shows it: small values whole, large ones by their beginning, their
/// size and a fingerprint.
public enum ReportedValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(TextSample)
  case blob(BlobSample)
  case geometry(ReportedGeometry)
}

/// A text, or the beginning of a long one.
public struct TextSample: Hashable, Sendable {
  /// The text; bytes that are not UTF-8 are replaced by U+FFFD.
  public var text: String
  /// Bytes of the whole text.
  public var byteCount: Int
  /// Whether ``text`` is all of it, byte for byte.
  public var isWhole: Bool
  /// The 64-bit FNV-1a hash of all bytes, which tells apart what looks alike.
  public var fingerprint: UInt64
}

/// Some bytes, or the beginning of many.
public struct BlobSample: Hashable, Sendable {
  /// The first bytes.
  public var start: [UInt8]
  /// Bytes of the whole.
  public var byteCount: Int
  /// The 64-bit FNV-1a hash of all bytes, which tells apart what looks alike.
  public var fingerprint: UInt64
}

/// What a geometry is, without its coordinates.
public struct ReportedGeometry: Hashable, Sendable {
  /// The type as OGC writes it, such as `MultiPolygon`.
  public var type: String
  /// Vertices of all parts.
  public var vertexCount: Int
  /// Simple parts: points, lines and polygons.
  public var partCount: Int
  /// Its extent in the layer's reference system; nil for a geometry without coordinates.
  public var extent: Envelope?
  /// Bytes of the blob.
  public var byteCount: Int
  /// The 64-bit FNV-1a hash of the blob, which tells apart what looks alike, such as geometries
  /// that differ in height only.
  public var fingerprint: UInt64
}

/// What tells a row of a table from the others.
public enum RowKey: Hashable, Sendable {
  /// A column of the key and its value.
  public struct Part: Hashable, Sendable {
    /// The column as the table spells it.
    public var column: String
    /// Its value.
    public var value: ReportedValue
  }

  /// The feature id: an integer primary key of one column.
  case fid(Int64)
  /// The columns of any other key.
  case values([Part])
  /// Nothing does: the row is told by all that it holds.
  case none
}

/// What has become of a row since the base.
public enum RowChange: String, Hashable, Sendable, CaseIterable {
  case unchanged, added, changed, deleted
}

/// How many rows of a table have been added, changed and deleted since the base: exactly, however
/// many of them are listed.
public struct ChangeCounts: Hashable, Sendable {
  /// Rows that the base does not have.
  public var added: Int
  /// Rows with another value in some column.
  public var changed: Int
  /// Rows that only the base has.
  public var deleted: Int

  /// Makes counts of their parts.
  public init(added: Int = 0, changed: Int = 0, deleted: Int = 0) {
    self.added = added
    self.changed = changed
    self.deleted = deleted
  }

  /// All of them.
  public var total: Int { added + changed + deleted }
}

/// A table that is the same in all files, row for row and byte for byte.
public struct UntouchedTable: Hashable, Sendable {
  /// The table's name.
  public var name: String
  /// What it is for.
  public var role: TableRole
  /// How many rows of it were compared.
  public var rows: Int
}

/// A column that only keeps book, such as `last_change`: it differs, and counts as no difference.
public struct BookkeepingDifference: Hashable, Sendable {
  /// The table's name.
  public var table: String
  /// The column's name.
  public var column: String
}

/// How much of what differs a report lists, and who may stop making it.
public struct ReportOptions {
  /// Rows listed for each table and each way in which sides agree or do not; all are counted.
  public var rowsPerKind = 100
  /// Differences of schema listed; all are counted.
  public var schemaDifferences = 1000
  /// Bytes of a text that are shown.
  public var textBytes = 400
  /// Bytes of a blob that are shown.
  public var blobBytes = 32
  /// Bytes that all listed rows together may take, about.
  public var totalBytes = 32 << 20
  /// Asked some times a second; true ends the comparison with an interrupt.
  public var isCanceled: (() -> Bool)?
  /// Whether pages that files share are taken for what they hold, unread.
  package var comparesPages = true

  /// The options for a person's reading.
  public init() {}
}
