/// Makes a design system of tokens and the set's extensions, every reference checked.
struct ExtensionReader {
  /// The key inside `$extensions` that this tool reads; others are kept by whoever owns them.
  static let vendor = "org.meridian.tokens"

  let tokens: [TokenPath: DesignToken]
  private var ordered: [DesignToken]
  private let extensions: [JSONNode]
  var warnings: [TokenProblem] = []

  init(tokens: [DesignToken], extensions: [JSONNode]) {
    self.tokens = Dictionary(tokens.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    ordered = tokens
    self.extensions = extensions
  }

  mutating func system(named name: String) throws(TokenProblem) -> DesignSystem {
    let sections = try SetExtensions(extensions)
    let materials = try materials(sections)
    let wallpapers = try wallpapers(sections.entries("wallpapers"))
    return DesignSystem(
      name: name, tokens: ordered, springs: try springs(sections.entries("springs")),
      haptics: try haptics(sections.entries("haptics")), wallpapers: wallpapers,
      materials: materials, targets: try targets(sections.entries("targets")),
      states: try states(sections.entries("states")),
      backdrops: try backdrops(sections.entries("backdrops"), wallpapers: wallpapers),
      components: try components(sections.node("components"), roles: materials.roles))
  }

  /// Follows what inks say they are drawn on; the same place is named once.
  mutating func addFills(_ fills: [(token: Int, nodes: [JSONNode])]) throws(TokenProblem) {
    for (index, nodes) in fills {
      for node in nodes {
        let path = try token(node, .color)
        guard !ordered[index].role.fills.contains(path) else {
          throw TokenProblem(
            "\(Quote.of("{\(path)}")) is there already; name it once.", at: node.place)
        }
        ordered[index].role.fills.append(path)
      }
    }
  }

  private func springs(_ entries: [JSONNode.Member]) throws(TokenProblem) -> [Spring] {
    var found: [Spring] = []
    for entry in entries {
      let object = try ExtensionObject(
        entry.value, needed: ["dampingRatio", "stiffness"], what: "spring")
      found.append(
        Spring(
          name: entry.name,
          dampingRatio: try object.number("dampingRatio", in: 0...100),
          stiffness: try object.number("stiffness", in: 0.001...1_000_000)))
    }
    return found
  }

  private func haptics(_ entries: [JSONNode.Member]) throws(TokenProblem) -> [Haptic] {
    var found: [Haptic] = []
    for entry in entries {
      let object = try ExtensionObject(
        entry.value, needed: ["swiftUI", "android", "androidVersion", "androidFallback"],
        what: "haptic")
      found.append(
        Haptic(
          name: entry.name,
          swiftUI: try object.code("swiftUI", also: "().:, ", example: "impact(weight: .light)"),
          android: try object.code("android", also: "", example: "CONFIRM"),
          androidVersion: try object.whole("androidVersion"),
          androidFallback: try object.code("androidFallback", also: "", example: "LONG_PRESS")))
    }
    return found
  }

  private func wallpapers(_ entries: [JSONNode.Member]) throws(TokenProblem) -> [Wallpaper] {
    var found: [Wallpaper] = []
    for entry in entries {
      let object = try ExtensionObject(
        entry.value, needed: ["linear"], optional: ["radials"], what: "wallpaper")
      var radials: [Wallpaper.Radial] = []
      for node in try object.array("radials") {
        let radial = try ExtensionObject(
          node, needed: ["center", "radius", "stops"], what: "radial gradient")
        let center = try radial.array("center")
        guard center.count == 2, let x = center[0].number, let y = center[1].number else {
          throw TokenProblem(
            "The center is not two numbers; write [x, y] in shares of width and height.",
            at: try radial.node("center").place)
        }
        radials.append(
          .init(
            centerX: x, centerY: y, radius: try radial.number("radius", in: 0.0001...1000),
            stops: try token(try radial.node("stops"), .gradient)))
      }
      let linear = try ExtensionObject(
        try object.node("linear"), needed: ["angle", "stops"], what: "linear gradient")
      found.append(
        Wallpaper(
          name: entry.name, radials: radials,
          linear: .init(
            angle: try linear.number("angle", in: -3600...3600),
            stops: try token(try linear.node("stops"), .gradient))))
    }
    return found
  }

  private func targets(_ entries: [JSONNode.Member]) throws(TokenProblem) -> [TouchTarget] {
    var found: [TouchTarget] = []
    for entry in entries {
      found.append(
        TouchTarget(
          name: entry.name, size: try token(entry.value, .dimension), place: entry.key.place))
    }
    return found
  }

  private func states(_ entries: [JSONNode.Member]) throws(TokenProblem) -> [StateCue] {
    var found: [StateCue] = []
    for entry in entries {
      let object = try ExtensionObject(
        entry.value, needed: ["color"], optional: ["symbol", "label"], what: "state")
      found.append(
        StateCue(
          name: entry.name, color: try token(try object.node("color"), .color),
          symbol: try object.text("symbol") ?? "", label: try object.text("label") ?? "",
          place: entry.key.place))
    }
    return found
  }

  private func backdrops(
    _ entries: [JSONNode.Member], wallpapers: [Wallpaper]
  ) throws(TokenProblem) -> [Backdrop] {
    var found: [Backdrop] = []
    for entry in entries {
      let object = try ExtensionObject(
        entry.value, needed: [], optional: ["color", "wallpaper"], what: "backdrop")
      switch (object["color"], object["wallpaper"]) {
      case (let color?, nil):
        found.append(Backdrop(name: entry.name, source: .color(try token(color, .color))))
      case (nil, let node?):
        let name = try object.text("wallpaper") ?? ""
        guard wallpapers.contains(where: { $0.name == name }) else {
          throw TokenProblem(
            "There is no wallpaper \(Quote.of(name))"
              + Suggestion.text(
                for: name, among: wallpapers.map(\.name), otherwise: "; check the name."),
            at: node.place)
        }
        found.append(Backdrop(name: entry.name, source: .wallpaper(name)))
      default:
        throw TokenProblem(
          "A backdrop is a color or a wallpaper; write one of them.", at: entry.value.place)
      }
    }
    return found
  }

  private func components(
    _ node: JSONNode?, roles: [String]
  ) throws(TokenProblem) -> [Component] {
    var found: [Component] = []
    for element in node?.elements ?? [] {
      let object = try ExtensionObject(
        element, needed: ["name", "swiftUI", "compose", "web"], optional: ["difference", "role"],
        what: "component")
      let role = try object.text("role")
      if let role, !roles.contains(role) {
        throw TokenProblem(
          "There is no surface role \(Quote.of(role))"
            + Suggestion.text(for: role, among: roles, otherwise: "; list it in the roles."),
          at: try object.node("role").place)
      }
      let name = try object.filled("name")
      guard !found.contains(where: { $0.name == name }) else {
        throw TokenProblem(
          "The component \(Quote.of(name)) is there already; give it once.",
          at: try object.node("name").place)
      }
      found.append(
        Component(
          name: name, swiftUI: try object.filled("swiftUI"), compose: try object.filled("compose"),
          web: try object.filled("web"), difference: try object.text("difference"),
          role: role))
    }
    return found
  }

  /// The token of an alias such as `{glass.tint}`, which must have the type.
  func token(_ node: JSONNode, _ type: TokenType) throws(TokenProblem) -> TokenPath {
    guard let text = node.string, Reference.isAlias(text) else {
      throw TokenProblem(
        "The value is \(node.kindName), and a reference to \(type.phrase) token belongs here; "
          + "write {group.token}.", at: node.place)
    }
    guard case .alias(let names) = try Reference.alias(text, at: node.place),
      let token = tokens[TokenPath(names)]
    else {
      let near = Suggestion.nearest(
        to: String(text.dropFirst().dropLast()), among: ordered.lazy.map(\.path.description))
      throw TokenProblem(
        "There is no token \(Quote.of(text))"
          + (near.map { "; did you mean \(Quote.of("{\($0)}"))?" } ?? "; check the name."),
        at: node.place)
    }
    let found = token.value[Context()].type
    guard found == type else {
      throw TokenProblem(
        "\(Quote.of(text)) is \(found.phrase) token, and \(type.phrase) belongs here; refer to "
          + "another token.", at: node.place)
    }
    return token.path
  }
}
