/// Where a token is found in generated code: the types around it and its own identifier.
package struct NativeName: Hashable, Sendable {
  /// `["Ink"]`, from the outermost; without backticks.
  package var groups: [String]
  /// `primary`; without backticks.
  package var member: String
  package var dialect: Dialect

  package init(groups: [String], member: String, dialect: Dialect) {
    self.groups = groups
    self.member = member
    self.dialect = dialect
  }

  /// The member as its declaration writes it.
  package var declaration: String { dialect.escaped(member) }
  /// The types between periods, as a declaration or a use writes them; empty at the root.
  package var namespace: String { groups.map(dialect.escaped).joined(separator: ".") }
  /// Types and member between periods, as a use writes them.
  package var use: String {
    groups.isEmpty ? declaration : namespace + "." + declaration
  }
  /// Types and member between slashes, without backticks: an asset's path.
  package var asset: String { (groups + [member]).joined(separator: "/") }
}

/// What gets a name: a token, or a spring or haptic of the set.
package struct NamedThing: Sendable {
  package var path: TokenPath
  package var place: SourcePlace?

  package init(path: TokenPath, place: SourcePlace? = nil) {
    self.path = path
    self.place = place
  }
}

/// Identifiers for everything in a set, all of them different.
package struct NameTable: Sendable {
  private var names: [TokenPath: NativeName] = [:]
  private var owners: [String: Owner] = [:]
  /// The identifiers of groups by their own names: what lies in one shares them.
  private var groups: [[String]: [String]] = [:]
  private let dialect: Dialect

  /// What an identifier was made for.
  private struct Owner: Sendable {
    var source: [String]
    var isGroup: Bool
    var place: SourcePlace?

    var text: String { "“\(source.joined(separator: "."))”" }
    var textWithPlace: String { text + (place.map { " (\($0))" } ?? "") }
  }

  /// Names everything.
  ///
  /// Throws when two things get the same identifier, in letters of any size (asset catalogs lie on
  /// file systems that do not tell sizes apart), or when a name has neither letter nor digit.
  package init(_ dialect: Dialect, _ things: [NamedThing]) throws(TokenProblem) {
    self.dialect = dialect
    for thing in things { try add(thing) }
  }

  /// The name of a token; a table made of all tokens of a set has each.
  package subscript(path: TokenPath) -> NativeName {
    names[path] ?? NativeName(groups: [], member: "unnamed", dialect: dialect)
  }

  private mutating func add(_ thing: NamedThing) throws(TokenProblem) {
    let source = thing.path.names
    let groups = try self.groups(of: thing)
    let member = Identifier.lowerCamel(try words(source.last ?? "", thing))
    try claim(
      groups + [member], Owner(source: source, isGroup: false, place: thing.place))
    names[thing.path] = NativeName(groups: groups, member: member, dialect: dialect)
  }

  private mutating func groups(of thing: NamedThing) throws(TokenProblem) -> [String] {
    let source = Array(thing.path.names.dropLast())
    if let known = groups[source] { return known }
    var identifiers: [String] = []
    for (depth, name) in source.enumerated() {
      var group = Identifier.upperCamel(try words(name, thing))
      if dialect.forbids(typeNamed: group) { group += "Tokens" }
      identifiers.append(group)
      try claim(
        identifiers, Owner(source: Array(source[...depth]), isGroup: true, place: thing.place))
    }
    groups[source] = identifiers
    return identifiers
  }

  private func words(_ name: String, _ thing: NamedThing) throws(TokenProblem) -> [String] {
    // The token of a group itself; Format Module §6.2.
    let words = name == "$root" ? ["root"] : Identifier.words(name)
    guard !words.isEmpty else {
      throw TokenProblem(
        "The name “\(name)” of “\(thing.path)” has no letter or digit that an identifier in "
          + "\(dialect.rawValue) could be made of; rename it.", at: thing.place)
    }
    return words
  }

  private mutating func claim(_ identifiers: [String], _ owner: Owner) throws(TokenProblem) {
    let key = identifiers.map { $0.lowercased() }.joined(separator: ".")
    guard let other = owners[key] else {
      owners[key] = owner
      return
    }
    if other.isGroup && owner.isGroup && other.source == owner.source { return }
    throw TokenProblem(
      "\(owner.text) and \(other.textWithPlace) both become "
        + "“\(identifiers.joined(separator: "."))” in \(dialect.rawValue); rename one of them.",
      at: owner.place)
  }
}
