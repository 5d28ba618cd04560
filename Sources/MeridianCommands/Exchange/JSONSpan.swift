/// Finds where a JSON value ends without reading it: brackets are counted outside of texts.
///
/// What stands between the brackets is the parser's to judge. The state may be taken along from
/// block to block.
struct JSONSpan {
  private var depth = 0
  private var isText = false
  private var isEscaped = false
  private var isScalar = false
  private var hasBegun = false
  /// Line feeds passed outside of texts.
  private(set) var lines = 0
  /// Whether the end of the value has been found.
  private(set) var isWhole = false

  /// Passes bytes up to `end` or the end of the value; answers where it stopped.
  mutating func pass(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var at = start
    let bytes = bytes.span
    while at < end && !isWhole {
      if isText {
        at = passText(bytes, from: at, to: end)
        continue
      }
      let byte = bytes[at]
      if isScalar {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09:
          isWhole = true
          return at
        default:
          at += 1
          continue
        }
      }
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        isText = true
        hasBegun = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        hasBegun = true
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { isWhole = true }
      case 0x0A: lines += 1
      default:
        if !hasBegun && byte != 0x20 && byte != 0x0D && byte != 0x09 {
          isScalar = true
          hasBegun = true
        }
      }
    }
    return at
  }

  private mutating func passText(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var at = start
    if isEscaped {
      isEscaped = false
      at += 1
    }
    while at < end {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") {
        isText = false
        if depth == 0 { isWhole = true }
        return at
      }
      if byte == UInt8(ascii: "\\") {
        if at == end {
          isEscaped = true
        } else {
          at += 1
        }
      }
    }
    return at
  }

  /// Whether bytes stop within a value, rather than being no value at all.
  static func isCutOff(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var span = JSONSpan()
    _ = span.pass(bytes, from: range.lowerBound, to: range.upperBound)
    return span.hasBegun && !span.isWhole && !span.isScalar
  }
}
