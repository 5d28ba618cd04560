import Foundation

@testable import MeridianTokens

/// A folder of token files of its own, and the program run on it.
final class Workbench {
  let folder: String

  init(_ files: [String: String] = Workbench.files) throws {
    folder = FileManager.default.temporaryDirectory.path + "/meridian-tokens-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit {
    _ = try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ name: String, _ text: String) throws {
    let path = path(name)
    let parent = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

  /// All files below a folder, in order.
  func names(below name: String) -> [String] {
    (FileManager.default.subpaths(atPath: path(name)) ?? []).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: path(name) + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// A command as a transcript: words with `@` are files of the folder; what comes beside the
  /// result is marked, and the folder is left out.
  func run(_ words: String...) -> String {
    var lines = ["$ " + words.joined(separator: " ").replacing("@", with: "")]
    func take(_ text: String, _ mark: String) {
      let shown = text.replacing(folder + "/", with: "")
      lines.append(mark + shown.trimmingCharacters(in: .newlines))
    }
    let console = Console(result: { take($0, "") }, note: { take($0, "! ") })
    let code = TokensCommand.execute(words.map { $0.replacing("@", with: folder + "/") }, console)
    if code != .done { lines.append("[exit \(code.rawValue)]") }
    return lines.joined(separator: "\n")
  }

  /// Two themes, one material, two inks, a control, a state.
  static let files = [
    "slip.resolver.json": """
    { "name": "Slip", "version": "2025.10",
      "sets": { "base": { "sources": [{ "$ref": "slip.tokens.json" }] } },
      "modifiers": {
        "theme": {
          "contexts": { "light": [], "dark": [{ "$ref": "slip.dark.tokens.json" }] },
          "default": "light" } },
      "resolutionOrder": [{ "$ref": "#/sets/base" }, { "$ref": "#/modifiers/theme" }] }
    """,
    "slip.tokens.json": tokens,
    "slip.dark.tokens.json": """
    { "ink": { "$type": "color", "primary": { "$value": "{gray.paper}" } },
      "glass": { "$type": "color",
        "tint": { "$value": { "colorSpace": "srgb", "components": [0, 0, 0], "alpha": 0.9 } } } }
    """,
  ]

  static let tokens = """
    { "gray": { "$type": "color",
        "paper": { "$value": { "colorSpace": "srgb", "components": [1, 1, 1] } },
        "pitch": { "$value": { "colorSpace": "srgb", "components": [0, 0, 0] } } },
      "ink": { "$type": "color",
        "primary": { "$value": "{gray.pitch}", "$description": "What is read.",
          "$extensions": { "org.meridian.tokens": { "ink": "text" } } } },
      "glass": { "$type": "color",
        "tint": { "$value": { "colorSpace": "srgb", "components": [1, 1, 1], "alpha": 0.9 } } },
      "size": { "$type": "dimension",
        "button": { "$value": { "value": 48, "unit": "px" } } },
      "$extensions": { "org.meridian.tokens": {
        "materials": { "roles": ["chrome"],
          "materials": { "veil": [{ "fill": "{glass.tint}" }] },
          "table": [{ "material": "veil" }] },
        "targets": { "button": "{size.button}" },
        "states": {
          "saved": { "color": "{ink.primary}", "symbol": "checkmark", "label": "Saved" } },
        "backdrops": { "white": { "color": "{gray.paper}" }, "black": { "color": "{gray.pitch}" } }
      } } }
    """
}
