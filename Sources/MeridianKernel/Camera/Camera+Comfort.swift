// Where people are led to and brought back from: tilt is easily overdone by accident.
extension Camera {
  /// The steepest pitch that gestures lead to, in degrees: beyond it most of the glass is horizon.
  public static let comfortablePitch = 60.0

  /// The camera with its pitch at most ``comfortablePitch`` and its bearing within 0 ..< 360.
  public var comfortable: Camera {
    Camera(self, bearing: normalizedBearing, pitch: min(pitch, Self.comfortablePitch))
  }

  /// The camera over the same place and at the same zoom, looking straight down with north up.
  public var returningToFlatNorth: Camera { Camera(self, bearing: 0, pitch: 0) }

  /// Whether north is up and the view straight down, so that there is nothing to return from.
  public var isFlatNorth: Bool { pitch == 0 && normalizedBearing == 0 }

  /// The bearing within 0 ..< 360 degrees; exact for bearings that are there already.
  public var normalizedBearing: Double {
    if bearing >= 0 && bearing < 360 { return bearing + 0 }
    let turned = bearing.remainder(dividingBy: 360)
    let positive = turned < 0 ? turned + 360 : turned
    // A hair west of north is north: adding a turn to it rounds to one.
    return positive < 360 ? positive + 0 : 0
  }

  /// The width of the world in points at a zoom.
  public static func worldSize(atZoom zoom: Double) -> Double { 512 * LibM.powerOfTwo(zoom) }

  /// A camera that has been checked, turned and leaned within the ranges.
  private init(_ camera: Camera, bearing: Double, pitch: Double) {
    center = camera.center
    zoom = camera.zoom
    self.bearing = bearing
    self.pitch = pitch
  }
}
