/// A value exactly as it is stored: with the bytes of a text that no `String` holds.
///
/// Two are equal when their storage class and all their bits are: texts that only look alike (é as
/// one character or as two), 1 and 1.0, 0.0 and −0.0 are different.
public struct StoredValue: Hashable, Sendable {
  /// The value; bytes of a text that cannot be read are U+FFFD here.
  public var value: AttributeValue
  /// The bytes of such a text in the database's encoding; nil where ``value`` says everything.
  public var bytes: [UInt8]?

  /// A value that says everything.
  public init(_ value: AttributeValue, bytes: [UInt8]? = nil) {
    self.value = value
    self.bytes = bytes
  }

  /// Whether two are the same to the last bit.
  public static func == (a: StoredValue, b: StoredValue) -> Bool {
    switch (a.value, b.value) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.blob(let a), .blob(let b)): a == b
    case (.text(let first), .text(let second)):
      a.bytes == b.bytes && (a.bytes != nil || first.utf8.elementsEqual(second.utf8))
    default: false
    }
  }

  /// Feeds the bits that equality looks at.
  public func hash(into hasher: inout Hasher) {
    switch value {
    case .null: hasher.combine(0)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.bitPattern)
    case .blob(let bytes): hasher.combine(bytes)
    case .text(let text):
      if let bytes { hasher.combine(bytes) } else { hasher.combine(Array(text.utf8)) }
    }
  }

  /// Binds it to a parameter of a statement.
  package func bind(to statement: Statement, _ parameter: Int) throws(SQLiteError) {
    if let bytes {
      try statement.bind(text: bytes, try statement.encoding(), to: parameter)
    } else {
      try statement.bind(value, to: parameter)
    }
  }
}

/// How a database encodes its texts.
package enum TextEncoding: Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian

  /// The encoding of a database.
  package init(of connection: Connection) throws(SQLiteError) {
    let row = try connection.prepare("PRAGMA encoding")
    switch try row.step() ? row.text(0) : nil {
    case "UTF-16le": self = .utf16LittleEndian
    case "UTF-16be": self = .utf16BigEndian
    default: self = .utf8
    }
  }

  /// The bytes of a text.
  func bytes(of text: String) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf16LittleEndian: text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case .utf16BigEndian: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
  }
}

extension Connection {
  /// The values of one row exactly as they are stored; nil when a condition with `parameter` as ?1
  /// meets no row.
  package func storedRow(
    _ columns: [String], of table: String, where condition: String, _ parameter: AttributeValue
  ) throws(SQLiteError) -> [StoredValue]? {
    let encoding = try TextEncoding(of: self)
    let from = "FROM \(Self.quoted(table)) WHERE \(condition)"
    let names = columns.map(Self.quoted)
    let list = names.isEmpty ? "NULL" : names.joined(separator: ", ")
    let row = try prepare("SELECT \(list) \(from)")
    try row.bind(parameter, to: 1)
    guard try row.step() else { return nil }
    var values = columns.indices.map { StoredValue(row.value($0)) }
    let texts = values.indices.filter { if case .text = values[$0].value { true } else { false } }
    guard !texts.isEmpty else { return values }
    guard encoding != .utf8 else {
      for index in texts { values[index].note(row.bytes(index), encoding) }
      return values
    }
    // In another encoding SQLite converts what it answers; as a blob it does not.
    let casts = texts.map { "CAST(\(names[$0]) AS BLOB)" }.joined(separator: ", ")
    let raw = try prepare("SELECT \(casts) \(from)")
    try raw.bind(parameter, to: 1)
    guard try raw.step() else { return nil }
    for (place, index) in texts.enumerated() { values[index].note(raw.bytes(place), encoding) }
    return values
  }
}

extension StoredValue {
  /// A column of the current row together with the same as a blob, `CAST(… AS BLOB)`.
  package init(_ row: Statement, _ column: Int, raw: Int, _ encoding: TextEncoding) {
    self.init(row.value(column))
    note(row.bytes(raw), encoding)
  }

  /// Keeps the bytes of a text when it is not all that they say.
  fileprivate mutating func note(_ stored: [UInt8], _ encoding: TextEncoding) {
    guard case .text(let text) = value else { return }
    if encoding.bytes(of: text) != stored { bytes = stored }
  }
}
