import Testing

@testable import MeridianTokens

struct ComponentTableTests {
  private func lines(_ system: DesignSystem) throws -> [String] {
    let file = try #require(ComponentTable.files(for: system).first)
    #expect(file.path == "components.md")
    return file.text.split(separator: "\n").map(String.init)
  }

  @Test func `each component has its three forms`() throws {
    let lines = try lines(Samples.system)
    #expect(lines.contains("| Sheet | .sheet with detents | ModalBottomSheet | dialog |"))
    #expect(lines.last == "- **Sheet**: No haptics on the web.")
  }

  @Test func `without a difference the page says so`() throws {
    var system = Samples.system
    system.components[0].difference = nil
    #expect(try lines(system).last == "None: all three behave alike.")
  }

  @Test func `bars, line ends and tags stay in their cell`() throws {
    var system = Samples.system
    system.components[0].swiftUI = "a|b\nc<d>"
    system.components[0].compose = "`Row<Int>` | x"
    #expect(try lines(system).contains("| Sheet | a\\|b c&lt;d> | `Row<Int>` \\| x | dialog |"))
  }

  /// The words of a cell, taken apart and asked of the table again, one question at a time.
  @Test func `the words say what the table says`() throws {
    let table = Samples.system.materials
    for role in table.roles {
      for platform in Context.Platform.allCases {
        let words = MaterialWords.text(role: role, platform: platform, table: table)
        for version in [0, 17, 25, 26, 30, 31, 40] {
          for (setting, isLowRAM, transparency) in [
            ("", false, Context.Transparency.standard),
            ("reduced transparency", false, .reduced), ("little memory", true, .standard),
          ] where platform == .android || !isLowRAM {
            let asked = MaterialTable.Question(
              role: role, platform: platform, version: platform == .web ? 0 : version,
              isLowRAM: isLowRAM, transparency: transparency, contrast: .standard)
            let expected = try #require(table.material(for: asked)).name
            #expect(said(words, setting, asked.version) == expected, "\(words) · \(setting)")
          }
        }
      }
    }
  }

  private func said(_ words: String, _ setting: String, _ version: Int) -> String? {
    let parts = words.split(separator: ";").map { StyleSheet.trimmed($0) }
    let own = parts.dropFirst().first { !setting.isEmpty && $0.contains(setting) }
    let text = own.map { String($0.drop { $0 != ":" }.dropFirst(2)) } ?? parts[0]
    for step in StyleSheet.split(text, at: ",") {
      let words = step.split(separator: " ").map(String.init)
      if words.count == 1 || words[1] == "before" { return words[0] }
      if let from = Int(words[2]), version >= from { return words[0] }
    }
    return nil
  }
}
