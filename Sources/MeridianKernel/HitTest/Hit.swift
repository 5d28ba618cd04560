/// One feature under the finger, with where and how it was touched.
public struct Hit: Sendable {
  /// The layer's name.
  public var layer: String
  /// The layer's number in the tester, from the bottom.
  public var layerNumber: Int
  /// The feature's number within the layer's index.
  public var feature: Int
  /// The feature id, exact; nil in a layer without a proven key.
  public var fid: Int64?
  /// The row's number in its table.
  public var row: Int64
  /// From 1, the likeliest first.
  public var rank: Int
  /// The share of the likelihood among all candidates, 0…1; nil under other policies.
  public var probability: Double?
  /// From the tap to the drawn ink, in points; 0 on it.
  public var distance: Double
  /// From the tap to the bare geometry, in points.
  public var geometryDistance: Double
  /// From the tap's ground to the nearest place in meters; nil beyond 5 km, where the geodesic is
  /// due.
  public var groundDistance: Double?
  /// Whether the tap lies inside a polygon.
  public var isInside: Bool
  /// The nearest place of the geometry; canonical longitude.
  public var nearest: LonLat
  /// The same on the glass.
  public var nearestOnGlass: ScreenPoint
  /// Which member of a multi-geometry or collection was touched, from 0.
  public var part: Int
  /// Which ring of the polygon, 0 the shell; nil inside and for other types.
  public var ring: Int?
  /// Which segment of the line or ring, from 0.
  public var segment: Int?
  /// Which vertex, for points.
  public var vertex: Int?
  /// The stored geometry's type.
  public var geometryType: GeometryType
  /// What the feature is called.
  public var title: String?
  /// Whether it may be edited, and if not, why.
  public var editability: Editability
  /// What to read the answer with care for.
  public var flags: HitFlags
  /// The numbers behind the rank.
  public var score: HitScore
}

/// The numbers behind a rank.
public struct HitScore: Hashable, Sendable {
  /// ln of the likelihood per squared point; −∞ when the feature's ink is not in view.
  public var logLikelihood: Double
  /// What the likelihood was divided by: the smaller of the two below, in squared points or points.
  public var measure: Double
  /// The whole feature on the glass: area, or length for lines.
  public var wholeMeasure: Double
  /// Its box on the glass within the viewport: area, or diagonal for lines.
  public var boxMeasure: Double
  /// What kind of ink the finger touched.
  public var kind: Kind

  /// Point, line, a polygon's edge, or its interior, in the order of the policy `class`.
  public enum Kind: Int, Hashable, Sendable, Comparable {
    case point
    case line
    case edge
    case interior

    /// The order of the policy `class`.
    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

    /// The name in answers.
    public var name: String {
      switch self {
      case .point: "point"
      case .line: "line"
      case .edge: "edge"
      case .interior: "interior"
      }
    }
  }
}

/// A feature near the tap that was not offered.
public struct NearMiss: Sendable {
  /// The layer's name.
  public var layer: String
  /// The feature id; nil without a proven key.
  public var fid: Int64?
  /// The row's number.
  public var row: Int64
  /// From the tap to the ink, in points; nil where the row has no place.
  public var distance: Double?
  /// Why it was not offered.
  public var reason: MissReason
}

/// Everything an answer says.
public struct HitAnswer: Sendable {
  /// Why a tap has no ground.
  public enum NoGround: String, Hashable, Sendable {
    /// The tap is above the horizon.
    case aboveHorizon
    /// The ground lies beyond the map's edge at 85.051129°.
    case offMap
  }

  /// The tap on the glass.
  public var screen: ScreenPoint
  /// The ground under it, canonical; nil when there is none.
  public var ground: LonLat?
  /// The same with the longitude of the world copy on the glass, when that differs.
  public var wrappedGround: LonLat?
  /// Why there is no ground.
  public var reason: NoGround?
  /// The hits, best first.
  public var hits: [Hit] = []
  /// How many hits the limit cut off.
  public var truncated = 0
  /// Whether the best hit is not clearly the best; nil under policies without probabilities.
  public var isAmbiguous: Bool?
  /// The zoom at which a finger can separate the leading two, when ambiguous.
  public var separateZoom: Double?
  /// Whether the leading two lie on each other, when ambiguous.
  public var isStacked = false
  /// Features nearby that were not offered, when asked for.
  public var nearMisses: [NearMiss] = []
  /// What was looked at.
  public var trace = HitTrace()

  init(screen: ScreenPoint) { self.screen = screen }
}

/// Counts of what a question looked at; they depend on the data alone, never on time.
public struct HitTrace: Hashable, Sendable {
  /// Tree nodes opened.
  public var nodes = 0
  /// Runs that the tree found near, by their boxes and, seen straight down, their slabs.
  public var boxes = 0
  /// Runs of segments (or points) measured exactly.
  public var runs = 0
  /// Segments and vertices measured on the glass.
  public var segments = 0
  /// Edges looked at to tell the inside of large polygons from the outside.
  public var edges = 0
  /// Features that were measured.
  public var candidates = 0
}
