/// The Jetpack Compose form of a token set: Kotlin source, of the language as it was in 1.3.
///
/// Colors lie in a data class whose instances are the modes; all else in an object for each file,
/// in objects of the groups: `AeroLayout.Space.m`. What depends on settings is a function of them.
package enum ComposeOutput {
  /// All files, below `compose/`.
  ///
  /// Throws when a name cannot be one in Kotlin or two become the same, when a haptic names no
  /// constant of Android, when a group has more colors than a data class can hold, or when the
  /// material table leaves a surface without a row.
  package static func files(for system: DesignSystem) throws(TokenProblem) -> [OutputFile] {
    let set = try KotlinSet(system)
    let colors = try KotlinColors(set)
    var files = [
      set.file("Settings", imports: KotlinImports.settings, KotlinTemplate.settings),
      set.file("Colors", imports: KotlinImports.colors) { colors.write(into: &$0) },
      set.file("Theme", imports: KotlinImports.theme) { colors.theme(into: &$0) },
      set.file(
        "Typography", object: "Typography", imports: KotlinImports.type, KotlinTemplate.type,
        types: [.fontFamily, .fontWeight, .typography]),
      set.file(
        "Layout", object: "Layout", imports: KotlinImports.layout, KotlinTemplate.layout,
        types: [.dimension, .number, .strokeStyle, .border, .shadow]),
      set.file(
        "Motion", object: "Motion", imports: KotlinImports.motion, KotlinTemplate.motion,
        types: [.duration, .cubicBezier, .transition], more: set.springs),
    ]
    let haptics = try set.haptics()
    if !haptics.isEmpty {
      files.append(
        set.file(
          "Haptics", object: "Haptics", imports: KotlinImports.haptics, KotlinTemplate.haptics,
          more: haptics))
    }
    if !system.wallpapers.isEmpty || system.tokens.contains(where: { $0.type == .gradient }) {
      files.append(
        set.file(
          "Wallpaper", object: "Wallpaper", imports: KotlinImports.wallpaper,
          KotlinTemplate.wallpaper, types: [.gradient], more: set.wallpapers))
    }
    if !system.materials.roles.isEmpty {
      let materials = try KotlinMaterials(set)
      files.append(
        set.file("Materials", imports: KotlinImports.materials) { materials.write(into: &$0) })
      files.append(
        set.file(
          "Surface", imports: KotlinImports.surface,
          KotlinTemplate.surface + KotlinTemplate.layerDrawing))
    }
    return files
  }
}
