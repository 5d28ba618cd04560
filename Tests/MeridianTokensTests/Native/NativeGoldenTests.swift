import Foundation
import Testing

@testable import MeridianTokens

/// The outputs of the sample set as they are checked in; `UPDATE_GOLDEN=1` rewrites them.
struct NativeGoldenTests {
  private let golden = "Tests/MeridianTokensTests/Golden/"
  private let updates = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  @Test func `the SwiftUI output of the sample is as it was`() throws {
    try compare(try SwiftUIOutput.files(for: Samples.system), in: "swiftui")
  }

  @Test func `the Compose output of the sample is as it was`() throws {
    try compare(try ComposeOutput.files(for: Samples.system), in: "compose")
  }

  @Test func `the same set gives the same files, each path once`() throws {
    for system in NativeSets.all {
      let files = try SwiftUIOutput.files(for: system) + ComposeOutput.files(for: system)
      let again = try SwiftUIOutput.files(for: system) + ComposeOutput.files(for: system)
      #expect(files == again)
      #expect(Set(files.map { $0.path.lowercased() }).count == files.count)
      #expect(files.allSatisfy { $0.text.hasSuffix("\n") && !$0.text.hasSuffix("\n\n") })
    }
  }

  private func compare(_ files: [OutputFile], in folder: String) throws {
    let root = NativeSets.root + "/" + golden
    if updates {
      try? FileManager.default.removeItem(atPath: root + folder)
      for file in files {
        let url = URL(fileURLWithPath: root + file.path + ".txt")
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.text.write(to: url, atomically: true, encoding: .utf8)
      }
    }
    for file in files {
      let expected = try? String(contentsOfFile: root + file.path + ".txt", encoding: .utf8)
      let message = "\(golden)\(file.path).txt differs; UPDATE_GOLDEN=1 accepts it"
      #expect(expected == file.text, Comment(rawValue: message))
    }
    let there = FileManager.default.enumerator(atPath: root + folder)?.compactMap { $0 as? String }
    let kept = Set((there ?? []).filter { $0.hasSuffix(".txt") }.map { "\(folder)/\($0)" })
    #expect(kept == Set(files.map { $0.path + ".txt" }))
  }
}
