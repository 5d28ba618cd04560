/// The SwiftUI form of a token set: an asset catalog and Swift source for iOS 17 and later.
///
/// Everything lies in an enum of the set's name, in enums of the groups: `Aero.Ink.primary`. What
/// depends on settings other than those an asset catalog knows is a function of the settings.
package enum SwiftUIOutput {
  /// All files, below `swiftui/`.
  ///
  /// Throws when a name cannot be one in Swift or two become the same, when a haptic names no
  /// `SensoryFeedback`, or when the material table leaves a surface without a row.
  package static func files(for system: DesignSystem) throws(TokenProblem) -> [OutputFile] {
    let set = try SwiftSet(system)
    var files = SwiftColorAssets(set).files
    files.append(set.namespaceFile)
    files += [
      set.file("Colors", SwiftTemplate.colors) { set.colorExtensions(into: &$0) },
      set.file("Type", SwiftTemplate.type, types: [.fontFamily, .fontWeight, .typography]),
      set.file(
        "Layout", SwiftTemplate.layout,
        types: [.dimension, .number, .strokeStyle, .border, .shadow]),
      set.file("Motion", SwiftTemplate.motion, types: [.duration, .cubicBezier, .transition]) {
        set.springs(into: &$0)
      },
    ]
    let haptics = try set.hapticExpressions()
    if !haptics.isEmpty {
      files.append(set.file("Haptics", "") { set.haptics(haptics, into: &$0) })
    }
    if !system.wallpapers.isEmpty || system.tokens.contains(where: { $0.type == .gradient }) {
      files.append(
        set.file("Wallpaper", SwiftTemplate.wallpaper, types: [.gradient]) {
          set.wallpapers(into: &$0)
        })
    }
    if !system.materials.roles.isEmpty {
      let materials = try SwiftMaterials(set)
      files.append(set.file("Materials", "") { materials.write(into: &$0) })
      files.append(set.file("Surface", SwiftTemplate.surface + SwiftTemplate.layerViews))
    }
    return files
  }
}
