public import MeridianKernel

/// Encodes geometry in every form that the decoders read: the other half of their tests.
public struct GeometryEncoder {
  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []
  /// Whether numbers are written most significant byte first.
  public var isBigEndian: Bool
  /// Ordinates written after x and y: 0, 1 (Z or M) or 2.
  public var extraOrdinates: Int
  /// Whether the one extra ordinate is M.
  public var isMeasured: Bool
  /// Whether Z, M and SRID are told in the top bits, as extended WKB does.
  public var isExtended: Bool

  /// Makes an encoder of one flavor.
  public init(
    isBigEndian: Bool = false, extraOrdinates: Int = 0, isMeasured: Bool = false,
    isExtended: Bool = false
  ) {
    self.isBigEndian = isBigEndian
    self.extraOrdinates = extraOrdinates
    self.isMeasured = isMeasured
    self.isExtended = isExtended
  }

  /// Appends one byte.
  public mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Appends a 32-bit number.
  public mutating func uint32(_ value: UInt32) {
    let parts = (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    bytes += isBigEndian ? parts.reversed() : parts
  }

  /// Appends a floating-point number of 64 bits.
  public mutating func double(_ value: Double) {
    let parts = (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    bytes += isBigEndian ? parts.reversed() : parts
  }

  /// The thousands of a type code for these ordinates.
  private var thousands: UInt32 {
    extraOrdinates == 0 ? 0 : extraOrdinates == 2 ? 3000 : isMeasured ? 2000 : 1000
  }

  private mutating func coordinates(_ geometry: GeometryBuffer, _ range: Range<Int>) {
    for index in range {
      double(geometry.coordinates[index].x)
      double(geometry.coordinates[index].y)
      for extra in 0..<extraOrdinates { double(Double(extra) + 0.5) }
    }
  }

  private mutating func rings(_ geometry: GeometryBuffer, _ part: Int) {
    let rings = geometry.ringRange(ofPart: part)
    if geometry.parts[part].dimension == .polygon { uint32(UInt32(rings.count)) }
    for ring in rings {
      let range = geometry.coordinateRange(ofRing: ring)
      if geometry.parts[part].dimension != .point { uint32(UInt32(range.count)) }
      coordinates(geometry, range)
    }
  }

  private static func code(_ dimension: PartDimension) -> UInt32 { UInt32(dimension.rawValue) + 1 }

  // MARK: - Well-known binary

  /// Appends well-known binary of a geometry whose members are simple.
  public mutating func wkb(_ geometry: GeometryBuffer) {
    let code = UInt32(geometry.type.rawValue)
    wkbHead(code)
    if code >= 4 {
      uint32(UInt32(geometry.parts.count))
      for part in geometry.parts.indices {
        wkbHead(Self.code(geometry.parts[part].dimension))
        rings(geometry, part)
      }
    } else if geometry.parts.isEmpty {
      if code == 1 {
        for _ in 0..<2 + extraOrdinates { double(.nan) }
      } else {
        uint32(0)
      }
    } else {
      rings(geometry, 0)
    }
  }

  private mutating func wkbHead(_ code: UInt32) {
    byte(isBigEndian ? 0 : 1)
    guard isExtended else { return uint32(code + thousands) }
    let hasZ = extraOrdinates == 2 || (extraOrdinates == 1 && !isMeasured)
    let hasM = extraOrdinates == 2 || (extraOrdinates == 1 && isMeasured)
    uint32(code | (hasZ ? 0x8000_0000 : 0) | (hasM ? 0x4000_0000 : 0) | 0x2000_0000)
    uint32(4326)
  }

  // MARK: - GeoPackage

  /// Appends a GeoPackage blob with an envelope of kind 0 to 4.
  public mutating func geoPackage(_ geometry: GeometryBuffer, envelopeKind: Int, srsID: UInt32) {
    bytes += [0x47, 0x50, 0, (isBigEndian ? 0 : 1) | UInt8(envelopeKind << 1)]
    if geometry.isEmpty { bytes[bytes.count - 1] |= 0x10 }
    uint32(srsID)
    let box = geometry.envelope
    let sides =
      geometry.isEmpty
      ? Array(repeating: .nan, count: 4) : [box.minX, box.maxX, box.minY, box.maxY]
    let count = [0, 4, 6, 6, 8][envelopeKind]
    for index in 0..<count { double(index < 4 ? sides[index] : 0) }
    wkb(geometry)
  }

  // MARK: - SpatiaLite

  /// Appends a SpatiaLite blob of a geometry whose members are simple and not empty.
  public mutating func spatiaLite(_ geometry: GeometryBuffer, isCompressed: Bool = false) {
    bytes += [0, isBigEndian ? 0 : 1]
    uint32(4326)
    let box = geometry.envelope
    for side in [box.minX, box.minY, box.maxX, box.maxY] { double(side) }
    byte(0x7C)
    let code = UInt32(geometry.type.rawValue)
    if code >= 4 {
      uint32(code + thousands)
      uint32(UInt32(geometry.parts.count))
      for part in geometry.parts.indices {
        byte(0x69)
        spatiaLitePart(geometry, part, isCompressed: isCompressed)
      }
    } else {
      spatiaLitePart(geometry, 0, isCompressed: isCompressed)
    }
    byte(0xFE)
  }

  private mutating func spatiaLitePart(
    _ geometry: GeometryBuffer, _ part: Int, isCompressed: Bool
  ) {
    let code = Self.code(geometry.parts[part].dimension)
    guard isCompressed && code > 1 else {
      uint32(code + thousands)
      return rings(geometry, part)
    }
    uint32(code + thousands + 1_000_000)
    let rings = geometry.ringRange(ofPart: part)
    if code == 3 { uint32(UInt32(rings.count)) }
    for ring in rings {
      let range = geometry.coordinateRange(ofRing: ring)
      uint32(UInt32(range.count))
      for index in range {
        if index == range.lowerBound || index == range.upperBound - 1 {
          coordinates(geometry, index..<index + 1)
        } else {
          let step = geometry.coordinates[index] + geometry.coordinates[index - 1] * -1
          uint32(Float(step.x).bitPattern)
          uint32(Float(step.y).bitPattern)
          if extraOrdinates == 2 || (extraOrdinates == 1 && !isMeasured) { uint32(0) }
          if extraOrdinates == 2 || (extraOrdinates == 1 && isMeasured) { double(7) }
        }
      }
    }
  }

  /// Appends a SpatiaLite "tiny point".
  public mutating func tinyPoint(_ point: Coordinate) {
    bytes += [0, isBigEndian ? 0x80 : 0x81]
    uint32(4326)
    byte(extraOrdinates == 0 ? 1 : extraOrdinates == 2 ? 4 : isMeasured ? 3 : 2)
    double(point.x)
    double(point.y)
    for _ in 0..<extraOrdinates { double(3) }
    byte(0xFE)
  }
}
