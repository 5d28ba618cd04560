import MeridianTokens
import Testing

@Suite("Modes and their names")
struct ModeGroupsTests {
  @Test func `a value that does not vary is one group`() {
    let groups = ModeGroups.groups { _ in 1 }
    #expect(groups.map(\.modes) == ["every mode"])
  }

  @Test func `groups are named by the modifiers that matter`() {
    let groups = ModeGroups.groups { context in
      context.transparency == .reduced ? 2 : context.theme == .dark ? 1 : 0
    }
    #expect(groups.map(\.value) == [0, 1, 2])
    #expect(
      groups.map(\.modes) == [
        "light, standard transparency", "dark, standard transparency", "reduced transparency",
      ])
  }

  @Test func `a group that is no box is named in parts`() {
    let groups = ModeGroups.groups { context in
      context.theme == .dark && context.platform == .web ? 1 : 0
    }
    #expect(groups.map(\.modes) == ["light; dark, iOS or Android", "dark, web"])
  }

  @Test func `the groups hold every context once`() {
    var number = 0
    let groups = ModeGroups.groups { _ -> Int in
      number += 1
      return number % 7
    }
    #expect(groups.count == 7)
    #expect(Set(groups.map(\.modes)).count == 7)
    #expect(ModeGroups.name(of: Context.all) == "every mode")
    #expect(ModeGroups.name(of: []) == "no mode")
  }
}
