import Foundation

@testable import MeridianTokens

/// Contrast the long way: every ink on every sample, no ground kept, formulas written out.
enum SlowContrast {
  /// The least ratio of an ink on a material over a backdrop in one context.
  static func ratio(
    _ ink: Color, _ material: Material, _ backdrop: Backdrop, _ system: DesignSystem,
    _ context: Context
  ) -> Double {
    behind(backdrop, system, context).map { color -> Double in
      worst(drawn(ink), color, material.layers[...], system, context)
    }.min() ?? .infinity
  }

  private static func behind(
    _ backdrop: Backdrop, _ system: DesignSystem, _ context: Context
  ) -> [Color] {
    switch backdrop.source {
    case .color(let path):
      guard case .color(let color) = system.token(path)?.value[context] else { return [] }
      return [blend(drawn(color), .white)]
    case .wallpaper(let name):
      guard let wallpaper = system.wallpapers.first(where: { $0.name == name }) else { return [] }
      return WallpaperColors(wallpaper, in: system, context).samples()
    }
  }

  /// Follows every way through the layers.
  private static func worst(
    _ ink: Color, _ ground: Color, _ layers: ArraySlice<Material.Layer>, _ system: DesignSystem,
    _ context: Context
  ) -> Double {
    guard let layer = layers.first else { return ratio(blend(ink, ground), ground) }
    let rest = layers.dropFirst()
    func go(_ color: Color) -> Double { worst(ink, color, rest, system, context) }
    switch layer {
    case .system(_, let path), .fill(let path):
      guard case .color(let tint) = system.token(path)?.value[context] else { return go(ground) }
      return go(blend(drawn(tint), ground))
    case .grain(let path):
      guard case .number(let opacity) = system.token(path)?.value[context] else {
        return go(ground)
      }
      return min(
        go(blend(Color(red: 0, green: 0, blue: 0, alpha: opacity), ground)),
        go(blend(Color(red: 1, green: 1, blue: 1, alpha: opacity), ground)))
    case .highlight(let path):
      guard case .border(let border) = system.token(path)?.value[context],
        border.width.points > 2
      else { return go(ground) }
      return min(go(ground), go(blend(drawn(border.color), ground)))
    case .blur, .border, .shadow: return go(ground)
    }
  }

  /// To 8 bits a channel, as every surface draws.
  private static func drawn(_ color: Color) -> Color {
    func level(_ channel: Double) -> Double { (channel * 255).rounded() / 255 }
    return Color(
      red: level(color.red), green: level(color.green), blue: level(color.blue),
      alpha: level(color.alpha))
  }

  private static func blend(_ top: Color, _ ground: Color) -> Color {
    func mix(_ one: Double, _ other: Double) -> Double { one * top.alpha + other * (1 - top.alpha) }
    return Color(
      red: mix(top.red, ground.red), green: mix(top.green, ground.green),
      blue: mix(top.blue, ground.blue))
  }

  private static func ratio(_ one: Color, _ other: Color) -> Double {
    let lights = [one, other].map { color -> Double in
      let linear = [color.red, color.green, color.blue].map { channel in
        channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }.sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }
}
