@testable import MeridianTokens

/// A set whose names and texts try to leave the places they are written to.
enum HardSample {
  static let description =
    "Ends */ a comment /* twice, \u{2028} breaks \"lines\"\nand $names \\(x)."

  private static func token(
    _ path: [String], description: String? = nil, deprecation: String? = nil,
    role: DesignToken.Role = DesignToken.Role(), _ value: (Context) -> TokenValue
  ) -> DesignToken {
    DesignToken(
      path: TokenPath(path), value: Varying(value), aliases: Varying { _ in [] },
      description: description, deprecation: deprecation, role: role, place: Samples.place)
  }

  /// Names that Swift, Kotlin or both keep for themselves, and names of types that are used.
  static let words = [
    "default", "class", "self", "init", "object", "when", "val", "fun", "in", "is", "as", "nil",
    "null", "true", "typeof", "func", "hash-code", "component1", "copy", "to-string", "type",
    "100", "2xl", "größe", "名", "dp", "equals", "static", "where", "some", "any", "throws",
  ]
  static let groups = [
    "color", "type", "protocol", "self", "any", "float", "string", "list", "dp", "int", "font",
    "double", "gradient", "hard", "object", "500", "brush", "cubic-bezier-easing", "font-weight",
    "stroke-cap", "shape", "size", "offset", "settings", "duration", "swift", "kotlin",
  ]

  private static func color(_ context: Context) -> TokenValue {
    let red = context.theme == .dark ? 0.2 : 0.6
    let blue = context.motion == .reduced ? 1 : 0.5
    let alpha = context.transparency == .reduced ? 1 : (context.contrast == .increased ? 0.5 : 0.3)
    return .color(Color(red: red, green: 0.004, blue: blue, alpha: alpha))
  }

  private static var tokens: [DesignToken] {
    var tokens = words.map { token(["color", $0], description: description, color) }
    tokens += words.map { word in token(["space", word]) { _ in .dimension(Dimension(3, .rem)) } }
    tokens += groups.flatMap { group in
      [
        token([group, "$root"], deprecation: description) { _ in .color(.black) },
        token([group, "deep", "edge"], deprecation: "") { _ in .dimension(Dimension(-0.33333)) },
        token([group, "ease"]) { _ in .cubicBezier(CubicBezier(0.1, -2, 1, 2.5)) },
        token([group, "names"]) { _ in .fontFamily(["A \"quoted\" $name", "back\\slash"]) },
        token([group, "weight"]) { _ in .fontWeight(951) },
        token([group, "share"]) { .number($0.platform == .ios ? 1e300 : -0.25) },
        token([group, "wait"]) { _ in .duration(1e15) },
      ]
    }
    return tokens + rootTokens + lines
  }

  /// Tokens in no group, beside enums of the names of their types.
  private static var rootTokens: [DesignToken] {
    var accent = DesignToken.Role()
    accent.materialRoles = [.primary, .surfaceContainerLowest]
    return [
      token(["accent"], role: accent, color),
      token(["depth"]) { _ in .dimension(Dimension(1e300)) },
      token(["edge"]) {
        .border(
          Border(
            color: $0.theme == .dark ? .black : .white, width: Dimension(0.5),
            style: .line(.groove)))
      },
      token(["ramp"]) { _ in
        .gradient([
          GradientStop(color: .white, position: 0), GradientStop(color: .black, position: 1),
        ])
      },
      token(["families"]) { _ in .fontFamily(["x"]) }, token(["part"]) { _ in .number(0.5) },
      token(["mass"]) { _ in .fontWeight(1) },
      token(["cast"]) { context in
        .shadow(
          (1...3).map { step in
            Shadow(
              color: .black, offsetX: Dimension(-1), offsetY: Dimension(Double(step)),
              blur: Dimension(context.theme == .dark ? 3 : 7), spread: Dimension(-2),
              isInset: step == 2)
          })
      },
    ]
  }

  /// A stroke of every style, and a type style with everything.
  private static var lines: [DesignToken] {
    var role = DesignToken.Role()
    role.isUppercase = true
    role.isMonospaced = true
    role.isTabular = true
    role.textStyle = .caption2
    var tokens = StrokeStyle.Line.allCases.map { line in
      token(["stroke", line.rawValue]) { _ in .strokeStyle(.line(line)) }
    }
    tokens += StrokeStyle.Cap.allCases.map { cap in
      token(["stroke", "dashes " + cap.rawValue]) { _ in
        .strokeStyle(.dashes([Dimension(1), Dimension(2), Dimension(0.125)], cap: cap))
      }
    }
    tokens.append(
      token(["style", "all"], role: role) { context in
        .typography(
          Typography(
            fontFamily: ["SF Mono"], fontSize: Dimension(1, .rem), fontWeight: 340,
            letterSpacing: Dimension(-0.0151), lineHeight: context.contrast == .increased ? 2 : 1.5)
        )
      })
    tokens.append(
      token(["style", "move"]) { context in
        .transition(
          Transition(
            duration: context.motion == .reduced ? 0 : 333, delay: 17,
            timing: CubicBezier(0, 0, 1, 1)))
      })
    return tokens
  }

  static var system: DesignSystem {
    DesignSystem(
      name: "Hard", tokens: tokens,
      springs: [Spring(name: "in", dampingRatio: 0.12345, stiffness: 0.5)],
      haptics: [
        Haptic(
          name: "init", swiftUI: "impact(flexibility: .soft, intensity: 0.25)",
          android: "SEGMENT_TICK", androidVersion: 34, androidFallback: "CLOCK_TICK")
      ],
      wallpapers: [
        Wallpaper(
          name: "when", radials: [],
          linear: Wallpaper.Linear(angle: -45.5, stops: TokenPath("ramp")))
      ],
      materials: MaterialTable(
        roles: ["default", "self", "init", "object"],
        materials: [
          Material(name: "class", layers: []),
          Material(
            name: "self",
            layers: [
              .fill(TokenPath("accent")), .border(TokenPath("edge")), .shadow(TokenPath("cast")),
            ]),
        ],
        rows: [
          .init(role: "self", minimumVersion: 30, contrast: .standard, material: "self"),
          .init(platform: .web, material: "web only"),
          .init(transparency: .standard, material: "class"),
          .init(isLowRAM: false, transparency: .reduced, material: "self"),
          .init(isLowRAM: true, transparency: .reduced, material: "class"),
        ]),
      targets: [], states: [], backdrops: [], components: [])
  }
}
