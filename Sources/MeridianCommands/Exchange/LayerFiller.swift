internal import MeridianKernel
internal import MeridianStore

/// The second reading of a source: its features become rows.
final class LayerFiller: FeatureVisitor {
  private let writer: GeoPackageWriter
  private let layer: GeoPackageWriter.Layer
  private let plan: LayerPlan
  private let context: CommandContext
  private let line: ProgressLine?
  /// The table's column of every column of the source.
  private var places: [Int?] = []
  private let identityPlace: Int?
  private let types: [AttributeType]
  private var values: [AttributeValue]
  private var multi = GeometryBuffer()
  private var rows = 0

  private init(
    _ plan: LayerPlan, _ writer: GeoPackageWriter, _ context: CommandContext, _ line: ProgressLine?
  ) throws(StoreError) {
    self.plan = plan
    self.writer = writer
    self.context = context
    self.line = line
    layer = try writer.addLayer(plan.definition)
    types = plan.columns.map { AttributeType(declared: $0.declaredType) }
    values = Array(repeating: .null, count: plan.columns.count)
    identityPlace = plan.columns.firstIndex { $0.source == nil }
    for (place, column) in plan.columns.enumerated() {
      guard let source = column.source else { continue }
      while places.count <= source { places.append(nil) }
      places[source] = place
    }
  }

  /// Reads a source again and writes its layer.
  static func fill(
    _ plan: LayerPlan, from source: any FeatureSource, into writer: GeoPackageWriter,
    _ context: CommandContext, _ line: ProgressLine?
  ) throws(CommandError) {
    do {
      let filler = try LayerFiller(plan, writer, context, line)
      try source.read(asText: plan.asText, filler)
      guard filler.rows == plan.rows else {
        throw CommandError(
          "changedWhileReading",
          "\(source.name) was changed while it was read; run the import again.",
          exitCode: .inputOutput)
      }
    } catch {
      throw CommandError(error)
    }
  }

  func problem(at place: String, _ reason: String) throws(CommandError) {}

  func progress(bytes: Int, of total: Int?) throws(CommandError) {
    try context.checkInterrupted()
    line?.update("Importing \(plan.name)", done: rows, of: plan.rows, noun: "rows")
  }

  func feature(_ row: borrowing FeatureRow) throws(CommandError) {
    if let wanted = plan.geometryType, wanted != "GEOMETRY", row.hasGeometry {
      let type = row.geometry.type.name.uppercased()
      guard type == wanted || "MULTI" + type == wanted else { return }
    }
    for index in values.indices { values[index] = .null }
    for index in row.fields.indices {
      let column = row.fields[index].column
      guard column < places.count, let place = places[column] else { continue }
      values[place] = Self.value(row.fields[index].value, types[place])
    }
    var fid: Int64?
    switch row.identity {
    case .none: break
    case .integer(let number):
      if plan.identityIsKey { fid = number } else { keep(.integer(number)) }
    case .other(let value): keep(value)
    }
    do throws(StoreError) {
      try insert(row, fid)
    } catch {
      throw CommandError(error)
    }
    rows += 1
  }

  private func insert(_ row: borrowing FeatureRow, _ fid: Int64?) throws(StoreError) {
    guard plan.geometryType != nil, row.hasGeometry else {
      try writer.insert(into: layer, fid: fid, blob: nil, values: values)
      return
    }
    guard plan.promotesToMulti, row.geometry.type.rawValue <= 3 else {
      try writer.insert(into: layer, fid: fid, geometry: row.geometry, values: values)
      return
    }
    multi.formMulti(of: row.geometry)
    try writer.insert(into: layer, fid: fid, geometry: multi, values: values)
  }

  private func keep(_ value: FieldValue) {
    guard let identityPlace else { return }
    values[identityPlace] = Self.value(value, types[identityPlace])
  }

  /// A value as its column holds it: the first reading has seen to it that nothing is lost.
  private static func value(_ value: FieldValue, _ type: AttributeType) -> AttributeValue {
    switch value {
    case .null: return .null
    case .boolean(let flag):
      return type == .text ? .text(flag ? "true" : "false") : .integer(flag ? 1 : 0)
    case .integer(let number):
      switch type {
      case .text: return .text(String(number))
      case .real: return .real(Double(number))
      default: return .integer(number)
      }
    case .real(let number): return type == .text ? .text(NumberText.plain(number)) : .real(number)
    case .text(let text), .date(let text), .verbatim(let text): return .text(text)
    }
  }
}

extension GeometryBuffer {
  /// Becomes the collection of one that a point, line or polygon makes.
  mutating func formMulti(of single: borrowing GeometryBuffer) {
    begin(
      single.type == .point
        ? .multiPoint
        : single.type == .polygon
          ? .multiPolygon
          : .multiLineString)
    for part in single.parts.indices {
      beginPart(single.parts[part].dimension, member: 0)
      for ring in single.ringRange(ofPart: part) {
        for index in single.coordinateRange(ofRing: ring) { append(single.coordinates[index]) }
        endRing()
      }
      endPart()
    }
    if single.hasEmptyPart { noteEmptyPart() }
  }
}
