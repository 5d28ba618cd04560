internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

// An answer as a record: probabilities to 6 decimals, points and meters to 3, degrees to 9, since
// mathematics libraries differ in the last bit.
extension HitAnswerer {
  /// Writes the members of an answer into an open object; attributes are read from the store.
  func appendMembers(
    of answer: HitAnswer, from store: (any FeatureStore)?, to json: inout JSONWriter
  ) throws(CommandError) {
    json.compose(room: 8 * TextCursor.longestNumber + 256) { text in
      if let ground = answer.ground {
        text.word("\"ground\":")
        text.pair(ground.longitude, ground.latitude, decimals: 9)
        text.byte(UInt8(ascii: ","))
      }
      if let wrapped = answer.wrappedGround {
        text.word("\"groundWrapped\":")
        text.pair(wrapped.longitude, wrapped.latitude, decimals: 9)
        text.byte(UInt8(ascii: ","))
      }
      text.word("\"screen\":")
      text.pair(answer.screen.x, answer.screen.y, decimals: 3)
      switch answer.reason {
      case .aboveHorizon: text.word(",\"reason\":\"aboveHorizon\"")
      case .offMap: text.word(",\"reason\":\"offMap\"")
      case nil: break
      }
      switch answer.isAmbiguous {
      case true: text.word(",\"ambiguous\":true")
      case false: text.word(",\"ambiguous\":false")
      case nil: break
      }
      if let zoom = answer.separateZoom {
        text.word(",\"separateZoom\":")
        text.number(zoom, decimals: 3)
      }
      if answer.isStacked { text.word(",\"stacked\":true") }
      text.word(",\"truncated\":")
      text.integer(Int64(answer.truncated))
    }
    json.key("hits")
    json.beginArray()
    for hit in answer.hits { try append(hit, from: store, to: &json) }
    json.endArray()
    guard isExplaining else { return }
    json.key("nearMisses")
    json.beginArray()
    for miss in answer.nearMisses { append(miss, to: &json) }
    json.endArray()
  }

  private func append(
    _ hit: Hit, from store: (any FeatureStore)?, to json: inout JSONWriter
  ) throws(CommandError) {
    json.beginObject()
    json.compose(room: layerTexts[hit.layerNumber].count + 9 * TextCursor.longestNumber + 512) {
      text in
      appendPlace(of: hit, to: &text)
    }
    if let title = hit.title { json.member("title", title) }
    json.compose(room: 32) { text in
      text.word(hit.editability == .editable ? "\"editable\":true" : "\"editable\":false")
    }
    if hit.editability != .editable { json.member("reason", hit.editability.rawValue) }
    switch try measure(of: hit) {
    case .length(let meters): json.member("lengthM", meters, decimals: 3)
    case .area(let squareMeters): json.member("areaM2", squareMeters, decimals: 3)
    case nil: break
    }
    if hit.flags.isEmpty {
      json.compose(room: 16) { text in text.word("\"flags\":[]") }
    } else {
      json.key("flags")
      json.beginArray()
      for name in hit.flags.names { json.string(name) }
      json.endArray()
    }
    if let attributes = try attributes(of: hit, from: store) { append(attributes, to: &json) }
    if isExplaining { append(hit.score, to: &json) }
    json.endObject()
  }

  /// What a hit always says: layer and feature, likelihood, distances, nearest place.
  private func appendPlace(of hit: Hit, to text: inout TextCursor) {
    text.bytes(layerTexts[hit.layerNumber])
    if let fid = hit.fid {
      text.integer(fid)
    } else {
      text.word("null,\"row\":")
      text.integer(hit.row)
    }
    text.word(",\"rank\":")
    text.integer(Int64(hit.rank))
    if let probability = hit.probability {
      text.word(",\"probability\":")
      text.number(probability, decimals: 6)
    }
    text.word(",\"distancePt\":")
    text.number(hit.distance, decimals: 3)
    text.word(",\"geometryDistancePt\":")
    text.number(hit.geometryDistance, decimals: 3)
    text.word(",\"distanceM\":")
    text.number(hit.groundDistance ?? .nan, decimals: 3)
    text.word(hit.isInside ? ",\"inside\":true" : ",\"inside\":false")
    text.word(",\"nearest\":")
    text.pair(hit.nearest.longitude, hit.nearest.latitude, decimals: 9)
    text.word(",\"nearestScreen\":")
    text.pair(hit.nearestOnGlass.x, hit.nearestOnGlass.y, decimals: 3)
    text.word(",\"part\":")
    text.integer(Int64(hit.part))
    if let ring = hit.ring {
      text.word(",\"ring\":")
      text.integer(Int64(ring))
    }
    if let segment = hit.segment {
      text.word(",\"segment\":")
      text.integer(Int64(segment))
    }
    if let vertex = hit.vertex {
      text.word(",\"vertex\":")
      text.integer(Int64(vertex))
    }
    text.word(",\"geometryType\":\"")
    for byte in hit.geometryType.name.utf8 { text.byte(byte) }
    text.byte(UInt8(ascii: "\""))
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
}
