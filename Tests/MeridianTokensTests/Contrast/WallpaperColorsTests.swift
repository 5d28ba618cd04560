import MeridianTokens
import Testing

@Suite("The colors of a wallpaper")
struct WallpaperColorsTests {
  private static let blackToWhite = [
    GradientStop(color: .black, position: 0), GradientStop(color: .white, position: 1),
  ]

  /// A linear gradient from black to white at an angle, under a red glow in the upper left.
  private static func colors(angle: Double, glow: Double = 0) -> WallpaperColors {
    var system = Samples.system
    system = system.replacing("wash.linear") { _ in .gradient(blackToWhite) }
    system = system.replacing("wash.glow") { _ in
      .gradient([
        GradientStop(color: Color(red: 1, green: 0, blue: 0, alpha: glow), position: 0),
        GradientStop(color: Color(red: 0, green: 1, blue: 0, alpha: 0), position: 1),
      ])
    }
    let wallpaper = Wallpaper(
      name: "w",
      radials: [.init(centerX: 0.25, centerY: 0.25, radius: 0.5, stops: TokenPath("wash.glow"))],
      linear: .init(angle: angle, stops: TokenPath("wash.linear")))
    return WallpaperColors(wallpaper, in: system, Context())
  }

  @Test func `the linear gradient runs as in CSS`() {
    let square = (width: 1.0, height: 1.0)
    let up = Self.colors(angle: 0)
    #expect(abs(up.color(x: 0.5, y: 1, in: square).red) < 1e-9)
    #expect(abs(up.color(x: 0.5, y: 0, in: square).red - 1) < 1e-9)
    let right = Self.colors(angle: 90)
    #expect(abs(right.color(x: 0.25, y: 0.9, in: (300, 100)).red - 0.25) < 1e-9)
    let corner = Self.colors(angle: 135)
    #expect(abs(corner.color(x: 0, y: 0, in: square).red) < 1e-9)
    #expect(abs(corner.color(x: 1, y: 1, in: square).red - 1) < 1e-9)
  }

  @Test func `a glow is whole at its center and gone at its radius`() {
    let colors = Self.colors(angle: 90, glow: 1)
    let square = (width: 1.0, height: 1.0)
    #expect(colors.color(x: 0.25, y: 0.25, in: square) == Color(red: 1, green: 0, blue: 0))
    let edge = colors.color(x: 0.75, y: 0.25, in: square)
    #expect(abs(edge.red - 0.75) < 1e-9 && abs(edge.green - 0.75) < 1e-9)
  }

  @Test func `a stop without opacity lends no hue`() {
    let stops = [
      GradientStop(color: Color(red: 1, green: 0, blue: 0), position: 0),
      GradientStop(color: Color(red: 0, green: 1, blue: 0, alpha: 0), position: 1),
    ]
    let middle = WallpaperColors.color(of: stops, at: 0.5)
    #expect(middle == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
  }

  @Test func `the samples hold the ends of every layer`() {
    let samples = Self.colors(angle: 90, glow: 1).samples()
    #expect(samples.contains(.black) && samples.contains(.white))
    #expect(samples.contains(Color(red: 1, green: 0, blue: 0)))
    #expect(Set(samples.map(\.levels)).count == samples.count)
  }

  @Test func `a gradient without stops or with all at one place is no trap`() {
    #expect(WallpaperColors.color(of: [], at: 0.5).alpha == 0)
    let stops = [
      GradientStop(color: .black, position: 0.5), GradientStop(color: .white, position: 0.5),
    ]
    #expect(WallpaperColors.color(of: stops, at: 0.4) == .black)
    #expect(WallpaperColors.color(of: stops, at: 0.5) == .black)
    #expect(WallpaperColors.color(of: stops, at: 0.6) == .white)
    #expect(WallpaperColors.color(of: stops, at: .nan).alpha == 1)
  }
}
