/// The table's rows for the web as custom properties and a class for each surface role.
///
/// The cell of a role is chosen by transparency and contrast; the web knows no versions and does
/// not say how much memory there is.
struct CSSMaterials {
  /// Custom properties of the root element.
  private(set) var rules: [CSSRule] = []
  /// Blur, for a condition that backdrops can be blurred.
  private(set) var filters: [CSSRule] = []
  /// `material-chrome` …
  private(set) var classNames: [String] = []

  /// - Parameters:
  ///   - tokens: what layers refer to.
  ///   - registry: takes every property's name and every class's.
  init(
    _ table: MaterialTable, tokens: CSSTokens, registry: inout CSSNames
  ) throws(TokenProblem) {
    for role in table.roles {
      let owner = CSSNames.Owner(text: "the surface role “\(role)”", place: nil)
      let className = "material-" + (try CSSNames.kebab([role], of: owner))
      try registry.take("." + className, for: owner)
      classNames.append(className)
      let faces = try Self.faces(of: role, in: table, tokens)
      let property = "--" + className
      let added = [
        // Which material this is, for scripts.
        CSSRule(property) { CSSValue.string(faces[Self.cell($0)].name) },
        CSSRule(property + "-background") { faces[Self.cell($0)].background },
        CSSRule(property + "-border") { faces[Self.cell($0)].border },
        CSSRule(property + "-shadow") { faces[Self.cell($0)].shadow },
        CSSRule(property + "-grain") { faces[Self.cell($0)].grain },
      ]
      for property in added.flatMap(\.properties) { try registry.take(property, for: owner) }
      rules += added
      // Both with the lengths themselves: Safari ignores the prefixed property with a `var()`.
      filters.append(
        CSSRule("-webkit-backdrop-filter", "backdrop-filter", className: className) { context in
          faces[Self.cell(context)].filter(in: context)
        })
    }
  }

  /// The index of a context's cell in `faces`.
  private static func cell(_ context: Context) -> Int {
    (context.contrast == .increased ? 1 : 0) + (context.transparency == .reduced ? 2 : 0)
  }

  private static func faces(
    of role: String, in table: MaterialTable, _ tokens: CSSTokens
  ) throws(TokenProblem) -> [CSSFace] {
    var faces: [CSSFace] = []
    for transparency in Context.Transparency.allCases {
      for contrast in Context.Contrast.allCases {
        let question = MaterialTable.Question(
          role: role, platform: .web, version: 0, isLowRAM: false, transparency: transparency,
          contrast: contrast)
        guard let material = table.material(for: question) else {
          throw TokenProblem(
            """
            No row of the material table fits “\(role)” on the web with \(transparency.rawValue) \
            transparency and \(contrast.rawValue) contrast: add one.
            """)
        }
        faces.append(try CSSFace(material, tokens: tokens))
      }
    }
    return faces
  }
}
