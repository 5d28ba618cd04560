/// What a surface is made of, from the back to the front.
package struct Material: Sendable {
  /// Unique in the table, `liquidGlass` for instance.
  package var name: String
  package var layers: [Layer]

  package init(name: String, layers: [Layer]) {
    self.name = name
    self.layers = layers
  }

  /// Materials the system draws. What they do to a backdrop is stated by the tint beside them.
  package enum System: String, CaseIterable, Sendable {
    case glassEffect, ultraThinMaterial, regularMaterial
  }

  /// Colors are tokens, so that a surface can name them; values are in `DesignSystem.token`.
  package enum Layer: Hashable, Sendable {
    /// The system's own material; `tint` is the least it is known to lay over the backdrop.
    case system(System, tint: TokenPath)
    /// Blur of what lies behind; the radius in CSS's sense, a dimension token.
    case blur(radius: TokenPath)
    /// A color over everything below.
    case fill(TokenPath)
    /// A line around the shape; a border token.
    case border(TokenPath)
    /// A light edge inside the top of the shape; a border token.
    case highlight(TokenPath)
    /// Noise, black and white, with an opacity; a number token, 0 … 1.
    case grain(opacity: TokenPath)
    /// A shadow token.
    case shadow(TokenPath)
  }
}

/// Which material a surface gets where: the first row that fits.
package struct MaterialTable: Sendable {
  /// Surface roles, `chrome`, `sheet` …
  package var roles: [String]
  package var materials: [Material]
  package var rows: [Row]

  package init(roles: [String], materials: [Material], rows: [Row]) {
    self.roles = roles
    self.materials = materials
    self.rows = rows
  }

  /// A condition; what is `nil` fits everything.
  package struct Row: Hashable, Sendable {
    package var role: String?
    package var platform: Context.Platform?
    /// Major versions on iOS, API levels on Android, from this one.
    package var minimumVersion: Int?
    package var isLowRAM: Bool?
    package var transparency: Context.Transparency?
    package var contrast: Context.Contrast?
    /// The material's name.
    package var material: String

    package init(
      role: String? = nil, platform: Context.Platform? = nil, minimumVersion: Int? = nil,
      isLowRAM: Bool? = nil, transparency: Context.Transparency? = nil,
      contrast: Context.Contrast? = nil, material: String
    ) {
      self.role = role
      self.platform = platform
      self.minimumVersion = minimumVersion
      self.isLowRAM = isLowRAM
      self.transparency = transparency
      self.contrast = contrast
      self.material = material
    }
  }

  /// What a surface asks.
  package struct Question: Hashable, Sendable {
    package var role: String
    package var platform: Context.Platform
    /// Major version on iOS, API level on Android, 0 on the web.
    package var version: Int
    package var isLowRAM: Bool
    package var transparency: Context.Transparency
    package var contrast: Context.Contrast

    package init(
      role: String, platform: Context.Platform, version: Int, isLowRAM: Bool,
      transparency: Context.Transparency, contrast: Context.Contrast
    ) {
      self.role = role
      self.platform = platform
      self.version = version
      self.isLowRAM = isLowRAM
      self.transparency = transparency
      self.contrast = contrast
    }
  }

  /// The material for a surface; `nil` when no row fits, which reading a set refuses.
  package func material(for question: Question) -> Material? {
    guard let row = rows.first(where: { $0.fits(question) }) else { return nil }
    return materials.first { $0.name == row.material }
  }
}

extension MaterialTable.Row {
  /// Whether every condition that is set holds.
  package func fits(_ question: MaterialTable.Question) -> Bool {
    (role ?? question.role) == question.role
      && (platform ?? question.platform) == question.platform
      && (minimumVersion ?? question.version) <= question.version
      && (isLowRAM ?? question.isLowRAM) == question.isLowRAM
      && (transparency ?? question.transparency) == question.transparency
      && (contrast ?? question.contrast) == question.contrast
  }
}
