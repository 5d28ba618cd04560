/// Parses the text of a filter (OGC 21-065r2, annex B) by recursive descent.
///
/// Values and conditions share one grammar, so that a bracket may open either; which of them stands
/// where is checked when the tree meets a layer. Brackets and functions nest 64 deep.
///
/// ```swift
/// let tree = try Parser.parse("name LIKE 'B%' AND pop > 1000")
/// ```
package struct Parser {
  /// How deep brackets, functions and NOT may nest.
  static let deepest = 64

  var lexer: Lexer
  var token: Token
  private var level = 0

  /// The tree of a text.
  package static func parse(_ text: String) throws(FilterError) -> Expression {
    var lexer = try Lexer(text)
    let first = try lexer.next()
    var parser = Parser(lexer: lexer, token: first)
    guard first.kind != .end else {
      throw parser.error("the filter is empty; write a condition such as name = 'Bern'", at: 0)
    }
    let tree = try parser.disjunction()
    guard parser.token.kind == .end else { throw parser.unexpected(after: tree) }
    return tree
  }

  private init(lexer: Lexer, token: Token) {
    self.lexer = lexer
    self.token = token
  }

  // MARK: Tokens

  mutating func advance() throws(FilterError) { token = try lexer.next() }

  func error(_ sentence: String, at offset: Int) -> FilterError {
    lexer.error(sentence, at: offset)
  }

  /// Takes a keyword if it is next.
  mutating func takeWord(_ word: String) throws(FilterError) -> Bool {
    guard token.isWord(word) else { return false }
    try advance()
    return true
  }

  /// Takes an operator or bracket if it is next.
  mutating func takeSymbol(_ symbol: String) throws(FilterError) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    try advance()
    return true
  }

  /// Takes a bracket or comma that has to be next, and answers its end.
  @discardableResult
  mutating func expect(_ symbol: String, _ place: String) throws(FilterError) -> Int {
    guard token.isSymbol(symbol) else {
      throw error("\"\(symbol)\" is missing \(place)", at: token.range.lowerBound)
    }
    let end = token.range.upperBound
    try advance()
    return end
  }

  /// The words of the filter that a token took.
  func shown(_ token: Token) -> String {
    FilterError.shown(String(decoding: lexer.bytes[token.range], as: UTF8.self))
  }

  /// Runs a part of the grammar one level deeper.
  mutating func nested(
    _ body: (inout Parser) throws(FilterError) -> Expression
  ) throws(FilterError) -> Expression {
    guard level < Self.deepest else {
      throw error(
        "the filter is nested deeper than \(Self.deepest) levels", at: token.range.lowerBound)
    }
    level += 1
    let result = try body(&self)
    level -= 1
    return result
  }

  /// A node over others.
  func node(
    _ kind: Expression.Kind, _ range: Range<Int>, over parts: [Expression] = []
  ) throws(FilterError) -> Expression {
    let depth = 1 + (parts.map(\.depth).max() ?? 0)
    guard depth <= Expression.deepest else {
      throw error(
        "more than \(Expression.deepest) operators build on one another here; use brackets to "
          + "group them, or IN for a list", at: range.lowerBound)
    }
    return Expression(kind: kind, range: range, depth: depth)
  }

  private func unexpected(after tree: Expression) -> FilterError {
    let place = token.range.lowerBound
    if token.isSymbol(")") { return error("\")\" closes a bracket that was not opened", at: place) }
    if Self.comparison(token) != nil {
      return error("comparisons do not chain; join two of them with AND", at: place)
    }
    return error("\(shown(token)) does not fit here; AND or OR joins two conditions", at: place)
  }
}

// MARK: - Conditions

extension Parser {
  mutating func disjunction() throws(FilterError) -> Expression {
    var parts = [try conjunction()]
    while try takeWord("OR") { parts.append(try conjunction()) }
    return try joined(parts) { .or($0) }
  }

  private mutating func conjunction() throws(FilterError) -> Expression {
    var parts = [try negation()]
    while try takeWord("AND") { parts.append(try negation()) }
    return try joined(parts) { .and($0) }
  }

  private func joined(
    _ parts: [Expression], _ kind: ([Expression]) -> Expression.Kind
  ) throws(FilterError) -> Expression {
    if parts.count == 1 { return parts[0] }
    let range = parts[0].range.lowerBound..<parts[parts.count - 1].range.upperBound
    return try node(kind(parts), range, over: parts)
  }

  private mutating func negation() throws(FilterError) -> Expression {
    let start = token.range.lowerBound
    guard token.isWord("NOT") else { return try comparison() }
    return try nested { parser throws(FilterError) in
      try parser.advance()
      let inner = try parser.negation()
      return try parser.node(.not(inner), start..<inner.range.upperBound, over: [inner])
    }
  }

  private mutating func comparison() throws(FilterError) -> Expression {
    let left = try sum()
    if let comparison = Self.comparison(token) {
      try advance()
      let right = try sum()
      let range = left.range.lowerBound..<right.range.upperBound
      return try node(.comparison(comparison, left, right), range, over: [left, right])
    }
    if try takeWord("IS") { return try nullTest(left) }
    let place = token.range.lowerBound
    let isNegated = try takeWord("NOT")
    if let predicate = try wordPredicate(left) {
      return isNegated ? try node(.not(predicate), predicate.range, over: [predicate]) : predicate
    }
    guard !isNegated else {
      throw error("after a value, NOT is followed by LIKE, BETWEEN or IN", at: place)
    }
    return left
  }

  /// LIKE, BETWEEN or IN after a value; nil when none of them is next.
  private mutating func wordPredicate(_ left: Expression) throws(FilterError) -> Expression? {
    let start = left.range.lowerBound
    if try takeWord("LIKE") {
      let pattern = try sum()
      return try node(
        .like(left, pattern: pattern), start..<pattern.range.upperBound, over: [left, pattern])
    }
    if try takeWord("BETWEEN") {
      let lower = try sum()
      guard try takeWord("AND") else {
        throw error("BETWEEN needs AND and an upper bound", at: token.range.lowerBound)
      }
      let upper = try sum()
      return try node(
        .between(left, lower, upper), start..<upper.range.upperBound, over: [left, lower, upper])
    }
    guard try takeWord("IN") else { return nil }
    try expect("(", "after IN")
    var values: [Expression] = []
    repeat { values.append(try sum()) } while try takeSymbol(",")
    let end = try expect(")", "after the list of IN")
    return try node(.oneOf(left, values), start..<end, over: [left] + values)
  }

  private mutating func nullTest(_ operand: Expression) throws(FilterError) -> Expression {
    let isNegated = try takeWord("NOT")
    guard token.isWord("NULL") else {
      throw error("IS is followed by NULL or NOT NULL", at: token.range.lowerBound)
    }
    let range = operand.range.lowerBound..<token.range.upperBound
    try advance()
    let test = try node(.isNull(operand), range, over: [operand])
    return isNegated ? try node(.not(test), range, over: [test]) : test
  }

  /// The comparison that a token asks for.
  private static func comparison(_ token: Token) -> Comparison? {
    if case .symbol(let symbol) = token.kind { Comparison(rawValue: symbol) } else { nil }
  }
}

// MARK: - Arithmetic

extension Parser {
  mutating func sum() throws(FilterError) -> Expression {
    var left = try product()
    while token.isSymbol("+") || token.isSymbol("-") {
      let arithmetic: Arithmetic = token.isSymbol("+") ? .plus : .minus
      try advance()
      left = try combined(arithmetic, left, try product())
    }
    return left
  }

  private mutating func product() throws(FilterError) -> Expression {
    var left = try power()
    while let arithmetic = productOperator {
      try advance()
      left = try combined(arithmetic, left, try power())
    }
    return left
  }

  private var productOperator: Arithmetic? {
    if token.isWord("DIV") { return .quotient }
    guard case .symbol(let symbol) = token.kind, ["*", "/", "%"].contains(symbol) else {
      return nil
    }
    return Arithmetic(rawValue: symbol)
  }

  private mutating func power() throws(FilterError) -> Expression {
    let base = try factor()
    guard try takeSymbol("^") else { return base }
    let result = try combined(.power, base, try factor())
    guard !token.isSymbol("^") else {
      throw error("powers do not chain; use brackets", at: token.range.lowerBound)
    }
    return result
  }

  private func combined(
    _ arithmetic: Arithmetic, _ left: Expression, _ right: Expression
  ) throws(FilterError) -> Expression {
    try node(
      .arithmetic(arithmetic, left, right), left.range.lowerBound..<right.range.upperBound,
      over: [left, right])
  }

  private mutating func factor() throws(FilterError) -> Expression {
    let start = token.range.lowerBound
    guard token.isSymbol("-") || token.isSymbol("+") else { return try operand() }
    let isNegative = token.isSymbol("-")
    return try nested { parser throws(FilterError) in
      try parser.advance()
      // The least integer has no positive counterpart, so sign and digits are read together.
      if isNegative, let number = parser.leastInteger {
        let range = start..<parser.token.range.upperBound
        try parser.advance()
        return try parser.node(.number(number), range)
      }
      let inner = try parser.factor()
      let range = start..<inner.range.upperBound
      return isNegative ? try parser.node(.negative(inner), range, over: [inner]) : inner
    }
  }

  private var leastInteger: Number? {
    let digits = String(decoding: lexer.bytes[token.range], as: UTF8.self)
    guard case .number(.real) = token.kind, let value = Int64("-" + digits) else { return nil }
    return .integer(value)
  }
}
