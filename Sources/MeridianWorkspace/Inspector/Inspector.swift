public import MeridianKernel
public import MeridianStore

/// Everything about one feature: what it is called, where it comes from, its geometry in figures,
/// whether it may be edited, and its form.
///
/// ```swift
/// let form = try LayerForm(of: try store.layer(named: "pumps"), in: store)
/// let feature = try Inspector(fid: 9, in: form, from: store)
/// print(feature.title, feature.form.fields.map(\.current))
/// ```
public struct Inspector: Hashable, Sendable {
  /// What a document says of a layer, as far as it concerns one feature.
  public struct Context: Hashable, Sendable {
    /// What the layer is to the document.
    public var role = HitLayer.Role.authoritative
    /// The layer's own switch.
    public var isVisible = true
    /// Whether its features are kept from being edited.
    public var isLocked = false
    /// Whether the file or its folder is read-only; nil asks the store.
    public var isReadOnly: Bool?
    /// The column that features are called by; nil for the layer's own.
    public var titleField: String?
    /// The columns that tell a feature at a glance; empty for the first few.
    public var keyFields: [String] = []

    /// What a bare file says.
    public init() {}
  }

  /// How many columns are key fields when none are named.
  public static let fewFields = 3

  /// What the feature is called: the title column's text with pending edits, else layer and id.
  public let title: String
  /// The layer.
  public let layer: LayerSchema
  /// Which feature.
  public let row: RowID
  /// Its geometry; nil when the layer has none.
  public let geometry: GeometrySummary?
  /// Whether it may be edited, and if not, why.
  public let editability: Editability
  /// Its fields.
  public let form: EditForm
  /// The columns that tell it at a glance.
  public let keyFields: [String]

  /// Reads a feature; `pending` are the values that edits lead to, by the columns' names.
  ///
  /// Throws when the layer has no such feature.
  public init(
    of row: RowID, in layerForm: LayerForm, from store: any FeatureStore,
    context: Context = Context(), pending: [String: StoredValue] = [:]
  ) throws(WorkspaceError) {
    layer = layerForm.layer
    self.row = row
    form = try EditForm(of: row, in: layerForm, from: store, pending: pending)
    if layer.geometryColumn != nil {
      do throws(StoreError) {
        let found = try store.geometry(of: row, in: layer)
        geometry = GeometrySummary(of: found.geometry, status: found.status, in: layer.crs)
      } catch {
        throw .store(error)
      }
    } else {
      geometry = nil
    }
    editability = Editability(
      of: layer, fid: row.fid, role: context.role, isVisible: context.isVisible,
      isLocked: context.isLocked, isReadOnly: context.isReadOnly ?? store.isReadOnly)
    title = Self.title(of: row, in: form, field: context.titleField ?? layer.titleColumn)
    keyFields = Self.keyFields(of: form, named: context.keyFields, title: layer.titleColumn)
  }

  /// The same of a feature by its id; where rows have no stable one, by the row's number.
  public init(
    fid: Int64, in layerForm: LayerForm, from store: any FeatureStore,
    context: Context = Context(), pending: [String: StoredValue] = [:]
  ) throws(WorkspaceError) {
    let hasKey = layerForm.layer.key.column != nil
    try self.init(
      of: RowID(fid: hasKey ? fid : nil, row: fid), in: layerForm, from: store, context: context,
      pending: pending)
  }

  private static func title(of row: RowID, in form: EditForm, field: String?) -> String {
    let named = field.flatMap { name in
      form.fields.first { $0.column.name == name }?.current.value
    }
    switch named {
    case .text(let text) where !text.isEmpty: return text
    case .integer(let number): return String(number)
    case .real(let number): return Wording.number(number)
    default: return "\(form.layer.layer.title) \(row.fid ?? row.row)"
    }
  }

  /// The fields that are named and there are; else the first few that say something.
  private static func keyFields(
    of form: EditForm, named names: [String], title: String?
  ) -> [String] {
    let all = form.fields.map(\.column)
    let chosen = names.compactMap { name in
      all.first { LayerForm.folding($0.name) == LayerForm.folding(name) }?.name
    }
    if !chosen.isEmpty { return chosen }
    return all.filter { $0.lock != .key && $0.type != .blob && $0.name != title }
      .prefix(fewFields).map(\.name)
  }
}
