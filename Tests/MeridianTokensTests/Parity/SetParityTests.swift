import Foundation
import Testing

@testable import MeridianTokens

/// Both checked-in sets in all three outputs.
struct SetParityTests {
  static let names = ["aero", "remly"]

  static func system(_ name: String) throws -> DesignSystem {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = folder.appending(path: "Data/tokens/\(name).resolver.json").path()
    return try TokenReader.read(path).system
  }

  @Test(arguments: names) func `every value of a set is the same in all three outputs`(
    _ name: String
  ) throws {
    let system = try Self.system(name)
    try CSSParityTests.compare(system)
    let all = system.tokens.count * 16
    #expect(try NativeParityTests.compareSwift(system) == all)
    #expect(try NativeParityTests.compareKotlin(system) == all)
    print("\(system.name): \(all) values of each output equal the source")
  }

  @Test(arguments: names) func `every cell of a set's table is drawn on the web`(
    _ name: String
  ) throws {
    try CSSMaterialTests.compare(try Self.system(name))
  }

  @Test(arguments: names) func `every component of a set is in its table`(_ name: String) throws {
    let system = try Self.system(name)
    let text = try #require(ComponentTable.files(for: system).first).text
    #expect(!system.components.isEmpty)
    for component in system.components {
      #expect(text.contains("\n| \(ComponentTable.cell(component.name)) | "))
    }
  }

  @Test(arguments: names) func `a style sheet of a set names nothing that is not there`(
    _ name: String
  ) throws {
    let system = try Self.system(name)
    let text = try #require(CSSOutput.files(for: system).first).text
    let sheet = try StyleSheet(text)
    let declared = Set(sheet.rules.flatMap { $0.declarations.map(\.name) })
    for part in text.components(separatedBy: "var(").dropFirst() {
      let used = String(part.prefix { $0 != ")" })
      #expect(declared.contains(used), "\(used)")
    }
  }
}
