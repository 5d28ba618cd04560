import MeridianFilter
import MeridianStore
import Testing

@Suite("Dates, times and intervals")
struct TemporalTests {
  @Test func `A90 datetimes compare as moments, not as text`() throws {
    let values = ["2020-01-01T07:00:00.000Z", "2020-01-01T08:00:00.000Z"]
    let kept = try values.filter {
      try Sample.holds("start < TIMESTAMP('2020-01-01T08:00:00Z')", ["start": .text($0)])
    }
    #expect(kept == [values[0]])
  }

  @Test(arguments: [
    "2022-04-16T10:13:19Z", "2022-04-16T10:13:19", "2022-04-16 10:13:19.000",
    "2022-04-16t10:13:19z",
    "2022-04-16T12:13:19+02:00", "2022-04-16T04:43:19-0530", "2022-04-16T10:13:19.0000000001Z",
    "2022-04-17T00:13:19+14",
  ])
  func `one moment has many spellings`(text: String) throws {
    #expect(
      try Sample.truth("start = TIMESTAMP('2022-04-16T10:13:19Z')", ["start": .text(text)]) == true)
  }

  @Test(arguments: [
    "2018/02/13", "2018-2-13", "2018-02-30", "2018-13-01", "2018-00-10", "2018-01-00", "", "-",
    "2018",
    "2018-02-13T", "2018-02-13T25:00:00Z", "2018-02-13T10:60:00Z", "2018-02-13T10:00:61Z",
    "2018-02-13T10:00:00.Z", "2018-02-13T10:00:00+", "2018-02-13T10:00:00Zx", "2018-02-13x", "x",
    "20180213", "1900-02-29",
  ])
  func `what is no date is unknown`(text: String) throws {
    #expect(try Sample.truth("start > DATE('1000-01-01')", ["start": .text(text)]) == nil)
    #expect(try Sample.truth("start IS NULL", ["start": .text(text)]) == false)
    #expect(Sample.mistake("start > TIMESTAMP('\(text)')") != nil)
  }

  @Test func `days are counted over leap years and centuries`() throws {
    let days = [
      "0000-01-01", "0000-02-29", "0000-03-01", "1582-10-15", "1899-12-31", "1900-02-28",
      "1900-03-01", "1969-12-31", "1970-01-01", "2000-02-29", "2000-03-01", "2024-02-29",
      "9999-12-31",
    ]
    for (earlier, later) in zip(days, days.dropFirst()) {
      #expect(try Sample.truth("day < DATE('\(later)')", ["day": .text(earlier)]) == true)
    }
    let seconds = [("1970-01-01", 0), ("2000-03-01", 951_868_800), ("1969-12-31", -86_400)]
    for (day, expected) in seconds { #expect(Instant(day)?.seconds == Int64(expected)) }
    #expect(Instant("0000-01-01")?.seconds == -62_167_219_200)
    #expect(Instant("9999-12-31T23:59:60Z")?.seconds == 253_402_300_800)
  }

  /// The thirteen relations of Allen between two closed intervals of whole days, by definition.
  private func related(_ name: String, _ a: ClosedRange<Int>, _ b: ClosedRange<Int>) -> Bool {
    let (s, e, t, f) = (a.lowerBound, a.upperBound, b.lowerBound, b.upperBound)
    return switch name {
    case "T_AFTER": f < s
    case "T_BEFORE": e < t
    case "T_CONTAINS": s < t && f < e
    case "T_DISJOINT": Set(a).isDisjoint(with: Set(b))
    case "T_DURING": t < s && e < f
    case "T_EQUALS": a == b
    case "T_FINISHEDBY": e == f && s < t
    case "T_FINISHES": e == f && t < s
    case "T_INTERSECTS": !Set(a).isDisjoint(with: Set(b))
    case "T_MEETS": e == t
    case "T_METBY": s == f
    case "T_OVERLAPPEDBY": t < s && s < f && f < e
    case "T_OVERLAPS": s < t && t < e && e < f
    case "T_STARTEDBY": s == t && f < e
    default: s == t && e < f
    }
  }

  @Test func `interval relations are Allen's`() throws {
    let ranges = (1...4).flatMap { a in (a...4).map { a...$0 } }
    for relation in TemporalRelation.allCases {
      let name = relation.rawValue.lowercased()
      for a in ranges {
        for b in ranges {
          let text =
            "\(name)(INTERVAL(start, end), INTERVAL('2022-01-0\(b.lowerBound)', '2022-01-0\(b.upperBound)'))"
          let row: [String: AttributeValue] = [
            "start": .text("2022-01-0\(a.lowerBound)T00:00:00Z"),
            "end": .text("2022-01-0\(a.upperBound)T23:59:59.999999999Z"),
          ]
          // A start is a day's first moment and an end its last: only meeting needs one moment.
          if relation == .meets || relation == .metBy { continue }
          let expected =
            relation == .overlaps || relation == .overlappedBy
            ? relatedDays(relation, a, b) : related(relation.rawValue, a, b)
          #expect(try Sample.truth(text, row) == expected, "\(text) \(row)")
        }
      }
    }
  }

  private func relatedDays(_ r: TemporalRelation, _ a: ClosedRange<Int>, _ b: ClosedRange<Int>)
    -> Bool
  {
    let (s, e, t, f) = (a.lowerBound, a.upperBound, b.lowerBound, b.upperBound)
    return r == .overlaps ? s < t && t <= e && e < f : t < s && s <= f && f < e
  }

  @Test func `relations of moments to the second`() throws {
    func at(_ second: Int) -> String { "'2022-01-01T00:00:0\(second)Z'" }
    let ranges = (1...4).flatMap { a in (a...4).map { a...$0 } }
    for relation in TemporalRelation.allCases {
      for a in ranges {
        for b in ranges {
          let text =
            "\(relation.rawValue)(INTERVAL(\(at(a.lowerBound)), \(at(a.upperBound))), "
            + "INTERVAL(\(at(b.lowerBound)), \(at(b.upperBound))))"
          #expect(try Sample.truth(text) == related(relation.rawValue, a, b), "\(text)")
        }
      }
    }
  }

  @Test func `open ends lie beyond every moment, and unknown ends are unknown`() throws {
    let row: [String: AttributeValue] = ["start": .text("2022-01-01T00:00:00Z")]
    #expect(
      try Sample.truth("T_INTERSECTS(INTERVAL(start, '..'), DATE('9999-12-31'))", row) == true)
    #expect(
      try Sample.truth("T_BEFORE(INTERVAL('..', start), TIMESTAMP('2022-01-01T00:00:01Z'))", row)
        == true)
    #expect(try Sample.truth("T_INTERSECTS(INTERVAL(start, end), DATE('2022-01-01'))", row) == nil)
    #expect(try Sample.truth("T_EQUALS(INTERVAL('..', '..'), INTERVAL('..', '..'))") == true)
  }

  @Test func `beside a time a date is the whole day`() throws {
    let row: [String: AttributeValue] = [
      "start": .text("2022-12-31T15:00:00Z"), "day": .text("2022-12-31"),
    ]
    #expect(
      try Sample.truth("T_INTERSECTS(start, INTERVAL('2022-01-01', '2022-12-31'))", row) == true)
    #expect(try Sample.truth("T_INTERSECTS(start, DATE('2022-12-31'))", row) == true)
    #expect(try Sample.truth("T_INTERSECTS(day, TIMESTAMP('2022-12-31T23:59:59Z'))", row) == true)
    #expect(try Sample.truth("T_AFTER(start, DATE('2022-12-31'))", row) == false)
    #expect(try Sample.truth("start > DATE('2022-12-31')", row) == true)
  }
}
