/// Works out every token in every context.
///
/// Contexts that choose the same sources share everything; what begins with the same sources shares
/// the merged groups, and equal definitions share their values (`Evaluator`).
struct ContextReader {
  let document: ResolverDocument
  var warnings: [TokenProblem] = []

  private let store: SourceStore
  private let table = TokenTable()
  private let sharesWork: Bool
  /// Merged groups by the sources that make them.
  private var merged: [[Int]: WrittenGroup] = [:]
  /// The outermost group of the first context, where the extensions of the set stand.
  private(set) var rootExtensions: [JSONNode] = []
  /// What inks are drawn on, as it is written, by the ink's place among the tokens.
  private(set) var fills: [(token: Int, nodes: [JSONNode])] = []

  /// `sharesWork: false` is the slow twin: each context is worked out by itself.
  init(store: SourceStore, document: ResolverDocument, sharesWork: Bool = true) {
    self.store = store
    self.document = document
    self.sharesWork = sharesWork
  }

  /// A context's tokens. A class, because every token looks at all columns.
  private final class Column {
    let composition: Composition
    /// The values' numbers, by the path's number; below 0 or missing where there is no token.
    let numbers: [Int32]

    init(composition: Composition, numbers: [Int32]) {
      self.composition = composition
      self.numbers = numbers
    }

    func number(_ path: Int) -> Int? {
      path < numbers.count && numbers[path] >= 0 ? Int(numbers[path]) : nil
    }
  }

  /// The tokens of the set, in the order of the first context's sources.
  mutating func tokens() throws(TokenProblem) -> [DesignToken] {
    try checkModifiers()
    let evaluator = Evaluator(table: table, sharesValues: sharesWork)
    let flattener = Flattener(table: table)
    var columns: [Column] = []
    var places: [[Int]: Int] = [:]
    var columnOf: [Int] = []
    for context in Context.all {
      let sources = try document.sources(for: input(context))
      if sharesWork, let known = places[sources] {
        columnOf.append(known)
        continue
      }
      let composition = try flattener.composition(of: group(sources))
      let numbers = try evaluator.evaluate(composition)
      columns.append(Column(composition: composition, numbers: numbers))
      places[sources] = columns.count - 1
      columnOf.append(columns.count - 1)
    }
    warnings += evaluator.warnings
    guard let first = columns.first else { return [] }
    rootExtensions = first.composition.root.extensions
    try checkPresence(columns, columnOf)
    var tokens: [DesignToken] = []
    tokens.reserveCapacity(first.composition.order.count)
    for path in first.composition.order {
      let found = try token(path, columns: columns, columnOf: columnOf, evaluator: evaluator)
      guard let found else { continue }
      if found.role.ink != nil, let definition = first.composition.definition(path) {
        let nodes = try RoleReader.fills(of: table.definitions[definition].token)
        if !nodes.isEmpty { fills.append((tokens.count, nodes)) }
      }
      tokens.append(found)
    }
    return tokens
  }

  private func input(_ context: Context) -> [(modifier: String, context: String)] {
    let names = document.modifiers.map(\.name)
    return context.input.filter { entry in
      names.contains { ResolverDocument.same($0, entry.modifier) }
    }
  }

  /// The sources in one group; what the first of them make is kept for other contexts.
  private mutating func group(_ sources: [Int]) -> WrittenGroup {
    guard let last = sources.last else { return .empty }
    if sharesWork, let known = merged[sources] { return known }
    let before = group(Array(sources.dropLast()))
    let added = store.group(last)
    let result = sources.count == 1 ? added : before.merged(with: added, keepsBase: true)
    merged[sources] = result
    return result
  }

  private func token(
    _ path: Int, columns: [Column], columnOf: [Int], evaluator: Evaluator
  ) throws(TokenProblem) -> DesignToken? {
    var numbers: [Int] = []
    var places: [UInt8] = []
    for column in columns {
      guard let number = column.number(path) else { return nil }
      let place = numbers.firstIndex(of: number) ?? numbers.count
      if place == numbers.count { numbers.append(number) }
      places.append(UInt8(clamping: place))
    }
    let values = numbers.compactMap(evaluator.value)
    guard let first = values.first, values.count == numbers.count,
      let definition = columns[0].composition.definition(path)
    else { return nil }
    if let other = values.firstIndex(where: { $0.type != first.type }),
      let column = places.firstIndex(of: UInt8(clamping: other))
    {
      let place = columns[column].composition.definition(path)
      throw TokenProblem(
        "\(Quote.of(table.paths[path].description)) is \(values[other].type.phrase) here and "
          + "\(first.type.phrase) in other contexts; give it one type.",
        at: place.map { table.definitions[$0].token.key.place })
    }
    let use = table.definitions[definition]
    let deprecation: String? = if case .yes(let reason) = use.deprecation { reason } else { nil }
    let contexts = columnOf.map { places[$0] }
    var token = DesignToken(
      path: table.paths[path], value: Varying(values.map(\.value), places: contexts),
      aliases: Varying(values.map(\.aliases), places: contexts),
      description: use.token.description, deprecation: deprecation,
      role: try RoleReader.role(of: use.token, type: first.type), place: use.token.key.place)
    token.references = references(of: path, in: columns)
    return token
  }

  /// The tokens that a token's definitions name, each once, in the order of the contexts.
  private func references(of path: Int, in columns: [Column]) -> [TokenPath] {
    // No more than there are contexts.
    var definitions: [Int] = []
    var seen: Set<Int> = []
    var result: [TokenPath] = []
    for column in columns {
      guard let definition = column.composition.definition(path),
        !definitions.contains(definition)
      else { continue }
      definitions.append(definition)
      for target in table.definitions[definition].targets {
        switch target {
        case .token(let other), .part(let other, _):
          if seen.insert(other).inserted { result.append(table.paths[other]) }
        case .place: break
        }
      }
    }
    return result
  }

  /// A token of one context must be one of all: a surface cannot know when to do without.
  private func checkPresence(_ columns: [Column], _ columnOf: [Int]) throws(TokenProblem) {
    guard let first = columns.first else { return }
    for (index, column) in columns.enumerated().dropFirst() {
      let lacking = columns[0].composition.order.first { column.number($0) == nil }
      let extra = column.composition.order.first { first.number($0) == nil }
      guard let path = lacking ?? extra, let context = columnOf.firstIndex(of: index) else {
        continue
      }
      let definition =
        column.composition.definition(path)
        ?? first.composition.definition(path)
      let chosen = Context.all[context].input.map { "\($0.modifier) \($0.context)" }
      throw TokenProblem(
        "\(Quote.of(table.paths[path].description)) is \(lacking == nil ? "there" : "missing") for "
          + "\(chosen.joined(separator: ", ")) but not in every context; give it a value in all.",
        at: definition.map { table.definitions[$0].token.key.place })
    }
  }
}

extension ContextReader {
  /// Modifiers the surfaces do not know are taken with their default; contexts they do not know
  /// are never chosen.
  private mutating func checkModifiers() throws(TokenProblem) {
    let known: [(String, [String])] = [
      ("theme", Context.Theme.allCases.map(\.rawValue)),
      ("contrast", Context.Contrast.allCases.map(\.rawValue)),
      ("transparency", Context.Transparency.allCases.map(\.rawValue)),
      ("motion", Context.Motion.allCases.map(\.rawValue)),
      ("platform", Context.Platform.allCases.map(\.rawValue)),
    ]
    for (name, place, modifier) in document.modifiers {
      guard let (_, contexts) = known.first(where: { ResolverDocument.same($0.0, name) }) else {
        warnings.append(
          TokenProblem(
            "No surface has the modifier \(Quote.of(name)), and its default counts everywhere"
              + Suggestion.text(for: name, among: known.map(\.0), otherwise: "."), at: place))
        continue
      }
      for context in modifier.contexts
      where !contexts.contains(where: { ResolverDocument.same($0, context.name) }) {
        warnings.append(
          TokenProblem(
            "No surface chooses the context \(Quote.of(context.name)) of \(Quote.of(name)); they "
              + "know \(Quote.list(contexts, "and")).", at: place))
      }
    }
  }

  /// Extensions of the set that stand in a source which the first context does not choose: they
  /// do not vary, so they would be lost.
  func unused() -> [TokenProblem] {
    var found: [TokenProblem] = []
    var seen: Set<Int> = []
    for item in document.items {
      guard case .modifier(let modifier) = item.content else { continue }
      for source in modifier.contexts.flatMap(\.sources) where seen.insert(source).inserted {
        for node in store.group(source).extensions {
          guard let own = node[ExtensionReader.vendor], !rootExtensions.contains(node) else {
            continue
          }
          found.append(
            TokenProblem(
              "What \(ExtensionReader.vendor) says about the whole set is the same in every "
                + "context and is not read from here; move it into a set.", at: own.place))
        }
      }
    }
    return found
  }
}
