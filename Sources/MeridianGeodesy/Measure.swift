public import MeridianKernel

/// Something that the reader of a measurement should know.
public enum MeasureFlag: String, CaseIterable, Hashable, Sendable, Comparable {
  /// Two points lie on opposite ends of the Earth: the length is right, the way is not unique.
  case antipodal
  /// An azimuth is one of several equally good ones: the points coincide, are antipodes, or mirror
  /// each other across the equator with two shortest ways.
  case azimuthAmbiguous
  /// The way crosses the meridian of 180°.
  case crosses180
  /// A pole lies inside the smaller side of the ring (strictly, not on its edge).
  case enclosesPole
  /// Edges of the ring cross, or the ring runs along itself in the same direction: the area counts
  /// parts twice or against each other.
  case selfOverlapping
  /// An edge has more than one shortest way; PROJ's choice is taken (for antipodes on the equator:
  /// over the north pole).
  case edgeAmbiguous

  /// The order in which flags are listed.
  public static func < (a: MeasureFlag, b: MeasureFlag) -> Bool {
    a.position < b.position
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The shortest way between two places.
public struct GeodesicInverse: Hashable, Sendable {
  /// The length in meters.
  public var length: Double
  /// The azimuth at the start in degrees clockwise from north, −180 < azimuth ≤ 180.
  public var azimuth: Double
  /// The forward azimuth at the end, in degrees as ``azimuth``.
  public var endAzimuth: Double
  /// ``MeasureFlag/antipodal``, ``MeasureFlag/azimuthAmbiguous``, ``MeasureFlag/crosses180``.
  public var flags: Set<MeasureFlag>

  /// The azimuth at the end that points back to the start, in degrees.
  public var backAzimuth: Double { GeodesicDirect.reversed(endAzimuth) }
}

/// Where a geodesic of given start, azimuth and length ends.
public struct GeodesicDirect: Hashable, Sendable {
  /// The end, its longitude within ±180.
  public var to: LonLat
  /// The forward azimuth at the end in degrees clockwise from north.
  public var endAzimuth: Double

  /// The azimuth at the end that points back to the start, in degrees.
  public var backAzimuth: Double { Self.reversed(endAzimuth) }

  static func reversed(_ azimuth: Double) -> Double {
    azimuth > 0 ? azimuth - 180 : azimuth + 180
  }
}

/// One leg of a line or one edge of a ring.
public struct MeasuredSegment: Hashable, Sendable {
  /// The length in meters.
  public var length: Double
  /// The azimuth at its start in degrees clockwise from north; 180 by convention when the length
  /// is zero.
  public var azimuth: Double
  /// The azimuth at its end that points back to its start, in degrees.
  public var backAzimuth: Double

  /// Makes a segment of its numbers.
  public init(length: Double, azimuth: Double, backAzimuth: Double) {
    self.length = length
    self.azimuth = azimuth
    self.backAzimuth = backAzimuth
  }
}

/// A measured line.
public struct LineMeasure: Hashable, Sendable {
  /// The length of all segments in meters.
  public var length: Double
  /// One segment for each pair of neighboring vertices.
  public var segments: [MeasuredSegment]
  /// What to know about it, in the order of declaration.
  public var flags: [MeasureFlag]
}

/// Which way a ring runs around the smaller of its two sides.
public enum RingOrientation: String, Hashable, Sendable {
  /// The smaller side is on the left.
  case counterclockwise
  /// The smaller side is on the right.
  case clockwise
  /// The ring encloses no area that could be told from rounding.
  case none
}

/// A measured ring.
public struct AreaMeasure: Hashable, Sendable {
  /// The area of the smaller side in square meters, never negative.
  public var area: Double
  /// The length of the closed ring in meters.
  public var perimeter: Double
  /// Which way the ring runs around that side.
  public var orientation: RingOrientation
  /// One segment for each edge, the closing one included.
  public var segments: [MeasuredSegment]
  /// What to know about it, in the order of declaration.
  public var flags: [MeasureFlag]
}
