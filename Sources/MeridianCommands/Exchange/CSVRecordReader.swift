/// Reads the records of comma-separated values (RFC 4180) from a window that moves over them.
///
/// Fields may stand in quotes and hold line feeds; lines end with CR LF, LF or CR; a byte-order
/// mark is passed over. The bytes of a record stay in the window until the next one.
final class CSVRecordReader {
  /// One field of a record: its bytes without the quotes around it.
  struct Field {
    var range: Range<Int>
    /// Whether it holds doubled quotes.
    var isEscaped: Bool
  }

  /// What reading a record came to.
  enum Outcome { case record, tooLong, end }

  private let window: ByteWindow
  /// What stands between fields; nil until the first record has been looked at.
  private(set) var delimiter: UInt8
  private(set) var fields: [Field] = []
  /// The line on which the record begins, from 1.
  private(set) var line = 1
  private var lines = 1

  /// Begins with the first byte; the first record decides between comma, semicolon and tab.
  init(_ window: ByteWindow) throws(CommandError) {
    self.window = window
    delimiter = UInt8(ascii: ",")
    for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
      guard try window.peek() == byte else { break }
      window.at += 1
    }
    if let first = try window.peek(), first == 0xFE || first == 0xFF || first == 0 {
      throw CommandError(
        "badUTF8", "\(window.source.subject) is not UTF-8; save it as UTF-8.", exitCode: .broken)
    }
    delimiter = try guess()
  }

  /// Which of the three stands most often in the first record, outside of quotes. As in ``field()``
  /// blank lines are no records, and quotes count at the front of a field only.
  private func guess() throws(CommandError) -> UInt8 {
    let start = window.at
    var counts = [(UInt8(ascii: ","), 0), (UInt8(ascii: ";"), 0), (0x09, 0)]
    var (isQuoted, isFront, isBlank) = (false, true, true)
    window.keep()
    while window.at - (window.kept ?? 0) < ByteWindow.limit, let byte = try window.peek() {
      window.at += 1
      let isEnd = byte == 0x0A || byte == 0x0D
      if !isQuoted && isEnd {
        if isBlank { continue }
        break
      }
      isBlank = false
      if byte == UInt8(ascii: "\"") && (isQuoted || isFront) {
        isQuoted.toggle()
        // A quote right behind a closing one opens again: the two stand for one.
        isFront = true
        continue
      }
      isFront = false
      for index in counts.indices where !isQuoted && counts[index].0 == byte {
        counts[index].1 += 1
        isFront = true
      }
    }
    window.at = window.kept ?? start
    window.kept = nil
    return counts.max { $0.1 < $1.1 && $0.1 != $1.1 }.map { $0.1 > 0 ? $0.0 : counts[0].0 }
      ?? counts[0].0
  }

  /// The bytes of a field.
  func bytes(_ field: Field) -> ArraySlice<UInt8> { window.bytes[field.range] }

  /// Reads the next record; blank lines are passed over.
  func next() throws(CommandError) -> Outcome {
    window.kept = nil
    while let byte = try window.peek(), byte == 0x0A || byte == 0x0D {
      try endLine(byte)
    }
    guard try window.peek() != nil else { return .end }
    line = lines
    fields.removeAll(keepingCapacity: true)
    window.keep()
    while try field() {}
    // Fields were noted from the front of the record, wherever the window has moved it.
    let front = window.kept ?? 0
    for index in fields.indices {
      let range = fields[index].range
      fields[index].range = range.lowerBound + front..<range.upperBound + front
    }
    return window.isTooLong ? .tooLong : .record
  }

  private var place: Int { window.at - (window.kept ?? 0) }

  /// Reads one field and what ends it; whether another one follows.
  private func field() throws(CommandError) -> Bool {
    if try window.peek() == UInt8(ascii: "\"") {
      try quoted()
    } else {
      let start = place
      try passPlain()
      fields.append(Field(range: start..<max(start, place), isEscaped: false))
    }
    guard let byte = try window.peek() else { return false }
    if byte == delimiter {
      window.at += 1
      return true
    }
    try endLine(byte)
    return false
  }

  /// Passes everything up to a delimiter or the line's end.
  private func passPlain() throws(CommandError) {
    while true {
      let found = Self.plainEnd(window.bytes, window.at, window.end, delimiter)
      window.at = found
      if found < window.end { return }
      guard try window.fill() else { return }
    }
  }

  private static func plainEnd(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ delimiter: UInt8
  ) -> Int {
    let bytes = bytes.span
    for at in start..<end {
      let byte = bytes[at]
      if byte == delimiter || byte == 0x0A || byte == 0x0D { return at }
    }
    return end
  }

  /// Reads a field in quotes; what stands behind the closing quote is taken with it as it is.
  private func quoted() throws(CommandError) {
    let opening = lines
    window.at += 1
    let start = place
    var isEscaped = false
    while true {
      guard let byte = try window.peek() else {
        throw CommandError(
          "truncatedInput",
          "\(window.source.subject): the quote that opens a field on line \(opening) is never "
            + "closed; nothing was imported.", exitCode: .broken)
      }
      window.at += 1
      if byte == 0x0A { lines += 1 }
      guard byte == UInt8(ascii: "\"") else { continue }
      let end = place - 1
      if try window.peek() == UInt8(ascii: "\"") {
        isEscaped = true
        window.at += 1
        continue
      }
      fields.append(Field(range: start..<max(start, end), isEscaped: isEscaped))
      return try passPlain()
    }
  }

  private func endLine(_ byte: UInt8) throws(CommandError) {
    window.at += 1
    lines += 1
    if byte == 0x0D, try window.peek() == 0x0A { window.at += 1 }
  }

  /// The text of a field; nil when it is not UTF-8.
  func text(_ field: Field) -> String? {
    let raw = window.bytes[field.range]
    guard field.isEscaped else { return String(validating: raw, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var isSecond = false
    for byte in raw {
      if byte == UInt8(ascii: "\"") {
        isSecond.toggle()
        if !isSecond { continue }
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
