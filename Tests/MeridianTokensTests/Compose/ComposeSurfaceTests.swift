@testable import MeridianTokens
import Testing

struct ComposeSurfaceTests {
  @Test func `the generated Kotlin of every set compiles against Compose's stubs`() throws {
    let surface = try ComposeSurface.shared.get()
    #expect(surface.complaints.isEmpty, "\(surface.complaints)")
  }

  @Test(arguments: NativeSets.all.map(\.name))
  func `a program of the generated Kotlin says the values of the tokens`(name: String) throws {
    let surface = try ComposeSurface.shared.get()
    if surface.isSkipped { return }
    try #require(surface.complaints.isEmpty)
    let system = try #require(NativeSets.all.first { $0.name == name })
    let expected = ValueKey.expected(of: system, on: .android)
    let found = surface.values.filter { $0.key.set == name && expected[$0.key] != nil }
    #expect(ValueKey.differences(expected, found) == [])
  }

  @Test(arguments: NativeSets.all.map(\.name))
  func `the theme gives Material and what is below it the colors of its settings`(
    name: String
  ) throws {
    let surface = try ComposeSurface.shared.get()
    if surface.isSkipped { return }
    try #require(surface.complaints.isEmpty)
    let system = try #require(NativeSets.all.first { $0.name == name })
    let ink = KotlinColors.materialRoles(of: system).first { $0.role == .onSurface }?.token
    #expect(
      ink?.path.description
        == ["Sample": "ink.primary", "Aero": "ink.primary", "Remly": "ink.$root"][name])
    for context in Context.all where context.platform == .android {
      let canonical = CanonicalValue(system: system, context: context)
      func value(_ key: String) -> String? {
        surface.values[ValueKey(set: name, name: key, context: context.index % 16)]
      }
      // Without such a token, the stub's own color stays.
      let own = context.theme == .dark ? "#123456FF" : "#ABCDEFFF"
      #expect(value("scheme/onSurface") == ink.map { canonical.text($0.path) } ?? own)
      #expect(value("theme/same") == "true")
    }
  }

  @Test func `a haptic falls back below the API level of its constant`() throws {
    let surface = try ComposeSurface.shared.get()
    if surface.isSkipped { return }
    let key = ValueKey(set: "Sample", name: "haptic/success", context: 0)
    // CONFIRM is 16 in Android, LONG_PRESS 0.
    #expect(surface.values[key] == "16 30 0")
  }
}
