public import MeridianGeodesy

/// The units that lengths and areas are shown in, the smallest first.
public struct ShownUnits: Hashable, Sendable {
  /// Units of length; a length takes the largest that it holds at least once.
  public let lengths: [LengthUnit]
  /// Units of area, taken likewise.
  public let areas: [AreaUnit]

  /// Makes a choice; each list has at least one unit and goes from small to large.
  public init(lengths: [LengthUnit], areas: [AreaUnit]) {
    precondition(!lengths.isEmpty && !areas.isEmpty, "something must be there to be shown in")
    self.lengths = lengths
    self.areas = areas
  }

  /// Meters and kilometers; square meters, hectares, square kilometers.
  public static let metric = ShownUnits(
    lengths: [.meter, .kilometer], areas: [.squareMeter, .hectare, .squareKilometer])
  /// International feet and miles; acres and square miles.
  public static let imperial = ShownUnits(lengths: [.foot, .mile], areas: [.acre, .squareMile])
  /// Nautical miles with their decimals; square kilometers.
  public static let nautical = ShownUnits(
    lengths: [.nauticalMile], areas: [.hectare, .squareKilometer])
  /// US survey feet and miles; US survey acres and square miles.
  public static let survey = ShownUnits(
    lengths: [.surveyFoot, .mile], areas: [.surveyAcre, .squareMile])

  /// One unit of length and one of area for all.
  public static func only(_ length: LengthUnit, _ area: AreaUnit) -> ShownUnits {
    ShownUnits(lengths: [length], areas: [area])
  }

  /// The unit for a length in meters.
  public func unit(forLength meters: Double) -> LengthUnit {
    lengths.last { $0.fromMeters(abs(meters)) >= 1 } ?? lengths[0]
  }

  /// The unit for an area in square meters.
  public func unit(forArea squareMeters: Double) -> AreaUnit {
    areas.last { $0.fromSquareMeters(abs(squareMeters)) >= 1 } ?? areas[0]
  }
}

extension LengthUnit {
  /// The unit in words, for so much of it as the number's text says.
  func word(for number: String) -> String {
    switch self {
    case .meter: Figures.plural(number, "meter", "meters")
    case .kilometer: Figures.plural(number, "kilometer", "kilometers")
    case .foot: Figures.plural(number, "foot", "feet")
    case .surveyFoot: Figures.plural(number, "US survey foot", "US survey feet")
    case .yard: Figures.plural(number, "yard", "yards")
    case .mile: Figures.plural(number, "mile", "miles")
    case .nauticalMile: Figures.plural(number, "nautical mile", "nautical miles")
    }
  }

  /// Decimals of a length that is known as well as numbers are kept: centimeters or so.
  var usualDecimals: Int {
    switch self {
    case .meter: 2
    case .foot, .surveyFoot, .yard: 1
    case .kilometer, .mile, .nauticalMile: 3
    }
  }
}

extension AreaUnit {
  /// The unit as it is written beside a number.
  var symbol: String {
    switch self {
    case .squareMeter: "m²"
    case .squareKilometer: "km²"
    case .squareMile: "mi²"
    case .hectare, .acre, .surveyAcre: rawValue
    }
  }

  /// The unit in words, for so much of it as the number's text says.
  func word(for number: String) -> String {
    switch self {
    case .squareMeter: Figures.plural(number, "square meter", "square meters")
    case .hectare: Figures.plural(number, "hectare", "hectares")
    case .squareKilometer: Figures.plural(number, "square kilometer", "square kilometers")
    case .acre: Figures.plural(number, "acre", "acres")
    case .surveyAcre: Figures.plural(number, "US survey acre", "US survey acres")
    case .squareMile: Figures.plural(number, "square mile", "square miles")
    }
  }

  /// Decimals of an area that is known as well as numbers are kept: square meters or so.
  var usualDecimals: Int {
    switch self {
    case .squareMeter: 1
    case .hectare, .squareKilometer, .acre, .surveyAcre, .squareMile: 4
    }
  }
}
