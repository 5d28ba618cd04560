private import CUTF8Proc
private import LibraryOpening

/// What CASEI and ACCENTI take off a text before it is compared.
struct TextFolding: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Differences of case, by Unicode's full case folding.
  static let letterCase = TextFolding(rawValue: 1)
  /// Marks on letters, such as accents: what decomposing (NFD) makes a character of its own.
  static let accents = TextFolding(rawValue: 2)
}

extension TextFolding {
  /// Whether the library that folds is there.
  static var isAvailable: Bool { UTF8ProcLibrary.shared != nil }

  /// The folded text in normalization form C, as UTF-8.
  func folded(_ text: Span<UInt8>) -> [UInt8] {
    var isASCII = true
    var copy = [UInt8](capacity: text.count) { span in
      for index in 0..<text.count {
        let byte = text[index]
        if byte >= 0x80 { isASCII = false }
        span.append(contains(.letterCase) && byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      }
    }
    if isASCII { return copy }
    // Lower case of ASCII letters is their folding, so the copy is as good as the text.
    return UTF8ProcLibrary.shared?.folded(&copy, self) ?? copy
  }
}

/// utf8proc's functions, found in its shared library on first use; the types come from its header.
@safe private struct UTF8ProcLibrary: Sendable {
  private let decompose: utf8proc_decompose_fn
  private let encode: utf8proc_reencode_fn

  /// The library of this process, opened once; nil when it is not there.
  static let shared: UTF8ProcLibrary? = open()

  /// Where the library may be: Debian's names, then macOS's.
  private static let fileNames: [StaticString] = [
    "libutf8proc.so.2", "libutf8proc.so.3", "libutf8proc.so", "libutf8proc.dylib",
    "/opt/homebrew/lib/libutf8proc.dylib", "/usr/local/lib/libutf8proc.dylib",
  ]

  private static func open() -> UTF8ProcLibrary? {
    guard let library = SharedLibrary(fileNames),
      let decompose: utf8proc_decompose_fn = unsafe library.find("utf8proc_decompose"),
      let encode: utf8proc_reencode_fn = unsafe library.find("utf8proc_reencode")
    else { return nil }
    return unsafe UTF8ProcLibrary(decompose: decompose, encode: encode)
  }

  /// The folded text; nil when it is not UTF-8 or too long.
  ///
  /// Decomposing and encoding apart, rather than in one call that allocates what the C library has
  /// to free.
  func folded(_ text: inout [UInt8], _ folding: TextFolding) -> [UInt8]? {
    var flags = UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue
    if folding.contains(.letterCase) { flags |= UTF8PROC_CASEFOLD.rawValue }
    if folding.contains(.accents) { flags |= UTF8PROC_STRIPMARK.rawValue }
    let options = utf8proc_option_t(rawValue: flags)
    let count = text.count
    // A character has at most eighteen in its decomposition; most have one or two.
    var room = count + 16
    while room <= count * 18 + 16 {
      var points = [Int32](repeating: 0, count: room + 1)
      let needed = unsafe text.withUnsafeBufferPointer { input in
        unsafe points.withUnsafeMutableBufferPointer { output in
          unsafe decompose(input.baseAddress, count, output.baseAddress, room, options)
        }
      }
      guard needed >= 0 else { return nil }
      if needed <= room { return encoded(&points, needed, options) }
      room = needed
    }
    return nil
  }

  private func encoded(
    _ points: inout [Int32], _ count: Int, _ options: utf8proc_option_t
  ) -> [UInt8]? {
    unsafe points.withUnsafeMutableBufferPointer { buffer in
      let length = unsafe encode(buffer.baseAddress, count, options)
      guard length >= 0 else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(buffer).prefix(length))
    }
  }
}
