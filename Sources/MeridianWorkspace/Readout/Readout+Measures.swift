internal import MeridianGeodesy

extension Readout {
  /// A length such as `1␣230 ± 50 m`, no finer than its uncertainty.
  ///
  /// Both numbers are meters, the second a standard deviation; without one, or with zero, the
  /// length is shown to a centimeter or so.
  public static func length(
    _ meters: Double, uncertainty: Double? = nil, units: ShownUnits = .metric
  ) -> Readout {
    guard meters.isFinite else { return .nothing("no length") }
    let unit = units.unit(forLength: meters)
    let number = MeasuredNumber(
      unit.fromMeters(meters), deviation: uncertainty.map(unit.fromMeters),
      usualDecimals: unit.usualDecimals)
    return number.readout(unit.rawValue, unit.word)
  }

  /// An area such as `12.5 ± 0.3 ha`, no finer than its uncertainty; numbers in square meters as
  /// in ``length(_:uncertainty:units:)``.
  public static func area(
    _ squareMeters: Double, uncertainty: Double? = nil, units: ShownUnits = .metric
  ) -> Readout {
    guard squareMeters.isFinite else { return .nothing("no area") }
    let unit = units.unit(forArea: squareMeters)
    let number = MeasuredNumber(
      unit.fromSquareMeters(squareMeters), deviation: uncertainty.map(unit.fromSquareMeters),
      usualDecimals: unit.usualDecimals)
    return number.readout(unit.symbol, unit.word)
  }

  /// An azimuth such as `045° NE ± 3°`, no finer than its uncertainty in degrees; nothing where
  /// the direction is anybody's guess.
  public static func azimuth(_ degrees: Double, uncertainty: Double? = nil) -> Readout {
    guard let deviation = uncertainty, deviation > 0 else { return direction(degrees) }
    guard degrees.isFinite, deviation < 60 else { return .nothing("no direction") }
    let rounded = MeasuredNumber(degrees, deviation: max(deviation, 1), usualDecimals: 0)
    let plain = direction(degrees, step: rounded.step)
    guard let shown = rounded.deviation else { return plain }
    return Readout(
      "\(plain.text) ± \(shown)°",
      spoken:
        "\(plain.spoken), plus or minus \(shown) \(Figures.plural(shown, "degree", "degrees"))")
  }
}

/// A number and its standard deviation, both rounded to the first digit of the second.
private struct MeasuredNumber {
  /// The number's text, without separators.
  let value: String
  /// The deviation's text; nil when there is none.
  let deviation: String?
  /// What both were rounded to.
  let step: Double

  init(_ number: Double, deviation: Double?, usualDecimals: Int) {
    guard let deviation, deviation > 0, deviation.isFinite else {
      value = Figures.fixed(number, decimals: usualDecimals)
      self.deviation = nil
      step = Figures.power(ofTen: -usualDecimals)
      return
    }
    // One digit, and the place that this digit has after rounding: 0.096 is 0.1, not 0.10.
    let first = Figures.exponent(of: deviation)
    let digit = (deviation / Figures.power(ofTen: first)).rounded()
    let exponent = max(digit < 10 ? first : first + 1, -Self.mostDecimals)
    let step = Figures.power(ofTen: exponent)
    let decimals = max(0, -exponent)
    func rounded(_ number: Double) -> String {
      // Decimals are rounded by their text, which is exact.
      let whole = exponent > 0 ? (number / step).rounded() * step : number
      return Figures.fixed(whole, decimals: decimals)
    }
    value = rounded(number)
    self.deviation = rounded(max(deviation, step))
    self.step = step
  }

  func readout(_ symbol: String, _ word: (String) -> String) -> Readout {
    guard let deviation else {
      return Readout("\(Figures.grouped(value)) \(symbol)", spoken: "\(value) \(word(value))")
    }
    return Readout(
      "\(Figures.grouped(value)) ± \(Figures.grouped(deviation)) \(symbol)",
      spoken: "\(value) plus or minus \(deviation) \(word(deviation))")
  }

  /// A nanometer in kilometers: finer than any tap.
  private static let mostDecimals = 12
}
