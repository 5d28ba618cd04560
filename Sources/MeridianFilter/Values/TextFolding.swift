private import CPlatform
private import CUTF8Proc

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
    var names: [UnsafePointer<CChar>?] = unsafe fileNames.map { name in
      unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    unsafe names.append(nil)
    let handle = unsafe names.withUnsafeBufferPointer { list -> UnsafeMutableRawPointer? in
      guard let first = list.baseAddress else { return nil }
      // The list ends with a null, which its type does not tell.
      let start = unsafe UnsafeRawPointer(first).assumingMemoryBound(to: UnsafePointer<CChar>.self)
      return unsafe cplatform_open_library(start)
    }
    guard let handle = unsafe handle,
      let decompose: utf8proc_decompose_fn = unsafe find("utf8proc_decompose", in: handle),
      let encode: utf8proc_reencode_fn = unsafe find("utf8proc_reencode", in: handle)
    else { return nil }
    return unsafe UTF8ProcLibrary(decompose: decompose, encode: encode)
  }

  /// The function of that name as the type that the call site asks for.
  private static func find<Function>(
    _ name: StaticString, in handle: UnsafeMutableRawPointer
  ) -> Function? {
    let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let address = unsafe cplatform_symbol(handle, text) else { return nil }
    // The header's own type, so only the address changes hands.
    return unsafe unsafeBitCast(address, to: Function.self)
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
