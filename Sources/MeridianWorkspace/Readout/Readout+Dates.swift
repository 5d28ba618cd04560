public import MeridianStore

extension Readout {
  /// A stored date or time as a person reads it: `2024-05-17`, `2024-05-17 14:03:22 UTC`.
  ///
  /// Texts in the forms of GeoPackage (ISO 8601, `YYYY-MM-DD` and `YYYY-MM-DDTHH:MM[:SS[.SSS]]Z` or
  /// with an offset) become readable, whichever of the two the column declares. Whatever else
  /// stands there, a day that is not in the calendar too, is shown as it is.
  public static func date(_ stored: AttributeValue) -> Readout {
    switch stored {
    case .null: .nothing("no date")
    case .text(let text): CalendarText(text)?.readout ?? Readout(text)
    case .integer(let number): Readout("\(number)")
    case .real(let number): Readout("\(number)")
    case .blob(let bytes): count(bytes.count, "byte", "bytes")
    }
  }
}

/// A date of the proleptic Gregorian calendar, with a time or without.
private struct CalendarText {
  private let year: Int
  private let month: Int
  private let day: Int
  private var time: String?
  private var zone = ""

  init?(_ text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2), 1...12 ~= month,
      1...Self.days(in: month, of: year) ~= day
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    if reader.isAtEnd { return }
    guard reader.take("T"), let time = Self.time(&reader), let zone = Self.zone(&reader),
      reader.isAtEnd
    else { return nil }
    self.time = time
    self.zone = zone
  }

  var readout: Readout {
    let date =
      "\(Figures.zeros(year, 4))-\(Figures.zeros(month, 2))-\(Figures.zeros(day, 2))"
    let words = "\(day) \(Self.months[month - 1]) \(year)"
    guard let time else { return Readout(date, spoken: words) }
    return Readout("\(date) \(time) \(zone)", spoken: "\(words), \(time) \(zone)")
  }

  /// Hours and minutes, seconds if given, their decimals unless all are zero.
  private static func time(_ reader: inout DigitReader) -> String? {
    guard let hour = reader.number(2), hour < 24, reader.take(":"), let minute = reader.number(2),
      minute < 60
    else { return nil }
    let text = "\(Figures.zeros(hour, 2)):\(Figures.zeros(minute, 2))"
    guard reader.take(":") else { return text }
    guard let second = reader.number(2), second < 60 else { return nil }
    var decimals = ""
    if reader.take(".") {
      decimals = reader.digits(most: 9)
      guard !decimals.isEmpty else { return nil }
      while decimals.last == "0" { decimals.removeLast() }
    }
    return "\(text):\(Figures.zeros(second, 2))" + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// `Z`, or an offset from UTC in hours and minutes.
  private static func zone(_ reader: inout DigitReader) -> String? {
    if reader.take("Z") { return "UTC" }
    let sign = reader.take("+") ? "+" : reader.take("-") ? "-" : nil
    guard let sign, let hour = reader.number(2), hour < 24, reader.take(":"),
      let minute = reader.number(2), minute < 60
    else { return nil }
    if hour == 0 && minute == 0 { return "UTC" }
    return "UTC\(sign)\(Figures.zeros(hour, 2)):\(Figures.zeros(minute, 2))"
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// Reads runs of digits and single signs.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == sign.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// As many digits as there are, at most so many.
  mutating func digits(most: Int) -> String {
    let digits = rest.prefix(most).prefix(while: Self.isDigit)
    rest.removeFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
