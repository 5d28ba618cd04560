/// A group as a source writes it, or as several sources make it together.
///
/// Format Module 6. Immutable, so that contexts share what they have in common.
final class WrittenGroup: Sendable {
  enum Member: Sendable {
    case group(WrittenGroup)
    case token(WrittenToken)

    /// The name's place.
    var key: JSONNode? {
      switch self {
      case .group(let group): group.key
      case .token(let token): token.key
      }
    }
  }

  /// The group another one extends (6.4), and where that is said.
  struct Extension: Sendable {
    var reference: Reference
    var place: SourcePlace
  }

  /// The name's place; `nil` for the outermost group.
  let key: JSONNode?
  let type: TokenType?
  let description: String?
  let deprecation: Deprecation?
  let base: Extension?
  /// Every source's `$extensions`, the one that counts last at the end.
  let extensions: [JSONNode]
  /// The latest node of each property, for pointers.
  let properties: [String: JSONNode]
  /// In the order of the sources.
  let names: [String]
  let members: [String: Member]
  /// Whether the meaning depends on other groups: something inside extends or may do so.
  let isOpen: Bool

  init(
    key: JSONNode?, type: TokenType?, description: String?, deprecation: Deprecation?,
    base: Extension?, extensions: [JSONNode], properties: [String: JSONNode], names: [String],
    members: [String: Member]
  ) {
    self.key = key
    self.type = type
    self.description = description
    self.deprecation = deprecation
    self.base = base
    self.extensions = extensions
    self.properties = properties
    self.names = names
    self.members = members
    isOpen =
      base != nil
      || members.values.contains { member in
        switch member {
        case .group(let group): group.isOpen
        case .token(let token): token.isReference
        }
      }
  }

  static let empty = WrittenGroup(
    key: nil, type: nil, description: nil, deprecation: nil, base: nil, extensions: [],
    properties: [:], names: [], members: [:])

  /// This group under another one that comes later: deeply merged, the later one wins at the same
  /// path, and a token is replaced as a whole (6.4.3; Resolver Module 2025.10, 6.2).
  func merged(with later: WrittenGroup, keepsBase: Bool) -> WrittenGroup {
    var names = names
    var members = members
    for name in later.names {
      guard let added = later.members[name] else { continue }
      if let present = members[name] {
        if case (.group(let old), .group(let new)) = (present, added) {
          members[name] = .group(old.merged(with: new, keepsBase: true))
          continue
        }
      } else {
        names.append(name)
      }
      members[name] = added
    }
    return WrittenGroup(
      key: later.key ?? key, type: later.type ?? type,
      description: later.description ?? description,
      deprecation: later.deprecation ?? deprecation,
      base: keepsBase ? later.base ?? base : nil, extensions: extensions + later.extensions,
      properties: properties.merging(later.properties) { $1 }, names: names, members: members)
  }
}
