/// A moment of the Gregorian calendar in UTC, to the nanosecond.
package struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z without leap seconds.
  package var seconds: Int64
  /// Nanoseconds beyond, 0 to 999,999,999.
  package var nanoseconds: Int32 = 0
  /// Whether it was written as a date, without a time.
  package var isDate = false

  /// The open start of an interval, before every moment.
  static let distantPast = Instant(seconds: .min)
  /// The open end of an interval, after every moment.
  static let distantFuture = Instant(seconds: .max)

  /// Orders moments; a date counts as its first.
  package static func < (a: Instant, b: Instant) -> Bool { order(a, b) < 0 }

  /// Whether two are the same moment.
  package static func == (a: Instant, b: Instant) -> Bool { order(a, b) == 0 }

  /// Hashes the moment.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(seconds)
    hasher.combine(nanoseconds)
  }

  @inline(__always)
  static func order(_ a: Instant, _ b: Instant) -> Int {
    if a.seconds != b.seconds { return a.seconds < b.seconds ? -1 : 1 }
    return Int(a.nanoseconds) - Int(b.nanoseconds)
  }

  /// A date's last moment; a time's only one.
  var end: Instant {
    isDate ? Instant(seconds: seconds + 86_399, nanoseconds: 999_999_999) : self
  }
}

extension Instant {
  /// Reads `2022-04-16`, `2022-04-16T10:13:19.5Z`, `2022-04-16 10:13` and the like (RFC 3339,
  /// GeoPackage table 1); an offset such as `+02:00` is taken off, and without one it is UTC.
  ///
  /// Nil when it is none of these or a day that the calendar does not have. Digits after the
  /// nanosecond are left out.
  package init?(_ bytes: Span<UInt8>) {
    var reader = InstantReader()
    guard let instant = reader.read(bytes) else { return nil }
    self = instant
  }

  /// Reads a text.
  package init?(_ text: String) {
    guard let instant = text.withSpan({ Instant($0) }) else { return nil }
    self = instant
  }
}

/// Reads the parts of a date and time one after the other.
private struct InstantReader {
  private var offset = 0

  mutating func read(_ bytes: Span<UInt8>) -> Instant? {
    guard let year = digits(4, bytes), take("-", bytes), let month = digits(2, bytes),
      take("-", bytes), let day = digits(2, bytes), (1...12).contains(month), day >= 1,
      day <= Self.days(year, month)
    else { return nil }
    var instant = Instant(seconds: Self.dayNumber(year, month, day) * 86_400, isDate: true)
    if offset == bytes.count { return instant }
    instant.isDate = false
    guard take("T", bytes) || take("t", bytes) || take(" ", bytes),
      let hour = digits(2, bytes), take(":", bytes), let minute = digits(2, bytes),
      hour < 24, minute < 60
    else { return nil }
    instant.seconds += hour * 3600 + minute * 60
    if take(":", bytes) {
      // A leap second is the first of the next minute.
      guard let second = digits(2, bytes), second <= 60 else { return nil }
      instant.seconds += second
      if take(".", bytes) {
        guard let fraction = fraction(bytes) else { return nil }
        instant.nanoseconds = fraction
      }
    }
    guard let shift = shift(bytes), offset == bytes.count else { return nil }
    instant.seconds -= shift
    return instant
  }

  /// Seconds east of UTC, none without a zone.
  private mutating func shift(_ bytes: Span<UInt8>) -> Int64? {
    if offset == bytes.count || take("Z", bytes) || take("z", bytes) { return 0 }
    let isWest = take("-", bytes)
    guard isWest || take("+", bytes), let hours = digits(2, bytes), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if offset < bytes.count {
      _ = take(":", bytes)
      guard let read = digits(2, bytes), read < 60 else { return nil }
      minutes = read
    }
    let shift = hours * 3600 + minutes * 60
    return isWest ? -shift : shift
  }

  private mutating func fraction(_ bytes: Span<UInt8>) -> Int32? {
    let first = offset
    var value: Int32 = 0
    var unit: Int32 = 100_000_000
    while offset < bytes.count, let digit = Self.digit(bytes[offset]) {
      value += Int32(digit) * unit
      unit /= 10
      offset += 1
    }
    return offset > first ? value : nil
  }

  private mutating func digits(_ count: Int, _ bytes: Span<UInt8>) -> Int64? {
    guard offset + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = Self.digit(bytes[offset]) else { return nil }
      value = value * 10 + Int64(digit)
      offset += 1
    }
    return value
  }

  private mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  private static func days(_ year: Int64, _ month: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar, by years that start in March.
  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // One cycle of 400 years more keeps every division's operands positive.
    let years = year + 400 - (month <= 2 ? 1 : 0)
    let months = (month + 9) % 12
    let days = years * 365 + years / 4 - years / 100 + years / 400
    return days + (153 * months + 2) / 5 + day - 1 - 719_468 - 146_097
  }
}
