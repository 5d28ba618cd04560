public import MeridianKernel

extension Readout {
  /// The zoom with one decimal, such as `z 16.0`; the same width for all.
  public static func zoom(of camera: Camera) -> Readout {
    let number = Figures.fixed(camera.zoom, decimals: 1)
    return Readout("z " + Figures.padded(number, to: 4), spoken: "zoom \(number)")
  }

  /// The bearing that is up on the glass in whole degrees with the nearest of the eight winds,
  /// such as `045° NE`.
  public static func bearing(of camera: Camera) -> Readout {
    direction(camera.normalizedBearing)
  }

  /// The pitch in whole degrees, such as `45°`.
  public static func pitch(of camera: Camera) -> Readout {
    let number = Figures.fixed(camera.pitch, decimals: 0)
    return Readout(
      Figures.padded(number, to: 2) + "°",
      spoken: camera.pitch == 0
        ? "flat" : "tilted \(number) \(Figures.plural(number, "degree", "degrees"))")
  }

  /// A direction in degrees clockwise from north, rounded to steps of at least one degree, with the
  /// nearest of the eight winds.
  static func direction(_ degrees: Double, step: Double = 1) -> Readout {
    guard degrees.isFinite, step.isFinite else { return .nothing("no direction") }
    let turn = degrees.remainder(dividingBy: 360)
    let rounded = Int((turn / step).rounded() * step)
    let shown = (rounded % 360 + 360) % 360
    let wind = winds[(shown * 2 + 45) / 90 % 8]
    return Readout(
      "\(Figures.zeros(shown, 3))° \(wind.letters)",
      spoken: "\(shown) \(Figures.plural("\(shown)", "degree", "degrees")), \(wind.word)")
  }

  /// The winds from north clockwise, 45 degrees apart.
  private static let winds: [(letters: String, word: String)] = [
    ("N", "north"), ("NE", "northeast"), ("E", "east"), ("SE", "southeast"),
    ("S", "south"), ("SW", "southwest"), ("W", "west"), ("NW", "northwest"),
  ]
}
