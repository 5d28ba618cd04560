import Testing

/// The cases of the log are each a test by their number.
@Suite("The case log")
struct CaseTests {
  /// The cases that the engine answers today.
  private static let cases: [String] = {
    let ranges: [ClosedRange<Int>] = [
      1...45, 50...78, 80...104, 110...120,
    ]
    return ranges.flatMap { $0 }.map { $0 < 10 ? "A0\($0)" : "A\($0)" }
  }()

  @Test func `every case begins the name of a test`() {
    let missing = TextRules.missingCases(Self.cases, in: .current)
    #expect(missing.isEmpty)
  }

  @Test func `a case without a test is found`() {
    let repository = Repository([
      "Tests/XTests/A.swift": "@Test func `A01 a hole`() {}\n@Test func `not A02`() {}\n"
    ])
    #expect(TextRules.missingCases(["A01", "A02", "A0"], in: repository) == ["A02", "A0"])
  }
}
