internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// An answer as a person wants to see it.
struct HitTable {
  let answer: HitAnswer
  let answerer: HitAnswerer
  let store: any FeatureStore

  func write(in context: CommandContext) throws(CommandError) {
    try context.output.write(headline + "\n")
    if !answer.hits.isEmpty {
      try context.write(try table())
      if let advice { try context.output.write(advice + "\n") }
    }
    if answer.truncated > 0 {
      try context.output.write("\(answer.truncated) more were cut off by the limit.\n")
    }
    if answerer.isExplaining { try writeNearMisses(in: context) }
  }

  private var headline: String {
    guard let ground = answer.ground else {
      return answer.reason == .offMap
        ? "The tap is off the map: the ground ends at 85.051129° north and south."
        : "The tap is above the horizon: there is no ground under it."
    }
    let place =
      NumberText.fixed(ground.longitude, decimals: 7) + ","
      + NumberText.fixed(ground.latitude, decimals: 7)
    switch answer.hits.count {
    case 0: return "Nothing under the finger at \(place)."
    case 1: return "One feature under the finger at \(place)."
    default: return "\(answer.hits.count) features under the finger at \(place)."
    }
  }

  private func table() throws(CommandError) -> TextTable {
    var columns: [(title: String, alignment: TextTable.Alignment)] = [
      ("rank", .right), ("layer", .left), ("fid", .right), ("title", .left), ("type", .left),
    ]
    let hasProbabilities = answer.hits[0].probability != nil
    if hasProbabilities { columns.append(("likely", .right)) }
    columns += [("distance", .right), ("ground", .right), ("editable", .left)]
    if answerer.addsMeasures { columns.append(("measure", .right)) }
    if answerer.isExplaining { columns += [("touched", .left), ("ln L", .right)] }
    columns.append(("notes", .left))
    var table = TextTable(columns)
    for hit in answer.hits {
      var cells = [
        "\(hit.rank)", hit.layer, hit.fid.map { "\($0)" } ?? "row \(hit.row)", hit.title ?? "",
        hit.geometryType.name,
      ]
      if let probability = hit.probability {
        cells.append(NumberText.fixed(probability * 100, decimals: 1) + " %")
      }
      cells.append(NumberText.fixed(hit.distance, decimals: 1) + " pt")
      cells.append(hit.groundDistance.map { NumberText.fixed($0, decimals: 2) + " m" } ?? "–")
      cells.append(hit.editability == .editable ? "yes" : hit.editability.rawValue)
      if answerer.addsMeasures { cells.append(try measureText(of: hit)) }
      if answerer.isExplaining {
        cells.append(hit.score.kind.name)
        cells.append(
          hit.score.logLikelihood.isFinite
            ? NumberText.fixed(hit.score.logLikelihood, decimals: 3) : "–")
      }
      cells.append(try notes(on: hit))
      table.append(cells)
    }
    return table
  }

  private func measureText(of hit: Hit) throws(CommandError) -> String {
    switch try answerer.measure(of: hit) {
    case .length(let meters): NumberText.fixed(meters, decimals: 2) + " m"
    case .area(let squareMeters): NumberText.fixed(squareMeters, decimals: 1) + " m²"
    case nil: ""
    }
  }

  /// Flags and attributes.
  private func notes(on hit: Hit) throws(CommandError) -> String {
    var notes = hit.isInside ? ["inside"] : []
    notes += hit.flags.names
    for (column, value) in try answerer.attributes(of: hit, from: store) ?? [] {
      switch value {
      case .null: continue
      case .integer(let number): notes.append("\(column.name)=\(number)")
      case .real(let number): notes.append("\(column.name)=\(NumberText.plain(number))")
      case .text(let text): notes.append("\(column.name)=\(text)")
      case .blob(let bytes): notes.append("\(column.name)=<\(bytes.count) bytes>")
      }
    }
    return notes.joined(separator: ", ")
  }

  /// What would tell the leading two apart.
  private var advice: String? {
    guard answer.isAmbiguous == true else { return nil }
    if let zoom = answer.separateZoom {
      return "Not certain which was meant; zoom \(NumberText.fixed(zoom, decimals: 1)) tells the "
        + "first two apart."
    }
    return "Not certain which was meant: the first two lie on each other, --cycle walks through."
  }

  private func writeNearMisses(in context: CommandContext) throws(CommandError) {
    guard !answer.nearMisses.isEmpty else {
      return try context.output.write("No near misses.\n")
    }
    try context.output.write("Near, but not offered:\n")
    var table = TextTable([
      ("layer", .left), ("fid", .right), ("distance", .right), ("why", .left),
    ])
    for miss in answer.nearMisses {
      table.append([
        miss.layer, miss.fid.map { "\($0)" } ?? "row \(miss.row)",
        miss.distance.map { NumberText.fixed($0, decimals: 1) + " pt" } ?? "–",
        miss.reason.rawValue,
      ])
    }
    try context.write(table)
  }
}
