/// The tokens of one choice of sources: which paths there are, and which definition each has.
struct Composition {
  /// The merged sources, extensions not yet followed.
  var root: WrittenGroup
  /// Numbers of paths in the order of the sources.
  var order: [Int] = []
  /// A definition's number for each path's number; -1 where there is no token.
  private var places: [Int32] = []
  /// Groups there are, by their path's number.
  private(set) var groups: Set<Int> = []

  init(root: WrittenGroup) { self.root = root }

  func definition(_ path: Int) -> Int? {
    guard path < places.count, places[path] >= 0 else { return nil }
    return Int(places[path])
  }

  mutating func add(path: Int, definition: Int) {
    if path >= places.count {
      places.append(contentsOf: repeatElement(-1, count: path + 1 - places.count))
    }
    places[path] = Int32(clamping: definition)
    order.append(path)
  }

  mutating func add(_ tokens: [(path: Int, definition: Int)]) {
    for (path, definition) in tokens { add(path: path, definition: definition) }
  }
}

/// Turns merged groups into a composition: inherits types and deprecation, follows `$extends`.
final class Flattener {
  /// Tokens a set may have.
  static let tokenLimit = 100_000
  /// Groups that may be nested once extensions are followed.
  static let depthLimit = 64

  let table: TokenTable
  /// Parts of groups that depend on nothing else, by the group and what it inherits.
  private var finished: [Key: Part] = [:]

  private struct Key: Hashable {
    var group: ObjectIdentifier
    var prefix: Int
    var type: TokenType?
    var deprecation: Deprecation
  }

  private struct Part {
    /// Kept alive, because the key knows it by its identity.
    var group: WrittenGroup
    var tokens: [(path: Int, definition: Int)]
  }

  /// What is inherited on the way in.
  struct Heritage: Hashable {
    var type: TokenType?
    var deprecation = Deprecation.no
  }

  init(table: TokenTable) { self.table = table }

  func composition(of root: WrittenGroup) throws(TokenProblem) -> Composition {
    var composition = Composition(root: root)
    var extending = GroupExtending(root: root)
    try flatten(
      root, at: [], prefix: TokenTable.root, heritage: Heritage(), extending: &extending,
      into: &composition)
    return composition
  }

  private func flatten(
    _ written: WrittenGroup, at path: [String], prefix: Int, heritage: Heritage,
    extending: inout GroupExtending, into composition: inout Composition
  ) throws(TokenProblem) {
    if !written.isOpen {
      let key = Key(
        group: ObjectIdentifier(written), prefix: prefix, type: heritage.type,
        deprecation: heritage.deprecation)
      let part: Part
      if let known = finished[key] {
        part = known
      } else {
        part = Part(group: written, tokens: closed(written, prefix: prefix, heritage: heritage))
        finished[key] = part
      }
      composition.add(part.tokens)
      try checkCount(composition)
      return
    }
    let opened = extending.opened
    let group = try extending.enter(written, at: path)
    let inner = inherited(group, from: heritage)
    for name in group.names {
      guard let member = group.members[name] else { continue }
      let place = table.number(of: name, in: prefix)
      switch member {
      case .group(let child):
        try flatten(
          child, at: path + [name], prefix: place, heritage: inner, extending: &extending,
          into: &composition)
      case .token(let token):
        if let child = try extending.group(for: token) {
          try flatten(
            child, at: path + [name], prefix: place, heritage: inner, extending: &extending,
            into: &composition)
          continue
        }
        let definition = table.definition(
          of: token, groupType: inner.type, deprecation: inner.deprecation)
        composition.add(path: place, definition: definition)
        try checkCount(composition)
      }
    }
    extending.opened = opened
  }

  private func inherited(_ group: WrittenGroup, from heritage: Heritage) -> Heritage {
    Heritage(
      type: group.type ?? heritage.type,
      deprecation: group.deprecation ?? heritage.deprecation)
  }

  /// The tokens of a group in which nothing extends.
  private func closed(
    _ group: WrittenGroup, prefix: Int, heritage: Heritage
  ) -> [(path: Int, definition: Int)] {
    let inner = inherited(group, from: heritage)
    var found: [(path: Int, definition: Int)] = []
    for name in group.names {
      guard let member = group.members[name] else { continue }
      let place = table.number(of: name, in: prefix)
      switch member {
      case .group(let child):
        let key = Key(
          group: ObjectIdentifier(child), prefix: place, type: inner.type,
          deprecation: inner.deprecation)
        let part =
          finished[key]
          ?? Part(group: child, tokens: closed(child, prefix: place, heritage: inner))
        finished[key] = part
        found.append(contentsOf: part.tokens)
      case .token(let token):
        found.append(
          (
            place,
            table.definition(of: token, groupType: inner.type, deprecation: inner.deprecation)
          ))
      }
    }
    return found
  }

  private func checkCount(_ composition: Composition) throws(TokenProblem) {
    guard composition.order.count > Self.tokenLimit, let last = composition.order.last else {
      return
    }
    let definition = composition.definition(last).map { table.definitions[$0] }
    throw TokenProblem(
      "\(Quote.of(table.paths[last].description)) is more than the \(Self.tokenLimit) tokens a set "
        + "may have; split the set.", at: definition?.token.key.place)
  }
}
