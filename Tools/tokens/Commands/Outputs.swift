/// All that is generated from one set.
enum Outputs {
  /// Paths are relative to the set's folder.
  static func files(for system: DesignSystem) throws(TokenProblem) -> [OutputFile] {
    try SwiftUIOutput.files(for: system) + ComposeOutput.files(for: system)
      + CSSOutput.files(for: system) + ComponentTable.files(for: system)
  }

  /// The name of a set's folder: its own, in lower case, with letters, digits and hyphens only.
  static func folder(for system: DesignSystem) throws(TokenProblem) -> String {
    let name = system.name.lowercased().map { character -> Character in
      let fits = character.isASCII && (character.isLetter || character.isNumber)
      return fits ? character : "-"
    }
    guard name.contains(where: { $0 != "-" }) else {
      throw TokenProblem(
        "The set's name, \u{201C}\(system.name)\u{201D}, has no letter or digit of ASCII to name "
          + "a folder with; rename it in its resolver.")
    }
    return String(name)
  }

  /// Refuses files that would overwrite each other where case does not count, or lie outside.
  static func check(_ files: [OutputFile], of system: DesignSystem) throws(TokenProblem) {
    var seen: [String: String] = [:]
    for file in files {
      let parts = file.path.utf8.split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard !file.path.utf8.contains(0),
        parts.allSatisfy({ !["", ".", ".."].contains(Substring($0)) })
      else {
        throw TokenProblem(
          "A token of \(system.name) would be written to \(file.path), which is outside the "
            + "folder; rename it.")
      }
      if let other = seen.updateValue(file.path, forKey: file.path.lowercased()) {
        throw TokenProblem(
          "Two tokens of \(system.name) would be written to \(other) and \(file.path), one file "
            + "where case does not count; rename one.")
      }
    }
  }
}
