/// Writes text into room that has been made for it: one check of the room for many pieces.
///
/// Made by ``Swift/Array/compose(room:_:)``. Writing beyond the room is a defect and traps.
@safe struct TextCursor: ~Copyable {
  private var at: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>

  fileprivate init(_ start: UnsafeMutablePointer<UInt8>, room: Int) {
    unsafe at = start
    unsafe end = start + room
  }

  fileprivate func count(from start: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe at - start
  }

  /// One byte.
  @inline(__always)
  mutating func byte(_ byte: UInt8) {
    precondition(unsafe at < end, "Room was made for what is written.")
    unsafe at.pointee = byte
    unsafe at += 1
  }

  /// A text known when the program is built.
  @inline(__always)
  mutating func word(_ text: StaticString) {
    unsafe copy(text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Bytes as they are.
  mutating func bytes(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe copy(start, buffer.count) }
    }
  }

  /// Bytes as they are.
  mutating func bytes(_ buffer: UnsafeBufferPointer<UInt8>) {
    if let start = buffer.baseAddress { unsafe copy(start, buffer.count) }
  }

  @inline(__always)
  private mutating func copy(_ start: UnsafePointer<UInt8>, _ count: Int) {
    precondition(unsafe end - at >= count, "Room was made for what is written.")
    unsafe at.update(from: start, count: count)
    unsafe at += count
  }

  /// A whole number, at most 20 bytes.
  mutating func integer(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    digits(value.magnitude, point: 0)
  }

  /// A pair of numbers in brackets, each of at most so many decimals.
  mutating func pair(_ a: Double, _ b: Double, decimals: Int) {
    byte(UInt8(ascii: "["))
    number(a, decimals: decimals)
    byte(UInt8(ascii: ","))
    number(b, decimals: decimals)
    byte(UInt8(ascii: "]"))
  }

  /// A number rounded to at most so many decimals, `null` when not finite; at most
  /// ``longestNumber`` bytes.
  mutating func number(_ value: Double, decimals: Int) {
    guard value.isFinite else { return word("null") }
    if let scaled = ScaledNumber(value, decimals: decimals) {
      fixed(scaled, trims: true)
    } else {
      var text: [UInt8] = []
      NumberText.appendFixed(value, decimals: decimals, trims: true, to: &text)
      bytes(text)
    }
  }

  /// Bytes of the longest number: the largest finite one has 309 digits.
  static let longestNumber = 330

  /// A number as whole units of its last decimal.
  mutating func fixed(_ number: ScaledNumber, trims: Bool) {
    var (units, decimals) = (number.units, number.decimals)
    if trims {
      if units == 0 { decimals = 0 }
      while decimals > 0 {
        let (quotient, digit) = units.quotientAndRemainder(dividingBy: 10)
        if digit != 0 { break }
        units = quotient
        decimals -= 1
      }
    }
    if number.isNegative && units > 0 { byte(UInt8(ascii: "-")) }
    digits(units, point: decimals)
  }

  /// Decimal digits with a point before the last `point` of them, and a zero before the point.
  private mutating func digits(_ value: UInt64, point: Int) {
    let count = max(Self.digitCount(value), point + 1)
    let room = count + (point > 0 ? 1 : 0)
    precondition(unsafe end - at >= room, "Room was made for what is written.")
    unsafe at += room
    var (place, rest, decimals) = unsafe (at, value, point)
    for _ in 0..<count {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      unsafe place -= 1
      unsafe place.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
      decimals -= 1
      if decimals == 0 {
        unsafe place -= 1
        unsafe place.pointee = UInt8(ascii: ".")
      }
    }
  }

  /// How many decimal digits a number has; zero has one.
  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var (count, limit): (Int, UInt64) = (1, 10)
    while value >= limit {
      count += 1
      let (next, isBeyond) = limit.multipliedReportingOverflow(by: 10)
      if isBeyond { return count }
      limit = next
    }
    return count
  }
}

/// A number as whole units of its last decimal, correctly rounded.
struct ScaledNumber {
  let isNegative: Bool
  let units: UInt64
  let decimals: Int

  /// Rounds a finite number, ties to even; nil when it has more digits than `Double` holds.
  @inline(__always)
  init?(_ value: Double, decimals: Int) {
    precondition(decimals >= 0 && decimals <= 15, "A number has 0 to 15 decimals.")
    let factor = NumberText.power(ofTen: decimals)
    let scaled = value.magnitude * factor
    guard scaled < 0x1p53 else { return nil }
    // From 2⁵² on there are only whole numbers; below, adding 2⁵² rounds to one, ties to even.
    var whole = scaled < 0x1p52 ? (scaled + 0x1p52) - 0x1p52 : scaled
    let rest = scaled - whole
    if rest.magnitude == 0.5 {
      // What the product lost in rounding decides cases close to a tie.
      let lost = (-scaled).addingProduct(value.magnitude, factor)
      if rest > 0 && lost > 0 {
        whole = scaled.rounded(.up)
      } else if rest < 0 && lost < 0 {
        whole = scaled.rounded(.down)
      }
    }
    isNegative = value < 0
    units = UInt64(whole)
    self.decimals = decimals
  }
}

extension [UInt8] {
  /// Appends what `body` writes, for which `room` bytes are enough.
  @inline(__always)
  mutating func compose(room: Int, _ body: (inout TextCursor) -> Void) {
    append(addingCapacity: room) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        guard let base = buffer.baseAddress else { return }
        let start = unsafe base + count
        var cursor = unsafe TextCursor(start, room: room)
        body(&cursor)
        count += unsafe cursor.count(from: start)
      }
    }
  }
}
