import Foundation

/// Files that hold what a program is expected to say; `UPDATE_GOLDEN=1` rewrites them.
public enum Golden {
  /// The folder of the package; the process works in it, so that relative paths are the same
  /// everywhere.
  public static let root: String = {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    _ = FileManager.default.changeCurrentDirectoryPath(root)
    return root
  }()

  /// Whether the files are to be rewritten instead of compared.
  public static let updates = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  /// Compares text with the file at a path within the package; returns what differs, if anything.
  public static func difference(_ text: String, from path: String) -> String? {
    let file = root + "/" + path
    if updates {
      do {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return nil
      } catch {
        return "\(path) cannot be written: \(error)"
      }
    }
    guard let expected = try? String(contentsOfFile: file, encoding: .utf8) else {
      return "\(path) cannot be read; UPDATE_GOLDEN=1 makes it."
    }
    return expected == text ? nil : firstDifference(expected, text, path)
  }

  private static func firstDifference(_ expected: String, _ text: String, _ path: String) -> String
  {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).prefix { $0 == $1 }.count
    let was = line < old.count ? String(old[line]) : "(end)"
    let is_ = line < new.count ? String(new[line]) : "(end)"
    return "\(path):\(line + 1) was\n  \(was)\nand is now\n  \(is_)\nUPDATE_GOLDEN=1 accepts it."
  }
}
