import MeridianKernel

/// One layer's spatial index against its rows, and its triggers.
struct IndexAudit {
  private let store: FileStore
  private let layer: StoredLayer
  private let buildsIndexes: Bool
  private let repair: IndexRepair?
  /// Entries in the order of ids; nil when there is nothing to compare with.
  private var entries: [IndexEntry]?
  private var next = 0
  private var isInOrder = true
  private var last: Int64?
  private var missing = IDList()
  private var orphans = IDList()
  private var wrong = IDList()

  /// Ids of rows, those beyond what a statement should name only counted.
  struct IDList {
    private(set) var count: Int64 = 0
    private(set) var ids: [Int64] = []
    static let most = 500

    mutating func add(_ id: Int64) {
      count += 1
      if ids.count < Self.most { ids.append(id) }
    }

    /// Whether all of them are named.
    var isComplete: Bool { count == Int64(ids.count) }
  }

  init(store: FileStore, layer: StoredLayer, buildsIndexes: Bool) {
    self.store = store
    self.layer = layer
    self.buildsIndexes = buildsIndexes
    repair = IndexRepair(store: store, layer: layer)
  }

  private var name: String { layer.schema.name }

  // MARK: Before the rows

  /// Reads the index, if there is one to compare with.
  mutating func open(_ report: inout DoctorReport) throws {
    guard layer.schema.geometryColumn != nil, !layer.schema.isView,
      let declared = layer.indexTable
    else { return }
    let tree = String(declared.dropLast("_rowid".count))
    let tables = ["_node", "_rowid", "_parent"].map { store.catalog.table(tree + $0) }
    if tables.allSatisfy({ $0 == nil }) { return tellMissing(tree, &report) }
    guard layer.source.isKeyRowid || (!store.isGeoPackage && layer.source.rowid != nil) else {
      report.add(
        StoreFinding(
          .indexUncheckable, name, advice: "give the table an INTEGER PRIMARY KEY",
          "Its index counts rows by a key that the table does not have."))
      return
    }
    try checkDeclaration(tree, &report)
    guard let nodes = tables[0], let ids = tables[1], let parents = tables[2] else {
      return tellBroken("a table of it is missing", canDrop: false, &report)
    }
    let canDrop = try hasRoot(nodes)
    do {
      entries = try IndexTree(
        connection: store.file.connection, nodes: nodes, entries: ids, parents: parents
      ).read()
    } catch let fault as IndexFault {
      tellBroken(fault.reason, canDrop: canDrop, &report)
    } catch let error as SQLiteError {
      if FileAccess.isInterrupted { throw StoreError.interrupted }
      tellBroken(error.message, canDrop: canDrop, &report)
    }
  }

  private func tellMissing(_ tree: String, _ report: inout DoctorReport) {
    if layer.isIndexDeclared {
      // A virtual table without its tables can be neither used nor dropped by SQLite.
      let canBuild = store.catalog.entry(tree) == nil && repair != nil
      report.add(
        StoreFinding(
          .indexTablesMissing, name, isPlanned: canBuild,
          advice: canBuild ? nil : "remove the index's row from gpkg_extensions and build it anew",
          "The file declares a spatial index that does not exist."),
        canBuild ? repair?.creation ?? [] : [])
      return
    }
    let canBuild = buildsIndexes && repair != nil
    report.add(
      StoreFinding(
        .noIndex, name, isPlanned: canBuild,
        advice: canBuild || repair == nil ? nil : "build one with --repair --build-index",
        "It has no spatial index and is read in full."),
      canBuild ? (repair?.creation ?? []) + (repair?.declaration ?? []) : [])
  }

  private func checkDeclaration(_ tree: String, _ report: inout DoctorReport) throws {
    guard store.isGeoPackage, let repair else { return }
    if !layer.isIndexDeclared {
      report.add(
        StoreFinding(
          .indexUndeclared, name, isPlanned: true,
          "It has a spatial index that gpkg_extensions does not declare."),
        repair.declaration)
    }
    try repair.checkTriggers(&report)
  }

  /// Whether SQLite can open the tree, and so drop it: the first node must have a size that a page
  /// of 512 bytes allows.
  private func hasRoot(_ nodes: String) throws(SQLiteError) -> Bool {
    let length = try store.file.connection.firstInteger(
      "SELECT length(data) FROM \(Connection.quoted(nodes)) WHERE nodeno = 1")
    return length ?? 0 >= 512 - 64
  }

  private func tellBroken(_ reason: String, canDrop: Bool, _ report: inout DoctorReport) {
    let plan = canDrop ? repair : nil
    let advice =
      repair == nil
      ? Self.elsewhere
      : "copy the layers into a new file: SQLite can neither use nor drop the index"
    report.add(
      StoreFinding(
        .indexBroken, name, isPlanned: plan != nil, advice: plan == nil ? advice : nil,
        "Its spatial index is damaged: \(reason)."),
      plan?.rebuilding ?? [])
  }

  private static let elsewhere = "rebuild the index with the program that made it"

  // MARK: The rows

  /// Compares a row with the index; rows come in the order of their ids.
  mutating func see(_ id: Int64, _ status: GeometryStatus, _ envelope: Envelope) {
    guard let entries, isInOrder else { return }
    if let last, id <= last { isInOrder = false }
    last = id
    while next < entries.count, entries[next].id < id {
      orphans.add(entries[next].id)
      next += 1
    }
    var found: IndexEntry?
    while next < entries.count, entries[next].id == id {
      // An id twice is one too many.
      if found != nil { wrong.add(id) }
      found = entries[next]
      next += 1
    }
    switch status {
    case .null, .empty: if found != nil { orphans.add(id) }
    // What has no box may have an entry or not.
    case .nonFinite, .malformed: break
    case .valid:
      guard let found else { return missing.add(id) }
      if !Self.isBox(found, of: envelope) { wrong.add(id) }
    }
  }

  /// Whether a box is an envelope's in 32-bit floats: rounded outward by a few steps, or, as some
  /// writers do, to the nearest.
  static func isBox(_ entry: IndexEntry, of envelope: Envelope) -> Bool {
    func fits(_ side: Float, _ exact: Double, outward: Double) -> Bool {
      let step = Double(max(side.ulp, Float(exact).ulp))
      let over = (Double(side) - exact) * outward
      return over >= -step && over <= 4 * step
    }
    return fits(entry.minX, envelope.minX, outward: -1)
      && fits(entry.maxX, envelope.maxX, outward: 1)
      && fits(entry.minY, envelope.minY, outward: -1)
      && fits(entry.maxY, envelope.maxY, outward: 1)
  }

  // MARK: After the rows

  /// Tells what the comparison found, and how it is set right.
  mutating func finish(_ report: inout DoctorReport) throws {
    guard let entries else { return }
    guard isInOrder else {
      report.add(
        StoreFinding(.indexUncheckable, name, "Its rows do not come in the order of their ids."))
      return
    }
    while next < entries.count {
      orphans.add(entries[next].id)
      next += 1
    }
    let isNamed = missing.isComplete && orphans.isComplete && wrong.isComplete
    // A few entries are corrected one by one, many by building the index anew, once.
    var anew = isNamed ? [] : repair?.rebuilding ?? []
    add(.indexMissing, missing, isNamed ? repair?.addition(missing.ids) ?? [] : anew, &report)
    if !isNamed && missing.count > 0 { anew = [] }
    add(.indexOrphans, orphans, isNamed ? repair?.removal(orphans.ids) ?? [] : anew, &report)
    if !isNamed && orphans.count > 0 { anew = [] }
    let correction = (repair?.removal(wrong.ids) ?? []) + (repair?.addition(wrong.ids) ?? [])
    add(.indexBoxes, wrong, isNamed ? correction : anew, &report)
  }

  private func add(
    _ code: StoreFinding.Code, _ list: IDList, _ statements: [String],
    _ report: inout DoctorReport
  ) {
    guard list.count > 0 else { return }
    let number = list.count
    let message =
      switch code {
      case .indexMissing:
        "\(DoctorReport.number(number, "row")) \(number == 1 ? "is" : "are") missing from its "
          + "spatial index and will not be found through it."
      case .indexOrphans:
        "\(DoctorReport.number(number, "entry", "entries")) of its spatial index "
          + "\(number == 1 ? "belongs" : "belong") to no row with a geometry."
      default:
        "\(DoctorReport.number(number, "entry", "entries")) of its spatial index "
          + "\(number == 1 ? "has a box" : "have boxes") that \(number == 1 ? "is" : "are") not "
          + "the row's."
      }
    report.add(
      StoreFinding(
        code, name, count: number, fids: list.ids, isPlanned: repair != nil,
        advice: repair == nil ? Self.elsewhere : nil, message),
      statements)
  }
}
