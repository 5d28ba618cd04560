public import MeridianKernel

/// Examines a store: index against rows, triggers, counts, extents, odd rows, side files.
///
/// ```swift
/// let examination = try StoreDoctor(cacheFolder: cache).examine("town.gpkg")
/// for finding in examination.findings { print(finding.code, finding.count, finding.message) }
/// ```
public struct StoreDoctor {
  /// What is wrong with a geometry, such as `Self-intersection`; nil for a valid one.
  public typealias Validity = (borrowing GeometryBuffer) -> String?
  /// Told now and then: the layer, rows read of it, and how many it declares.
  public typealias Progress = (_ layer: String, _ rows: Int64, _ expected: Int64?) -> Void

  /// Where a file with unfinished changes is copied to be read.
  public var cacheFolder: String
  /// Whether the plan gives an R-tree to layers that have none.
  public var buildsIndexes: Bool
  /// Examines tables that a program keeps in the file for itself.
  package var audit: ((Connection) throws(SQLiteError) -> [Note])?
  private let validity: Validity?
  private let progress: Progress?

  /// A finding of an audit, with the statements that repair it.
  package struct Note {
    package let finding: StoreFinding
    package let plan: [String]

    package init(_ finding: StoreFinding, plan: [String]) {
      self.finding = finding
      self.plan = plan
    }
  }

  /// Makes a doctor; without `validity`, invalid geometries are not looked for.
  public init(
    cacheFolder: String, buildsIndexes: Bool = false, validity: Validity? = nil,
    progress: Progress? = nil
  ) {
    self.cacheFolder = cacheFolder
    self.buildsIndexes = buildsIndexes
    self.validity = validity
    self.progress = progress
  }

  /// Reads the whole store. O(rows + entries of indexes), memory for the entries of one index.
  ///
  /// Damage inside the file is a finding; a file that is no store at all is an error.
  public func examine(_ path: String) throws(StoreError) -> StoreExamination {
    let store = try FileStore(path: path, cacheFolder: cacheFolder)
    var report = DoctorReport()
    var rows: Int64 = 0
    do {
      try examineFile(store, &report)
      if store.isGeoPackage { try ContentsAudit(store: store).examine(&report) }
      for note in try audit?(store.file.connection) ?? [] { report.add(note.finding, note.plan) }
      for schema in store.layers {
        if FileAccess.isInterrupted { throw StoreError.interrupted }
        rows += try examine(schema, in: store, &report)
      }
    } catch let error as SQLiteError {
      throw store.wrap(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .inputOutput(path: path, detail: "\(error)")
    }
    // Nothing is written into pages that are damaged.
    if report.findings.contains(where: { $0.code == .damagedPages || $0.code == .unreadable }) {
      report.dropPlan()
    }
    let fingerprint = store.file.isSelfContained ? store.file.opened : nil
    try store.close()
    return StoreExamination(
      path: path, format: store.format, findings: report.findings, plan: report.plan, rows: rows,
      fingerprint: fingerprint)
  }

  // MARK: The file

  private func examineFile(_ store: FileStore, _ report: inout DoctorReport) throws {
    switch store.file.mode {
    case .immutable:
      report.add(
        StoreFinding(
          .walMode, advice: "PRAGMA journal_mode = DELETE makes it one file again",
          "The file is in WAL mode, so that writers leave -wal and -shm files beside it."))
    case .recoveredCopy:
      report.add(
        StoreFinding(
          .unfinishedChanges,
          advice: "close the program that has it open, or open it once with one",
          "Changes wait in a -wal or -journal file beside it; a copy with them was examined."))
    case .readOnly, .update, .dryRun, .create: break
    }
    try checkPages(store, &report)
    if store.isGeoPackage { try checkIdentity(store, &report) }
    for notice in store.notices where Self.leftOut.contains(notice.code) {
      report.add(
        StoreFinding(
          .leftOut, notice.layer, advice: "correct its row in the tables of contents, or the table",
          DoctorReport.sentence(notice.message)))
    }
  }

  /// Notices that say why something cannot be read; others are findings of their own.
  private static let leftOut: Set = [
    "broken-view", "broken-table", "virtual-table", "missing-column", "no-geometry-column",
    "second-geometry", "duplicate-layer", "odd-contents", "no-reference-systems",
  ]

  private func checkPages(_ store: FileStore, _ report: inout DoctorReport) throws {
    let faults = try store.file.connection.pageFaults()
    guard let first = faults.first else { return }
    let words = first.split(whereSeparator: \.isNewline).joined(separator: " ")
    report.add(
      StoreFinding(
        .damagedPages, count: Int64(faults.count), advice: "restore the file from a copy",
        "SQLite finds the file's pages damaged: \(words.prefix(200))."))
  }

  private func checkIdentity(_ store: FileStore, _ report: inout DoctorReport) throws {
    let connection = store.file.connection
    let application = try connection.firstInteger("PRAGMA application_id") ?? 0
    let user = try connection.firstInteger("PRAGMA user_version") ?? 0
    if [0x4750_3130, 0x4750_3131].contains(application) { return }
    let isKnown = (10200..<20000).contains(user)
    if application != 0x4750_4B47 {
      let found = String(UInt32(truncatingIfNeeded: application), radix: 16, uppercase: true)
      report.add(
        StoreFinding(
          .applicationID, isPlanned: true,
          "The header's application id is 0x\(found), a GeoPackage's is 0x47504B47 (“GPKG”)."),
        ["PRAGMA application_id = 0x47504B47"] + (isKnown ? [] : ["PRAGMA user_version = 10400"]))
    } else if !isKnown {
      report.add(
        StoreFinding(
          .userVersion, isPlanned: true,
          "The header's user version \(user) is not a version of GeoPackage such as 10400."),
        ["PRAGMA user_version = 10400"])
    }
  }

  // MARK: A layer

  private func examine(
    _ schema: LayerSchema, in store: FileStore, _ report: inout DoctorReport
  ) throws -> Int64 {
    let layer = try store.stored(schema)
    checkDeclaration(schema, &report)
    var index = IndexAudit(store: store, layer: layer, buildsIndexes: buildsIndexes)
    try index.open(&report)
    var audit = RowAudit(layer: layer, isGeoPackage: store.isGeoPackage, validity: validity)
    do throws(StoreError) {
      try audit.read(store, progress) { id, status, envelope in index.see(id, status, envelope) }
    } catch {
      guard case .damaged(_, let detail) = error else { throw error }
      report.add(
        StoreFinding(
          .unreadable, schema.name, advice: "restore the file from a copy",
          "Reading stops at a damaged place: \(detail)."))
      return audit.rows
    }
    try index.finish(&report)
    audit.finish(&report)
    if store.isGeoPackage {
      DeclarationAudit(schema: schema, rows: audit.rows, extent: audit.extent).examine(&report)
    }
    return audit.rows
  }

  private func checkDeclaration(_ schema: LayerSchema, _ report: inout DoctorReport) {
    if schema.key == .none {
      report.add(
        StoreFinding(
          .noStableID, schema.name,
          advice: schema.isView
            ? "give the view a first column of unique integers"
            : "give the table an INTEGER PRIMARY KEY",
          "Nothing identifies its rows, so it can be read, not edited."))
    }
    guard schema.geometryColumn != nil else { return }
    switch schema.crs {
    case .undefined(let id) where id != -1:
      report.add(
        StoreFinding(
          .unknownCRS, schema.name,
          advice: "add the system to the file's table of reference systems",
          "Its reference system \(id) is not defined in the file, so it has no place on the Earth.")
      )
    case .undefined, .unknownGeographic:
      report.add(
        StoreFinding(
          .undefinedCRS, schema.name, advice: "assign the system that its coordinates are in",
          schema.srsID == 0
            ? "Its coordinates are degrees on an unknown datum, taken as WGS 84."
            : "Its reference system is undefined (-1), so it has no place on the Earth."))
    default: break
    }
  }
}

/// Gathers findings and the statements that repair them.
struct DoctorReport {
  private(set) var findings: [StoreFinding] = []
  private(set) var plan: [RepairStatement] = []

  mutating func add(_ finding: StoreFinding, _ statements: [String] = []) {
    findings.append(finding)
    plan += statements.map { RepairStatement(finding.code, finding.layer, $0) }
  }

  /// Plans nothing.
  mutating func dropPlan() {
    plan = []
    for index in findings.indices where findings[index].isPlanned {
      findings[index].isPlanned = false
      findings[index].advice = "restore the file from a copy first"
    }
  }

  /// A clause as a sentence.
  static func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + (clause.hasSuffix(".") ? "" : ".")
  }

  /// `1 row`, `2 rows`.
  static func number(_ count: Int64, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}

extension Connection {
  /// The first number that a query answers; nil when there is none.
  func firstInteger(_ sql: String) throws(SQLiteError) -> Int64? {
    let row = try prepare(sql)
    return try row.step() && row.storage(0) == .integer ? row.integer(0) : nil
  }

  /// A text as an SQL literal.
  package static func literal(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { result.unicodeScalars.append("'") }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }
}
