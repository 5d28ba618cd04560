import Testing

@testable import MeridianTokens

struct NativeProblemTests {
  private func problem(_ change: (inout DesignSystem) -> Void) -> (swift: String?, kotlin: String?)
  {
    var system = Samples.system
    change(&system)
    var texts: [String?] = [nil, nil]
    do { _ = try SwiftUIOutput.files(for: system) } catch { texts[0] = "\(error)" }
    do { _ = try ComposeOutput.files(for: system) } catch { texts[1] = "\(error)" }
    return (texts[0], texts[1])
  }

  @Test func `the sample has no problem`() {
    let none = problem { _ in }
    #expect(none.swift == nil)
    #expect(none.kotlin == nil)
  }

  @Test(arguments: [
    "", "success; exit(1)", ".success", "impact(weight: .huge)", "impact(intensity: 2)",
    "impact(weight: .light", "impact(weight: .light, weight: .heavy)", "impact(weight: light)",
    "impact(intensity: nan)", "impact()",
  ])
  func `a haptic that SwiftUI does not have is refused`(text: String) {
    let problem = problem { $0.haptics[0].swiftUI = text }
    #expect(problem.swift?.contains("“\(text)”, which is no SensoryFeedback") == true)
    #expect(problem.kotlin == nil)
  }

  @Test(arguments: [
    ("impact(weight: .light)", ".impact(weight: .light)"),
    ("impact(flexibility:.rigid,intensity:0x1p-1)", ".impact(flexibility: .rigid, intensity: 0.5)"),
    ("impact(intensity: 1)", ".impact(intensity: 1)"), ("levelChange", ".levelChange"),
  ])
  func `a haptic becomes Swift`(text: String, code: String) {
    #expect(SensoryFeedback.expression(text) == code)
  }

  @Test func `a haptic that Android does not have is refused`() {
    let unknown = problem { $0.haptics[0].android = "BUZZ; val x = 1" }
    #expect(unknown.kotlin?.contains("“BUZZ; val x = 1”, which is no constant") == true)
    #expect(problem { $0.haptics[0].androidFallback = "BUZZ" }.kotlin != nil)
    let early = problem { $0.haptics[0].androidVersion = 29 }
    #expect(early.kotlin?.contains("API level 29, but Android has it from 30") == true)
  }

  @Test func `a table that leaves a surface without a material is refused`() {
    let gone = problem { $0.materials.rows.removeAll { $0.platform == .ios } }
    #expect(gone.swift?.contains("no row for the role “chrome” on ios 0") == true)
    #expect(gone.kotlin == nil)
    let unknown = problem { $0.materials.rows[0].material = "paper" }
    #expect(unknown.swift?.contains("“paper”, which is no material") == true)
  }

  @Test func `a set named as a type of SwiftUI, or not at all, is refused`() {
    #expect(problem { $0.name = "color" }.swift != nil)
    #expect(problem { $0.name = "—" }.swift != nil)
    #expect(problem { $0.name = "—" }.kotlin != nil)
  }

  @Test func `a group of more colors than a data class holds is refused`() {
    func colors(_ count: Int) -> [DesignToken] {
      (0..<count).map { Samples.token("many.c\($0)") { _ in .color(.white) } }
    }
    func change(_ system: inout DesignSystem, _ count: Int) {
      let old = system
      system = DesignSystem(
        name: old.name, tokens: old.tokens + colors(count), springs: [], haptics: [],
        wallpapers: old.wallpapers, materials: old.materials, targets: [], states: [],
        backdrops: [], components: [])
    }
    let many = problem { change(&$0, 121) }
    #expect(many.swift == nil)
    #expect(
      many.kotlin?.contains("“Many” has 121 colors, and a Kotlin data class holds 120") == true)
    #expect(problem { change(&$0, 120) }.kotlin == nil)
  }
}
