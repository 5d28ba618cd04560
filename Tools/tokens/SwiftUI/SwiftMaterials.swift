/// The material table as Swift: roles, materials, the pure function between them, and layers.
struct SwiftMaterials {
  let set: SwiftSet
  let table: PlatformTable

  init(_ set: SwiftSet) throws(TokenProblem) {
    self.set = set
    table = try PlatformTable(set.system.materials, .ios, .swift)
  }

  func write(into code: inout CodeText) {
    let prefix = set.prefix
    code.line()
    code.comment("What a surface is for.", mark: "///")
    code.block("public enum \(prefix)Role: String, CaseIterable, Sendable {") { code in
      for (role, name) in zip(set.system.materials.roles, table.roles) {
        code.line(enumCase(name, role))
      }
    }
    code.line()
    code.comment("What a surface is made of.", mark: "///")
    code.block("public enum \(prefix)Material: String, CaseIterable, Sendable {") { code in
      for (material, name) in zip(table.materials, table.names) {
        code.line(enumCase(name, material.name))
      }
    }
    code.line()
    code.block("extension \(prefix)Material {") { code in
      resolver(into: &code)
      code.line()
      layers(into: &code)
    }
  }

  private func enumCase(_ name: NativeName, _ source: String) -> String {
    let value = name.member == source ? "" : " = \(CodeExpression.literal(source))"
    return "case \(name.declaration)\(value)"
  }

  private func resolver(into code: inout CodeText) {
    let prefix = set.prefix
    code.comment(
      "The material of a surface: the first row of the table that fits. `systemVersion` is iOS's "
        + "major version.", mark: "///")
    code.line("public static func resolve(")
    code.line("  _ role: \(prefix)Role, systemVersion: Int, settings: \(prefix)Settings")
    code.block(") -> \(prefix)Material {") { code in
      for (index, row) in table.rows.enumerated() {
        let answer = "return .\(table.name(ofMaterial: row.material).declaration)"
        let conditions = index == table.rows.count - 1 ? [] : conditions(row)
        code.line(
          conditions.isEmpty
            ? answer : "if \(conditions.joined(separator: " && ")) { \(answer) }")
      }
    }
  }

  private func conditions(_ row: MaterialTable.Row) -> [String] {
    var conditions: [String] = []
    if let role = row.role, let index = set.system.materials.roles.firstIndex(of: role) {
      conditions.append("role == .\(table.roles[index].declaration)")
    }
    if let version = row.minimumVersion { conditions.append("systemVersion >= \(version)") }
    if let transparency = row.transparency {
      conditions.append((transparency == .reduced ? "" : "!") + "settings.reducesTransparency")
    }
    if let contrast = row.contrast {
      conditions.append((contrast == .increased ? "" : "!") + "settings.increasesContrast")
    }
    return conditions
  }

  private func layers(into code: inout CodeText) {
    code.comment("The layers from the back to the front.", mark: "///")
    code.block("public func layers(in settings: \(set.prefix)Settings) -> [\(set.prefix)Layer] {") {
      code in
      code.line("switch self {")
      for (material, name) in zip(table.materials, table.names) {
        let layers = material.layers.map(layer)
        code.line("case .\(name.declaration):")
        code.line(
          "  "
            + CodeExpression.call(
              "", layers, open: "[", close: "]", room: 80, indentation: 2
            ).split(separator: "\n").joined(separator: "\n  "))
      }
      code.line("}")
    }
  }

  private func layer(_ layer: Material.Layer) -> String {
    switch layer {
    case .system(.glassEffect, let tint): ".glass(tint: \(set.use(tint)))"
    case .system(let system, let tint): ".material(.\(system.rawValue), tint: \(set.use(tint)))"
    case .blur(let radius): ".blur(radius: \(set.use(radius)))"
    case .fill(let color): ".fill(\(set.use(color)))"
    case .border(let border): ".border(\(set.use(border)))"
    case .highlight(let border): ".highlight(\(set.use(border)))"
    case .grain(let opacity): ".grain(opacity: \(set.use(opacity)))"
    case .shadow(let shadow): ".shadow(\(set.use(shadow)))"
    }
  }
}
