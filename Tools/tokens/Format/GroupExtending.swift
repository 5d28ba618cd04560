/// Follows `$extends` (Format Module 6.4): a group gets what another has, under its own members.
struct GroupExtending {
  private let root: WrittenGroup
  /// The groups whose members are being visited, and the groups these have got them from; none of
  /// them may be extended by something inside (6.4.4).
  var opened: [[String]] = []
  /// Groups that are being put together, by their path: extending one of them again is a cycle.
  private var pending: [[String]] = []
  /// Groups put together so far; each is kept alive by its entry.
  private var finished: [ObjectIdentifier: (written: WrittenGroup, whole: WrittenGroup)] = [:]
  /// Members copied so far: what bounds sets whose extensions double each time.
  private var copied = 0
  /// Groups entered so far.
  private var visited = 0
  private static let visitLimit = 50_000

  init(root: WrittenGroup) { self.root = root }

  /// A group with what it extends; its path and what it extends count as open from now on.
  mutating func enter(
    _ written: WrittenGroup, at path: [String]
  ) throws(TokenProblem) -> WrittenGroup {
    guard path.count <= Flattener.depthLimit else {
      throw TokenProblem(
        "Groups are nested more than \(Flattener.depthLimit) deep once $extends is followed; "
          + "flatten them.", at: written.key?.place)
    }
    visited += 1
    guard visited <= Self.visitLimit else { throw tooMany(at: written.key?.place) }
    opened.append(path)
    var next = written.base
    while let base = next {
      let names = self.names(of: base.reference)
      if let start = opened.firstIndex(of: names) {
        throw cycle(opened[start...] + [names], at: base.place)
      }
      opened.append(names)
      next = try find(base).base
    }
    return try whole(written, at: path)
  }

  /// The group that a `{"$ref": …}` without `$value` stands for; `nil` when it refers to a token or
  /// to something in it.
  mutating func group(for token: WrittenToken) throws(TokenProblem) -> WrittenGroup? {
    guard token.isReference, let reference = token.references.first,
      case .pointer(let names) = reference, !names.contains(where: Properties.isOne),
      case .group? = try member(at: names)
    else { return nil }
    return WrittenGroup(
      key: token.key, type: token.type, description: token.description,
      deprecation: token.deprecation,
      base: .init(reference: reference, place: token.object.place),
      extensions: token.extensions.map { [$0] } ?? [], properties: [:], names: [], members: [:])
  }

  private func names(of reference: Reference) -> [String] {
    switch reference {
    case .alias(let names), .pointer(let names): names
    }
  }

  /// The group with the members of what it extends, which may extend in turn.
  private mutating func whole(
    _ written: WrittenGroup, at path: [String]
  ) throws(TokenProblem) -> WrittenGroup {
    guard let base = written.base else { return written }
    if let known = finished[ObjectIdentifier(written)] { return known.whole }
    if let start = pending.firstIndex(of: path) {
      throw cycle(pending[start...] + [path], at: base.place)
    }
    guard pending.count < Flattener.depthLimit else {
      throw TokenProblem(
        "Groups extend one another more than \(Flattener.depthLimit) times in a row; shorten the "
          + "chain.", at: base.place)
    }
    pending.append(path)
    let target = try whole(find(base), at: names(of: base.reference))
    pending.removeLast()
    let merged = target.merged(with: written, keepsBase: false)
    copied += merged.names.count
    guard copied <= Flattener.tokenLimit else { throw tooMany(at: base.place) }
    finished[ObjectIdentifier(written)] = (written, merged)
    return merged
  }

  /// The group an extension names, itself not yet put together.
  private mutating func find(_ base: WrittenGroup.Extension) throws(TokenProblem) -> WrittenGroup {
    let names = names(of: base.reference)
    switch try member(at: names) {
    case .group(let group): return group
    case .token:
      throw TokenProblem(
        "\(Quote.of(base.reference.text)) is a token, and only a group can be extended; name the "
          + "group around it.", at: base.place)
    case nil:
      let near = Suggestion.nearest(to: names.joined(separator: "."), among: groupPaths())
      throw TokenProblem(
        "There is no group \(Quote.of(base.reference.text)) to extend"
          + (near.map { "; did you mean \(Quote.of("{\($0)}"))?" } ?? "; check the name."),
        at: base.place)
    }
  }

  /// What stands at a path, in groups put together on the way.
  private mutating func member(
    at names: [String]
  ) throws(TokenProblem) -> WrittenGroup.Member? {
    var current = root
    for (index, name) in names.enumerated() {
      current = try whole(current, at: Array(names[..<index]))
      switch current.members[name] {
      case .group(let next): current = next
      case .token(let token):
        guard index == names.count - 1 else { return nil }
        return .token(token)
      case nil: return nil
      }
    }
    return .group(current)
  }

  private func tooMany(at place: SourcePlace?) -> TokenProblem {
    TokenProblem(
      "The groups have too many members once $extends is followed; split the set.", at: place)
  }

  private func cycle(_ paths: [[String]], at place: SourcePlace) -> TokenProblem {
    var names = paths.map { $0.isEmpty ? "the file" : $0.joined(separator: ".") }
    names = names.enumerated().filter { $0.offset == 0 || $0.element != names[$0.offset - 1] }
      .map(\.element)
    if names.count == 1, let only = names.first { names.append(only) }
    let circle = Quote.plain(names.joined(separator: " → "), limit: 400)
    return TokenProblem(
      "Groups extend one another in a circle, \(circle); leave out one $extends.", at: place)
  }

  /// The paths of groups in the file, for a suggestion.
  private func groupPaths() -> [String] {
    var found: [String] = []
    func visit(_ group: WrittenGroup, _ prefix: String) {
      for name in group.names {
        guard found.count < 10_000, case .group(let child)? = group.members[name] else { continue }
        found.append(prefix + name)
        visit(child, prefix + name + ".")
      }
    }
    visit(root, "")
    return found
  }
}
