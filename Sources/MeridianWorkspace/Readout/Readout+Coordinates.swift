public import MeridianKernel

extension Readout {
  /// How coordinates are written.
  public enum CoordinateStyle: String, CaseIterable, Hashable, Sendable {
    /// Decimal degrees.
    case decimal
    /// Degrees, minutes and seconds.
    case sexagesimal
    /// Universal Transverse Mercator, polar stereographic around the poles.
    case grid
  }

  /// Longitude and latitude in decimal degrees, such as `␣␣0.1366° W␣␣51.5132° N`, with no more
  /// decimals than the resolution tells apart.
  ///
  /// The width depends on the resolution alone.
  public static func decimalDegrees(
    _ place: LonLat, at resolution: Resolution = .stored
  ) -> Readout {
    guard place.isValid else { return .nothing("no place") }
    let decimals = Resolution.decimals(forStep: resolution.degrees, most: 7)
    let axes = Axis.both(of: place).map { axis in
      let number = Figures.fixed(axis.degrees, decimals: decimals)
      let width = axis.digits + (decimals > 0 ? decimals + 1 : 0)
      let side = axis.side(isZero: number.allSatisfy { $0 == "0" || $0 == "." }, rounded: number)
      return Readout(
        Figures.padded(number, to: width) + "° " + side.letter,
        spoken: "\(number) \(Figures.plural(number, "degree", "degrees")) \(side.word)")
    }
    return joined(axes)
  }

  /// Longitude and latitude in degrees, minutes and seconds, such as
  /// `␣␣0° 08′ 11.8″ W␣␣51° 30′ 47.5″ N`, with no finer parts than the resolution tells apart.
  ///
  /// The width depends on the resolution alone.
  public static func degreesMinutesSeconds(
    _ place: LonLat, at resolution: Resolution = .stored
  ) -> Readout {
    guard place.isValid else { return .nothing("no place") }
    let parts = SexagesimalParts(resolution)
    let axes = Axis.both(of: place).map { axis in
      let number = parts.number(axis.degrees)
      let degrees = String(number.degrees)
      let side = axis.side(isZero: number.units == 0, rounded: degrees)
      return Readout(
        Figures.padded(degrees, to: axis.digits) + number.text + " " + side.letter,
        spoken: "\(degrees) \(Figures.plural(degrees, "degree", "degrees"))"
          + "\(number.spoken) \(side.word)")
    }
    return joined(axes)
  }

  private static func joined(_ axes: [Readout]) -> Readout {
    Readout(
      axes.map(\.text).joined(separator: "  "), spoken: axes.map(\.spoken).joined(separator: ", "))
  }
}

/// One of the two numbers of a place.
private struct Axis {
  /// Degrees from the equator or the prime meridian, not negative.
  let degrees: Double
  /// Digits of its largest whole number.
  let digits: Int
  private let isNegative: Bool

  /// Longitude, then latitude; the longitude within ±180.
  static func both(of place: LonLat) -> [Axis] {
    let place = place.canonical
    return [
      Axis(degrees: abs(place.longitude), digits: 3, isNegative: place.longitude < 0),
      Axis(degrees: abs(place.latitude), digits: 2, isNegative: place.latitude < 0),
    ]
  }

  /// The half of the Earth; one name for what is on both: zero and 180 are east, the equator north.
  func side(isZero: Bool, rounded: String) -> (letter: String, word: String) {
    let whole = rounded.prefix { $0 != "." }
    let isBoth = isZero || whole == "180"
    if digits == 3 { return isNegative && !isBoth ? ("W", "west") : ("E", "east") }
    return isNegative && !isBoth ? ("S", "south") : ("N", "north")
  }
}

/// Down to which part of a degree a resolution reaches.
private struct SexagesimalParts {
  /// Units in a degree: the number of the smallest parts shown.
  private let unitsPerDegree: Int
  private let decimals: Int

  init(_ resolution: Resolution) {
    if resolution.degrees > 1.0 / 60 {
      (unitsPerDegree, decimals) = (1, 0)
    } else if resolution.degrees > 1.0 / 3600 {
      (unitsPerDegree, decimals) = (60, 0)
    } else {
      decimals = Resolution.decimals(forStep: resolution.degrees * 3600, most: 3)
      unitsPerDegree = 3600 * Int(Figures.power(ofTen: decimals))
    }
  }

  /// An angle of at most 180 degrees, rounded as a whole so that 59.9995″ carries into the minute.
  func number(_ degrees: Double) -> (degrees: Int, units: Int, text: String, spoken: String) {
    // A half rounds up. A binary number of degrees holds it to a ten-millionth of a unit only.
    let units = Int((degrees * Double(unitsPerDegree) + 0.5 + 1e-6).rounded(.down))
    let (whole, rest) = units.quotientAndRemainder(dividingBy: unitsPerDegree)
    if unitsPerDegree == 1 { return (whole, units, "°", "") }
    let (minute, fraction) = rest.quotientAndRemainder(dividingBy: unitsPerDegree / 60)
    let minutes = "° \(Figures.zeros(minute, 2))′"
    let spokenMinutes = " \(minute) \(Figures.plural("\(minute)", "minute", "minutes"))"
    if unitsPerDegree == 60 { return (whole, units, minutes, spokenMinutes) }
    let scale = unitsPerDegree / 3600
    let (second, part) = fraction.quotientAndRemainder(dividingBy: scale)
    let tail = decimals == 0 ? "" : "." + Figures.zeros(part, decimals)
    let spokenSecond = "\(second)\(tail)"
    return (
      whole, units, "\(minutes) \(Figures.zeros(second, 2))\(tail)″",
      "\(spokenMinutes) \(spokenSecond) \(Figures.plural(spokenSecond, "second", "seconds"))"
    )
  }
}
