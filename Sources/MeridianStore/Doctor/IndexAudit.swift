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
    guard let index = layer.index else { return }
    let tables = [index.nodes, index.entries, index.parents].map(store.catalog.table)
    if tables.allSatisfy({ $0 == nil }) { return tellMissing(index, &report) }
    guard let repair else {
      report.add(
        StoreFinding(
          .indexUncheckable, name, advice: "give the table an INTEGER PRIMARY KEY",
          "Its index counts rows by a key that the table does not have."))
      return
    }
    let canDrop = try tables.allSatisfy { $0 != nil } && tables[0].map(hasRoot) ?? false
    guard try checkDeclaration(index, repair, canDrop: canDrop, &report) else { return }
    guard let nodes = tables[0], let ids = tables[1], let parents = tables[2] else {
      return tellBroken("a table of it is missing", canDrop: false, &report)
    }
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

  private func tellMissing(_ index: LayerIndex, _ report: inout DoctorReport) {
    if index.isDeclared {
      // A virtual table without its tables can be neither used nor dropped by SQLite.
      let canBuild = store.catalog.entry(index.name) == nil && repair != nil
      report.add(
        StoreFinding(
          .indexTablesMissing, name, isPlanned: canBuild,
          advice: canBuild ? nil : Self.anew(index),
          "The file declares a spatial index that does not exist."),
        canBuild ? repair?.creation ?? [] : [])
    } else if index.declaration == .mbrCache {
      report.add(
        StoreFinding(
          .noIndex, name, advice: Self.anew(index),
          "It has an MbrCache, which SpatiaLite alone can use, and no R-tree: it is read in full."))
    } else {
      let plan = repair?.canCreate == true ? repair : nil
      report.add(
        StoreFinding(
          .noIndex, name, isPlanned: plan != nil && buildsIndexes,
          advice: plan == nil || buildsIndexes ? nil : "build one with --repair --build-index",
          "It has no spatial index and is read in full."),
        buildsIndexes ? (plan?.creation ?? []) + (plan?.declaration ?? []) : [])
    }
  }

  /// What makes an index anew where no plan can.
  private static func anew(_ index: LayerIndex) -> String {
    switch index.format {
    case .geoPackage: return "remove the index's row from gpkg_extensions and build it anew"
    case .spatiaLite:
      let names = [index.table, index.geometry].map(Connection.literal).joined(separator: ", ")
      // A tree that is left over is taken up as it is, and filled by the last of them.
      let calls = ["Disable", "Create", "Recover"].map { "\($0)SpatialIndex(\(names))" }
      return "run SELECT \(calls.joined(separator: ", ")) in SpatiaLite"
    }
  }

  /// Tells an index that is not declared, and triggers; false when its entries mean nothing.
  private func checkDeclaration(
    _ index: LayerIndex, _ repair: IndexRepair, canDrop: Bool, _ report: inout DoctorReport
  ) throws -> Bool {
    switch (index.isDeclared, index.format) {
    case (true, _): break
    case (false, .geoPackage):
      report.add(
        StoreFinding(
          .indexUndeclared, name, isPlanned: true,
          "It has a spatial index that gpkg_extensions does not declare."),
        repair.declaration)
    case (false, .spatiaLite):
      // What DisableSpatialIndex leaves behind on purpose: nothing keeps it in step.
      let isPlanned =
        buildsIndexes && canDrop && repair.canCreate && index.declaration != .mbrCache
      report.add(
        StoreFinding(
          .indexUndeclared, name, isPlanned: isPlanned,
          advice: isPlanned ? nil : Self.anew(index) + ", or drop \(index.name)",
          "It has a spatial index that geometry_columns does not declare, and is read in full."),
        isPlanned ? repair.dropping + repair.creation + repair.declaration : [])
      return false
    }
    try repair.checkTriggers(&report)
    return true
  }

  /// Whether SQLite can open the tree, and so drop it: the first node must have a size that a page
  /// of 512 bytes allows.
  private func hasRoot(_ nodes: String) throws(SQLiteError) -> Bool {
    let length = try store.file.connection.firstInteger(
      "SELECT length(data) FROM \(Connection.quoted(nodes)) WHERE nodeno = 1")
    return length ?? 0 >= 512 - 64
  }

  private func tellBroken(_ reason: String, canDrop: Bool, _ report: inout DoctorReport) {
    let advice = "copy the layers into a new file: SQLite can neither use nor drop the index"
    report.add(
      StoreFinding(
        .indexBroken, name, isPlanned: canDrop, advice: canDrop ? nil : advice,
        "Its spatial index is damaged: \(reason)."),
      canDrop ? repair?.rebuilding ?? [] : [])
  }

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
      if !Self.isBox(found, of: envelope, slack: layer.index?.slack ?? 0) { wrong.add(id) }
    }
  }

  /// Whether a box is an envelope's in 32-bit floats: rounded outward by a few steps, or, as some
  /// writers do, to the nearest; or off by the format's slack.
  static func isBox(_ entry: IndexEntry, of envelope: Envelope, slack: Double) -> Bool {
    func fits(_ side: Float, _ exact: Double, outward: Double) -> Bool {
      let step = Double(max(side.ulp, Float(exact).ulp))
      let over = (Double(side) - exact) * outward
      return over >= -step - slack && over <= 4 * step + slack
    }
    return fits(entry.minX, envelope.minX, outward: -1)
      && fits(entry.maxX, envelope.maxX, outward: 1)
      && fits(entry.minY, envelope.minY, outward: -1)
      && fits(entry.maxY, envelope.maxY, outward: 1)
  }

  // MARK: After the rows

  /// Tells what the comparison found, and how it is set right.
  mutating func finish(_ report: inout DoctorReport) throws {
    guard let entries, let repair else { return }
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
    var anew = isNamed ? [] : repair.rebuilding
    add(.indexMissing, missing, isNamed ? repair.addition(missing.ids) : anew, &report)
    if !isNamed && missing.count > 0 { anew = [] }
    add(.indexOrphans, orphans, isNamed ? repair.removal(orphans.ids) : anew, &report)
    if !isNamed && orphans.count > 0 { anew = [] }
    let correction = repair.removal(wrong.ids) + repair.addition(wrong.ids)
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
      StoreFinding(code, name, count: number, fids: list.ids, isPlanned: true, message), statements)
  }
}
