import MeridianStore

/// A value as a row stores it: the storage class and the bytes, whatever they mean.
enum ComparedValue: Hashable {
  case null
  case integer(Int64)
  /// A number by its bits, so that minus zero is not zero.
  case real(bits: UInt64)
  /// Text by its bytes, which need not be valid.
  case text([UInt8])
  case blob([UInt8])
}

/// How the values of rows of several files are compared: exactly, and in SQLite's own order.
struct ValueComparer {
  /// How the files encode text, and by that order it.
  let encoding: TextEncoding

  // MARK: Exactly

  /// Whether a column holds the same storage class and bytes in two rows.
  @inline(__always)
  func areSame(_ a: Statement, _ b: Statement, _ column: Int) -> Bool {
    let storage = a.storage(column)
    guard storage == b.storage(column) else { return false }
    switch storage {
    case .null: return true
    case .integer: return a.integer(column) == b.integer(column)
    case .real: return a.real(column).bitPattern == b.real(column).bitPattern
    case .blob:
      return a.withBytes(column) { x in b.withBytes(column) { y in ByteOrder.areSame(x, y) } }
    case .text:
      return withText(a, column) { x in withText(b, column) { y in ByteOrder.areSame(x, y) } }
    }
  }

  // MARK: In order

  /// Below zero, zero or above: the order in which SQLite's `ORDER BY … COLLATE BINARY` puts two
  /// rows by one column. A number and the same number of the other storage class are equal in it.
  func order(_ a: Statement, _ b: Statement, _ column: Int) -> Int {
    let (x, y) = (a.storage(column), b.storage(column))
    let (rankX, rankY) = (Self.rank(x), Self.rank(y))
    guard rankX == rankY else { return rankX - rankY }
    switch rankX {
    case 0: return 0
    case 1: return Self.order(number(a, column, x), number(b, column, y))
    case 2: return withText(a, column) { x in withText(b, column) { y in textOrder(x, y) } }
    default:
      return a.withBytes(column) { x in b.withBytes(column) { y in ByteOrder.order(x, y) } }
    }
  }

  /// The same for a value that was kept.
  func order(_ a: ComparedValue, _ b: Statement, _ column: Int) -> Int {
    let y = b.storage(column)
    let (rankX, rankY) = (Self.rank(a), Self.rank(y))
    guard rankX == rankY else { return rankX - rankY }
    switch a {
    case .null: return 0
    case .integer(let x): return Self.order(.integer(x), number(b, column, y))
    case .real(let bits):
      return Self.order(.real(Double(bitPattern: bits)), number(b, column, y))
    case .text(let bytes):
      return withText(b, column) { textOrder(unsafe bytes.span.bytes, $0) }
    case .blob(let bytes):
      return b.withBytes(column) { ByteOrder.order(unsafe bytes.span.bytes, $0) }
    }
  }

  /// A copy of a column's value.
  func copy(_ row: Statement, _ column: Int) -> ComparedValue {
    switch row.storage(column) {
    case .null: .null
    case .integer: .integer(row.integer(column))
    case .real: .real(bits: row.real(column).bitPattern)
    case .text: .text(withText(row, column) { ByteOrder.prefix($0, .max) })
    case .blob: .blob(row.bytes(column))
    }
  }

  /// Lends a text's UTF-8: as it lies there, valid or not, or converted.
  @inline(__always)
  func withText<R>(_ row: Statement, _ column: Int, _ body: (RawSpan) -> R) -> R {
    encoding == .utf8 ? row.withBytes(column, body) : row.withText(column, body)
  }

  private func textOrder(_ a: RawSpan, _ b: RawSpan) -> Int {
    encoding.order(a, b)
  }

  private enum Number {
    case integer(Int64)
    case real(Double)
  }

  private func number(_ row: Statement, _ column: Int, _ storage: Statement.Storage) -> Number {
    storage == .integer ? .integer(row.integer(column)) : .real(row.real(column))
  }

  private static func rank(_ storage: Statement.Storage) -> Int {
    switch storage {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func rank(_ value: ComparedValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func order(_ a: Number, _ b: Number) -> Int {
    switch (a, b) {
    case (.integer(let x), .integer(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.real(let x), .real(let y)): x < y ? -1 : x == y ? 0 : 1
    case (.integer(let x), .real(let y)): order(x, y)
    case (.real(let x), .integer(let y)): -order(y, x)
    }
  }

  /// A whole number against any other, without rounding the whole one first.
  private static func order(_ a: Int64, _ b: Double) -> Int {
    if b.isNaN || b < -0x1p63 { return 1 }
    if b >= 0x1p63 { return -1 }
    let whole = Int64(b)
    if a != whole { return a < whole ? -1 : 1 }
    let rest = b - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }
}
