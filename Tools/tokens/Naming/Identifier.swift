/// A token's name as the identifiers of a programming language: its words, cased anew.
///
/// Only letters and digits of Unicode's basic plane are kept, which both Swift and Kotlin take in
/// an identifier; everything else separates words. A change from a small to a capital letter does
/// too.
package enum Identifier {
  /// The words of a name, small letters throughout; empty when it holds no letter and no digit.
  package static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let scalars = Array(name.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard isKept(scalar) else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let following = index + 1 < scalars.count ? scalars[index + 1] : nil
      let previous = index > 0 ? scalars[index - 1] : nil
      if isCapital(scalar), !word.isEmpty, startsWord(after: previous, before: following) {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(scalar)
    }
    if !word.isEmpty { words.append(word) }
    return words.map { $0.lowercased() }
  }

  /// `iconButton`; a digit in front gets an underscore.
  package static func lowerCamel(_ words: [String]) -> String {
    guard let first = words.first else { return "" }
    return guarded(first + words.dropFirst().map(capitalized).joined())
  }

  /// `IconButton`; a digit in front gets an underscore.
  package static func upperCamel(_ words: [String]) -> String {
    guarded(words.map(capitalized).joined())
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar)
    }
    guard scalar.value < 0x1_0000 else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    case .decimalNumber: true
    default: false
    }
  }

  /// Whether a capital begins a word: after a small letter or a digit, or as the last of several
  /// before a small letter, as the B of `URLBar`.
  private static func startsWord(after previous: Unicode.Scalar?, before following: Unicode.Scalar?)
    -> Bool
  {
    guard let previous, isCapital(previous) else { return true }
    return following?.properties.isLowercase ?? false
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func guarded(_ name: String) -> String {
    let digit = name.unicodeScalars.first?.properties.generalCategory == .decimalNumber
    return digit ? "_" + name : name
  }
}
