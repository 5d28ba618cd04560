import Glibc

/// What is asked about a place.
enum Work: Hashable {
  /// All features within a fingertip, 22 points, at a zoom, nearest first.
  case tap(zoom: Double)
  /// The same for all taps at once at zoom 15, on all cores; measured by the wall's clock.
  case batch
  /// The areas around it.
  case containing
  /// The one nearest feature, however far.
  case nearest
  /// All features whose boxes meet a window of eight fingertips' width at zoom 15.
  case window

  /// A fingertip in meters of EPSG:3857, where it is the same everywhere.
  static func finger(atZoom zoom: Double) -> Double {
    22 * 40_075_016.685578488 / (512 * exp2(zoom))
  }

  /// Half the width of the window in meters of EPSG:3857.
  static let windowReach = 4 * finger(atZoom: 15)

  /// How far from the tap an answer may lie.
  var reach: Double {
    switch self {
    case .tap(let zoom): Self.finger(atZoom: zoom)
    case .batch: Self.finger(atZoom: 15)
    case .containing: 0
    case .nearest: .infinity
    case .window: Self.windowReach
    }
  }

  /// The name for people, in tables and after --only.
  var name: String {
    switch self {
    case .tap(let zoom): "tap z " + (Int(exactly: zoom).map { "\($0)" } ?? brief(zoom))
    case .batch: "batch of taps z 15, all cores, wall"
    case .containing: "point in polygon"
    case .nearest: "nearest"
    case .window: "window"
    }
  }

  /// The question as peers in other processes are asked it: a word and a number.
  var words: String {
    switch self {
    case .tap: "tap \(reach)"
    case .batch: "batch \(reach)"
    case .containing: "containing 0"
    case .nearest: "nearest 0"
    case .window: "window \(reach)"
    }
  }
}
