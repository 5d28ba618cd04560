@testable import MeridianTokens

/// A small design system written by hand: every type of token, every layer of a material.
enum Samples {
  static let place = SourcePlace(file: "sample.tokens.json", line: 1, column: 1)

  static func token(
    _ path: String, role: DesignToken.Role = DesignToken.Role(),
    _ value: (Context) -> TokenValue
  ) -> DesignToken {
    DesignToken(
      path: TokenPath(path), value: Varying(value), aliases: Varying { _ in [] }, role: role,
      place: place)
  }

  private static func themed(_ light: Color, _ dark: Color) -> (Context) -> TokenValue {
    { .color($0.theme == .light ? light : dark) }
  }

  private static var tokens: [DesignToken] {
    var ink = DesignToken.Role()
    ink.ink = .text
    ink.materialRoles = [.onBackground, .onSurface]
    var ground = DesignToken.Role()
    ground.materialRoles = [.surface]
    var body = DesignToken.Role()
    body.textStyle = .body
    body.isTabular = true
    let tint = Color(red: 0.98, green: 0.99, blue: 0.99, alpha: 0.82)
    let darkTint = Color(red: 0.07, green: 0.1, blue: 0.1, alpha: 0.82)
    let shade = Color(red: 0, green: 0, blue: 0, alpha: 0.18)
    let edge = Color(red: 1, green: 1, blue: 1, alpha: 0.4)
    return [
      token("ink.primary", role: ink) { context in
        let dark = context.theme == .dark
        let strong = context.contrast == .increased
        let level = dark ? (strong ? 1 : 0.95) : (strong ? 0 : 0.08)
        return .color(Color(red: level, green: level, blue: level))
      },
      token("glass.tint", themed(tint, darkTint)),
      token("glass.solid", role: ground, themed(.white, .black)),
      token("glass.blur") { _ in .dimension(Dimension(22)) },
      token("glass.grain") { .number($0.theme == .light ? 0.03 : 0.05) },
      token("glass.rim") { _ in
        .border(Border(color: edge, width: Dimension(1), style: .line(.solid)))
      },
      token("glass.shadow") { _ in
        .shadow([
          Shadow(
            color: shade, offsetX: Dimension(0), offsetY: Dimension(8), blur: Dimension(24),
            spread: Dimension(0))
        ])
      },
      token("space.m") { _ in .dimension(Dimension(12)) },
      token("radius.card") { _ in .dimension(Dimension(20)) },
      token("size.icon-button") { _ in .dimension(Dimension(46)) },
      token("duration.short") { .duration($0.motion == .reduced ? 0 : 200) },
      token("ease.standard") { _ in .cubicBezier(CubicBezier(0.2, 0, 0, 1)) },
      token("motion.sheet") { context in
        .transition(
          Transition(
            duration: context.motion == .reduced ? 0 : 260, delay: 0,
            timing: CubicBezier(0.2, 0, 0, 1)))
      },
      token("font.words") { _ in .fontFamily(["SF Pro", "system-ui"]) },
      token("font.weight.medium") { _ in .fontWeight(500) },
      token("opacity.disabled") { _ in .number(0.4) },
      token("stroke.ghost") { _ in
        .strokeStyle(.dashes([Dimension(4), Dimension(2)], cap: .round))
      },
      token("wash.linear") { _ in
        .gradient([
          GradientStop(color: .white, position: 0), GradientStop(color: .black, position: 1),
        ])
      },
      token("wash.glow") { _ in
        .gradient([
          GradientStop(color: Color(red: 0, green: 0.6, blue: 0.55), position: 0),
          GradientStop(color: Color(red: 0, green: 0.6, blue: 0.55, alpha: 0), position: 1),
        ])
      },
      token("type.body", role: body) { _ in
        .typography(
          Typography(
            fontFamily: ["SF Pro", "system-ui"], fontSize: Dimension(15), fontWeight: 500,
            letterSpacing: Dimension(-0.2), lineHeight: 1.35))
      },
    ]
  }

  static var system: DesignSystem {
    DesignSystem(
      name: "Sample", tokens: tokens,
      springs: [Spring(name: "sheet", dampingRatio: 0.86, stiffness: 320)],
      haptics: [
        Haptic(
          name: "success", swiftUI: "success", android: "CONFIRM", androidVersion: 30,
          androidFallback: "LONG_PRESS")
      ],
      wallpapers: [
        Wallpaper(
          name: "vivid",
          radials: [
            .init(centerX: 0.2, centerY: 0.1, radius: 0.8, stops: TokenPath("wash.glow"))
          ],
          linear: .init(angle: 160, stops: TokenPath("wash.linear")))
      ],
      materials: materials,
      targets: [TouchTarget(name: "iconButton", size: TokenPath("size.icon-button"), place: place)],
      states: [
        StateCue(
          name: "edited", color: TokenPath("ink.primary"), symbol: "pencil", label: "Edited",
          place: place)
      ],
      backdrops: [
        Backdrop(name: "white", source: .color(TokenPath("glass.solid"))),
        Backdrop(name: "vivid", source: .wallpaper("vivid")),
      ],
      components: [
        Component(
          name: "Sheet", swiftUI: ".sheet with detents", compose: "ModalBottomSheet",
          web: "dialog", difference: "No haptics on the web.", role: "sheet")
      ])
  }

  private static var materials: MaterialTable {
    let tint = TokenPath("glass.tint")
    let front: [Material.Layer] = [
      .border(TokenPath("glass.rim")), .highlight(TokenPath("glass.rim")),
      .grain(opacity: TokenPath("glass.grain")), .shadow(TokenPath("glass.shadow")),
    ]
    return MaterialTable(
      roles: ["chrome", "sheet"],
      materials: [
        Material(name: "liquidGlass", layers: [.system(.glassEffect, tint: tint)]),
        Material(
          name: "thinMaterial", layers: [.system(.ultraThinMaterial, tint: tint)] + front),
        Material(
          name: "blurredGlass",
          layers: [.blur(radius: TokenPath("glass.blur")), .fill(tint)] + front),
        Material(
          name: "solid",
          layers: [.fill(TokenPath("glass.solid")), .border(TokenPath("glass.rim"))]),
      ],
      rows: [
        .init(transparency: .reduced, material: "solid"),
        .init(isLowRAM: true, material: "solid"),
        .init(platform: .ios, minimumVersion: 26, material: "liquidGlass"),
        .init(platform: .ios, material: "thinMaterial"),
        .init(platform: .android, minimumVersion: 31, material: "blurredGlass"),
        .init(platform: .android, material: "solid"),
        .init(platform: .web, material: "blurredGlass"),
      ])
  }
}
