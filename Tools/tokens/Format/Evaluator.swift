/// A token's value with all references followed, and how it was found.
struct Resolved: Sendable {
  var type: TokenType
  var value: TokenValue
  /// The aliases followed, the nearest first.
  var aliases: [TokenPath] = []
}

/// Works out the values of tokens, context by context.
///
/// A value is worked out once for all contexts in which the token and all that it refers to have
/// the same definitions: `signature` numbers these. The slow twin of that is `sharesValues: false`.
final class Evaluator {
  /// Aliases that may follow one another.
  static let chainLimit = 32

  let table: TokenTable
  private let sharesValues: Bool
  /// Values by the number of their signature.
  private var shared: [Resolved?] = []
  private var signatures: [Signature: Int] = [:]
  /// Signatures of definitions that refer to nothing, by the definition's number; see `unknown`.
  private var plain: [Int32] = []
  /// What is allowed but worth a word, once each, in the order of its finding.
  private(set) var warnings: [TokenProblem] = []
  private var warned: Set<TokenProblem> = []

  // Of the composition that is worked on:
  private(set) var composition: Composition
  /// The number of each path's value; see `unknown` and `pending`.
  private var known: [Int32] = []
  /// The references that are being followed, outermost first.
  private var stack: [Int] = []

  private struct Signature: Hashable {
    var definition: Int
    var parts: [Int]
  }

  /// A path that has no number yet, and one whose number is being worked out.
  private static let unknown: Int32 = -1
  private static let pending: Int32 = -2

  init(table: TokenTable, sharesValues: Bool = true) {
    self.table = table
    self.sharesValues = sharesValues
    composition = Composition(root: .empty)
  }

  /// The numbers of the values of all tokens, by the path's number; below 0 where there is none.
  /// See `value(_:)`.
  func evaluate(_ composition: Composition) throws(TokenProblem) -> [Int32] {
    self.composition = composition
    known = Array(repeating: Self.unknown, count: table.paths.count)
    let added = table.definitions.count - plain.count
    plain.append(contentsOf: repeatElement(Self.unknown, count: added))
    for path in composition.order {
      let number = signature(of: path, depth: 0)
      if shared[number] == nil { _ = try resolved(number, for: path) }
    }
    return known
  }

  /// The value that `evaluate` has given a number.
  func value(_ number: Int) -> Resolved? { shared[number] }

  func warn(_ text: String, at place: SourcePlace) {
    let problem = TokenProblem(text, at: place)
    if warned.insert(problem).inserted { warnings.append(problem) }
  }

  /// The number of all that decides a token's value.
  private func signature(of path: Int, depth: Int) -> Int {
    if known[path] >= 0 { return Int(known[path]) }
    guard let definition = composition.definition(path) else { return unique() }
    let targets = table.definitions[definition].targets
    if targets.isEmpty, sharesValues {
      if plain[definition] < 0 { plain[definition] = Int32(clamping: unique()) }
      known[path] = plain[definition]
      return Int(known[path])
    }
    var isShareable = sharesValues && depth < Self.chainLimit
    known[path] = Self.pending
    var parts: [Int] = []
    for target in targets where isShareable {
      switch target {
      case .token(let other), .part(let other, _):
        if known[other] == Self.pending || composition.definition(other) == nil {
          isShareable = false
        } else {
          parts.append(signature(of: other, depth: depth + 1))
        }
      case .place: isShareable = false
      }
    }
    let number: Int
    if isShareable {
      let signature = Signature(definition: definition, parts: parts)
      if let known = signatures[signature] {
        number = known
      } else {
        number = unique()
        signatures[signature] = number
      }
    } else {
      number = unique()
    }
    known[path] = Int32(clamping: number)
    return number
  }

  private func unique() -> Int {
    shared.append(nil)
    return shared.count - 1
  }

  /// The value of a token of this composition.
  func resolved(_ path: Int) throws(TokenProblem) -> Resolved {
    try resolved(known[path] >= 0 ? Int(known[path]) : signature(of: path, depth: 0), for: path)
  }

  private func resolved(_ number: Int, for path: Int) throws(TokenProblem) -> Resolved {
    if let value = shared[number] { return value }
    guard let definition = composition.definition(path) else {
      throw TokenProblem("\(Quote.of(table.paths[path].description)) is no token.")
    }
    let use = table.definitions[definition]
    if let start = stack.firstIndex(of: path) { throw cycle(stack[start...], at: use.token) }
    guard stack.count < Self.chainLimit else { throw tooLong(path, use.token) }
    stack.append(path)
    defer { stack.removeLast() }
    var found = try work(out: use)
    if found.aliases.count > Self.chainLimit { throw tooLong(path, use.token) }
    found.type = found.value.type
    shared[number] = found
    return found
  }

  /// A chain that is too long: a circle, if it is one.
  private func tooLong(_ path: Int, _ token: WrittenToken) -> TokenProblem {
    let circle = CycleFinder.circle(from: path) { [table, composition] path in
      guard let definition = composition.definition(path) else { return [] }
      return table.definitions[definition].targets.compactMap { target in
        if case .token(let other) = target { other } else { nil }
      }
    }
    if let circle { return cycle(circle[...], at: token) }
    return TokenProblem(
      "The aliases from here on are more than \(Self.chainLimit) in a row; shorten the chain.",
      at: token.value.place)
  }

  /// The tokens of a circle, from the one that comes first in the source.
  private func cycle(_ circle: ArraySlice<Int>, at token: WrittenToken) -> TokenProblem {
    let members = Array(circle)
    let first = members.indices.min { rank(members[$0]) < rank(members[$1]) } ?? 0
    let turned = members[first...] + members[..<first] + [members[first]]
    let names = turned.map { table.paths[$0].description }.joined(separator: " → ")
    let start = composition.definition(members[first]).map { table.definitions[$0].token } ?? token
    return TokenProblem(
      "Tokens refer to one another in a circle, \(Quote.plain(names, limit: 400)); give one of "
        + "them a value of its own.", at: start.value.place)
  }

  private func rank(_ path: Int) -> Int { composition.order.firstIndex(of: path) ?? .max }
}
