internal import MeridianStore

// What an ``EditRun`` finds out beside the rows that it writes, as its report tells it.
extension EditRun {
  /// Notes that a feature's edits are done, and what triggers made of its row.
  mutating func complete(
    _ group: RowEdits, _ wanted: RowImage, _ after: RowImage, _ cells: [RowEdits.Cell]
  ) {
    for cell in group.cells {
      for member in cell.members {
        report.results[member].outcome = .done
        report.results[member].stored = after[cell.column.name]
      }
    }
    if !cells.isEmpty, !changed.contains(where: { $0.layer.name == group.form.layer.name }) {
      changed.append(group.form)
    }
    for column in Self.differing(after, wanted, cells.map(\.column.name)) {
      guard let from = wanted[column], let to = after[column] else { continue }
      report.sideChanges.append(
        EditReport.SideChange(
          layer: group.form.layer.name, fid: group.fid, column: column, from: from, to: to))
    }
  }

  /// Notes what happened to other rows while one was written.
  mutating func note(_ own: [TriggerAccess], untold: Int) {
    for tally in log.tallies {
      if let index = effects.firstIndex(where: {
        $0.action == tally.action && $0.table == tally.table
      }) {
        effects[index].count += tally.count
        let new = tally.rows.filter { !effects[index].rows.contains($0) }
        effects[index].rows += new.prefix(max(0, 20 - effects[index].rows.count))
      } else {
        effects.append(tally)
      }
    }
    if untold > 0 { noteUntold(untold, own) }
  }

  /// Notes what was written to tables without rowids: how often is only known where nothing else
  /// is left to be counted.
  private mutating func noteUntold(_ count: Int, _ own: [TriggerAccess]) {
    let silent = own.filter { access in
      access.action != nil
        && access.table.map { TableRules.isWithoutRowid($0, on: connection) } ?? false
    }
    let hasTrees = log.tallies.contains { facts.shadows[$0.table] != nil }
    for access in silent {
      guard let action = access.action, let table = access.table else { continue }
      let known = silent.count == 1 && !hasTrees ? count : nil
      if let index = untold.firstIndex(where: { $0.action == action && $0.table == table }) {
        untold[index].count = untold[index].count.flatMap { old in known.map { old + $0 } }
      } else {
        untold.append((action, table, known))
      }
    }
  }

  // MARK: The report

  func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// What a trigger is for, by the tables that it writes.
  func kind(of trigger: String, _ all: [TriggerAccess]) -> EditReport.Trigger.Kind {
    let tables = all.filter { $0.trigger == trigger }.compactMap(\.table)
    if tables.isEmpty { return .custom }
    if tables.allSatisfy({ facts.trees.contains($0) }) { return .spatialIndex }
    let own = ["gpkg_", "geometry_columns", "views_geometry_columns", "virts_geometry_columns"]
    let isOwn = tables.allSatisfy { table in
      own.contains { LayerForm.folding(table).hasPrefix($0) } || facts.trees.contains(table)
    }
    return isOwn ? .bookkeeping : .custom
  }

  /// Tells the time of the change to the file's table of contents (GeoPackage, clause 1.1.3.1.1).
  func stampContents() throws(SQLiteError) {
    for form in changed where form.isGeoPackage {
      let update: Statement
      do throws(SQLiteError) {
        update = try connection.prepare(
          """
          UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
          WHERE table_name = ?1 COLLATE NOCASE
          """)
      } catch {
        // A file without the table or the column has no place for it.
        if error.primary == 1 { continue }
        throw error
      }
      try update.bind(.text(form.rules.table), to: 1)
      _ = try update.step()
    }
  }

  /// Completes the report.
  mutating func finish(isKept: Bool) {
    report.triggers = unique(accesses.map(\.trigger)).compactMap { name in
      guard let table = facts.triggers[name] else { return nil }
      var writes: [EditReport.Trigger.Write] = []
      for access in accesses where access.trigger == name {
        guard let action = access.action, let table = access.table else { continue }
        let write = EditReport.Trigger.Write(action: action.rawValue, table: table)
        if !writes.contains(write) { writes.append(write) }
      }
      return EditReport.Trigger(
        name: name, table: table, kind: kind(of: name, accesses), writes: writes)
    }
    report.effects = effects.map { effect($0.action, $0.table, $0.count, $0.rows) }
    report.effects += untold.map { effect($0.action, $0.table, $0.count, []) }
    if isKept || report.isAccepted { return }
    (report.effects, report.sideChanges) = ([], [])
    for index in report.results.indices where report.results[index].outcome == .done {
      report.results[index].outcome = .held
      report.results[index].stored = nil
    }
  }

  private func effect(
    _ action: ChangeLog.Action, _ table: String, _ count: Int?, _ rows: [Int64]
  ) -> EditReport.Effect {
    let tree = facts.shadows[table]
    let writers = accesses.filter { $0.action == action && $0.table == table }
    return EditReport.Effect(
      action: action.rawValue, table: tree ?? table, isSpatialIndex: tree != nil, count: count,
      rows: tree == nil ? rows : [], triggers: unique(writers.map(\.trigger)))
  }
}
