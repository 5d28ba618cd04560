/// Lines and columns of byte offsets; both from 1, columns in characters.
enum JSONPlaces {
  private static let newline = UInt8(ascii: "\n")

  /// The place of one offset, counted from the start of the text.
  static func place(of offset: Int, in text: ArraySlice<UInt8>, file: String) -> SourcePlace {
    let before = text.prefix(max(offset, 0))
    var line = 1
    var start = before.startIndex
    unsafe before.withUnsafeBufferPointer { bytes in
      var at = 0
      while at < bytes.count {
        if unsafe bytes[at] == newline {
          line += 1
          start = before.startIndex + at + 1
        }
        at += 1
      }
    }
    return SourcePlace(file: file, line: line, column: 1 + characters(in: before[start...]))
  }

  /// Gives every entry its place in one pass over the text, however long its lines are.
  static func fill(
    _ entries: inout [JSONTree.Entry], offsets: [Int], of text: ArraySlice<UInt8>
  ) {
    var line: Int32 = 1
    var column: Int32 = 1
    var at = text.startIndex
    for (index, offset) in offsets.enumerated() where index < entries.count {
      let end = text.startIndex + offset
      var start = at
      while at < end {
        if text[at] == newline {
          line &+= 1
          column = 1
          start = at + 1
        }
        at += 1
      }
      column &+= Int32(clamping: characters(in: text[start..<end]))
      entries[index].line = line
      entries[index].column = column
    }
  }

  /// Characters in a part of a line; a carriage return in front of the line's end is none.
  private static func characters(in bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).count
  }
}
