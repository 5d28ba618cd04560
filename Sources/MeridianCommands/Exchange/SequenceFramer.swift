/// Finds the records of a GeoJSON text sequence (RFC 8142), or of a file of one feature a line.
///
/// A sequence begins with a record separator; its records may go over several lines.
final class SequenceFramer {
  private static let separator: UInt8 = 0x1E

  private let window: ByteWindow
  private var isSequence: Bool?
  private var lines = 1
  /// The record handed out last, from 1.
  private(set) var number = 0
  /// The line on which it begins, from 1.
  private(set) var line = 1
  /// Whether the record handed out last goes to the end of the file without a line feed.
  private(set) var isOpenEnded = false

  /// Begins with the first byte.
  init(_ window: ByteWindow) { self.window = window }

  /// The next record as a piece of the window's bytes, blank ones left out; nil at the end.
  func next() throws(CommandError) -> Range<Int>? {
    window.kept = nil
    if isSequence == nil {
      for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
        guard try window.peek() == byte else { break }
        window.at += 1
      }
    }
    while let byte = try window.peek() {
      switch byte {
      case 0x0A: lines += 1
      case 0x20, 0x0D, 0x09: break
      case Self.separator where isSequence != false: isSequence = true
      default: return try record()
      }
      window.at += 1
    }
    return nil
  }

  private func record() throws(CommandError) -> Range<Int> {
    let end = isSequence == true ? Self.separator : 0x0A
    isSequence = isSequence ?? false
    number += 1
    line = lines
    window.keep()
    isOpenEnded = false
    while true {
      let start = window.at
      if let found = Self.find(end, in: window.bytes, from: start, to: window.end, &lines) {
        window.at = found
        break
      }
      window.at = window.end
      guard try window.fill() else {
        isOpenEnded = window.bytes[max(window.at - 1, 0)] != 0x0A
        break
      }
    }
    return window.isTooLong ? 0..<0 : (window.kept ?? window.at)..<window.at
  }

  private static func find(
    _ wanted: UInt8, in bytes: [UInt8], from start: Int, to end: Int, _ lines: inout Int
  ) -> Int? {
    let bytes = bytes.span
    for at in start..<end {
      if bytes[at] == wanted { return at }
      if bytes[at] == 0x0A { lines += 1 }
    }
    return nil
  }
}
