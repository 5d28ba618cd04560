import Foundation

@testable import MeridianTokens

/// A folder of files that is gone when the test is over.
final class Folder {
  let path: String

  init(_ files: [String: String]) throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID())").path
    for (name, text) in files {
      let url = URL(fileURLWithPath: path).appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(_ name: String = "set.resolver.json") throws(TokenProblem) -> Reading {
    try TokenReader.read(path + "/" + name)
  }

  /// The problem of reading, its place's file without the folder.
  func problem(_ name: String = "set.resolver.json") -> TokenProblem? {
    do throws(TokenProblem) {
      _ = try read(name)
      return nil
    } catch {
      var problem = error
      problem.text = problem.text.replacingOccurrences(of: path + "/", with: "")
      if var place = problem.place {
        place.file = String(place.file.dropFirst(path.count + 1))
        problem.place = place
      }
      return problem
    }
  }
}
