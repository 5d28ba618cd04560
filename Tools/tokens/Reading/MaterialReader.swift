/// Materials and the table that chooses among them.
extension ExtensionReader {
  mutating func materials(_ sections: SetExtensions) throws(TokenProblem) -> MaterialTable {
    let entries = sections.entries("materials")
    guard let section = sections.node("materials") else {
      return MaterialTable(roles: [], materials: [], rows: [])
    }
    for entry in entries where !["roles", "materials", "table"].contains(entry.name) {
      throw TokenProblem(
        "\(Quote.of(entry.name)) is no part of the materials"
          + Suggestion.text(
            for: entry.name, among: ["roles", "materials", "table"],
            otherwise: "; they have \"roles\", \"materials\" and \"table\"."),
        at: entry.key.place)
    }
    let roles = try roles(try part("roles", of: entries, in: section))
    let materials = try list(try part("materials", of: entries, in: section))
    let table = try part("table", of: entries, in: section)
    guard table.isArray else {
      throw TokenProblem(
        "The table is \(table.kindName); write an array of rows.", at: table.place)
    }
    var rows: [MaterialTable.Row] = []
    for element in table.elements {
      rows.append(try row(element, roles: roles, materials: materials.map(\.material.name)))
    }
    let result = MaterialTable(roles: roles, materials: materials.map(\.material), rows: rows)
    try MaterialCoverage.check(
      result, table: table, materials: materials.map(\.place), warnings: &warnings)
    return result
  }

  private func part(
    _ name: String, of entries: [JSONNode.Member], in section: JSONNode
  ) throws(TokenProblem) -> JSONNode {
    guard let node = entries.first(where: { $0.name == name })?.value else {
      throw TokenProblem("The materials have no \(Quote.of(name)); add it.", at: section.place)
    }
    return node
  }

  private func roles(_ node: JSONNode) throws(TokenProblem) -> [String] {
    guard node.isArray, !node.elements.isEmpty else {
      throw TokenProblem("The roles are not an array of names; write one.", at: node.place)
    }
    var found: [String] = []
    for element in node.elements {
      guard let name = element.string, !name.isEmpty, !found.contains(name) else {
        throw TokenProblem(
          "A role is a name that no other role has; write one.", at: element.place)
      }
      found.append(name)
    }
    return found
  }

  private func list(
    _ node: JSONNode
  ) throws(TokenProblem) -> [(material: Material, place: SourcePlace)] {
    guard node.isObject else {
      throw TokenProblem(
        "The materials are \(node.kindName); write an object of names.", at: node.place)
    }
    var found: [(material: Material, place: SourcePlace)] = []
    for member in node.members {
      guard member.value.isArray, !member.value.elements.isEmpty else {
        throw TokenProblem(
          "The material \(Quote.of(member.name)) is not an array of layers; write at least one.",
          at: member.value.place)
      }
      var layers: [Material.Layer] = []
      for element in member.value.elements { layers.append(try layer(element)) }
      found.append((Material(name: member.name, layers: layers), member.key.place))
    }
    return found
  }

  private static let layers = [
    "system", "blur", "fill", "border", "highlight", "grain", "shadow",
  ]

  private func layer(_ node: JSONNode) throws(TokenProblem) -> Material.Layer {
    if node["system"] != nil {
      let object = try ExtensionObject(node, needed: ["system", "tint"], what: "system's material")
      return .system(
        try RoleReader.choice(try object.node("system"), "material of the system"),
        tint: try token(try object.node("tint"), .color))
    }
    let object = try ExtensionObject(node, needed: [], optional: Self.layers, what: "layer")
    guard node.members.count == 1, let kind = node.members.first?.name else {
      throw TokenProblem(
        "A layer has one of \(Quote.list(Self.layers.map(Quote.of))); write one of them.",
        at: node.place)
    }
    let value = try object.node(kind)
    switch kind {
    case "blur": return .blur(radius: try token(value, .dimension))
    case "fill": return .fill(try token(value, .color))
    case "border": return .border(try token(value, .border))
    case "highlight": return .highlight(try token(value, .border))
    case "shadow": return .shadow(try token(value, .shadow))
    default: return .grain(opacity: try share(value))
    }
  }

  /// A number token that is a share, 0 … 1, in every context.
  private func share(_ node: JSONNode) throws(TokenProblem) -> TokenPath {
    let path = try token(node, .number)
    let isShare = Context.all.allSatisfy { context in
      guard case .number(let value)? = tokens[path]?.value[context] else { return false }
      return (0...1).contains(value)
    }
    guard isShare else {
      throw TokenProblem(
        "\(Quote.of(path.description)) is an opacity here and not from 0 to 1 in every context; "
          + "change it.", at: node.place)
    }
    return path
  }

  private func row(
    _ node: JSONNode, roles: [String], materials: [String]
  ) throws(TokenProblem) -> MaterialTable.Row {
    let object = try ExtensionObject(
      node, needed: ["material"],
      optional: ["role", "platform", "from", "lowRAM", "transparency", "contrast"],
      what: "row of the table")
    func known(_ key: String, _ names: [String], _ what: String) throws(TokenProblem) -> String? {
      guard let name = try object.text(key) else { return nil }
      guard names.contains(name) else {
        throw TokenProblem(
          "There is no \(what) \(Quote.of(name))"
            + Suggestion.text(for: name, among: names, otherwise: "; check the name."),
          at: try object.node(key).place)
      }
      return name
    }
    var row = MaterialTable.Row(
      role: try known("role", roles, "surface role"), isLowRAM: try object.flag("lowRAM"),
      material: try known("material", materials, "material") ?? "")
    if let node = object["platform"] { row.platform = try RoleReader.choice(node, "platform") }
    if let node = object["transparency"] {
      row.transparency = try RoleReader.choice(node, "transparency")
    }
    if let node = object["contrast"] { row.contrast = try RoleReader.choice(node, "contrast") }
    if let node = object["from"] {
      guard let platform = row.platform, platform != .web else {
        throw TokenProblem(
          "\"from\" is a version of iOS or Android; name the platform too.", at: node.place)
      }
      row.minimumVersion = try object.whole("from")
    }
    return row
  }
}
