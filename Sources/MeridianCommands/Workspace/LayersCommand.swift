internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// `layers`: what a document says of its layers, and changing it.
package enum LayersCommand {
  /// What is done with layers.
  enum Action: String, CaseIterable, Sendable {
    case show, hide, lock, unlock, set
  }

  static let action = Operand(
    "ACTION", .oneOf(Action.self), arity: .optional,
    "show, hide, lock and unlock take layers; set takes layers and options; without one they are "
      + "listed.")
  static let names = Operand("NAME", .layer, arity: .atLeast(0), "The layers.")

  static let title = Option(
    "title", .plainText("TEXT", needs: "a title, or an empty text for the file's own"),
    "set: the title for people.")
  static let role = Option(
    "role", ValueKind.oneOf(Role.self),
    "set: authoritative data may be edited, reference is only looked at.")
  static let order = Option(
    "order", ValueKind.whole(1...10_000, "N"),
    "set: the place in the drawing order, 1 at the bottom.")
  static let opacity = Option("opacity", ValueKind.number(0...1), "set: 0 is invisible.")
  static let minimumZoom = Option(
    "min-zoom", ValueKind.number(0...24, "Z"), "set: drawn from this zoom on.")
  static let maximumZoom = Option(
    "max-zoom", ValueKind.number(0...25, "Z"), "set: drawn below this zoom; 25 for all.")
  static let filter = Option(
    "filter", .plainText("CQL2", needs: "a filter in CQL2 text, or an empty text for none"),
    readsFiles: true, "set: only features for which it holds are shown, hit and found.")
  static let symbolRadius = Option(
    "symbol-radius", ValueKind<Double>.glassLength(0...1000, presets: false),
    "set: the radius of point symbols.")
  static let lineWidth = Option(
    "line-width", ValueKind<Double>.glassLength(0...1000, presets: false),
    "set: the width of lines.")
  static let tolerance = Option(
    "tolerance", ValueKind<Double>.glassLength(0...100, presets: true),
    "set: the layer's own radius of the finger.")
  static let titleField = Option(
    "title-field", .plainText("COLUMN", needs: "a column, or an empty text for the file's own"),
    "set: the column that features are called by.")
  static let keyField = Option(
    "key-field", .plainText("COLUMN", needs: "a column, or an empty text for none"),
    repeats: true, "set: a column that tells a feature at a glance; may stand several times.")

  private static let settings: [any AnyOption] = [
    title, role, order, opacity, minimumZoom, maximumZoom, filter, symbolRadius, lineWidth,
    tolerance, titleField, keyField,
  ]

  /// Roles that a layer may be given; notes are made, not declared.
  enum Role: String, CaseIterable, Sendable { case authoritative, reference }

  /// The command.
  package static let command = Command(
    words: ["layers"], summary: "visibility, lock, role, order and filter of layers",
    examples: [
      Example("layers town.gpkg", "the layers in drawing order, the topmost first"),
      Example("layers town.gpkg hide trees poi", "two layers that are then never hit"),
      Example(
        "layers town.gpkg set roads --filter \"lanes > 1\" --min-zoom 12",
        "wide roads only, and only from zoom 12 on"),
    ],
    synopsis: ["layers STORE [show|hide|lock|unlock NAME…]", "layers STORE set NAME… OPTION…"],
    operands: [CommonOperands.store, action, names], options: settings + [DocumentOptions.source],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      Changes go to the document's working copy at once and to the file with the next publish. A \
      layer's `editable` is a reason where it is not: layerHidden, layerLocked, markup, reference, \
      noStableID (a view, or a table without a key), readOnlyFile.
      """
    ]
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      try change(document, context)
      try list(document, context)
      return .done
    }
  }

  /// What is done with layers where they are only shown and hidden.
  enum Switching: String, CaseIterable, Sendable {
    case show, hide

    var action: Action {
      switch self {
      case .show: .show
      case .hide: .hide
      }
    }
  }

  static let switching = Operand(
    "ACTION", .oneOf(Switching.self), arity: .optional,
    "show and hide take layers; without one they are listed.")

  /// The command in a scope without layers' settings.
  package static let visibility = Command(
    words: command.words, summary: "the layers, and showing and hiding them",
    examples: Array(command.examples.prefix(2)), synopsis: ["layers STORE [show|hide NAME…]"],
    operands: [CommonOperands.store, switching, names], options: [DocumentOptions.source],
    formats: command.formats, notes: command.notes
  ) { context throws(CommandError) in
    try context.withDocument { document throws(CommandError) in
      if let action = context.arguments[switching]?.action {
        try change(document, action, named: names(for: action, context), context.arguments)
      }
      try list(document, context)
      return .done
    }
  }

  private static func names(
    for action: Action, _ context: CommandContext
  ) throws(CommandError) -> [String] {
    let names = context.arguments.all(names)
    guard !names.isEmpty else {
      throw CommandError(
        UsageError.combination("`layers STORE \(action.rawValue)` needs the name of a layer."))
    }
    return names
  }

  private static func change(
    _ document: Document, _ context: CommandContext
  ) throws(CommandError) {
    let arguments = context.arguments
    guard let action = arguments[action] else { return }
    let names = try names(for: action, context)
    let given = settings.filter { arguments.isGiven($0) }
    guard (action == .set) == !given.isEmpty else {
      throw CommandError(
        UsageError.combination(
          action == .set
            ? "`layers STORE set` needs an option that says what is set; see `layers --help`."
            : "`--\(given[0].name)` belongs to `layers STORE set`."))
    }
    try change(document, action, named: names, arguments)
  }

  private static func change(
    _ document: Document, _ action: Action, named names: [String], _ arguments: ParsedArguments
  ) throws(CommandError) {
    do throws(WorkspaceError) {
      // All names are looked up before the first layer changes.
      for name in names { _ = try document.layer(named: name) }
      for name in names {
        try document.set(name) { settings in
          switch action {
          case .show: settings.isVisible = true
          case .hide: settings.isVisible = false
          case .lock: settings.isLocked = true
          case .unlock: settings.isLocked = false
          case .set: apply(arguments, to: &settings)
          }
        }
        if let place = arguments[order] { try document.move(name, to: place - 1) }
      }
    } catch {
      throw CommandError(error)
    }
  }

  private static func apply(_ arguments: ParsedArguments, to settings: inout LayerSettings) {
    let text = { (value: String) in value.isEmpty ? nil : value }
    if let value = arguments[title] { settings.title = text(value) }
    if let value = arguments[role] {
      settings.role = value == .reference ? .reference : .authoritative
    }
    if let value = arguments[opacity] { settings.opacity = value }
    if let value = arguments[minimumZoom] { settings.minimumZoom = value }
    if let value = arguments[maximumZoom] { settings.maximumZoom = value >= 25 ? nil : value }
    if let value = arguments[filter] { settings.filter = text(value) }
    if let value = arguments[symbolRadius] { settings.symbolRadius = value }
    if let value = arguments[lineWidth] { settings.lineWidth = value }
    if let value = arguments[tolerance] { settings.tolerance = value }
    if let value = arguments[titleField] { settings.titleField = text(value) }
    if arguments.isGiven(keyField) {
      settings.keyFields = arguments.all(keyField).filter { !$0.isEmpty }
    }
  }

  private static func list(_ document: Document, _ context: CommandContext) throws(CommandError) {
    let drawn = document.layers.filter { $0.schema.geometryColumn != nil }
    let others = document.layers.filter { $0.schema.geometryColumn == nil }
    let layers = drawn.reversed() + others
    switch context.format {
    case .table:
      var table = TextTable([
        ("layer", .left), ("title", .left), ("role", .left), ("shown", .left), ("zoom", .left),
        ("filter", .left), ("editable", .left),
      ])
      for layer in layers {
        let settings = layer.settings
        let top = settings.maximumZoom.map(NumberText.plain) ?? ""
        let hasRange = settings.minimumZoom > 0 || settings.maximumZoom != nil
        table.append([
          layer.name, layer.schema.title, settings.role.rawValue,
          settings.isVisible && settings.opacity > 0 ? "yes" : "no",
          hasRange ? "\(NumberText.plain(settings.minimumZoom))–\(top)" : "all",
          settings.filter ?? "",
          layer.editability == .editable ? "yes" : layer.editability.rawValue,
        ])
      }
      try context.write(table)
    default:
      var json = JSONWriter()
      let isOneDocument = context.format == .json
      if isOneDocument { json.beginArray() }
      for layer in layers {
        json.record(layer)
        if !isOneDocument { json.endLine() }
      }
      if isOneDocument {
        json.endArray()
        json.endLine()
      }
      try context.output.write(&json)
    }
  }
}

extension ValueKind where Value == String {
  /// Any text, an empty one too.
  static func plainText(_ placeholder: String, needs: String) -> ValueKind {
    ValueKind(placeholder: placeholder, needs: needs) { text throws(ValueProblem) in text }
  }
}

extension JSONWriter {
  /// What a document says of a layer.
  fileprivate mutating func record(_ layer: DocumentLayer) {
    let settings = layer.settings
    beginObject()
    member("layer", layer.name)
    member("title", layer.schema.title)
    member("role", settings.role.rawValue)
    member("visible", settings.isVisible)
    member("locked", settings.isLocked)
    member("opacity", settings.opacity)
    member("minZoom", settings.minimumZoom)
    if let value = settings.maximumZoom { member("maxZoom", value) }
    if let value = settings.filter { member("filter", value) }
    if let value = settings.symbolRadius { member("symbolRadiusPt", value) }
    if let value = settings.lineWidth { member("lineWidthPt", value) }
    if let value = settings.tolerance { member("tolerancePt", value) }
    if let value = layer.schema.titleColumn { member("titleField", value) }
    if !settings.keyFields.isEmpty {
      key("keyFields")
      beginArray()
      for field in settings.keyFields { string(field) }
      endArray()
    }
    member("editable", layer.editability == .editable)
    if layer.editability != .editable { member("reason", layer.editability.rawValue) }
    endObject()
  }
}
