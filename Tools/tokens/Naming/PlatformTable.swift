/// The rows of a material table that one platform can reach, in order.
package struct PlatformTable: Sendable {
  /// Without their platform; the last fits whatever the others do not.
  package var rows: [MaterialTable.Row]
  /// What the rows name, in the order of the table.
  package var materials: [Material]
  package var roles: [NativeName]
  package var names: [NativeName]

  /// Throws when some surface would have no material, or a name cannot be one.
  package init(
    _ table: MaterialTable, _ platform: Context.Platform, _ dialect: Dialect
  ) throws(TokenProblem) {
    rows = []
    for row in table.rows where row.platform == nil || row.platform == platform {
      // Phones of Apple are never short of memory in Android's sense.
      if platform != .android, row.isLowRAM == true { continue }
      var row = row
      row.platform = nil
      if platform != .android { row.isLowRAM = nil }
      rows.append(row)
      if row.isUnconditional { break }
    }
    try PlatformTable.check(rows, table, platform)
    let used = Set(rows.map(\.material))
    materials = table.materials.filter { used.contains($0.name) }
    roles = try PlatformTable.names(table.roles, dialect)
    names = try PlatformTable.names(materials.map(\.name), dialect)
  }

  /// The identifier of a material.
  package func name(ofMaterial name: String) -> NativeName {
    zip(materials, names).first { $0.0.name == name }?.1
      ?? NativeName(groups: [], member: name, dialect: .swift)
  }

  private static func names(_ words: [String], _ dialect: Dialect) throws(TokenProblem)
    -> [NativeName]
  {
    let table = try NameTable(dialect, words.map { NamedThing(path: TokenPath([$0])) })
    return words.map { table[TokenPath([$0])] }
  }

  /// Asks every cell; versions between two of the table's are alike.
  private static func check(
    _ rows: [MaterialTable.Row], _ table: MaterialTable, _ platform: Context.Platform
  ) throws(TokenProblem) {
    let known = Set(table.materials.map(\.name))
    if let row = rows.first(where: { !known.contains($0.material) }) {
      throw TokenProblem(
        "The material table names “\(row.material)”, which is no material of the set; write one of "
          + "\(table.materials.map(\.name).joined(separator: ", ")).")
    }
    for question in PlatformTable.cells(table, platform)
    where !rows.contains(where: { $0.fits(question) }) {
      throw TokenProblem(
        "The material table has no row for the role “\(question.role)” on "
          + "\(platform.rawValue) \(question.version); end the table with a row for all.")
    }
  }

  /// Every question with a different answer that a table could be asked about a platform.
  package static func cells(_ table: MaterialTable, _ platform: Context.Platform)
    -> [MaterialTable.Question]
  {
    let versions = Set(table.rows.compactMap(\.minimumVersion).flatMap { [$0 - 1, $0] } + [0])
    return table.roles.flatMap { role in
      versions.sorted().flatMap { version in
        (platform == .android ? [false, true] : [false]).flatMap { isLowRAM in
          Context.Transparency.allCases.flatMap { transparency in
            Context.Contrast.allCases.map { contrast in
              MaterialTable.Question(
                role: role, platform: platform, version: version, isLowRAM: isLowRAM,
                transparency: transparency, contrast: contrast)
            }
          }
        }
      }
    }
  }
}

extension MaterialTable.Row {
  /// Whether it fits every question about its platform.
  fileprivate var isUnconditional: Bool {
    role == nil && minimumVersion == nil && isLowRAM == nil && transparency == nil
      && contrast == nil
  }
}
