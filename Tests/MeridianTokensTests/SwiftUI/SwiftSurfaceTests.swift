@testable import MeridianTokens
import Testing

struct SwiftSurfaceTests {
  @Test func `the generated Swift of every set compiles against SwiftUI's stubs`() throws {
    let surface = try SwiftSurface.shared.get()
    #expect(surface.complaints.isEmpty, "\(surface.complaints)")
    #expect(NativeSets.all.map(\.name) == ["Sample", "Hard", "Aero", "Remly"])
  }

  @Test(arguments: NativeSets.all.map(\.name))
  func `a program of the generated Swift says the values of the tokens`(name: String) throws {
    let surface = try SwiftSurface.shared.get()
    try #require(surface.complaints.isEmpty)
    let system = try #require(NativeSets.all.first { $0.name == name })
    let expected = ValueKey.expected(of: system, on: .ios)
    let found = surface.values.filter { $0.key.set == name }
    #expect(expected.count >= 16 * system.tokens.count)
    #expect(ValueKey.differences(expected, found) == [])
  }
}
