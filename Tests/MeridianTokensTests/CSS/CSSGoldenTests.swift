import Foundation
import MeridianTokens
import Testing

/// The sample's output as it was last looked at; `UPDATE_GOLDEN=1` writes it anew.
struct CSSGoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden")

  @Test func `the sample's style sheet is the one on record`() throws {
    try compare(CSSOutput.files(for: Samples.system))
  }

  @Test func `the sample's component table is the one on record`() throws {
    try compare(ComponentTable.files(for: Samples.system))
  }

  @Test func `a second run gives the same bytes`() throws {
    #expect(try CSSOutput.files(for: Samples.system) == CSSOutput.files(for: Samples.system))
  }

  private func compare(_ files: [OutputFile]) throws {
    #expect(!files.isEmpty)
    for file in files {
      let place = Self.folder.appending(path: file.path)
      if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try Data(file.text.utf8).write(to: place)
      }
      let recorded = try String(contentsOf: place, encoding: .utf8)
      #expect(recorded == file.text, "\(file.path) differs: look, then UPDATE_GOLDEN=1")
    }
  }
}
