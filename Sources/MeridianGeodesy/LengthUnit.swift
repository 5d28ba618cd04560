/// A unit of length with its exact legal conversion.
///
/// The raw value is the name that the command line takes and prints.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  /// Meter.
  case meter = "m"
  /// Kilometer.
  case kilometer = "km"
  /// International foot, 0.3048 m.
  case foot = "ft"
  /// US survey foot, 1200/3937 m.
  case surveyFoot = "ft-us"
  /// International yard, 0.9144 m.
  case yard = "yd"
  /// International (statute) mile, 1609.344 m.
  case mile = "mi"
  /// International nautical mile, 1852 m.
  case nauticalMile = "nmi"

  /// Meters per unit as an exact fraction.
  private var fraction: (meters: Double, units: Double) {
    switch self {
    case .meter: (1, 1)
    case .kilometer: (1000, 1)
    case .foot: (3048, 10_000)
    case .surveyFoot: (1200, 3937)
    case .yard: (9144, 10_000)
    case .mile: (1_609_344, 1000)
    case .nauticalMile: (1852, 1)
    }
  }

  /// A length in meters expressed in this unit.
  public func fromMeters(_ meters: Double) -> Double {
    meters * fraction.units / fraction.meters
  }

  /// A length in this unit expressed in meters.
  public func toMeters(_ length: Double) -> Double {
    length * fraction.meters / fraction.units
  }

  /// Reads a length such as `1.2km` or `25`; a bare number takes `unit`.
  ///
  /// Returns meters, or nil when the text is not a finite number with a known unit.
  public static func meters(parsing text: String, unit: LengthUnit = .meter) -> Double? {
    // The longest matching name wins, so that "ft-us" is not read as an odd "us".
    let names = allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    var number = text[...]
    var named = unit
    if let found = names.first(where: { text.hasSuffix($0.rawValue) }) {
      number = text.dropLast(found.rawValue.count)
      named = found
    }
    guard let value = Double(number), value.isFinite else { return nil }
    let meters = named.toMeters(value)
    return meters.isFinite ? meters : nil
  }
}
