import Testing

@testable import MeridianTokens

struct SideBySideTests {
  @Test(arguments: [0, 1, 2, 7, 500])
  func `every part is worked on and the order is kept`(count: Int) {
    let parts = Array(0..<count)
    // Uneven work, so that threads overtake one another.
    let made = SideBySide.map(parts) { part in
      (0..<(part % 7 * 1000)).reduce(part) { $1 % 2 == 0 ? $0 + 1 : $0 - 1 }
    }
    #expect(made == parts)
  }
}
