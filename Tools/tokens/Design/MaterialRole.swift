/// The roles of a color scheme of Material 3: the parameters of Compose's `ColorScheme`, in the
/// order of its declaration. Colors of the tokens play them where an app uses Material's own parts.
package enum MaterialRole: String, CaseIterable, Sendable {
  case primary, onPrimary, primaryContainer, onPrimaryContainer, inversePrimary
  case secondary, onSecondary, secondaryContainer, onSecondaryContainer
  case tertiary, onTertiary, tertiaryContainer, onTertiaryContainer
  case background, onBackground
  case surface, onSurface, surfaceVariant, onSurfaceVariant, surfaceTint
  case inverseSurface, inverseOnSurface
  case error, onError, errorContainer, onErrorContainer
  case outline, outlineVariant, scrim
  case surfaceBright, surfaceDim, surfaceContainer, surfaceContainerHigh, surfaceContainerHighest
  case surfaceContainerLow, surfaceContainerLowest
}
