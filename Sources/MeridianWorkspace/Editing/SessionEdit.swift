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
    let rows = try connection.prepare(
      """
      SELECT id, step, layer, fid, column_name, before, after, state FROM meridian_edit ORDER BY id
      """)
    var found: [SessionEdit] = []
    while try rows.step() {
      guard let layer = rows.text(2), let column = rows.text(4),
        let state = rows.text(7).flatMap(State.init)
      else { continue }
      found.append(
        SessionEdit(
          id: rows.integer(0), step: rows.integer(1),
          edit: PropertyEdit(
            layer: layer, fid: rows.integer(3), column: column, before: rows.value(5),
            after: rows.value(6)),
          state: state))
    }
    return found
  }

  /// The values that pending edits lay over the stored ones.
  static func overlay(_ session: [SessionEdit]) -> [String: LayerOverlay] {
    var overlay: [String: LayerOverlay] = [:]
    for item in session where item.state == .pending {
      overlay[item.edit.layer, default: [:]][item.edit.fid, default: [:]][item.edit.column] =
        item.edit.after
    }
    return overlay
  }

  /// The pending edits with those of one value as one, from its first `before` to its last `after`;
  /// none where both are the same.
  static func collapsed(_ session: [SessionEdit]) -> [PropertyEdit] {
    struct Place: Hashable {
      var layer: String
      var fid: Int64
      var column: String
    }
    var order: [Place] = []
    var found: [Place: PropertyEdit] = [:]
    for item in session where item.state == .pending {
      let place = Place(layer: item.edit.layer, fid: item.edit.fid, column: item.edit.column)
      if found[place] == nil {
        order.append(place)
        found[place] = item.edit
      } else {
        found[place]?.after = item.edit.after
      }
    }
    return order.compactMap { found[$0] }.filter { $0.before != $0.after }
  }
}
