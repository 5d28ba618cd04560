/// A color in sRGB with straight alpha, ready for a screen: what every surface draws.
///
/// The source's color space (Design Tokens Color Module 2025.10, §4.2) has been converted; what lay
/// outside the sRGB gamut has been mapped into it, with a warning.
package struct Color: Hashable, Sendable {
  /// Gamma-encoded components, 0 … 1.
  package var red: Double
  package var green: Double
  package var blue: Double
  /// Opacity, 0 … 1.
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let white = Color(red: 1, green: 1, blue: 1)
  package static let black = Color(red: 0, green: 0, blue: 0)
}
