internal import MeridianStore

/// One edit of the session, as the working copy keeps it.
public struct SessionEdit: Hashable, Sendable {
  /// Where an edit stands.
  public enum State: String, Hashable, Sendable {
    /// Done, and not yet saved.
    case pending
    /// Taken back, and can be done again.
    case undone
    /// Saved into the working copy's layers, and not yet published.
    case saved
  }

  /// Its number, which grows with every edit.
  public var id: Int64
  /// The step it belongs to: what one undo takes back.
  public var step: Int64
  /// What it changes.
  public var edit: PropertyEdit
  /// Where it stands.
  public var state: State
}

extension SessionEdit {
  /// All edits of a working copy, in the order in which they were made.
  static func read(_ connection: Connection) throws(SQLiteError) -> [SessionEdit] {
    guard try connection.hasTable("meridian_edit") else { return [] }
    let encoding = try MeridianStore.TextEncoding(of: connection)
    let rows = try connection.prepare(
      """
      SELECT id, step, layer, fid, column_name, state, before, after,
        CAST(before AS BLOB), CAST(after AS BLOB) FROM meridian_edit ORDER BY id
      """)
    var found: [SessionEdit] = []
    while try rows.step() {
      guard let layer = rows.text(2), let column = rows.text(4),
        let state = rows.text(5).flatMap(State.init)
      else { continue }
      found.append(
        SessionEdit(
          id: rows.integer(0), step: rows.integer(1),
          edit: PropertyEdit(
            layer: layer, fid: rows.integer(3), column: column,
            from: StoredValue(rows, 6, raw: 8, encoding),
            to: StoredValue(rows, 7, raw: 9, encoding)),
          state: state))
    }
    return found
  }

  /// Adds an edit to the session of a working copy; its number.
  static func append(
    _ edit: PropertyEdit, step: Int64, to connection: Connection
  ) throws(SQLiteError) -> SessionEdit {
    let (before, after) = (edit.storedBefore, edit.storedAfter)
    let insert = try connection.prepare(
      """
      INSERT INTO meridian_edit (step, layer, fid, column_name, before, after)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    try insert.bind(.integer(step), to: 1)
    try insert.bind(.text(edit.layer), to: 2)
    try insert.bind(.integer(edit.fid), to: 3)
    try insert.bind(.text(edit.column), to: 4)
    try before.bind(to: insert, 5)
    try after.bind(to: insert, 6)
    _ = try insert.step()
    return SessionEdit(
      id: connection.lastInsertedRow, step: step, edit: edit, state: .pending)
  }
}

/// The pending edits of a session by layer, feature and column, those of one value as one: from its
/// first `before` to its last `after`.
struct PendingEdits {
  private struct Place: Hashable {
    var layer: String
    var fid: Int64
    var column: String
  }

  private var numbers: [Place: Int] = [:]
  private var list: [PropertyEdit] = []

  /// The pending ones of a session.
  init(_ session: [SessionEdit]) {
    for item in session where item.state == .pending { append(item.edit) }
  }

  /// Adds an edit that comes after all others.
  mutating func append(_ edit: PropertyEdit) {
    let place = Place(layer: edit.layer, fid: edit.fid, column: edit.column)
    if let number = numbers[place] {
      (list[number].after, list[number].afterBytes) = (edit.after, edit.afterBytes)
    } else {
      numbers[place] = list.count
      list.append(edit)
    }
  }

  /// The edits in the order in which their values were first touched; none where the value is what
  /// it was.
  var edits: [PropertyEdit] { list.filter { $0.storedBefore != $0.storedAfter } }

  /// Those of a feature, column by column.
  func edits(of fid: Int64, in layer: String, columns: [String]) -> [PropertyEdit] {
    columns.compactMap { numbers[Place(layer: layer, fid: fid, column: $0)] }.map { list[$0] }
      .filter { $0.storedBefore != $0.storedAfter }
  }

  /// What the columns of a feature become.
  func values(of fid: Int64, in layer: String, columns: [String]) -> [String: StoredValue] {
    var found: [String: StoredValue] = [:]
    for column in columns {
      let place = Place(layer: layer, fid: fid, column: column)
      if let number = numbers[place] { found[column] = list[number].storedAfter }
    }
    return found
  }

  /// The values that lie over the stored ones.
  var overlay: [String: LayerOverlay] {
    var overlay: [String: LayerOverlay] = [:]
    for edit in list {
      overlay[edit.layer, default: [:]][edit.fid, default: [:]][edit.column] = edit.after
    }
    return overlay
  }
}
