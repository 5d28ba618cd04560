import Foundation
import MeridianKernel
import MeridianTestSupport
import Testing

@Suite struct `WKB reader` {
  static let texts = [
    "POINT (7.5 47)", "LINESTRING (0 0, 1 2, 3 4)",
    "POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))", "MULTIPOINT (1 2, 3 4)",
    "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))",
    "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5), (5.1 5.1, 5.2 5.1, 5.2 5.2, 5.1 5.1)))",
    "GEOMETRYCOLLECTION (POINT (1 1), LINESTRING (0 0, 2 2), POLYGON ((0 0, 1 0, 1 1, 0 0)))",
  ]

  @Test(arguments: texts)
  func `every type reads alike in both byte orders and with Z and M`(text: String) throws {
    let expected = try WKT.geometry(text)
    for isBigEndian in [false, true] {
      for (extra, isMeasured) in [(0, false), (1, false), (1, true), (2, false)] {
        for isExtended in [false, true] {
          var encoder = GeometryEncoder(
            isBigEndian: isBigEndian, extraOrdinates: extra, isMeasured: isMeasured,
            isExtended: isExtended)
          encoder.wkb(expected)
          #expect(try read(encoder.bytes) == expected)
        }
      }
    }
  }

  @Test(arguments: texts)
  func `what is written is read back`(text: String) throws {
    let expected = try WKT.geometry(text)
    var bytes: [UInt8] = []
    WKBWriter.append(expected, to: &bytes)
    #expect(try read(bytes) == expected)
  }

  @Test func `random geometry survives a round trip`() throws {
    for seed in Seeds.list(300) {
      let geometry = RandomGeometry.any(seed: seed)
      var bytes: [UInt8] = []
      WKBWriter.append(geometry, to: &bytes)
      let back = try read(bytes)
      #expect(back == geometry, "SEED=\(seed)")
    }
  }

  @Test func `a nested collection keeps the number of its top-level member`() throws {
    let text =
      "GEOMETRYCOLLECTION (POINT (1 1), GEOMETRYCOLLECTION (POINT (2 2), LINESTRING (0 0, 1 1)))"
    let geometry = try WKT.geometry(text)
    #expect(geometry.parts.map(\.member) == [0, 1, 1])
    var bytes: [UInt8] = []
    WKBWriter.append(geometry, to: &bytes)
    #expect(try read(bytes) == geometry)
  }

  @Test(arguments: [
    "POINT EMPTY", "LINESTRING EMPTY", "POLYGON EMPTY", "MULTIPOINT EMPTY",
    "MULTIPOLYGON EMPTY", "GEOMETRYCOLLECTION EMPTY",
  ])
  func `an empty geometry leaves no part`(text: String) throws {
    let expected = try WKT.geometry(text)
    var bytes: [UInt8] = []
    WKBWriter.append(expected, to: &bytes)
    let back = try read(bytes)
    #expect(back.parts.isEmpty && back.hasEmptyPart && !back.isNonFinite)
    #expect(back == expected)
  }

  @Test func `numbers without a place are flagged and the geometry is kept`() throws {
    for bad in [Double.infinity, -.infinity, .nan, 1e300] {
      var encoder = GeometryEncoder()
      encoder.byte(1)
      encoder.uint32(2)
      encoder.uint32(3)
      for value in [0, 0, bad, 1, 2, 2] { encoder.double(value) }
      let line = try read(encoder.bytes)
      #expect(line.isNonFinite && line.coordinates.count == 3)
      #expect(line.coordinates[2] == Coordinate(2, 2))
    }
  }

  @Test func `every shortened encoding is an error and never a crash`() throws {
    for text in Self.texts {
      var bytes: [UInt8] = []
      WKBWriter.append(try WKT.geometry(text), to: &bytes)
      for count in 0..<bytes.count {
        #expect(throws: GeometryError.self) { try read(Array(bytes[..<count])) }
      }
    }
  }

  @Test func `a huge count is refused before anything is reserved`() throws {
    for code: UInt32 in [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17] {
      var encoder = GeometryEncoder()
      encoder.byte(1)
      encoder.uint32(code)
      encoder.uint32(.max)
      #expect(throws: GeometryError.countTooLarge(count: .max, offset: 5)) {
        try read(encoder.bytes)
      }
    }
  }

  @Test func `collections nested deeper than 32 are refused`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      var encoder = GeometryEncoder()
      for _ in 0..<depth {
        encoder.byte(1)
        encoder.uint32(7)
        encoder.uint32(1)
      }
      encoder.wkb(RandomGeometry.point(1, 2))
      return encoder.bytes
    }
    #expect(try read(nested(32)).coordinates == [Coordinate(1, 2)])
    #expect(throws: GeometryError.nestedTooDeep(offset: 33 * 9)) { try read(nested(33)) }
    #expect(throws: GeometryError.self) { try read(nested(50_000)) }
  }

  @Test func `unknown types and byte orders are told by their place`() {
    #expect(throws: GeometryError.unknownType(code: 13, offset: 1)) {
      try read([1, 13, 0, 0, 0, 0, 0, 0, 0])
    }
    #expect(throws: GeometryError.badHeader(offset: 0)) { try read([7, 1, 0, 0, 0]) }
    #expect(throws: GeometryError.truncated(offset: 0)) { try read([]) }
  }

  @Test func `A24 a multi line string that holds an arc string is malformed at its byte`() {
    var encoder = GeometryEncoder()
    encoder.byte(1)
    encoder.uint32(5)
    encoder.uint32(1)
    encoder.byte(1)
    encoder.uint32(8)
    encoder.uint32(0)
    #expect(throws: GeometryError.unexpectedMember(code: 8, offset: 10)) {
      try read(encoder.bytes)
    }
  }
}

/// Decodes an array of bytes.
func read(_ bytes: [UInt8]) throws -> GeometryBuffer {
  var buffer = GeometryBuffer()
  try WKBReader.read(bytes.span.bytes, into: &buffer)
  return buffer
}
