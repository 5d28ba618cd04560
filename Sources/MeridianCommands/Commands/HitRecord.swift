internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

// An answer as a record: probabilities to 6 decimals, points and meters to 3, degrees to 9, since
// mathematics libraries differ in the last bit.
extension HitAnswerer {
  /// Writes the members of an answer into an open object.
  func appendMembers(of answer: HitAnswer, to json: inout JSONWriter) throws(CommandError) {
    if let ground = answer.ground {
      json.member("ground", (ground.longitude, ground.latitude), decimals: 9)
    }
    if let wrapped = answer.wrappedGround {
      json.member("groundWrapped", (wrapped.longitude, wrapped.latitude), decimals: 9)
    }
    json.member("screen", (answer.screen.x, answer.screen.y), decimals: 3)
    if let reason = answer.reason { json.member("reason", reason.rawValue) }
    if let ambiguous = answer.isAmbiguous { json.member("ambiguous", ambiguous) }
    if let zoom = answer.separateZoom { json.member("separateZoom", zoom, decimals: 3) }
    if answer.isStacked { json.member("stacked", true) }
    json.member("truncated", answer.truncated)
    json.key("hits")
    json.beginArray()
    for hit in answer.hits { try append(hit, to: &json) }
    json.endArray()
    guard isExplaining else { return }
    json.key("nearMisses")
    json.beginArray()
    for miss in answer.nearMisses { append(miss, to: &json) }
    json.endArray()
  }

  private func append(_ hit: Hit, to json: inout JSONWriter) throws(CommandError) {
    json.beginObject()
    json.member("layer", hit.layer)
    json.member(fid: hit.fid, row: hit.row)
    json.member("rank", hit.rank)
    if let probability = hit.probability {
      json.member("probability", probability, decimals: 6)
    }
    json.member("distancePt", hit.distance, decimals: 3)
    json.member("geometryDistancePt", hit.geometryDistance, decimals: 3)
    json.key("distanceM")
    if let meters = hit.groundDistance { json.number(meters, decimals: 3) } else { json.null() }
    json.member("inside", hit.isInside)
    json.member("nearest", (hit.nearest.longitude, hit.nearest.latitude), decimals: 9)
    json.member("nearestScreen", (hit.nearestOnGlass.x, hit.nearestOnGlass.y), decimals: 3)
    json.member("part", hit.part)
    if let ring = hit.ring { json.member("ring", ring) }
    if let segment = hit.segment { json.member("segment", segment) }
    if let vertex = hit.vertex { json.member("vertex", vertex) }
    json.member("geometryType", hit.geometryType.name)
    if let title = hit.title { json.member("title", title) }
    json.member("editable", hit.editability == .editable)
    if hit.editability != .editable { json.member("reason", hit.editability.rawValue) }
    switch try measure(of: hit) {
    case .length(let meters): json.member("lengthM", meters, decimals: 3)
    case .area(let squareMeters): json.member("areaM2", squareMeters, decimals: 3)
    case nil: break
    }
    json.key("flags")
    json.beginArray()
    for name in hit.flags.names { json.string(name) }
    json.endArray()
    if let attributes = try attributes(of: hit) { append(attributes, to: &json) }
    if isExplaining { append(hit.score, to: &json) }
    json.endObject()
  }

  private func append(_ score: HitScore, to json: inout JSONWriter) {
    json.key("score")
    json.beginObject()
    json.member("kind", score.kind.name)
    json.key("logLikelihood")
    if score.logLikelihood.isFinite {
      json.number(score.logLikelihood, decimals: 6)
    } else {
      json.null()
    }
    json.member("measure", score.measure, decimals: 3)
    json.member("wholeMeasure", score.wholeMeasure, decimals: 3)
    json.member("boxMeasure", score.boxMeasure, decimals: 3)
    json.endObject()
  }

  private func append(_ miss: NearMiss, to json: inout JSONWriter) {
    json.beginObject()
    json.member("layer", miss.layer)
    json.member(fid: miss.fid, row: miss.row)
    json.key("distancePt")
    if let distance = miss.distance { json.number(distance, decimals: 3) } else { json.null() }
    json.member("why", miss.reason.rawValue)
    json.endObject()
  }

  private func append(
    _ attributes: [(column: AttributeColumn, value: AttributeValue)], to json: inout JSONWriter
  ) {
    json.key("attributes")
    json.beginObject()
    for (column, value) in attributes {
      json.key(column.name)
      json.value(value, of: column.type)
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// A feature's identity; a row without a proven key has `"fid":null` and tells its row.
  fileprivate mutating func member(fid: Int64?, row: Int64) {
    key("fid")
    if let fid {
      integer(fid)
    } else {
      null()
      member("row", row)
    }
  }

  /// An attribute: booleans as such, bytes as hexadecimal text, numbers that are none as null.
  fileprivate mutating func value(_ value: AttributeValue, of type: AttributeType) {
    switch value {
    case .null: null()
    case .integer(let number) where type == .boolean && (number == 0 || number == 1):
      boolean(number == 1)
    case .integer(let number): integer(number)
    case .real(let number): if number.isFinite { self.number(number) } else { null() }
    case .text(let text): string(text)
    case .blob(let bytes): string(bytes.map(Self.hexadecimal).joined())
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + text : text
  }
}
