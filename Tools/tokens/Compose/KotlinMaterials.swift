/// The material table as Kotlin: roles, materials, the pure function between them, and layers.
struct KotlinMaterials {
  let set: KotlinSet
  let table: PlatformTable

  init(_ set: KotlinSet) throws(TokenProblem) {
    self.set = set
    table = try PlatformTable(set.system.materials, .android, .kotlin)
  }

  func write(into code: inout CodeText) {
    code.line()
    code.line("/** What a surface is for. */")
    enumeration("Role", Array(zip(table.roles, set.system.materials.roles)), into: &code)
    code.line()
    code.line("/** What a surface is made of. */")
    enumeration("Material", Array(zip(table.names, table.materials.map(\.name))), into: &code)
    code.line()
    resolver(into: &code)
    code.line()
    layers(into: &code)
  }

  private func enumeration(
    _ name: String, _ cases: [(NativeName, String)], into code: inout CodeText
  ) {
    code.block("enum class \(set.prefix)\(name)(val token: String) {") { code in
      for (index, item) in cases.enumerated() {
        let literal = CodeExpression.literal(item.1, special: ["$"])
        code.line("\(enumCase(item.0))(\(literal))\(index == cases.count - 1 ? "" : ",")")
      }
    }
  }

  /// Cases begin with a capital, which no word of Kotlin does.
  private func enumCase(_ name: NativeName) -> String {
    name.member.prefix(1).uppercased() + name.member.dropFirst()
  }

  private func resolver(into code: inout CodeText) {
    let prefix = set.prefix
    set.documentation(
      "The material of a surface: the first row of the table that fits. The version is Android's "
        + "API level.", into: &code)
    if !table.rows.dropLast().contains(where: { $0.role != nil }) {
      code.line("@Suppress(\"UNUSED_PARAMETER\")")
    }
    code.line("fun resolve\(prefix)Material(")
    code.line("    role: \(prefix)Role,")
    code.line("    version: Int,")
    code.line("    settings: \(prefix)Settings")
    code.block("): \(prefix)Material {") { code in
      for (index, row) in table.rows.enumerated() {
        let name = enumCase(table.name(ofMaterial: row.material))
        let answer = "return \(prefix)Material.\(name)"
        let conditions = index == table.rows.count - 1 ? [] : conditions(row)
        code.line(
          conditions.isEmpty ? answer : "if (\(conditions.joined(separator: " && "))) \(answer)")
      }
    }
  }

  private func conditions(_ row: MaterialTable.Row) -> [String] {
    var conditions: [String] = []
    if let role = row.role, let index = set.system.materials.roles.firstIndex(of: role) {
      conditions.append("role == \(set.prefix)Role.\(enumCase(table.roles[index]))")
    }
    if let version = row.minimumVersion { conditions.append("version >= \(version)") }
    if let isLowRAM = row.isLowRAM {
      conditions.append((isLowRAM ? "" : "!") + "settings.isLowRam")
    }
    if let transparency = row.transparency {
      conditions.append((transparency == .reduced ? "" : "!") + "settings.reducesTransparency")
    }
    if let contrast = row.contrast {
      conditions.append((contrast == .increased ? "" : "!") + "settings.increasesContrast")
    }
    return conditions
  }

  private func layers(into code: inout CodeText) {
    let prefix = set.prefix
    code.line("/** The layers from the back to the front. */")
    code.line("fun \(prefix)Material.layers(")
    code.line("    colors: \(prefix)Colors,")
    code.line("    settings: \(prefix)Settings")
    code.block("): List<\(prefix)Layer> = when (this) {") { code in
      for (material, name) in zip(table.materials, table.names) {
        let list = CodeExpression.call(
          "listOf", material.layers.map(layer), room: 64, indentation: 4)
        code.line("\(prefix)Material.\(enumCase(name)) -> \(list)")
      }
    }
  }

  private func layer(_ layer: Material.Layer) -> String {
    let type = set.prefix + "Layer."
    switch layer {
    // Android draws no material of its own; the tint is what is left of one.
    case .system(_, let tint): return "\(type)Fill(\(set.use(tint)))"
    case .blur(let radius): return "\(type)Blur(\(set.use(radius)))"
    case .fill(let color): return "\(type)Fill(\(set.use(color)))"
    case .border(let border): return "\(type)Edge(\(set.use(border)))"
    case .highlight(let border): return "\(type)Highlight(\(set.use(border)))"
    case .grain(let opacity): return "\(type)Grain(\(set.use(opacity)))"
    case .shadow(let shadow): return "\(type)Shadow(\(set.use(shadow)))"
    }
  }
}
