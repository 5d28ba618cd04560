import MeridianFilter
import MeridianStore
import Testing

@Suite("Evaluating filters")
struct EvaluationTests {
  @Test func `connectives follow three-valued logic`() throws {
    // pop > 0 is true, false and unknown for these.
    let inputs: [(AttributeValue, Bool?)] = [
      (.integer(1), true), (.integer(0), false), (.null, nil),
    ]
    for (a, x) in inputs {
      for (b, y) in inputs {
        let row = ["pop": a, "area": b]
        let both = x == false || y == false ? false : x == nil || y == nil ? nil : true
        let either = x == true || y == true ? true : x == nil || y == nil ? nil : false
        #expect(try Sample.truth("pop > 0 AND area > 0", row) == both)
        #expect(try Sample.truth("pop > 0 OR area > 0", row) == either)
        #expect(try Sample.truth("NOT pop > 0", row) == x.map { !$0 })
        #expect(try Sample.truth("(pop > 0) IS NULL", row) == (x == nil))
        #expect(
          try Sample.truth("(pop > 0) = (area > 0)", row) == (x == nil || y == nil ? nil : x == y))
      }
    }
  }

  @Test(arguments: [
    ("pop = 7", true), ("pop <> 7", false), ("7 >= pop", true), ("8 < pop", false),
    ("pop BETWEEN 7 AND 7.5", true), ("pop NOT BETWEEN 1 AND 6", true), ("pop IN (1, 7.0)", true),
    ("pop IN (1, pop)", true), ("pop NOT IN (1, 2)", true), ("area / 0 = 1", nil),
    ("pop % 0 = 1", nil), ("pop DIV 2 = 3", true), ("pop % 4 = 3", true), ("-pop DIV 2 = -3", true),
    ("pop / 2 = 3.5", true), ("pop ^ 2 = 49", true), ("2 ^ -1 = 0.5", true), ("(0-8)^0.5 = 1", nil),
    ("pop + area * 2 = 10", true), ("gone = 1", nil), ("name = 'Zürich'", true),
    ("name < 'Züricha'", true), ("name > 'Zz'", true), ("name LIKE 'Z_rich'", true),
    ("name LIKE '%ich'", true), ("name LIKE '%i%c%'", true), ("name LIKE 'z%'", false),
    ("name LIKE ''", false), ("other LIKE '100\\%'", true), ("other LIKE '1\\_0%'", false),
    ("CASEI(name) = CASEI('ZÜRICH')", true), ("ACCENTI(name) = 'Zurich'", true),
    ("ACCENTI(CASEI(name)) LIKE ACCENTI(CASEI('ZÜR%'))", true),
    ("CASEI('straße') = 'strasse'", true),
    ("CASEI(name) IN (CASEI('BERN'), CASEI('zürich'))", true), ("CASEI(tags) IS NULL", true),
    ("open", true), ("open = TRUE", true), ("FALSE <> open", true), ("open AND TRUE", true),
    ("tags IS NULL", true), ("tags = 'x'", nil), ("tags <> 'x'", nil), ("tags LIKE '%'", nil),
    ("pop/0 IS NULL", true), ("1 = 1", true), ("'a' < 'b' OR tags = 'x'", true),
    ("photo IS NULL", false),
    ("shape IS NULL", true), ("S_INTERSECTS(shape, POINT(1 2))", nil),
    ("S_INTERSECTS(POINT(1 2), BBOX(0,0,3,3))", true), ("POINT(1 2) IS NULL", false),
  ])
  func `conditions over one row`(text: String, expected: Bool?) throws {
    let row: [String: AttributeValue] = [
      "pop": .integer(7), "area": .real(1.5), "name": .text("Zürich"), "other": .text("100%"),
      "open": .integer(1), "photo": .blob([1]),
    ]
    if text.contains("gone") { return #expect(Sample.mistake(text) != nil) }
    #expect(try Sample.truth(text, row) == expected, "\(text)")
  }

  @Test func `integers beyond 53 bits compare exactly`() throws {
    let big = Int64(1) << 53 + 1
    let row = ["pop": AttributeValue.integer(big), "area": .real(0x1p53)]
    #expect(try Sample.truth("pop = 9007199254740993", row) == true)
    #expect(try Sample.truth("pop = 9007199254740992", row) == false)
    #expect(try Sample.truth("pop > area", row) == true)
    #expect(try Sample.truth("pop - 1 = area", row) == true)
    #expect(try Sample.truth("pop > 9007199254740992.0", row) == true)
    let most = ["pop": AttributeValue.integer(.max), "area": .real(0x1p63)]
    #expect(try Sample.truth("pop < area", most) == true)
    #expect(try Sample.truth("pop + 1 = area", most) == true)
    let least = ["pop": AttributeValue.integer(.min)]
    #expect(try Sample.truth("pop % (0-1) = 0 AND pop DIV (0-1) > 0 AND -pop > 0", least) == true)
    #expect(try Sample.truth("pop = -9223372036854775808", least) == true)
  }

  @Test func `a value of another storage class than its column's is unknown`() throws {
    #expect(try Sample.truth("pop = 5", ["pop": .text("5")]) == nil)
    #expect(try Sample.truth("name = '5'", ["name": .integer(5)]) == nil)
    #expect(try Sample.truth("name IS NULL", ["name": .integer(5)]) == false)
  }

  @Test func `A92 a boolean that is neither 0 nor 1 is unknown`() throws {
    let values: [(AttributeValue, Bool?)] = [
      (.integer(0), false), (.integer(1), true), (.null, nil), (.integer(2), nil),
      (.text("1"), nil),
    ]
    for (value, expected) in values {
      #expect(try Sample.truth("open = TRUE", ["open": value]) == expected)
      #expect(try Sample.truth("open", ["open": value]) == expected)
    }
  }

  @Test func `text compares by code point, not by spelling`() throws {
    // One character or a letter and a mark: different texts, until both are folded.
    let row = ["name": AttributeValue.text("e\u{301}")]
    #expect(try Sample.truth("name = 'é'", row) == false)
    #expect(try Sample.truth("CASEI(name) = CASEI('É')", row) == true)
    // U+FFFF comes before U+10000, though not in UTF-16.
    #expect(try Sample.truth("name < '\u{10000}'", ["name": .text("\u{FFFD}")]) == true)
  }

  @Test(
    arguments: [
      ("(\"a\")", nil), ("[\"a\",\"b\"]", true), ("[\"b\", \"a\", \"a\"]", true),
      ("[\"a\"]", false),
      ("[]", false), ("not json", nil), ("[\"a\",", nil), ("[\"\\u0061\",\"b\"]", true),
      ("{\"a\":1}", nil), ("[\"a\",\"b\"] x", nil), ("[[\"a\"],\"b\"]", false),
    ] as [(String, Bool?)])
  func `a column of JSON arrays is a set`(json: String, expected: Bool?) throws {
    let row = ["tags": AttributeValue.text(json)]
    #expect(try Sample.truth("A_CONTAINS(tags, ('a', 'b'))", row) == expected)
    #expect(try Sample.truth("A_CONTAINEDBY(('a', 'b'), tags)", row) == expected)
  }

  @Test func `arrays relate as sets`() throws {
    let row = ["tags": AttributeValue.text("[1, 2.0, true, [3], \"2024-02-29\", null]")]
    #expect(try Sample.truth("A_OVERLAPS(tags, (2, 9))", row) == true)
    #expect(try Sample.truth("A_OVERLAPS(tags, (9))", row) == false)
    #expect(try Sample.truth("A_CONTAINS(tags, ((3), TRUE))", row) == false)
    #expect(try Sample.truth("A_CONTAINS(tags, (3, TRUE))", row) == false)
    #expect(try Sample.truth("A_CONTAINS(tags, (DATE('2024-02-29')))", row) == true)
    #expect(try Sample.truth("A_EQUALS((1, 'a', 1), ('a', 1.0))") == true)
    #expect(try Sample.truth("A_EQUALS((1), (1, 2))") == false)
    #expect(try Sample.truth("A_CONTAINS((1), ())") == true)
    #expect(
      try Sample.truth(
        "A_CONTAINS(tags, (pop, 1))", row.merging(["pop": .integer(2)]) { a, _ in a }) == true)
    #expect(try Sample.truth("A_CONTAINS(tags, (pop, 1))", row) == nil)
  }

  @Test func `spatial relations are asked last and only if they matter`() throws {
    let filter = try Sample.filter("S_INTERSECTS(shape, BBOX(0,0,9,9)) AND pop > 5")
    var relating = BoxRelating(filter)
    for pop in 0..<10 {
      let holds = filter.holds(
        values: [.integer(Int64(pop))], geometry: filter.literals[0], hasGeometry: true,
        relating: &relating)
      #expect(holds == (pop > 5))
    }
    #expect(relating.asked == 4)
  }

  @Test func `either order of the arguments of a spatial relation`() throws {
    #expect(try Sample.holds("S_WITHIN(shape, BBOX(0,0,9,9))", at: (1, 1)))
    #expect(try Sample.holds("S_CONTAINS(BBOX(0,0,9,9), shape)", at: (1, 1)))
    #expect(try !Sample.holds("S_CONTAINS(shape, BBOX(0,0,9,9))", at: (1, 1)))
    #expect(try Sample.holds("NOT S_INTERSECTS(geom, BBOX(0,0,9,9))", at: (10, 1)))
  }
}
