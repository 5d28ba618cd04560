import MeridianFilter
import MeridianKernel
import Testing

@Suite("The parser of filters")
struct ParserTests {
  /// The tree with brackets around every operator.
  private func shape(_ expression: Expression) -> String {
    func list(_ parts: [Expression], _ word: String) -> String {
      "(" + parts.map(shape).joined(separator: " \(word) ") + ")"
    }
    switch expression.kind {
    case .and(let parts): return list(parts, "AND")
    case .or(let parts): return list(parts, "OR")
    case .not(let inner): return "(NOT \(shape(inner)))"
    case .comparison(let comparison, let a, let b): return list([a, b], comparison.rawValue)
    case .arithmetic(let arithmetic, let a, let b): return list([a, b], arithmetic.rawValue)
    case .like(let a, let b): return list([a, b], "LIKE")
    case .between(let a, let b, let c): return "(\(shape(a)) BETWEEN \(list([b, c], "AND")))"
    case .oneOf(let a, let values): return "(\(shape(a)) IN \(list(values, ",")))"
    case .isNull(let inner): return "(\(shape(inner)) IS NULL)"
    case .negative(let inner): return "(-\(shape(inner)))"
    case .property(let name): return name
    case .number(.integer(let number)): return "\(number)"
    case .number(.real(let number)): return "\(number)"
    case .text(let text): return "'\(text)'"
    case .boolean(let value): return value ? "TRUE" : "FALSE"
    case .list(let parts): return "[" + parts.map(shape).joined(separator: ", ") + "]"
    case .geometry(let geometry): return "\(geometry.type.name)"
    case .box(let sides): return "\(sides)"
    default: return "…"
    }
  }

  @Test(arguments: [
    ("a=1 OR b=2 AND NOT c=3", "((a = 1) OR ((b = 2) AND (NOT (c = 3))))"),
    ("NOT a=1 AND b=2", "((NOT (a = 1)) AND (b = 2))"),
    ("(a=1 or b=2) and c=3", "(((a = 1) OR (b = 2)) AND (c = 3))"),
    ("a = 1 + 2 * 3 ^ 2 - 4", "(a = ((1 + (2 * (3 ^ 2))) - 4))"),
    ("a > 10 - 4 - 3", "(a > ((10 - 4) - 3))"),
    ("a > 8 / 2 div 2 % 3", "(a > (((8 / 2) DIV 2) % 3))"),
    ("-a^2 = 4", "(((-a) ^ 2) = 4)"),
    ("a >= -9223372036854775808", "(a >= -9223372036854775808)"),
    ("a = 9223372036854775808", "(a = 9.223372036854776e+18)"),
    ("(a+1)*2 <> .5e1", "(((a + 1) * 2) <> 5.0)"),
    ("a not between 1 and 2 and b", "((NOT (a BETWEEN (1 AND 2))) AND b)"),
    ("a NOT IN (1, 2)", "(NOT (a IN (1 , 2)))"),
    ("a NOT LIKE 'x%'", "(NOT (a LIKE 'x%'))"),
    ("a IS NOT NULL", "(NOT (a IS NULL))"),
    ("name = 'it''s' OR name = 'it\\'s'", "((name = 'it's') OR (name = 'it's'))"),
    ("name = 'a\\\\'", "(name = 'a\\\\')"),
    ("\"quo\"\"te\" = 1", "(quo\"te = 1)"),
    ("straße = 'x' and ns:a.b_1 = 2", "((straße = 'x') AND (ns:a.b_1 = 2))"),
    ("TRUE = boolean", "(TRUE = boolean)"),
    ("point = 1 and date = 2", "((point = 1) AND (date = 2))"),
    ("S_INTERSECTS(g, POINT Z (1 2 3)) AND a=1", "(… AND (a = 1))"),
  ])
  func `operators bind as the standard says`(text: String, expected: String) throws {
    #expect(shape(try Parser.parse(text)) == expected)
  }

  @Test func `source ranges cover what was written`() throws {
    let text = "a = 1 AND (b + 2) > 3"
    guard case .and(let parts) = try Parser.parse(text).kind else {
      Issue.record("no AND")
      return
    }
    let bytes = Array(text.utf8)
    let pieces = parts.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(pieces == ["a = 1", "(b + 2) > 3"])
  }

  @Test(arguments: [
    ("", 1, "the filter is empty"), ("   ", 1, "the filter is empty"),
    ("a = ", 5, "ends where a value"), ("a = 1 b = 2", 7, "b does not fit here"),
    ("a = 1)", 6, "was not opened"), ("(a = 1", 1, "is not closed"),
    ("a = 'x", 5, "no closing quote"), ("\"a = 1", 1, "no closing quote"),
    ("a != 1", 3, "written <>"), ("a == 1", 3, "written ="), ("a = 1 = 2", 7, "do not chain"),
    ("a = 2^3^4", 8, "do not chain"), ("a BETWEEN 1 OR 2", 13, "BETWEEN needs AND"),
    ("a IS 5", 6, "NULL or NOT NULL"), ("a = NULL", 5, "IS NULL"), ("a NOT 5", 3, "LIKE, BETWEEN"),
    ("a IN 5", 6, "\"(\" is missing after IN"), ("AND a = 1", 1, "missing before AND"),
    ("a = #", 5, "no meaning"), ("a = 5abc", 6, "runs into a word"), ("a = .", 5, "no number"),
    ("a = 1e999", 5, "larger than any"), ("a = DATE('2021-02-30')", 10, "DATE takes"),
    ("a = TIMESTAMP('2021-02-03')", 15, "TIMESTAMP takes"),
    ("S_INTERSECT(a, b)", 1, "did you mean S_INTERSECTS?"), ("foo(1)", 1, "no function foo"),
    ("S_INTERSECTS(a)", 1, "takes 2 arguments, not 1"), ("CASEI() = 'a'", 1, "one argument, not 0"),
    ("S_INTERSECTS(g, POINT(7))", 24, "a number"), ("S_INTERSECTS(g, BBOX(1,2,3))", 17, "not 3"),
    ("S_INTERSECTS(g, POLYGON((0 0, 1 x)))", 33, "a number"),
    ("T_AFTER(a, INTERVAL('x', '..'))", 21, "an end of INTERVAL"),
  ])
  func `a mistake is told with its place`(text: String, column: Int, sentence: String) {
    do {
      _ = try Parser.parse(text)
      Issue.record("no error: \(text)")
    } catch {
      #expect(error.column == column, "\(error.message)")
      #expect(error.sentence.contains(sentence), "\(error.sentence)")
    }
  }

  @Test func `a message has a caret under the place`() {
    let error = Sample.mistake("name = 'Zürich' AND nme = 'x'")
    #expect(
      error?.message == """
        layer "places" has no column "nme"; did you mean "name"?
        name = 'Zürich' AND nme = 'x'
                            ^
        """)
    // Wide characters take two columns of a terminal.
    let wide = Sample.mistake("name = '東京' AND nme = 'x'")
    #expect(wide?.message.hasSuffix("\n" + String(repeating: " ", count: 18) + "^") == true)
  }

  @Test func `a long text is shown by a window around the place`() throws {
    let front = (0..<40).map { "pop = \($0) OR " }.joined()
    let back = (0..<40).map { " OR pop = \($0)" }.joined()
    for text in [front + "nme = 1" + back, "nme = 1" + back, front + "nme = 1"] {
      let lines = try #require(Sample.mistake(text)).message.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[1].count <= 76)
      let caret = try #require(lines[2].firstIndex(of: "^"))
      let place = lines[2].distance(from: lines[2].startIndex, to: caret)
      #expect(lines[1].dropFirst(place).hasPrefix("nme = 1"), "\(lines)")
    }
  }

  @Test func `control characters of the text do not reach the message`() throws {
    let error = try #require(Sample.mistake("name = 1\u{1B}[31m\n"))
    let isPlain = error.message.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    #expect(isPlain)
    #expect(error.message.split(separator: "\n").count == 3)
  }

  @Test func `depth and size are bounded`() {
    let deep = String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000)
    for text in [
      deep, String(repeating: "NOT ", count: 10_000) + "open",
      "pop = " + String(repeating: "-", count: 10_000) + "1",
      "pop = 1" + String(repeating: "+1", count: 10_000),
      String(repeating: "CASEI(", count: 10_000),
      String(repeating: "a", count: (1 << 20) + 1),
    ] {
      #expect(Sample.mistake(text) != nil)
    }
    // A long chain of OR is as shallow as a short one.
    let chain = (0..<20_000).map { "pop = \($0)" }.joined(separator: " OR ")
    #expect(Sample.mistake(chain) == nil)
  }
}
