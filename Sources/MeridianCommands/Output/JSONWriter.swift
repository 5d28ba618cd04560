/// Writes JSON into a growing buffer of bytes: what is written is always valid.
///
/// Members appear in the order they are written. The writer puts the commas; the caller opens and
/// closes.
/// ```swift
/// var json = JSONWriter()
/// json.beginObject()
/// json.member("fid", 9)
/// json.member("distanceM", 1.25, decimals: 3)
/// json.endObject()  // {"fid":9,"distanceM":1.25}
/// ```
package struct JSONWriter: Sendable {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private var depth = 0

  /// An empty buffer.
  package init() {}

  /// What has been written, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Structure

  /// Opens an object.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the object opened last.
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the array opened last.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the next value.
  package mutating func key(_ name: String) {
    quote(name, ending: UInt8(ascii: ":"))
    needsComma = false
  }

  /// Puts the next element on a line of its own.
  package mutating func beginLine() {
    separate()
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Ends a document with a line feed; the next value starts a new one.
  package mutating func endLine() {
    precondition(depth == 0, "A JSON document ends when everything in it is closed.")
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Values

  /// `null`.
  package mutating func null() { word("null") }

  /// `true` or `false`.
  package mutating func boolean(_ value: Bool) { word(value ? "true" : "false") }

  /// A whole number, exactly.
  package mutating func integer(_ value: some BinaryInteger) {
    separate()
    if let value = Int64(exactly: value) {
      NumberText.appendInteger(value, to: &bytes)
    } else {
      bytes += String(value).utf8
    }
    needsComma = true
  }

  /// The shortest text that reads back as the same number; `null` when not finite, −0 as 0.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    NumberText.appendShortest(value, to: &bytes)
    needsComma = true
  }

  /// A number rounded to at most so many decimals; `null` when not finite.
  package mutating func number(_ value: Double, decimals: Int) {
    guard value.isFinite else { return null() }
    separate()
    NumberText.appendFixed(value, decimals: decimals, trims: true, to: &bytes)
    needsComma = true
  }

  /// Text, escaped where JSON asks for it.
  package mutating func string(_ value: String) {
    quote(value, ending: nil)
    needsComma = true
  }

  /// Members or elements put together at once, `room` bytes at most, with commas between them but
  /// none in front.
  @inline(__always)
  mutating func compose(room: Int, _ body: (inout TextCursor) -> Void) {
    let comma = needsComma
    bytes.compose(room: room + 1) { text in
      if comma { text.byte(UInt8(ascii: ",")) }
      body(&text)
    }
    needsComma = true
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }

  private mutating func quote(_ value: String, ending: UInt8?) {
    separate()
    var value = value
    value.withUTF8 { utf8 in
      var isPlain = true
      for index in utf8.indices where unsafe Self.needsEscape(utf8[index]) { isPlain = false }
      guard !isPlain else {
        return bytes.compose(room: utf8.count + 3) { text in
          text.byte(UInt8(ascii: "\""))
          unsafe text.bytes(utf8)
          text.byte(UInt8(ascii: "\""))
          if let ending { text.byte(ending) }
        }
      }
      bytes.append(UInt8(ascii: "\""))
      var start = 0
      for index in utf8.indices {
        let byte = unsafe utf8[index]
        guard Self.needsEscape(byte) else { continue }
        unsafe bytes.append(contentsOf: utf8[start..<index])
        appendEscape(of: byte)
        start = index + 1
      }
      unsafe bytes.append(contentsOf: utf8[start...])
      bytes.append(UInt8(ascii: "\""))
      if let ending { bytes.append(ending) }
    }
  }

  /// A value that is JSON already, such as an `id` to be echoed as it came.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  // MARK: Members

  /// A key and text.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// A key and a truth value.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// A key and a whole number.
  package mutating func member(_ name: String, _ value: some BinaryInteger) {
    key(name)
    integer(value)
  }

  /// A key and a number, shortest.
  package mutating func member(_ name: String, _ value: Double) {
    key(name)
    number(value)
  }

  /// A key and a number of at most so many decimals.
  package mutating func member(_ name: String, _ value: Double, decimals: Int) {
    key(name)
    number(value, decimals: decimals)
  }

  /// A key and a pair of numbers, such as a position.
  package mutating func member(_ name: String, _ pair: (Double, Double), decimals: Int) {
    key(name)
    beginArray()
    number(pair.0, decimals: decimals)
    number(pair.1, decimals: decimals)
    endArray()
  }

  // MARK: The buffer

  /// A place to go back to when a record fails half-way.
  struct Mark { fileprivate let count: Int, needsComma: Bool, depth: Int }

  /// Where the writer is.
  var mark: Mark { Mark(count: bytes.count, needsComma: needsComma, depth: depth) }

  /// Forgets everything since a mark.
  mutating func rewind(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.count)
    needsComma = mark.needsComma
    depth = mark.depth
  }

  /// Bytes written so far.
  var count: Int { bytes.count }

  /// Goes on in another buffer and gives its own away; nothing may be open.
  mutating func swapBytes(with other: inout [UInt8]) {
    precondition(depth == 0, "A buffer changes hands between documents.")
    swap(&bytes, &other)
    needsComma = false
  }

  /// Puts pieces, which cover the buffer, into the order they are listed in.
  mutating func rearrange(_ pieces: [Range<Int>]) {
    var ordered: [UInt8] = []
    ordered.reserveCapacity(bytes.count)
    for piece in pieces { ordered += bytes[piece] }
    bytes = ordered
  }

  /// Forgets what has been handed on, keeping the memory; inside a document it may go on.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
    depth += 1
  }

  private mutating func close(_ byte: UInt8) {
    precondition(depth > 0, "Nothing is open.")
    bytes.append(byte)
    needsComma = true
    depth -= 1
  }

  private mutating func word(_ text: StaticString) {
    separate()
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes += "u00".utf8
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 15
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }
}
