/// A material as values of CSS properties; colors and lengths refer to tokens.
struct CSSFace {
  /// The material's name.
  let name: String
  private(set) var background = "transparent"
  private(set) var border = "0 none"
  private(set) var shadow = CSSValue.noShadow
  /// Opacity of the noise.
  private(set) var grain = "0"
  private var blurs: [DesignToken] = []

  /// Refuses what the web cannot draw: a system's material, a second border or grain.
  init(_ material: Material, tokens: CSSTokens) throws(TokenProblem) {
    name = material.name
    let user = "the material “\(name)”"
    var fills: [String] = []
    var edges: [String] = []
    var shadows: [String] = []
    var borders: [String] = []
    var grains: [String] = []
    for layer in material.layers {
      switch layer {
      case .system(let system, _):
        throw TokenProblem(
          """
          \(user) is drawn by a system as “\(system.rawValue)”, which the web has not: give \
          the web a material of blur and fill.
          """)
      case .blur(let path): blurs.append(try tokens.token(path, for: user))
      case .fill(let path): fills.append(try tokens.reference(path, for: user))
      case .border(let path): borders.append(try tokens.reference(path, for: user))
      case .highlight(let path):
        let width = try tokens.reference(path, part: "-width", for: user)
        let color = try tokens.reference(path, part: "-color", for: user)
        edges.append("inset 0 \(width) 0 0 \(color)")
      case .grain(let path): grains.append(try tokens.reference(path, for: user))
      case .shadow(let path): shadows.append(try tokens.reference(path, for: user))
      }
    }
    guard borders.count <= 1, grains.count <= 1 else {
      throw TokenProblem(
        "\(user) has more than one border or grain, of which the web draws one: drop the others.")
    }
    background = Self.background(fills) ?? background
    border = borders.first ?? border
    grain = grains.first ?? grain
    // The first on top: edges lie inside the shape, before what it throws.
    if !(edges.isEmpty && shadows.isEmpty) {
      shadow = (edges + shadows.reversed()).joined(separator: ", ")
    }
  }

  /// Colors one over another; only the lowest can be a plain color in CSS.
  private static func background(_ fills: [String]) -> String? {
    guard let lowest = fills.first else { return nil }
    let upper = fills.dropFirst().reversed().map { "linear-gradient(\($0), \($0))" }
    return (upper + [lowest]).joined(separator: ", ")
  }

  /// `blur(22px)`, the lengths themselves.
  func filter(in context: Context) -> String {
    let lengths = blurs.compactMap { token in
      if case .dimension(let length) = token.value[context] { CSSValue.text(length) } else { nil }
    }
    return lengths.isEmpty ? "none" : lengths.map { "blur(\($0))" }.joined(separator: " ")
  }
}
