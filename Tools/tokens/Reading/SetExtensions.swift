/// What the set's `$extensions` say, from all sources together: section, entry, value.
///
/// Sections are merged entry by entry, later sources win; `components` is replaced as a whole.
struct SetExtensions {
  struct Section {
    /// The section's own value in the last source that has it.
    var node: JSONNode
    /// Its entries in the order of the sources; none for an array.
    var entries: [JSONNode.Member]
  }

  private var sections: [String: Section] = [:]

  static let names = [
    "springs", "haptics", "wallpapers", "materials", "targets", "states", "backdrops", "components",
  ]

  /// `objects` are the sources' `$extensions`, the one that counts last at the end.
  init(_ objects: [JSONNode]) throws(TokenProblem) {
    for object in objects {
      guard let own = object[ExtensionReader.vendor] else { continue }
      guard own.isObject else {
        throw TokenProblem(
          "\(ExtensionReader.vendor) is \(own.kindName); write an object.", at: own.place)
      }
      for member in own.members {
        guard Self.names.contains(member.name) else {
          throw TokenProblem(
            "\(Quote.of(member.name)) says nothing about a set"
              + Suggestion.text(
                for: member.name, among: Self.names,
                otherwise: "; use \(Quote.list(Self.names.map(Quote.of)))."),
            at: member.key.place)
        }
        try add(member)
      }
    }
  }

  private mutating func add(_ member: JSONNode.Member) throws(TokenProblem) {
    let isArray = member.name == "components"
    guard isArray ? member.value.isArray : member.value.isObject else {
      throw TokenProblem(
        "\(Quote.of(member.name)) is \(member.value.kindName); write "
          + "\(isArray ? "an array" : "an object of names").", at: member.value.place)
    }
    var entries = sections[member.name]?.entries ?? []
    for entry in member.value.members {
      if let place = entries.firstIndex(where: { $0.name == entry.name }) {
        entries[place] = entry
      } else {
        entries.append(entry)
      }
    }
    sections[member.name] = Section(node: member.value, entries: entries)
  }

  /// The entries of a section; none when no source has it.
  func entries(_ name: String) -> [JSONNode.Member] { sections[name]?.entries ?? [] }

  /// The section's value in the last source that has it.
  func node(_ name: String) -> JSONNode? { sections[name]?.node }
}
