internal import MeridianStore

/// The nearest of some known names to what was typed.
package enum Suggestion {
  /// The known name that differs least, if it is close enough to be meant; ties go to the first.
  package static func nearest(to word: String, among names: [String]) -> String? {
    NameDistance.nearest(to: word, among: names)
  }
}
