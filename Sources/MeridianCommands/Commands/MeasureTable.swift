internal import MeridianGeodesy
internal import MeridianKernel

extension MeasureFlag {
  /// What it means, a clause for people.
  var meaning: String {
    switch self {
    case .antipodal: "the places are on opposite ends of the Earth"
    case .azimuthAmbiguous: "other azimuths are as good"
    case .crosses180: "the way crosses 180°"
    case .enclosesPole: "a pole lies inside"
    case .selfOverlapping: "edges cross, parts count twice or against each other"
    case .edgeAmbiguous: "an edge has several shortest ways, one was taken"
    }
  }
}

extension MeasureResult {
  /// Writes what a person wants to see: lengths in the unit, azimuths to six decimals.
  func writeTable(in context: CommandContext) throws(CommandError) {
    var facts: [(name: String, value: String)] = []
    var flags: [MeasureFlag] = []
    switch value {
    case .inverse(let way):
      facts.append(("length", text(length: way.length)))
      facts += azimuths(way.azimuth, way.backAzimuth)
      flags = way.flags.sorted()
    case .direct(let end):
      let place = end.to
      facts.append(
        (
          "to",
          NumberText.fixed(place.longitude, decimals: 9) + ","
            + NumberText.fixed(place.latitude, decimals: 9)
        ))
      facts += azimuths(end.endAzimuth, end.backAzimuth)
    case .line(let line):
      if line.segments.count > 1 { try writeLegs(line, in: context) }
      facts.append(("length", text(length: line.length)))
      if line.segments.count == 1, let leg = line.segments.first {
        facts += azimuths(leg.azimuth, leg.backAzimuth)
      }
      flags = line.flags
    case .area(let ring):
      facts.append(("area", text(area: ring.area)))
      facts.append(("perimeter", text(length: ring.perimeter)))
      facts.append(("orientation", ring.orientation.rawValue))
      flags = ring.flags
    }
    if let planar { facts.append(("plane", planar)) }
    if let uncertainty {
      facts.append(("fingertip", "± " + NumberText.fixed(uncertainty, decimals: 2) + " m"))
    }
    for flag in flags { facts.append(("note", "\(flag.rawValue): \(flag.meaning)")) }
    let width = facts.map(\.name.count).max() ?? 0
    for fact in facts {
      let gap = String(repeating: " ", count: width - fact.name.count + 2)
      try context.output.write("\(fact.name)\(gap)\(fact.value)\n")
    }
  }

  private func writeLegs(_ line: LineMeasure, in context: CommandContext) throws(CommandError) {
    let unit = shownLengthUnit
    var table = TextTable([
      ("leg", .right), ("to", .left), ("length \(unit.rawValue)", .right), ("azimuth °", .right),
      ("back azimuth °", .right),
    ])
    for (index, leg) in line.segments.enumerated() {
      let end = request.places[index + 1]
      table.append([
        String(index + 1),
        "\(NumberText.plain(end.longitude)),\(NumberText.plain(end.latitude))",
        NumberText.fixed(unit.fromMeters(leg.length), decimals: decimals(of: unit)),
        NumberText.fixed(leg.azimuth, decimals: 6), NumberText.fixed(leg.backAzimuth, decimals: 6),
      ])
    }
    try context.write(table)
    try context.output.write("\n")
  }

  private func azimuths(_ azimuth: Double, _ back: Double) -> [(name: String, value: String)] {
    [
      ("azimuth", NumberText.fixed(azimuth, decimals: 6) + "°"),
      ("back azimuth", NumberText.fixed(back, decimals: 6) + "°"),
    ]
  }

  private func text(length: Double) -> String {
    let unit = shownLengthUnit
    return NumberText.fixed(unit.fromMeters(length), decimals: decimals(of: unit)) + " "
      + unit.rawValue
  }

  private func text(area: Double) -> String {
    let unit = areaUnit ?? .squareMeter
    let decimals =
      switch unit {
      case .squareMeter: uncertainty == nil ? 3 : 0
      case .hectare, .acre, .surveyAcre: uncertainty == nil ? 6 : 4
      case .squareKilometer, .squareMile: 6
      }
    return NumberText.fixed(unit.fromSquareMeters(area), decimals: decimals) + " " + unit.rawValue
  }

  /// The unit asked for, or the one that goes with the area's.
  private var shownLengthUnit: LengthUnit {
    if let lengthUnit { return lengthUnit }
    return switch areaUnit {
    case nil, .squareMeter, .hectare: .meter
    case .squareKilometer: .kilometer
    case .acre: .foot
    case .surveyAcre: .surveyFoot
    case .squareMile: .mile
    }
  }

  /// Millimeters or so; no finer than the tap where one was made.
  private func decimals(of unit: LengthUnit) -> Int {
    let usual =
      switch unit {
      case .meter, .foot, .surveyFoot, .yard: 3
      case .kilometer, .mile, .nauticalMile: 6
      }
    guard let uncertainty else { return usual }
    var coarse = 0
    var step = 1.0
    while coarse < usual && step > unit.fromMeters(uncertainty) {
      coarse += 1
      step /= 10
    }
    return coarse
  }
}
