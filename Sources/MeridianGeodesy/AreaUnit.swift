/// A unit of area with its exact legal conversion.
///
/// The raw value is the name that the command line takes and prints.
public enum AreaUnit: String, CaseIterable, Hashable, Sendable {
  /// Square meter.
  case squareMeter = "m2"
  /// Hectare, 10,000 m².
  case hectare = "ha"
  /// Square kilometer.
  case squareKilometer = "km2"
  /// International acre, 4046.8564224 m².
  case acre = "acre"
  /// US survey acre: 43,560 square survey feet, about 4046.8726099 m².
  case surveyAcre = "acre-us"
  /// Square (international) mile, 2,589,988.110336 m².
  case squareMile = "mi2"

  /// Square meters per unit as an exact fraction.
  private var fraction: (squareMeters: Double, units: Double) {
    switch self {
    case .squareMeter: (1, 1)
    case .hectare: (10_000, 1)
    case .squareKilometer: (1_000_000, 1)
    case .acre: (40_468_564_224, 10_000_000)
    case .surveyAcre: (62_726_400_000, 15_499_969)
    case .squareMile: (2_589_988_110_336, 1_000_000)
    }
  }

  /// An area in square meters expressed in this unit.
  public func fromSquareMeters(_ area: Double) -> Double {
    area * fraction.units / fraction.squareMeters
  }

  /// An area in this unit expressed in square meters.
  public func toSquareMeters(_ area: Double) -> Double {
    area * fraction.squareMeters / fraction.units
  }
}
