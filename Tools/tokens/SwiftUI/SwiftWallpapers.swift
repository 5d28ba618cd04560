extension SwiftSet {
  /// Wallpapers of the set: `Aero.Wallpapers.vivid`.
  func wallpapers(into code: inout CodeText) {
    extensions(of: system.wallpapers.map(wallpaperMember), into: &code)
  }

  private func wallpaperMember(_ wallpaper: Wallpaper) -> Member {
    let value = Decision(from: Context(platform: .ios), by: system.layers(of: wallpaper)) {
      expression(wallpaper, $0)
    }
    return Member(
      name: names[TokenPath(["wallpapers", wallpaper.name])],
      documentation: [], type: prefix + "Wallpaper", value: value)
  }

  /// Whether a wallpaper is the same under all settings.
  func isConstant(_ wallpaper: Wallpaper) -> Bool {
    wallpaperMember(wallpaper).value.constant != nil
  }

  private func expression(_ wallpaper: Wallpaper, _ context: Context) -> String {
    let radials = wallpaper.radials.map { radial in
      CodeExpression.call(
        "",
        [
          "center: UnitPoint(x: \(Rounding.text(radial.centerX)), "
            + "y: \(Rounding.text(radial.centerY)))",
          "radius: \(Rounding.text(radial.radius))", "gradient: \(gradient(radial.stops, context))",
        ], open: ".init(", room: 80, indentation: 2)
    }
    let list = CodeExpression.call("", radials, open: "[", close: "]", room: 80, indentation: 2)
    let linear = CodeExpression.call(
      "",
      [
        "angle: \(Rounding.text(wallpaper.linear.angle))",
        "gradient: \(gradient(wallpaper.linear.stops, context))",
      ], open: ".init(", room: 80, indentation: 2)
    return CodeExpression.call(
      prefix + "Wallpaper", ["radials: \(list)", "linear: \(linear)"], room: 80, indentation: 2)
  }

  /// A gradient token; in a context of its own when it depends on settings.
  private func gradient(_ path: TokenPath, _ context: Context) -> String {
    guard let token = system.token(path) else { return "Gradient(stops: [])" }
    if isConstant(token) { return prefix + "." + names[path].use }
    return SwiftValues(set: self, token: token).expression(token.value[context])
  }
}

extension DesignSystem {
  /// What decides how a wallpaper looks: the values of its gradients, by context.
  func layers(of wallpaper: Wallpaper) -> (Context) -> [TokenValue?] {
    let tokens = (wallpaper.radials.map(\.stops) + [wallpaper.linear.stops]).map(token)
    return { context in tokens.map { $0?.value[context] } }
  }
}
