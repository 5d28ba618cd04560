internal import MeridianQuery
internal import MeridianStore
internal import MeridianWorkspace

/// Which features of a layer are shown: a filter in CQL2 text, the same that `query --where` takes.
struct DefinitionFilter: Sendable {
  var layer: String
  var text: String

  /// What `--filter` and `--hide` say of the layers of a store, by their names.
  static func definitions(
    _ arguments: ParsedArguments, _ store: any FeatureStore
  ) throws(CommandError) -> [String: LayerDefinition] {
    var definitions: [String: LayerDefinition] = [:]
    do {
      for name in arguments.all(HitCommand.hide) {
        definitions[try store.layer(named: name).name, default: LayerDefinition()].isVisible =
          false
      }
      for filter in arguments.all(HitCommand.filter) {
        let schema = try store.layer(named: filter.layer)
        let rows = try rows(of: schema, filter.text, in: store)
        let known = definitions[schema.name]?.rows
        // Several filters of one layer must all hold.
        definitions[schema.name, default: LayerDefinition()].rows =
          known.map { $0.intersection(rows) } ?? rows
      }
    } catch {
      throw CommandError(error)
    }
    return definitions
  }

  /// The rows of a layer for which a filter holds. O(rows).
  static func rows(
    of schema: LayerSchema, _ text: String, in store: any FeatureStore
  ) throws(QueryError) -> Set<Int64> {
    var query = FeatureQuery()
    query.filter = text
    query.columns = []
    query.omitsGeometry = true
    var rows: Set<Int64> = []
    try LayerQuery(query, of: schema, in: store).forEach { feature in
      rows.insert(feature.row)
      return true
    }
    return rows
  }
}

extension ValueKind where Value == DefinitionFilter {
  /// A layer's name, an equals sign, a filter.
  static var definitionFilter: ValueKind {
    let needs = "a layer and a filter such as \"roads=lanes > 1\""
    return ValueKind(placeholder: "LAYER=CQL2", needs: needs) { text throws(ValueProblem) in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex,
        text.index(after: sign) != text.endIndex
      else { throw ValueProblem(needs: needs, but: "it is \(ValueProblem.quoted(text))") }
      return DefinitionFilter(
        layer: String(text[..<sign]), text: String(text[text.index(after: sign)...]))
    }
  }
}
