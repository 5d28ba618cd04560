import CPlatform

/// The SHA-256 of some bytes (FIPS 180-4): what tells whether a file's content is the same,
/// whatever its times and its size say.
package struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// The digest of bytes in memory; throws when no library computes it.
  package init(of content: [UInt8]) throws(StoreError) {
    var running = try Running()
    unsafe content.withUnsafeBytes { unsafe running.add($0) }
    self = running.finish()
  }

  /// A digest from its hexadecimal text; nil when it is none.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8.map { Self.value(of: $0) }
    guard digits.count == 64, !digits.contains(nil) else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// 64 hexadecimal digits in lower case.
  package var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// A digest that grows with the bytes it is given.
  @safe package struct Running: ~Copyable {
    private var state = unsafe cplatform_sha256()

    /// Starts with no bytes; throws when no library computes it.
    package init() throws(StoreError) {
      guard unsafe cplatform_sha256_start(&state) else {
        throw .missingLibrary(
          name: "Nettle", purpose: "tell whether a file has changed", package: "libnettle8")
      }
    }

    /// Takes the next bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
      unsafe cplatform_sha256_add(&state, bytes.baseAddress, bytes.count)
    }

    /// The digest of all bytes taken.
    package consuming func finish() -> ContentDigest {
      var bytes = [UInt8](repeating: 0, count: 32)
      unsafe bytes.withUnsafeMutableBufferPointer { out in
        if let start = out.baseAddress { unsafe cplatform_sha256_end(&state, start) }
      }
      return ContentDigest(bytes: bytes)
    }
  }
}
