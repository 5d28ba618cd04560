internal import MeridianKernel
internal import MeridianStore

// MARK: - Operands

extension Parser {
  mutating func operand() throws(FilterError) -> Expression {
    let range = token.range
    switch token.kind {
    case .number(let number): return try literal(.number(number), range)
    case .text(let text): return try literal(.text(text), range)
    case .name(let name): return try literal(.property(name), range)
    case .symbol("("):
      return try nested { parser throws(FilterError) in try parser.bracket() }
    case .word(let word): return try wordOperand(word)
    case .end: throw error("the filter ends where a value or a condition is missing", at: endOfText)
    case .symbol:
      throw error(
        "\"\(shown(token))\" stands where a value or a condition is missing", at: range.lowerBound)
    }
  }

  private var endOfText: Int { lexer.bytes.count }

  private mutating func literal(
    _ kind: Expression.Kind, _ range: Range<Int>
  ) throws(FilterError) -> Expression {
    try advance()
    return try node(kind, range)
  }

  /// `( … )`: what stands in it, or an array where it is empty or there are commas.
  private mutating func bracket() throws(FilterError) -> Expression {
    let start = token.range.lowerBound
    try advance()
    var items: [Expression] = []
    if !token.isSymbol(")") {
      repeat { items.append(try disjunction()) } while try takeSymbol(",")
    }
    let end = token.range.upperBound
    guard try takeSymbol(")") else {
      throw error("a bracket opened here is not closed", at: start)
    }
    if items.count == 1 {
      var only = items[0]
      only.isBracketed = true
      only.range = start..<end
      return only
    }
    return try node(.list(items), start..<end, over: items)
  }

  private mutating func wordOperand(_ word: String) throws(FilterError) -> Expression {
    let range = token.range
    let upper = word.uppercased()
    switch upper {
    case "TRUE", "FALSE": return try literal(.boolean(upper == "TRUE"), range)
    case "NULL":
      throw error("NULL is tested with IS NULL or IS NOT NULL", at: range.lowerBound)
    case "AND", "OR", "NOT", "LIKE", "BETWEEN", "IN", "IS", "DIV":
      throw error(
        "a value is missing before \(upper); a column of that name is written \"\(word)\"",
        at: range.lowerBound)
    default: break
    }
    var ahead = lexer
    let next = try ahead.next()
    if WKTReader.type(named: upper) != nil, Self.continuesGeometry(next) { return try geometry() }
    guard next.isSymbol("(") else { return try literal(.property(word), range) }
    return try nested { parser throws(FilterError) in
      try parser.advance()
      return try parser.function(upper, range)
    }
  }

  private static func continuesGeometry(_ next: Token) -> Bool {
    next.isSymbol("(") || ["EMPTY", "Z", "M", "ZM"].contains { next.isWord($0) }
  }
}

// MARK: - Functions

extension Parser {
  /// The call of a function whose bracket is next.
  private mutating func function(
    _ name: String, _ range: Range<Int>
  ) throws(FilterError) -> Expression {
    switch name {
    case "DATE", "TIMESTAMP": return try instant(name, range)
    case "INTERVAL": return try interval(range)
    case "BBOX": return try box(range)
    case "CASEI", "ACCENTI":
      let (parts, whole) = try arguments(name, range, count: 1)
      let kind: Expression.Kind =
        name == "CASEI" ? .ignoringCase(parts[0]) : .ignoringAccents(parts[0])
      return try node(kind, whole, over: parts)
    default: break
    }
    let kind: (Expression, Expression) -> Expression.Kind
    if let predicate = FunctionName.spatial(name) {
      kind = { .spatial(predicate, $0, $1) }
    } else if let relation = TemporalRelation(rawValue: name) {
      kind = { .temporal(relation, $0, $1) }
    } else if let relation = ArrayRelation(rawValue: name) {
      kind = { .array(relation, $0, $1) }
    } else {
      throw unknownFunction(name, range)
    }
    let (parts, whole) = try arguments(name, range, count: 2)
    return try node(kind(parts[0], parts[1]), whole, over: parts)
  }

  private func unknownFunction(_ name: String, _ range: Range<Int>) -> FilterError {
    let written = FilterError.shown(String(decoding: lexer.bytes[range], as: UTF8.self))
    var sentence = "there is no function \(written)"
    if let nearest = NameDistance.nearest(to: name, among: FunctionName.all) {
      sentence += "; did you mean \(nearest)?"
    }
    return error(sentence, at: range.lowerBound)
  }

  private mutating func arguments(
    _ name: String, _ range: Range<Int>, count: Int
  ) throws(FilterError) -> (parts: [Expression], whole: Range<Int>) {
    try expect("(", "after \(name)")
    var parts: [Expression] = []
    if !token.isSymbol(")") {
      repeat { parts.append(try disjunction()) } while try takeSymbol(",")
    }
    guard parts.count == count else {
      let noun = count == 1 ? "one argument" : "\(count) arguments"
      throw error("\(name) takes \(noun), not \(parts.count)", at: range.lowerBound)
    }
    let end = try expect(")", "after the arguments of \(name)")
    return (parts, range.lowerBound..<end)
  }

  private mutating func instant(
    _ name: String, _ range: Range<Int>
  ) throws(FilterError) -> Expression {
    try expect("(", "after \(name)")
    let place = token.range.lowerBound
    let example = name == "DATE" ? "'2024-02-29'" : "'2024-02-29T12:00:00Z'"
    guard case .text(let text) = token.kind, let instant = Instant(text),
      instant.isDate == (name == "DATE")
    else { throw error("\(name) takes a text such as \(example)", at: place) }
    try advance()
    let end = try expect(")", "after the text of \(name)")
    return try node(.instant(instant), range.lowerBound..<end)
  }

  private mutating func interval(_ range: Range<Int>) throws(FilterError) -> Expression {
    try expect("(", "after INTERVAL")
    let start = try intervalEnd()
    try expect(",", "between the two ends of INTERVAL")
    let end = try intervalEnd()
    let close = try expect(")", "after the two ends of INTERVAL")
    return try node(.interval(start, end), range.lowerBound..<close, over: [start, end])
  }

  private mutating func intervalEnd() throws(FilterError) -> Expression {
    guard case .text(let text) = token.kind else { return try operand() }
    if text == ".." { return try literal(.openEnd, token.range) }
    guard let instant = Instant(text) else {
      throw error(
        "an end of INTERVAL is a text such as '2024-02-29', '2024-02-29T12:00:00Z' or '..'",
        at: token.range.lowerBound)
    }
    return try literal(.instant(instant), token.range)
  }
}

// MARK: - Geometries

extension Parser {
  /// Well-known text, whose first word is next.
  private mutating func geometry() throws(FilterError) -> Expression {
    let start = token.range.lowerBound
    var buffer = GeometryBuffer()
    let end: Int
    do throws(WKTError) {
      end = try WKTReader.read(lexer.bytes.span, from: start, into: &buffer)
    } catch let mistake {
      throw error(FilterError.plain(mistake.reason), at: mistake.offset)
    }
    lexer.offset = end
    try advance()
    return try node(.geometry(buffer), start..<end)
  }

  private mutating func box(_ range: Range<Int>) throws(FilterError) -> Expression {
    try expect("(", "after BBOX")
    var numbers: [Double] = []
    repeat { numbers.append(try signedNumber()) } while try takeSymbol(",")
    let end = try expect(")", "after the numbers of BBOX")
    switch numbers.count {
    case 4: break
    case 6: numbers = [numbers[0], numbers[1], numbers[3], numbers[4]]
    default:
      throw error(
        "BBOX takes four numbers (west, south, east, north) or six with heights, not "
          + "\(numbers.count)", at: range.lowerBound)
    }
    return try node(.box(numbers), range.lowerBound..<end)
  }

  private mutating func signedNumber() throws(FilterError) -> Double {
    let isNegative = token.isSymbol("-")
    if isNegative || token.isSymbol("+") { try advance() }
    guard case .number(let number) = token.kind else {
      throw error("BBOX takes numbers only", at: token.range.lowerBound)
    }
    try advance()
    return isNegative ? -number.real : number.real
  }
}
