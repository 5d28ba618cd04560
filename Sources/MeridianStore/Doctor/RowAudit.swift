import MeridianKernel

/// What is odd about the rows of one layer.
struct RowAudit {
  /// How many rows have a fault, and the first of them.
  struct Tally {
    var count: Int64 = 0
    var fids: [Int64] = []
    /// What the first of them is like.
    var first = ""

    mutating func add(_ row: RowID, _ detail: @autoclosure () -> String = "") {
      if count == 0 { first = detail() }
      count += 1
      if fids.count < StoreFinding.mostFids { fids.append(row.fid ?? row.row) }
    }
  }

  private let layer: StoredLayer
  private let isGeoPackage: Bool
  private let validity: StoreDoctor.Validity?
  private let allowed: Set<GeometryType>?
  private var tallies: [StoreFinding.Code: Tally] = [:]
  private(set) var rows: Int64 = 0
  /// The extent of the readable geometries.
  private(set) var extent = Envelope.empty

  init(layer: StoredLayer, isGeoPackage: Bool, validity: StoreDoctor.Validity?) {
    self.layer = layer
    self.isGeoPackage = isGeoPackage
    self.validity = validity
    allowed = Self.types(of: layer.schema.geometryTypeName)
  }

  /// Reads all rows; `see` gets each one's rowid, what its geometry is good for, and its envelope.
  mutating func read(
    _ store: FileStore, _ progress: StoreDoctor.Progress?,
    _ see: (Int64, GeometryStatus, Envelope) -> Void
  ) throws(StoreError) {
    let schema = layer.schema
    let dates = schema.columns.filter { $0.type == .date || $0.type == .dateTime }
    // The blob once more, for its header.
    let blob = schema.geometryColumn.map { [$0] } ?? []
    let scan = RowScan(
      connection: store.file.connection, path: store.path, isGeoPackage: isGeoPackage,
      layer: layer, columns: blob + dates.map(\.name))
    try scan.run(.all) { row, status, geometry, values in
      rows += 1
      if rows % 4096 == 0 { progress?(schema.name, rows, schema.declaredCount) }
      if !blob.isEmpty {
        let envelope = look(row, status, geometry, values)
        see(row.row, status, envelope)
      }
      for (index, column) in dates.enumerated() {
        let value = values.value(blob.count + index)
        if FileStore.isOddDate(value, in: column) {
          tally(.oddDates, row, "“\(FileStore.text(value))” in “\(column.name)”")
          // Rows are counted, not values.
          break
        }
      }
      return true
    }
  }

  private mutating func tally(
    _ code: StoreFinding.Code, _ row: RowID, _ detail: @autoclosure () -> String = ""
  ) {
    tallies[code, default: Tally()].add(row, detail())
  }

  private mutating func look(
    _ row: RowID, _ status: GeometryStatus, _ geometry: borrowing GeometryBuffer,
    _ values: RowValues
  ) -> Envelope {
    var envelope = Envelope.empty
    switch status {
    case .null:
      tally(.nullGeometry, row)
      return envelope
    case .malformed(let error):
      tally(.malformedGeometry, row, error.description)
      return envelope
    case .nonFinite: tally(.nonFiniteGeometry, row)
    case .empty: tally(.emptyGeometry, row)
    case .valid:
      envelope = geometry.envelope
      extent.formUnion(envelope)
      if let reason = validity?(geometry) { tally(.invalidGeometry, row, reason) }
    }
    if geometry.isLinearized { tally(.curves, row) }
    let type = geometry.type
    if let allowed, !allowed.contains(type) { tally(.geometryType, row, type.name) }
    lookAtHeader(row, values, envelope)
    return envelope
  }

  private mutating func lookAtHeader(_ row: RowID, _ values: RowValues, _ envelope: Envelope) {
    let declared = layer.schema.srsID
    if isGeoPackage {
      let header = values.withBytes(0) { bytes -> GeoPackageBinary? in
        try? GeoPackageBinary(header: bytes)
      }
      guard let header else { return }
      if Int64(header.srsID) != declared { tally(.blobSRS, row, "\(header.srsID)") }
      guard let box = header.envelope, !envelope.isEmpty else { return }
      // Arcs reach beyond their control points, which some writers take for the envelope.
      let span = max(abs(envelope.minX), abs(envelope.maxX), abs(envelope.minY), abs(envelope.maxY))
      let slack = max(span * 1e-9, max(envelope.width, envelope.height) * 1e-3)
      let isOff = [
        box.minX - envelope.minX, box.minY - envelope.minY, box.maxX - envelope.maxX,
        box.maxY - envelope.maxY,
      ].contains { !(abs($0) <= slack) }
      if isOff { tally(.blobEnvelope, row) }
    } else {
      let srid = values.withBytes(0) { bytes -> Int32? in
        // Byte 1 is the byte order, the four after it the reference system.
        guard bytes.byteCount >= 6 else { return nil }
        var reader = ByteReader(offset: 1)
        guard let order = try? reader.byte(bytes) else { return nil }
        reader.isBigEndian = order == 0
        return (try? reader.uint32(bytes)).map { Int32(bitPattern: $0) }
      }
      if let srid, Int64(srid) != declared { tally(.blobSRS, row, "\(srid)") }
    }
  }

  // MARK: Telling

  func finish(_ report: inout DoctorReport) {
    for code in StoreFinding.Code.allCases {
      guard let tally = tallies[code] else { continue }
      let rows = DoctorReport.number(tally.count, "row")
      let verb = tally.count == 1 ? "has" : "have"
      report.add(
        StoreFinding(
          code, layer.schema.name, count: tally.count, fids: tally.fids,
          advice: Self.advice[code], message(code, "\(rows) \(verb)", tally.first)))
    }
  }

  private func message(_ code: StoreFinding.Code, _ rows: String, _ first: String) -> String {
    switch code {
    case .nullGeometry: "\(rows) no geometry (NULL)."
    case .emptyGeometry: "\(rows) a geometry without coordinates."
    case .malformedGeometry: "\(rows) a geometry that cannot be decoded; the first: \(first)."
    case .nonFiniteGeometry:
      "\(rows) a coordinate that is no place: NaN, infinite or beyond any map."
    case .invalidGeometry: "\(rows) an invalid geometry; the first: \(first)."
    case .curves: "\(rows) curves, which many programs cannot draw."
    case .geometryType:
      "\(rows) another type than the declared \(layer.schema.geometryTypeName ?? ""); the first: "
        + "\(first)."
    case .blobSRS:
      "\(rows) another reference system in the geometry than the column's \(layer.schema.srsID); "
        + "the first: \(first)."
    case .blobEnvelope: "\(rows) an envelope in the geometry's header that is not its coordinates'."
    case .oddDates: "\(rows) a date or time that is not in ISO 8601's form; the first: \(first)."
    default: "\(rows) something odd."
    }
  }

  private static let advice: [StoreFinding.Code: String] = [
    .malformedGeometry: "restore the rows from a copy, or draw them anew",
    .nonFiniteGeometry: "restore the rows from a copy, or draw them anew",
    .invalidGeometry: "correct the geometries where they are edited, such as with MakeValid",
    .geometryType: "correct the declared type, or the rows",
    .blobSRS: "write the rows anew in the column's reference system",
    .blobEnvelope: "write the geometries anew",
  ]

  /// The types that a declared name allows (OGC 06-103r4, figure 1); nil for all.
  static func types(of name: String?) -> Set<GeometryType>? {
    switch name {
    case "POINT": [.point]
    case "LINESTRING": [.lineString]
    case "POLYGON": [.polygon, .triangle]
    case "TRIANGLE": [.triangle]
    case "MULTIPOINT": [.multiPoint]
    case "MULTILINESTRING": [.multiLineString]
    case "MULTIPOLYGON": [.multiPolygon]
    case "CIRCULARSTRING": [.circularString]
    case "COMPOUNDCURVE": [.compoundCurve]
    case "CURVEPOLYGON": [.curvePolygon, .polygon, .triangle]
    case "CURVE": [.lineString, .circularString, .compoundCurve]
    case "MULTICURVE": [.multiCurve, .multiLineString]
    case "SURFACE":
      [.polygon, .curvePolygon, .triangle, .polyhedralSurface, .tin]
    case "MULTISURFACE": [.multiSurface, .multiPolygon]
    case "POLYHEDRALSURFACE": [.polyhedralSurface, .tin]
    case "TIN": [.tin]
    case "GEOMETRYCOLLECTION", "GEOMCOLLECTION":
      [
        .geometryCollection, .multiPoint, .multiLineString, .multiPolygon, .multiCurve,
        .multiSurface,
      ]
    default: nil
    }
  }
}
