/// A token set as it was read, and what is worth a word about it.
package struct Reading: Sendable {
  package var system: DesignSystem
  /// In the order of their finding, none twice.
  package var warnings: [TokenProblem]

  package init(system: DesignSystem, warnings: [TokenProblem]) {
    self.system = system
    self.warnings = warnings
  }
}

/// Reads a token set: a resolver with its sources, or one file of tokens.
///
/// Design Tokens Format, Color and Resolver Module 2025.10, the published reports.
package enum TokenReader {
  /// Reads `X.resolver.json`, or `X.tokens.json`, whose values are the same in every context and
  /// whose name is `X`.
  ///
  /// Sources are files in the resolver's folder or below. Throws the first thing that is wrong, in
  /// one sentence with its place; places name files as `path` does.
  package static func read(_ path: String) throws(TokenProblem) -> Reading {
    try read(SourceFile.read(path, name: path), path: path)
  }

  /// Reads a set from a text that is already here; sources are looked for beside `path`.
  package static func read(
    text: [UInt8], path: String
  ) throws(TokenProblem) -> Reading {
    try read(JSONReader.read(text, file: path), path: path)
  }

  private static func read(_ root: JSONNode, path: String) throws(TokenProblem) -> Reading {
    let store = SourceStore(root: root, rootPath: path)
    var contexts: ContextReader
    if path.hasSuffix(".resolver.json") || root["resolutionOrder"]?.isArray == true {
      var reader = ResolverReader(store: store)
      let document = try reader.read()
      contexts = ContextReader(store: store, document: document)
      contexts.warnings = reader.warnings
    } else {
      guard root.isObject else {
        throw TokenProblem(
          "The file is \(root.kindName); write an object of groups and tokens.", at: root.place)
      }
      let source = try store.source(root.members)
      let item = ResolverDocument.Item(name: "tokens", place: root.place, content: .set([source]))
      contexts = ContextReader(
        store: store, document: ResolverDocument(name: nil, items: [item]))
    }
    let name = contexts.document.name ?? self.name(of: path)
    let tokens = try contexts.tokens()
    var extensions = ExtensionReader(tokens: tokens, extensions: contexts.rootExtensions)
    try extensions.addFills(contexts.fills)
    try NameCheck.checkMaterialRoles(tokens)
    let system = try extensions.system(named: name)
    let warnings =
      store.warnings + contexts.warnings + contexts.unused() + NameCheck.warnings(tokens)
      + extensions.warnings
    return Reading(system: system, warnings: warnings)
  }

  /// A file's name up to its first period.
  private static func name(of path: String) -> String {
    let name = SourceFile.name(of: path).prefix { $0 != "." }
    return name.isEmpty ? "Tokens" : String(name)
  }
}

/// Names that collide, or are allowed but likely to.
enum NameCheck {
  /// A role of Material's color scheme is played by one token.
  static func checkMaterialRoles(_ tokens: [DesignToken]) throws(TokenProblem) {
    var players: [MaterialRole: DesignToken] = [:]
    for token in tokens {
      for role in token.role.materialRoles {
        if let other = players.updateValue(token, forKey: role) {
          throw TokenProblem(
            "\(Quote.of(token.path.description)) and \(Quote.of(other.path.description)) at line "
              + "\(other.place.line) both play \(Quote.of(role.rawValue)) in Material's color "
              + "scheme; take it from one of them.", at: token.place)
        }
      }
    }
  }

  /// Format Module 5.1: names that differ only in case.
  static func warnings(_ tokens: [DesignToken]) -> [TokenProblem] {
    var seen: [String: DesignToken] = [:]
    var found: [TokenProblem] = []
    for token in tokens {
      let name = token.path.description.lowercased()
      guard let other = seen[name] else {
        seen[name] = token
        continue
      }
      found.append(
        TokenProblem(
          "\(Quote.of(token.path.description)) differs from \(Quote.of(other.path.description)) at "
            + "line \(other.place.line) in the case of letters only; rename one of them.",
          at: token.place))
    }
    return found
  }
}
