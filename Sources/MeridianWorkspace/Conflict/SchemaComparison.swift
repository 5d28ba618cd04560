/// Who has changed something since the base.
public enum Agreement: String, Hashable, Sendable, CaseIterable {
  /// Only theirs has.
  case theirs
  /// Only ours has.
  case ours
  /// Both have, to the same.
  case same
  /// Both have, in parts that do not touch: different columns of one row.
  case both
  /// Both have, and cannot both be kept.
  case conflict
}

/// A difference of schemas: one text for each file, nil where what it is about is not there.
struct SchemaDifference {
  var subject: SchemaSubject
  var table: String
  var name: String
  var texts: [String?]
  /// Which files differ from the first; the first does not.
  var changed: [Bool]
  /// Whether the last two say the same.
  var isSame: Bool
}

/// Compares the schemas of two or three files, the first of which is the base.
struct SchemaComparison {
  let schemas: [FileSchema]

  /// A text longer than this many characters is cut.
  private static let longest = 500

  /// All differences, in the order of the schemas. O(items).
  func differences() -> [SchemaDifference] {
    var seen: Set<FileSchema.ItemKey> = []
    var found: [SchemaDifference] = []
    for schema in schemas {
      for key in schema.itemOrder where seen.insert(key).inserted {
        if let difference = difference(key) { found.append(difference) }
      }
    }
    return found
  }

  private func difference(_ key: FileSchema.ItemKey) -> SchemaDifference? {
    var items = schemas.map { $0.items[key] }
    let isWhole = key.subject == .table || key.subject == .view || key.subject == .file
    if !isWhole, !concedeAbsentTables(&items, key) { return nil }
    if key.subject == .table, ContentRules.emptyWhenAbsent.contains(key.table) {
      guard let first = items.compactMap(\.self).first else { return nil }
      items = items.map { $0 ?? first }
    }
    let changed = items.map { $0?.normal != items[0]?.normal }
    guard changed.contains(true), let spelled = items.compactMap(\.self).first else { return nil }
    return SchemaDifference(
      subject: key.subject, table: spelled.table, name: name(key, spelled),
      texts: items.map { $0.map { Self.cut($0.display) } }, changed: changed,
      isSame: items.last?.map(\.normal) == items.dropLast().last?.map(\.normal))
  }

  /// Takes care of what belongs to a table that a file does not have: the table as a whole tells of
  /// it, so its parts are no differences of their own. False when there is nothing to compare.
  private func concedeAbsentTables(
    _ items: inout [FileSchema.Item?], _ key: FileSchema.ItemKey
  ) -> Bool {
    guard !key.table.isEmpty else { return true }
    // Of a view only its triggers, and what makes a layer of it, can have been there before.
    let isOfTable = [.column, .constraint, .index].contains(key.subject)
    let isThere = schemas.map {
      isOfTable ? $0.tables[key.table] != nil : $0.has(key.table)
    }
    if isThere[0] {
      for index in items.indices where !isThere[index] { items[index] = items[0] }
      return true
    }
    // A table that both sides have added may differ between them.
    let added = isThere.indices.filter { isThere[$0] }
    return added.count == 2 && items[added[0]]?.normal != items[added[1]]?.normal
  }

  /// Constraints are known by what they say; only people's form of it is shown.
  private func name(_ key: FileSchema.ItemKey, _ item: FileSchema.Item) -> String {
    key.subject == .constraint ? Self.cut(item.display) : item.name
  }

  private static func cut(_ text: String) -> String {
    text.count <= longest ? text : text.prefix(longest) + "…"
  }
}
