import Foundation

/// Where reference files from elsewhere lie: `MERIDIAN_ORACLE`, else beside the package.
public enum OraclePath {
  /// The package's root folder.
  public static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of reference files, nil when there is none.
  public static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["MERIDIAN_ORACLE"]
    let path = named ?? package + "/../shared/oracle"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// The path of a reference file; nil, with a line said, when it is not at hand.
  public static func file(_ name: String, for test: String = #function) -> String? {
    if let folder, FileManager.default.fileExists(atPath: folder + "/" + name) {
      return folder + "/" + name
    }
    print("skipped: \(test) (no oracle file \(name))")
    return nil
  }
}
