import MeridianStore
import Testing

@Suite struct `Content digests` {
  // FIPS 180-4's published examples for SHA-256.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `equal the standard's examples`(text: String, expected: String) throws {
    let digest = try ContentDigest(of: Array(text.utf8))
    #expect(digest.description == expected)
    #expect(ContentDigest(expected) == digest)
  }

  @Test func `grow with their bytes`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var running = try ContentDigest.Running()
    for start in stride(from: 0, to: bytes.count, by: 777) {
      bytes[start..<min(start + 777, bytes.count)].withUnsafeBytes { running.add($0) }
    }
    let grown = running.finish()
    #expect(try grown == ContentDigest(of: bytes))
  }

  @Test(arguments: ["", "ab", String(repeating: "g", count: 64), String(repeating: "A", count: 64)])
  func `are not read from other texts`(text: String) {
    #expect(ContentDigest(text) == nil)
  }
}
