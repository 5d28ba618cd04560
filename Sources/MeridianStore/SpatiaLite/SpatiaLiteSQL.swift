/// The fixed SQL of SpatiaLite's spatial indexes.
enum SpatiaLiteSQL {
  /// The three triggers that keep an R-tree in step with its table, as SpatiaLite 5 makes them and
  /// as versions 3 and 4 did: those looked at every update, and noted its time first.
  static func indexTriggers(table: String, geometry: String) -> [LayerIndex.Trigger] {
    let index = "idx_\(table)_\(geometry)"
    let tree = Connection.quoted(index)
    let column = Connection.quoted(geometry)
    let align = "SELECT RTreeAlign(\(Connection.literal(index)), NEW.ROWID, NEW.\(column));\n"
    let enter = "DELETE FROM \(tree) WHERE pkid=NEW.ROWID;\n" + align
    let remove = "DELETE FROM \(tree) WHERE pkid=OLD.ROWID;\n"
    typealias Kind = (name: String, prefix: String, events: [String], action: String)
    let kinds: [Kind] = [
      ("insert", "gii", ["INSERT"], enter),
      ("update", "giu", ["UPDATE OF \(column)", "UPDATE"], enter),
      ("delete", "gid", ["DELETE"], remove),
    ]
    return kinds.map { kind in
      let name = "\(kind.prefix)_\(table)_\(geometry)"
      let trigger = Connection.quoted(name)
      let wordings = ["", time(kind.name, table, geometry)].flatMap { note in
        kind.events.map { event in
          "CREATE TRIGGER \(trigger) AFTER \(event) ON \(Connection.quoted(table))\n"
            + "FOR EACH ROW BEGIN\n\(note)\(kind.action)END"
        }
      }
      return LayerIndex.Trigger(kind: kind.name, name: name, wordings: wordings)
    }
  }

  /// What notes the time of the last change of a kind.
  private static func time(_ kind: String, _ table: String, _ geometry: String) -> String {
    "UPDATE geometry_columns_time SET last_\(kind) = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')\n"
      + "WHERE Lower(f_table_name) = Lower(\(Connection.literal(table))) AND "
      + "Lower(f_geometry_column) = Lower(\(Connection.literal(geometry)));\n"
  }
}
