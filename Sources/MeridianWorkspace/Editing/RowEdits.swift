internal import MeridianKernel
internal import MeridianStore

/// Edits of one feature that follow each other: what one UPDATE writes, so that constraints over
/// several columns see them together.
struct RowEdits {
  /// One column's way from its first value to its last.
  struct Cell {
    var column: FormColumn
    var before: StoredValue
    var after: StoredValue
    /// The edits' places in the list.
    var members: [Int]
  }

  var form: LayerForm
  var fid: Int64
  var cells: [Cell] = []
  /// What is wrong with edits before anything is tried, by their places in the list.
  var problems: [Int: [EditProblem]] = [:]
  /// All edits' places in the list.
  var members: [Int] = []

  /// What tells the feature from others.
  var key: String { "\(fid) \(form.layer.name)" }

  var place: EditPlace { EditPlace(layer: form.layer.name, fid: fid) }

  /// The edits of a list, feature by feature; a feature comes again when others were edited in
  /// between. `refused` hears of edits whose layer is not there.
  static func grouping(
    _ edits: [PropertyEdit], _ forms: [String: LayerForm], checksValues: Bool,
    refused: (Int, EditProblem) -> Void
  ) -> [RowEdits] {
    var groups: [RowEdits] = []
    for (index, edit) in edits.enumerated() {
      guard let form = forms[edit.layer] else {
        refused(
          index,
          EditProblem(.noSuchFeature, "there is no layer \(Wording.quoted(edit.layer)) to edit"))
        continue
      }
      guard form.layer.key.column != nil, !form.layer.isView else {
        refused(
          index,
          EditProblem(
            .notEditable,
            "\(EditPlace(layer: form.layer.name, fid: edit.fid).feature) cannot be edited: "
              + Editability.noStableID.sentence))
        continue
      }
      if groups.last.map({ $0.fid == edit.fid && $0.form.layer.name == form.layer.name }) != true {
        groups.append(RowEdits(form: form, fid: edit.fid))
      }
      groups[groups.count - 1].add(edit, index)
    }
    if checksValues { for index in groups.indices { groups[index].checkValues() } }
    return groups
  }

  private mutating func add(_ edit: PropertyEdit, _ index: Int) {
    members.append(index)
    guard let column = form.find(edit.column) else {
      let near = NameDistance.nearest(to: edit.column, among: form.columns.map(\.name))
      problems[index] = [
        EditProblem(
          .noSuchColumn, columns: [edit.column],
          "layer \(Wording.quoted(form.layer.name)) has no column \(Wording.quoted(edit.column))"
            + (near.map { "; did you mean \(Wording.quoted($0))?" } ?? ""))
      ]
      return
    }
    if column.lock != nil {
      problems[index] = FieldCheck(form, fid: fid).problems(of: edit.storedAfter, in: column)
      return
    }
    if let cell = cells.firstIndex(where: { $0.column.name == column.name }) {
      guard cells[cell].after == edit.storedBefore else {
        problems[index] = [outOfStep(column, cells[cell].after, edit.storedBefore)]
        return
      }
      cells[cell].after = edit.storedAfter
      cells[cell].members.append(index)
    } else {
      cells.append(
        Cell(
          column: column, before: edit.storedBefore, after: edit.storedAfter, members: [index]))
    }
  }

  private mutating func checkValues() {
    let check = FieldCheck(form, fid: fid)
    for cell in cells where cell.after != cell.before {
      let found = check.problems(of: cell.after, in: cell.column)
      if !found.isEmpty { for member in cell.members { problems[member] = found } }
    }
  }

  /// The stored value is another than the edit started from.
  func outOfStep(
    _ column: FormColumn, _ stored: StoredValue, _ before: StoredValue
  ) -> EditProblem {
    var now = Wording.value(stored.value)
    var then = Wording.value(before.value)
    if now == then {
      // Alike to the eye, not to the bit.
      now += " as \(Self.storage(stored))"
      then += " as \(Self.storage(before))"
    }
    return EditProblem(
      .outOfStep, columns: [column.name],
      "\(place.column(column.name)) is \(now), no longer \(then) from which the edit started")
  }

  private static func storage(_ value: StoredValue) -> String {
    switch value.value {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: value.bytes == nil ? "a text" : "a text that is not UTF-8"
    case .blob: "bytes"
    }
  }
}
