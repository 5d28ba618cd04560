/// Swift source with everything that is not code blanked out, line breaks kept, so that a rule
/// about code does not trip over a string or a comment.
struct SwiftText {
  /// The code alone.
  let code: String

  /// Blanks comments, string literals and the words of raw identifiers.
  init(_ source: String) {
    var scanner = Scanner(bytes: Array(source.utf8))
    scanner.run()
    code = String(decoding: scanner.output, as: UTF8.self)
  }

  private struct Scanner {
    let bytes: [UInt8]
    var output: [UInt8] = []
    var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
      output.reserveCapacity(bytes.count)
    }

    mutating func run() {
      while position < bytes.count {
        if starts(with: "//") {
          blank { $0.starts(with: "\n") }
        } else if starts(with: "/*") {
          blankComment()
        } else if let hashes = stringHashes() {
          blankString(hashes: hashes)
        } else if starts(with: "`") {
          keep()
          blank { $0.starts(with: "`") || $0.starts(with: "\n") }
          keep()
        } else {
          keep()
        }
      }
    }

    func starts(with text: StaticString, at start: Int? = nil) -> Bool {
      let start = start ?? position
      guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
      return text.withUTF8Buffer { $0.elementsEqual(bytes[start..<start + $0.count]) }
    }

    mutating func keep() {
      guard position < bytes.count else { return }
      output.append(bytes[position])
      position += 1
    }

    mutating func blankOne() {
      guard position < bytes.count else { return }
      output.append(bytes[position] == UInt8(ascii: "\n") ? UInt8(ascii: "\n") : 0x20)
      position += 1
    }

    mutating func blank(until isEnd: (Self) -> Bool) {
      while position < bytes.count, !isEnd(self) { blankOne() }
    }

    mutating func blankComment() {
      var depth = 0
      repeat {
        if starts(with: "/*") {
          depth += 1
          blankOne()
        } else if starts(with: "*/") {
          depth -= 1
          blankOne()
        }
        blankOne()
      } while depth > 0 && position < bytes.count
    }

    /// The number of signs before the quotation mark of a string that starts here.
    func stringHashes() -> Int? {
      var end = position
      while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
      return starts(with: "\"", at: end) ? end - position : nil
    }

    /// Blanks a literal; code inside an interpolation is blanked with it.
    mutating func blankString(hashes: Int) {
      for _ in 0..<hashes { blankOne() }
      let isLong = starts(with: "\"\"\"")
      let quotes = isLong ? 3 : 1
      for _ in 0..<quotes { keep() }
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "\\"),
          count(UInt8(ascii: "#"), from: position + 1) >= hashes
        {
          for _ in 0...hashes { blankOne() }
          if starts(with: "(") { blankInterpolation() } else { blankOne() }
        } else if isLong ? starts(with: "\"\"\"") : starts(with: "\""),
          count(UInt8(ascii: "#"), from: position + quotes) >= hashes
        {
          for _ in 0..<quotes { keep() }
          for _ in 0..<hashes { blankOne() }
          return
        } else {
          if !isLong, bytes[position] == UInt8(ascii: "\n") { return }
          blankOne()
        }
      }
    }

    /// From the parenthesis to its partner, strings inside included.
    mutating func blankInterpolation() {
      var depth = 0
      repeat {
        if let hashes = stringHashes() {
          let start = output.count
          blankString(hashes: hashes)
          for index in start..<output.count where output[index] == UInt8(ascii: "\"") {
            output[index] = 0x20
          }
          continue
        }
        if starts(with: "(") { depth += 1 }
        if starts(with: ")") { depth -= 1 }
        blankOne()
      } while depth > 0 && position < bytes.count
    }

    func count(_ byte: UInt8, from start: Int) -> Int {
      var end = start
      while end < bytes.count, bytes[end] == byte { end += 1 }
      return end - start
    }
  }
}
