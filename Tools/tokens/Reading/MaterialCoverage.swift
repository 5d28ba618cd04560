/// Whether the material table answers every question, and whether all of it is of use.
enum MaterialCoverage {
  /// What keeps the number of questions in bounds.
  private static let rowLimit = 200
  private static let roleLimit = 50

  /// Every question that can have an answer of its own: each role, platform and setting, and each
  /// version at which a row begins, and 0 for what comes before.
  static func questions(_ table: MaterialTable) -> [MaterialTable.Question] {
    var found: [MaterialTable.Question] = []
    for role in table.roles {
      for platform in Context.Platform.allCases {
        for version in versions(table, platform) {
          for isLowRAM in [false, true] {
            for transparency in Context.Transparency.allCases {
              for contrast in Context.Contrast.allCases {
                found.append(
                  .init(
                    role: role, platform: platform, version: version, isLowRAM: isLowRAM,
                    transparency: transparency, contrast: contrast))
              }
            }
          }
        }
      }
    }
    return found
  }

  private static func versions(
    _ table: MaterialTable, _ platform: Context.Platform
  ) -> [Int] {
    var found: Set = [0]
    for row in table.rows where row.platform == platform {
      if let version = row.minimumVersion { found.insert(version) }
    }
    return found.sorted()
  }

  /// Refuses a table with a gap; warns of rows and materials that nothing ever gets.
  ///
  /// `materials` are the places of the table's materials.
  static func check(
    _ table: MaterialTable, table node: JSONNode, materials: [SourcePlace],
    warnings: inout [TokenProblem]
  ) throws(TokenProblem) {
    guard table.rows.count <= rowLimit, table.roles.count <= roleLimit else {
      throw TokenProblem(
        "The table has more than \(rowLimit) rows or \(roleLimit) roles; join some of them.",
        at: node.place)
    }
    var used: Set<Int> = []
    for question in questions(table) {
      guard let row = table.rows.firstIndex(where: { $0.fits(question) }) else {
        throw TokenProblem(
          "No row fits \(phrase(question)); add a row for it, a last one without conditions, say.",
          at: node.place)
      }
      used.insert(row)
    }
    for (index, element) in node.elements.enumerated() where !used.contains(index) {
      warnings.append(
        TokenProblem(
          "This row is never the first that fits; move it up or remove it.", at: element.place))
    }
    for (material, place) in zip(table.materials, materials)
    where !used.contains(where: { table.rows[$0].material == material.name }) {
      warnings.append(
        TokenProblem(
          "No surface ever gets the material \(Quote.of(material.name)); remove it or give it a "
            + "row.",
          at: place))
    }
  }

  private static func phrase(_ question: MaterialTable.Question) -> String {
    let version = question.version == 0 ? "" : " from \(question.version)"
    return "the role \(Quote.of(question.role)) on \(question.platform.rawValue)\(version) with "
      + "\(question.isLowRAM ? "low" : "enough") RAM, \(question.transparency.rawValue) "
      + "transparency and \(question.contrast.rawValue) contrast"
  }
}
