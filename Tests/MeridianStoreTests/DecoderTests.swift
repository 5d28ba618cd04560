import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `Geometry blobs` {
  private func wkb(_ bytes: [UInt8]) throws -> GeometryBuffer {
    var buffer = GeometryBuffer()
    try WKBReader.read(bytes.span.bytes, into: &buffer)
    return buffer
  }

  private func geoPackage(_ bytes: [UInt8]) throws -> GeometryBuffer {
    var buffer = GeometryBuffer()
    try GeoPackageBinary.read(bytes.span.bytes, into: &buffer)
    return buffer
  }

  private func spatiaLite(_ bytes: [UInt8]) throws -> GeometryBuffer {
    var buffer = GeometryBuffer()
    try SpatiaLiteBlob.read(bytes.span.bytes, into: &buffer)
    return buffer
  }

  @Test func `the three encodings of a geometry decode alike in both byte orders`() throws {
    for seed in Seeds.list(300) {
      let geometry = RandomGeometry.any(seed: seed)
      for isBigEndian in [false, true] {
        for extra in 0...2 {
          let plain = GeometryEncoder(isBigEndian: isBigEndian, extraOrdinates: extra)
          var (a, b, c) = (plain, plain, plain)
          a.wkb(geometry)
          b.geoPackage(geometry, envelopeKind: Int(seed % 5), srsID: 4326)
          c.spatiaLite(geometry)
          #expect(try wkb(a.bytes) == geometry, "SEED=\(seed)")
          #expect(try geoPackage(b.bytes) == geometry, "SEED=\(seed)")
          #expect(try spatiaLite(c.bytes) == geometry, "SEED=\(seed)")
        }
      }
    }
  }

  @Test func `A98 the five envelope kinds and Z and M give the same plane geometry`() throws {
    let expected = try WKT.geometry("POLYGON ((7 47, 8 47, 8 48, 7 47))")
    for kind in 0...4 {
      for isBigEndian in [false, true] {
        for extra in 0...2 {
          var encoder = GeometryEncoder(isBigEndian: isBigEndian, extraOrdinates: extra)
          encoder.geoPackage(expected, envelopeKind: kind, srsID: 2193)
          #expect(try geoPackage(encoder.bytes) == expected)
          let header = try GeoPackageBinary(header: encoder.bytes.span.bytes)
          #expect(header.srsID == 2193 && !header.isMarkedEmpty)
          #expect(header.envelope == (kind == 0 ? nil : expected.envelope))
        }
      }
    }
  }

  @Test func `invalid envelope kinds and foreign extensions are refused`() throws {
    var encoder = GeometryEncoder()
    encoder.geoPackage(RandomGeometry.point(1, 2), envelopeKind: 0, srsID: 0)
    for flags: UInt8 in [0x0B, 0x0D, 0x0F, 0x21] {
      var bytes = encoder.bytes
      bytes[3] = flags
      #expect(throws: GeometryError.badHeader(offset: 3)) { try geoPackage(bytes) }
      #expect(throws: GeometryError.badHeader(offset: 3)) {
        try GeoPackageBinary(header: bytes.span.bytes)
      }
    }
    #expect(throws: GeometryError.badHeader(offset: 0)) { try geoPackage(Array("not a blob".utf8)) }
    #expect(throws: GeometryError.truncated(offset: 2)) { try geoPackage([0x47, 0x50]) }
  }

  @Test func `what the writer makes of a geometry is read back with its envelope`() throws {
    for seed in Seeds.list(200) {
      let geometry = RandomGeometry.any(seed: seed)
      var bytes: [UInt8] = []
      GeoPackageBinary.append(geometry, srsID: -1, to: &bytes)
      #expect(try geoPackage(bytes) == geometry, "SEED=\(seed)")
      let header = try GeoPackageBinary(header: bytes.span.bytes)
      #expect(header.srsID == -1)
      #expect(header.envelope == (geometry.type == .point ? nil : geometry.envelope))
    }
  }

  @Test func `compressed lines and rings come back within their single precision`() throws {
    for seed in Seeds.list(200) {
      let geometry = RandomGeometry.any(seed: seed)
      for isBigEndian in [false, true] {
        for (extra, isMeasured) in [(0, false), (1, false), (1, true), (2, false)] {
          var encoder = GeometryEncoder(
            isBigEndian: isBigEndian, extraOrdinates: extra, isMeasured: isMeasured)
          encoder.spatiaLite(geometry, isCompressed: true)
          let back = try spatiaLite(encoder.bytes)
          #expect(back.parts == geometry.parts && back.ringEnds == geometry.ringEnds)
          for (a, b) in zip(back.coordinates, geometry.coordinates) {
            #expect(a.squaredDistance(to: b) < 1e-6, "SEED=\(seed)")
          }
          // First and last vertices are stored whole.
          for ring in geometry.ringEnds.indices {
            let range = geometry.coordinateRange(ofRing: ring)
            #expect(back.coordinates[range.lowerBound] == geometry.coordinates[range.lowerBound])
          }
        }
      }
    }
  }

  @Test func `tiny points are read in every dimension`() throws {
    for isBigEndian in [false, true] {
      for (extra, isMeasured) in [(0, false), (1, false), (1, true), (2, false)] {
        var encoder = GeometryEncoder(
          isBigEndian: isBigEndian, extraOrdinates: extra, isMeasured: isMeasured)
        encoder.tinyPoint(Coordinate(7.5, 47))
        #expect(try spatiaLite(encoder.bytes) == RandomGeometry.point(7.5, 47))
        #expect(throws: GeometryError.self) { try spatiaLite(Array(encoder.bytes.dropLast())) }
      }
    }
  }

  @Test func `blobs with a byte or a bit changed never crash a decoder`() {
    var random = SplitMix64(seed: 20_000)
    var failures = 0
    for round in 0..<20_000 {
      let geometry = RandomGeometry.any(seed: UInt64(round % 500))
      var encoder = GeometryEncoder(
        isBigEndian: round % 2 == 0, extraOrdinates: round % 3, isExtended: round % 5 == 0)
      switch round % 3 {
      case 0: encoder.wkb(geometry)
      case 1: encoder.geoPackage(geometry, envelopeKind: round % 5, srsID: 4326)
      default: encoder.spatiaLite(geometry, isCompressed: round % 4 == 0)
      }
      var bytes = encoder.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<min(bytes.count, 64), using: &random)
        bytes[index] =
          Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : bytes[index] ^ (1 << UInt8.random(in: 0..<8, using: &random))
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      for decode in [wkb, geoPackage, spatiaLite] {
        do { _ = try decode(bytes) } catch { failures += 1 }
      }
    }
    // Most blobs are foreign to two of the three decoders.
    #expect(failures > 30_000 && failures < 60_000)
  }

  @Test func `every seed and every past crasher of the fuzzers decodes or fails cleanly`() throws {
    let folder = OraclePath.package + "/Data/corpus"
    var count = 0
    for name in ["wkb", "gpb", "spatialite"] {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + name)
      #expect(!files.isEmpty)
      for file in files {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/\(file)")))
        for decode in [wkb, geoPackage, spatiaLite] { _ = try? decode(bytes) }
        count += 1
      }
    }
    #expect(count >= 30)
  }
}
