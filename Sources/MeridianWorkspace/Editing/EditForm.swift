internal import MeridianKernel
public import MeridianStore

/// One column of one feature: what it asks of its values, the stored value, and the pending one.
public struct FormField: Hashable, Sendable {
  /// The column.
  public var column: FormColumn
  /// The value as it is stored.
  public var original: StoredValue
  /// The value that a pending edit leads to; nil without one.
  public var pending: StoredValue?

  /// The value that is shown: the pending one, else the stored one.
  public var current: StoredValue { pending ?? original }

  /// What is odd about the value that is shown: it may stay, and could not be written. Always
  /// empty where it may be written.
  public var problems: [EditProblem] = []

  /// Words for programs about the value that is shown: `notUTF8`, `nonStandardDate`, else the kind
  /// of a problem.
  public var flags: [String] {
    (current.bytes == nil ? [] : ["notUTF8"])
      + problems.map { $0.kind == .badDate ? "nonStandardDate" : $0.kind.rawValue }
  }
}

/// The form of one feature: a field for every column of its layer, in the table's order.
public struct EditForm: Hashable, Sendable {
  /// The layer's form.
  public let layer: LayerForm
  /// Which feature.
  public let row: RowID
  /// The fields.
  public let fields: [FormField]

  /// Reads a feature's fields; `pending` are the values that edits lead to, by the columns' names
  /// as the table spells them.
  ///
  /// Throws when the layer has no such feature.
  public init(
    of row: RowID, in form: LayerForm, from store: any FeatureStore,
    pending: [String: StoredValue] = [:]
  ) throws(WorkspaceError) {
    guard let connection = store.readingConnection else {
      throw .unsupported(path: store.path, reason: "there is no table behind it")
    }
    try self.init(of: row, in: form, on: connection, pending: pending) {
      () throws(StoreError) in
      // A row that only its place tells from the others.
      let columns = form.layer.columns.map(\.name)
      let values = try store.attributes(of: row, in: form.layer)
      return Dictionary(
        zip(columns, values.map { StoredValue($0) }), uniquingKeysWith: { first, _ in first })
    }
  }

  /// The same over any connection to the file, of features that have an id.
  package init(
    of fid: Int64, in form: LayerForm, on connection: Connection,
    pending: [String: StoredValue] = [:]
  ) throws(WorkspaceError) {
    try self.init(
      of: RowID(fid: fid, row: fid), in: form, on: connection, pending: pending
    ) { () throws(StoreError) in [:] }
  }

  private init(
    of row: RowID, in form: LayerForm, on connection: Connection,
    pending: [String: StoredValue],
    otherwise: () throws(StoreError) -> [String: StoredValue]
  ) throws(WorkspaceError) {
    layer = form
    self.row = row
    // The geometry is shown by its summary, not by its bytes.
    let columns = form.columns.filter { $0.lock != .geometry }
    var values: [String: StoredValue]
    do throws(StoreError) {
      if let key = form.layer.key.column, let fid = row.fid {
        values = try Self.read(columns.map(\.name), key, fid, form, connection)
      } else {
        values = try otherwise()
      }
    } catch {
      throw .store(error)
    }
    fields = columns.map { column in
      var field = FormField(
        column: column, original: values[column.name] ?? StoredValue(.null),
        pending: pending[column.name])
      field.problems =
        column.isEditable
        ? FieldCheck(form, fid: row.fid).problems(of: field.current, in: column) : []
      return field
    }
  }

  private static func read(
    _ columns: [String], _ key: String, _ fid: Int64, _ form: LayerForm, _ connection: Connection
  ) throws(StoreError) -> [String: StoredValue] {
    let row: [StoredValue]?
    do throws(SQLiteError) {
      row = try connection.storedRow(
        columns, of: form.layer.tableName, where: "\(Connection.quoted(key)) = ?1",
        .integer(fid))
    } catch {
      throw error.storeError(path: form.path)
    }
    guard let row else {
      throw .noSuchRow(row: RowID(fid: fid, row: fid), layer: form.layer.name, path: form.path)
    }
    return Dictionary(zip(columns, row), uniquingKeysWith: { first, _ in first })
  }

  /// The field of a column; throws, with a suggestion, when there is none.
  public func field(named name: String) throws(WorkspaceError) -> FormField {
    let column = try layer.column(named: name)
    guard let field = fields.first(where: { $0.column.name == column.name }) else {
      throw .badEdits([
        "\(EditPlace(layer: layer.layer.name, fid: row.fid).column(column.name)) holds a geometry "
          + "and is not edited"
      ])
    }
    return field
  }

  /// The edit that gives a column another value; throws when there is no such column, or the
  /// feature has no id by which an edit could name it.
  public func edit(_ name: String, to value: AttributeValue) throws(WorkspaceError) -> PropertyEdit
  {
    guard let fid = row.fid else {
      throw .notEditable(layer: layer.layer.name, fid: nil, reason: .noStableID)
    }
    let field = try field(named: name)
    return PropertyEdit(
      layer: layer.layer.name, fid: fid, column: field.column.name, from: field.current,
      to: StoredValue(value))
  }
}
