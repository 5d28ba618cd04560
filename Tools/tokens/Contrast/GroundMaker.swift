/// Makes the grounds of a design system, each once however many contexts share it.
package struct GroundMaker {
  /// What lies behind a material in some context.
  private enum Behind: Hashable {
    case color(Color)
    /// The wallpaper of that place among those sampled.
    case wallpaper(Int)
    case nothing
  }

  private struct Key: Hashable {
    var coating: Coating
    var behind: Behind
  }

  private let system: DesignSystem
  private var samples: [[Color]] = []
  private var places: [WallpaperColors: Int] = [:]
  private var grounds: [Key: Ground] = [:]

  package init(_ system: DesignSystem) { self.system = system }

  /// The ground that a coating makes of a backdrop in a context; empty when the backdrop has no
  /// color, which reading a set refuses.
  package mutating func ground(
    _ coating: Coating, over backdrop: Backdrop, _ context: Context
  ) -> Ground {
    let key = Key(coating: coating, behind: behind(backdrop, context))
    if let known = grounds[key] { return known }
    let colors: [Color] =
      switch key.behind {
      case .color(let color): [color]
      case .wallpaper(let place): samples[place]
      case .nothing: []
      }
    let ground = Ground(coating.grounds(over: colors))
    grounds[key] = ground
    return ground
  }

  private mutating func behind(_ backdrop: Backdrop, _ context: Context) -> Behind {
    switch backdrop.source {
    case .color(let path):
      return system.color(path, in: context).map { .color($0.over(.white)) } ?? .nothing
    case .wallpaper(let name):
      guard let wallpaper = system.wallpapers.first(where: { $0.name == name }) else {
        return .nothing
      }
      let colors = WallpaperColors(wallpaper, in: system, context)
      if let known = places[colors] { return .wallpaper(known) }
      places[colors] = samples.count
      samples.append(colors.samples())
      return .wallpaper(samples.count - 1)
    }
  }
}
