/// An asset catalog of the color tokens, as Xcode writes it.
///
/// Appearances of a color set are light and dark, normal and high contrast. A color that depends on
/// other settings has a set for each of their combinations.
struct SwiftColorAssets {
  let set: SwiftSet

  init(_ set: SwiftSet) { self.set = set }

  /// A color set: the settings beyond its appearances that it is for.
  struct Variant: Equatable {
    /// The token's name gets this behind it.
    var suffix: String
    /// Its light appearance with normal contrast.
    var context: Context
    /// Colors by theme, then contrast: light, dark, light high, dark high.
    var colors: [[Int]]
  }

  /// The color sets of a token: one, unless it depends on more than theme and contrast.
  static func variants(of token: DesignToken) -> [Variant] {
    var variants: [Variant] = []
    let levels = levels(of: token)
    let settings: [(String, Context)] = [
      ("", Context(platform: .ios)),
      (".reducedTransparency", Context(transparency: .reduced, platform: .ios)),
      (".reducedMotion", Context(motion: .reduced, platform: .ios)),
      (
        ".reducedTransparencyAndMotion",
        Context(transparency: .reduced, motion: .reduced, platform: .ios)
      ),
    ]
    for (suffix, context) in settings {
      let colors = appearances(levels, in: context)
      if variants.contains(where: { $0.colors == colors }) { continue }
      variants.append(Variant(suffix: suffix, context: context, colors: colors))
    }
    return variants
  }

  /// The levels of a color; none for a value of another type.
  static func levels(of token: DesignToken) -> Varying<[Int]> {
    token.value.map { if case .color(let color) = $0 { color.levels } else { [] } }
  }

  /// Levels of the four appearances.
  static func appearances(_ levels: Varying<[Int]>, in context: Context) -> [[Int]] {
    let dark = SettingAxis.dark.applied(to: context)
    let high = SettingAxis.increasedContrast
    return [context, dark, high.applied(to: context), high.applied(to: dark)].map { levels[$0] }
  }

  /// The catalog's files.
  var files: [OutputFile] {
    let root = "swiftui/Colors.xcassets"
    let tokens = set.system.tokens.filter { $0.type == .color }
    guard !tokens.isEmpty else { return [] }
    var files = [OutputFile(path: root + "/Contents.json", text: contents(""))]
    var folders: Set<String> = []
    for token in tokens {
      let name = set.names[token.path]
      for depth in name.groups.indices {
        let folder = root + "/" + name.groups[...depth].joined(separator: "/")
        guard folders.insert(folder).inserted else { continue }
        let namespace =
          ",\n  \"properties\" : {\n    \"provides-namespace\" : true\n  }"
        files.append(OutputFile(path: folder + "/Contents.json", text: contents("", namespace)))
      }
      for variant in SwiftColorAssets.variants(of: token) {
        files.append(
          OutputFile(
            path: "\(root)/\(name.asset)\(variant.suffix).colorset/Contents.json",
            text: colorSet(variant)))
      }
    }
    return files
  }

  private func contents(_ before: String, _ after: String = "") -> String {
    let info = "\"info\" : {\n    \"author\" : \"meridian-tokens\",\n    \"version\" : 1\n  }"
    return "{\n\(before)  \(info)\(after)\n}\n"
  }

  /// The universal color, and the appearances that differ from what the system would fall back to.
  private func colorSet(_ variant: Variant) -> String {
    let colors = variant.colors
    var entries = [entry(colors[0], [])]
    let dark = ("luminosity", "dark")
    let high = ("contrast", "high")
    if colors[2] == colors[0] && colors[3] == colors[1] {
      if colors[1] != colors[0] { entries.append(entry(colors[1], [dark])) }
    } else if colors[1] == colors[0] && colors[3] == colors[2] {
      entries.append(entry(colors[2], [high]))
    } else {
      entries.append(entry(colors[1], [dark]))
      entries.append(entry(colors[2], [high]))
      entries.append(entry(colors[3], [dark, high]))
    }
    return contents("  \"colors\" : [\n" + entries.joined(separator: ",\n") + "\n  ],\n")
  }

  private func entry(_ levels: [Int], _ appearances: [(String, String)]) -> String {
    guard levels.count == 4 else { return "" }
    var text = "    {\n"
    if !appearances.isEmpty {
      let list = appearances.map {
        "        {\n          \"appearance\" : \"\($0)\","
          + "\n          \"value\" : \"\($1)\"\n        }"
      }
      text += "      \"appearances\" : [\n" + list.joined(separator: ",\n") + "\n      ],\n"
    }
    text += "      \"color\" : {\n        \"color-space\" : \"srgb\",\n"
    text += "        \"components\" : {\n          \"alpha\" : \"\(opacity(levels[3]))\",\n"
    for (name, level) in [("blue", levels[2]), ("green", levels[1]), ("red", levels[0])] {
      let comma = name == "red" ? "" : ","
      text += "          \"\(name)\" : \"0x\(Color.hexByte(level))\"\(comma)\n"
    }
    return text + "        }\n      },\n      \"idiom\" : \"universal\"\n    }"
  }

  /// A level in thousandths, enough to tell 256 apart.
  private func opacity(_ level: Int) -> String {
    let thousandths = (level * 1000 + 127) / 255
    let digits = String(1000 + thousandths % 1000).dropFirst()
    return "\(thousandths / 1000).\(digits)"
  }
}
