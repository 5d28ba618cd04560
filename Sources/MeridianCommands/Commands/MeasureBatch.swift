internal import MeridianGeodesy
internal import MeridianKernel

/// Answers `measure -`: one record a line in, one line out.
///
/// Records that name no operation ask for `operation`; without it they must name one.
func runMeasureBatch(
  _ context: CommandContext, _ operation: MeasureOperation? = nil
) throws(CommandError) -> ExitCode {
  if let format = context.arguments[CommonOptions.format], format != .ndjson {
    throw CommandError(
      UsageError.formatNotOffered(
        format.rawValue, command: "measure \(operation.map { "\($0.rawValue) " } ?? "")-",
        choices: [OutputFormat.ndjson.rawValue]))
  }
  if try BatchOptions.isPacked(context.arguments) {
    return try runPackedMeasures(context, operation).exitCode
  }
  let arguments = context.arguments
  return try runBatch(context) { MeasureBatchAnswerer(arguments, operation) }.exitCode
}

/// What may be measured, by its name in commands and records.
enum MeasureOperation: String, CaseIterable, Sendable {
  case inverse, direct, line, area
}

/// A record of a batch as typed values.
struct MeasureQuestion {
  var request: MeasureRequest
  var ellipsoid: Ellipsoid?
  var planar: String?
  var zoom: Double?
}

/// Answers measurements for one worker.
struct MeasureBatchAnswerer: BatchAnswerer {
  private let engine = MeasureEngine()
  private let ellipsoid: Ellipsoid?
  private let planar: String?
  private let zoom: Double?
  private let lengthUnit: LengthUnit?
  private let areaUnit: AreaUnit?
  private let operation: MeasureOperation?

  init(_ arguments: ParsedArguments, _ operation: MeasureOperation?) {
    ellipsoid = arguments[MeasureCommand.ellipsoid]
    planar = arguments[MeasureCommand.planar]
    zoom = arguments[MeasureCommand.zoom]
    // The one name stands for two options, and a command has one of them.
    lengthUnit = operation == .area ? nil : arguments[MeasureCommand.lengthUnit]
    areaUnit = operation == .area ? arguments[MeasureCommand.areaUnit] : nil
    self.operation = operation
  }

  func question(from record: JSONValue) throws(CommandError) -> MeasureQuestion {
    if let plain = record.plainPair, plain.hasOperation || operation == .inverse {
      return MeasureQuestion(
        request: .inverse(plain.from, plain.to), ellipsoid: ellipsoid, planar: nil, zoom: zoom)
    }
    let request = try request(of: record)
    let ownFigure = try record.text("ellipsoid")
    let ownPlane = try record.text("planar")
    var question = MeasureQuestion(
      request: request, ellipsoid: ellipsoid, planar: ownPlane ?? planar, zoom: zoom)
    if let ownFigure {
      do throws(GeodesyError) {
        question.ellipsoid = try Ellipsoid(parsing: ownFigure)
      } catch {
        throw CommandError(error)
      }
    }
    // A record's own choice between plane and ellipsoid wins over the options'.
    if ownFigure != nil && ownPlane == nil { question.planar = nil }
    if ownPlane != nil && ownFigure == nil { question.ellipsoid = nil }
    switch request {
    case .inverse, .direct:
      guard ownPlane == nil else {
        throw .badRecord("“planar” is for the operations line and area; leave it out.")
      }
      question.planar = nil
    case .line, .area: break
    }
    question.zoom = try record.number("zoom", in: 0...24) ?? zoom
    return question
  }

  func answer(_ question: MeasureQuestion, to json: inout JSONWriter) throws(CommandError) {
    var result = try engine.answer(
      question.request, ellipsoid: question.ellipsoid, planar: question.planar,
      zoom: question.zoom)
    result.lengthUnit = lengthUnit
    result.areaUnit = areaUnit
    result.appendMembers(to: &json)
  }

  private static let commonMembers = ["id", "op", "ellipsoid", "planar", "zoom"]

  private func request(of record: JSONValue) throws(CommandError) -> MeasureRequest {
    switch try operation(of: record) {
    case .inverse:
      try record.refuseMembers(except: Self.commonMembers + ["from", "to"])
      return .inverse(try place("from", record), try place("to", record))
    case .direct:
      try record.refuseMembers(except: Self.commonMembers + ["from", "azimuthDeg", "distanceM"])
      return .direct(
        try place("from", record),
        azimuth: try number("azimuthDeg", "degrees clockwise from north", record),
        distance: try number("distanceM", "meters", record))
    case let other:
      try record.refuseMembers(except: Self.commonMembers + ["coordinates"])
      guard let places = try record.places("coordinates") else {
        throw JSONValue.missing("coordinates", "as [[lon,lat],…]")
      }
      return other == .line ? .line(places) : .area(places)
    }
  }

  private func operation(of record: JSONValue) throws(CommandError) -> MeasureOperation {
    let needs = "inverse, direct, line or area"
    guard let name = try record.text("op") else {
      if let operation { return operation }
      throw JSONValue.missing("op", needs)
    }
    if let known = MeasureOperation(rawValue: name) { return known }
    let names = MeasureOperation.allCases.map(\.rawValue)
    throw .badRecord(
      "“op” must be \(needs), not \(ValueProblem.quoted(name))"
        + (Suggestion.nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? "."))
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
}
