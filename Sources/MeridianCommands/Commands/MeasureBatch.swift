internal import MeridianGeodesy
internal import MeridianKernel

/// Answers `measure -`: one record a line in, one line out.
func runMeasureBatch(_ context: CommandContext) throws(CommandError) -> ExitCode {
  let engine = MeasureEngine()
  let arguments = context.arguments
  return try runBatch(context) { record, json throws(CommandError) in
    let request = try request(of: record)
    let ownFigure = try record.text("ellipsoid")
    let ownPlane = try record.text("planar")
    var ellipsoid = arguments[MeasureCommand.ellipsoid]
    var planar = ownPlane ?? arguments[MeasureCommand.planar]
    if let ownFigure {
      do throws(GeodesyError) {
        ellipsoid = try Ellipsoid(parsing: ownFigure)
      } catch {
        throw CommandError(error)
      }
    }
    // A record's own choice between plane and ellipsoid wins over the options'.
    if ownFigure != nil && ownPlane == nil { planar = nil }
    if ownPlane != nil && ownFigure == nil { ellipsoid = nil }
    switch request {
    case .inverse, .direct:
      guard ownPlane == nil else {
        throw .badRecord("“planar” is for the operations line and area; leave it out.")
      }
      planar = nil
    case .line, .area: break
    }
    let zoom = try record.number("zoom", in: 0...24) ?? arguments[MeasureCommand.zoom]
    let result = try engine.answer(request, ellipsoid: ellipsoid, planar: planar, zoom: zoom)
    result.appendMembers(to: &json)
  }
}

private let commonMembers = ["id", "op", "ellipsoid", "planar", "zoom"]

private func request(of record: JSONValue) throws(CommandError) -> MeasureRequest {
  let needs = "inverse, direct, line or area"
  guard let operation = try record.text("op") else { throw JSONValue.missing("op", needs) }
  switch operation {
  case "inverse":
    try record.refuseMembers(except: commonMembers + ["from", "to"])
    return .inverse(try place("from", record), try place("to", record))
  case "direct":
    try record.refuseMembers(except: commonMembers + ["from", "azimuthDeg", "distanceM"])
    return .direct(
      try place("from", record),
      azimuth: try number("azimuthDeg", "degrees clockwise from north", record),
      distance: try number("distanceM", "meters", record))
  case "line", "area":
    try record.refuseMembers(except: commonMembers + ["coordinates"])
    guard let places = try record.places("coordinates") else {
      throw JSONValue.missing("coordinates", "as [[lon,lat],…]")
    }
    return operation == "line" ? .line(places) : .area(places)
  default:
    let near = Suggestion.nearest(to: operation, among: ["inverse", "direct", "line", "area"])
    throw .badRecord(
      "“op” must be \(needs), not \(ValueProblem.quoted(operation))"
        + (near.map { "; did you mean “\($0)”?" } ?? "."))
  }
}

private func place(_ key: String, _ record: JSONValue) throws(CommandError) -> LonLat {
  guard let place = try record.place(key) else { throw JSONValue.missing(key, "as [lon,lat]") }
  return place
}

private func number(
  _ key: String, _ needs: String, _ record: JSONValue
) throws(CommandError) -> Double {
  guard let number = try record.number(key) else { throw JSONValue.missing(key, needs) }
  return number
}
