/// Many geometries as one coordinate array and offset arrays, GeoArrow's layout, in the world.
///
/// Features have parts, parts have rings, rings have coordinates (Web Mercator's unit square, x
/// east, y down, longitudes unwrapped so that no edge jumps across the seam). Rings of polygons are
/// closed. Built once by ``GeometryColumn/Builder`` and never changed.
struct GeometryColumn: Sendable {
  /// What is known of a whole feature.
  struct Summary: Sendable, BitwiseCopyable {
    /// Bounding rectangle in the world.
    var envelope: Envelope
    /// Even-odd area of all polygon parts, in squared world widths.
    var area: Double
    /// Length of all line parts, in world widths.
    var length: Double
    /// Number of point parts.
    var pointCount: UInt32
    /// The type as the bytes of a file have it; one that is none counts as a collection's.
    private var typeCode: UInt8
    var flags: HitFlags

    var type: GeometryType { GeometryType(rawValue: typeCode) ?? .geometryCollection }

    /// Of a geometry of a type within a box, before anything of it is measured.
    init(_ type: GeometryType, within box: Envelope) {
      envelope = box
      area = 0
      length = 0
      pointCount = 0
      typeCode = type.rawValue
      flags = []
    }
  }

  var coordinates: [Coordinate] = []
  /// Rings + 1 offsets into ``coordinates``.
  var ringOffsets: [UInt32] = [0]
  /// Parts + 1 offsets into rings.
  var partOffsets: [UInt32] = [0]
  /// Features + 1 offsets into parts.
  var featureOffsets: [UInt32] = [0]
  var dimensions: [PartDimension] = []
  /// The top-level member each part came from.
  var members: [UInt32] = []
  var summaries: [Summary] = []
  /// Bounding rectangle of everything.
  var extent = Envelope.empty

  var count: Int { summaries.count }

  @inline(__always)
  func parts(of feature: Int) -> Range<Int> {
    Int(featureOffsets[feature])..<Int(featureOffsets[feature + 1])
  }

  @inline(__always)
  func rings(of part: Int) -> Range<Int> { Int(partOffsets[part])..<Int(partOffsets[part + 1]) }

  @inline(__always)
  func coordinates(of ring: Int) -> Range<Int> {
    Int(ringOffsets[ring])..<Int(ringOffsets[ring + 1])
  }
}
