public import MeridianKernel
public import MeridianStore

/// What is asked of one layer; all conditions must hold.
///
/// Coordinates given here, and those of features found, are in the query's reference system.
public struct FeatureQuery: Sendable {
  /// A named relation of a feature to a geometry.
  public struct Relation: Sendable {
    /// Reads *feature* predicate *geometry*.
    public var predicate: SpatialPredicate
    /// The geometry.
    public var geometry: GeometryBuffer

    /// Makes a relation of its parts.
    public init(_ predicate: SpatialPredicate, _ geometry: GeometryBuffer) {
      self.predicate = predicate
      self.geometry = geometry
    }
  }

  /// Features within a geodesic distance of a geometry.
  public struct Reach: Sendable {
    /// Meters on the ellipsoid.
    public var meters: Double
    /// From where.
    public var geometry: GeometryBuffer

    /// Makes a reach of its parts.
    public init(meters: Double, of geometry: GeometryBuffer) {
      self.meters = meters
      self.geometry = geometry
    }
  }

  /// The features nearest to a place, by geodesic distance.
  public struct Nearest: Hashable, Sendable {
    /// Longitude and latitude in degrees.
    public var place: LonLat
    /// How many at most.
    public var count: Int

    /// Makes a question of its parts.
    public init(to place: LonLat, count: Int) {
      self.place = place
      self.count = count
    }
  }

  /// A column that the answer is sorted by.
  public struct SortKey: Hashable, Sendable {
    /// The column's name, or `fid`.
    public var column: String
    /// Whether the largest comes first.
    public var isDescending: Bool

    /// Makes a key of its parts.
    public init(_ column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// A rectangle; west > east crosses 180°.
  public struct Box: Hashable, Sendable {
    /// The sides.
    public var west, south, east, north: Double

    /// Makes a rectangle of its sides.
    public init(west: Double, south: Double, east: Double, north: Double) {
      self.west = west
      self.south = south
      self.east = east
      self.north = north
    }

    /// One rectangle around it; across 180° it goes on beyond.
    var window: Envelope {
      Envelope(minX: west, minY: south, maxX: west <= east ? east : east + 360, maxY: north)
    }

    /// One rectangle, or the two that meet at the 180th meridian.
    var envelopes: [Envelope] {
      if west <= east { return [Envelope(minX: west, minY: south, maxX: east, maxY: north)] }
      return [
        Envelope(minX: west, minY: south, maxX: 180, maxY: north),
        Envelope(minX: -180, minY: south, maxX: east, maxY: north),
      ]
    }
  }

  /// The reference system of what is given and answered; nil for longitude and latitude, or the
  /// layer's own where it has no place on the Earth.
  public var crs: CRS?
  /// Features that share a point with the rectangle, exactly.
  public var box: Box?
  /// An attribute and spatial filter.
  public var filter: String?
  /// Relations to geometries.
  public var relations: [Relation] = []
  /// Within a distance.
  public var reach: Reach?
  /// Nearest ones only, the nearest first.
  public var nearest: Nearest?
  /// The attribute columns answered; nil for all.
  public var columns: [String]?
  /// The order of the answer; by feature id (or row) when empty.
  public var order: [SortKey] = []
  /// Matching features left out at the beginning.
  public var offset = 0
  /// How many features follow at most; nil for all.
  public var limit: Int?
  /// Whether nobody looks at the geometries of the answer.
  public var omitsGeometry = false
  /// How far the layer's own R-tree is believed.
  public var trust = IndexTrust.sampled

  /// Asks for every feature.
  public init() {}
}

/// One feature that matches.
public struct FoundFeature: Sendable {
  /// The feature id, nil in a layer without a stable one.
  public var fid: Int64?
  /// The row, within this reading.
  public var row: Int64
  /// The geometry in the query's reference system; empty for NULL.
  public var geometry: GeometryBuffer
  /// Whether there is a geometry to show.
  public var hasGeometry: Bool
  /// The values of the answered columns, and behind them whatever else was read.
  var allValues: [AttributeValue]
  /// How many columns are answered.
  var columnCount: Int
  /// The values of the answered columns.
  public var values: ArraySlice<AttributeValue> { allValues.prefix(columnCount) }
  /// The geodesic distance in meters, where one was asked for.
  public var distance: Double?
}
