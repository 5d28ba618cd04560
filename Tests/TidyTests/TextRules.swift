import Foundation

/// Rules about every text: what is not said in it, and that what it names is there.
enum TextRules {
  /// Deferred work; it belongs in an issue.
  static func deferredWork(in file: Repository.File) -> [Finding] {
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    return file.findings(#"\b(?:\#(words.joined(separator: "|")))\b"#, "deferred work")
  }

  /// Places on somebody's machine, and hosts that packages are fetched from.
  static func machines(in file: Repository.File) -> [Finding] {
    let folders = ["work", "root", "home", "tmp", "Users", "opt/swift"]
    let hosts = [
      #"pypi\.org"#, #"pythonhosted\.org"#, #"npmjs\.(?:org|com)"#, #"crates\.io"#,
      #"deb\.debian\.org"#, #"proxy\.golang\.org"#, #"rubygems\.org"#, #"maven\.org"#,
    ]
    return file.findings(
      #"(?<![\w.\-/~$}>*])/(?:\#(folders.joined(separator: "|")))(?:/[\w.]|\b(?![\w/-]))"#,
      "a place of one machine")
      + file.findings(#"\b(?:\#(hosts.joined(separator: "|")))\b"#, "a package registry")
  }

  /// Links of a page that lead nowhere, headings included.
  static func links(in file: Repository.File, of repository: Repository) -> [Finding] {
    let text = withoutFences(file.text)
    return file.matches(#"\]\(([^)\s]+)\)"#, in: text).compactMap { match in
      let link = match.groups[1]
      if link.contains("://") || link.hasPrefix("mailto:") { return nil }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].isEmpty ? file.path : joined(file.folder, String(parts[0]))
      let broken = Finding(path: file.path, line: match.line, text: "leads nowhere: \(link)")
      guard repository.has(path) else { return broken }
      guard parts.count == 2 else { return nil }
      let target = repository.files.first { $0.path == path }
      return target.map { headings(of: $0).contains(String(parts[1])) } == true ? nil : broken
    }
  }

  /// Files and folders of the repository that a page names and that are not there.
  static func namedFiles(in file: Repository.File, of repository: Repository) -> [Finding] {
    let pattern =
      #"(?<![\w./\-])((?:Sources|Tests|Tools|Data|\.ci)/[\w.+\-/]*[\w+\-/])(?![\w*…{<])"#
    return file.matches(pattern).compactMap { match in
      let path = match.groups[1]
      return repository.has(path)
        ? nil : Finding(path: file.path, line: match.line, text: "not there: \(path)")
    }
  }

  /// Pages that a text names and that are nowhere in the repository.
  static func namedPages(in file: Repository.File, of repository: Repository) -> [Finding] {
    let names = Set(repository.markdown.map(\.name))
    return file.matches(#"`(?:[\w\-]+/)*([\w\-]+\.md)`"#).compactMap { match in
      let name = match.groups[1]
      return names.contains(name)
        ? nil : Finding(path: file.path, line: match.line, text: "no such page: \(name)")
    }
  }

  /// Verbs of `make` that a page names and the Makefile does not have.
  static func makeVerbs(in file: Repository.File, of repository: Repository) -> [Finding] {
    guard let makefile = repository.files.first(where: { $0.path == "Makefile" }) else { return [] }
    let verbs = Set(
      makefile.matches(#"^([a-z][a-z\-]*(?: [a-z\-]+)*):(?!=)"#).flatMap {
        $0.groups[1].split(separator: " ").map(String.init)
      })
    return file.matches(#"(?:`|^[ ]*\$? ?)make ([a-z\-]+)"#).compactMap { match in
      verbs.contains(match.groups[1])
        ? nil
        : Finding(path: file.path, line: match.line, text: "no such verb: \(match.groups[1])")
    }
  }

  /// Pages that no other page leads to.
  static func lonelyPages(of repository: Repository) -> [Finding] {
    var reached: Set<String> = ["README.md"]
    for file in repository.markdown {
      for match in file.matches(#"\]\(([^)\s#]+)"#) where !match.groups[1].contains("://") {
        reached.insert(joined(file.folder, match.groups[1]))
      }
    }
    return repository.markdown
      .filter {
        !reached.contains($0.path) && !$0.path.contains(".docc/")
          && !$0.path.contains("/Golden/")
      }
      .map { Finding(path: $0.path, line: 0, text: "no page leads here") }
  }

  /// Files of data that nothing names: neither the file nor the folder it is read with.
  static func lonelyFixtures(of repository: Repository) -> [Finding] {
    let fixtures = repository.paths.sorted().filter { path in
      (path.hasPrefix("Data/") && path != "Data/README.md")
        || (path.hasPrefix("Tests/") && !path.hasSuffix(".swift"))
    }
    return fixtures.compactMap { path in
      let parts = path.split(separator: "/").map(String.init)
      let folders = parts.dropFirst(2).dropLast().flatMap { folder in
        ["\"", "/"].flatMap { before in ["\"", "/"].map { before + folder + $0 } }
      }
      let isNamed = repository.files.contains { file in
        file.path != path
          && (file.text.contains(parts[parts.count - 1])
            || (file.path.hasSuffix(".swift") && folders.contains { file.text.contains($0) }))
      }
      return isNamed ? nil : Finding(path: path, line: 0, text: "nothing names this file")
    }
  }

  /// The cases of the log that no test's name begins with.
  static func missingCases(_ cases: [String], in repository: Repository) -> [String] {
    var tested: Set<String> = []
    for file in repository.swift where file.path.hasPrefix("Tests/") {
      for match in file.matches(#"func `(A\d+)\b[^`]*`"#) { tested.insert(match.groups[1]) }
    }
    return cases.filter { !tested.contains($0) }
  }

  /// The lines between two markers, without the indentation they share; nil without markers.
  static func block(of text: String, from begin: String, to end: String) -> String? {
    guard let start = text.range(of: begin),
      let stop = text.range(of: end, range: start.upperBound..<text.endIndex)
    else { return nil }
    let lines = text[start.upperBound..<stop.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let margins = lines.filter { $0.contains { $0 != " " } }.map { $0.prefix { $0 == " " }.count }
    let margin = margins.min() ?? 0
    return lines.map { String($0.dropFirst(min(margin, $0.count))) }.joined(separator: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func joined(_ folder: String, _ path: String) -> String {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") {
      if part == ".." {
        _ = parts.popLast()
      } else if part != "." {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// The text with the lines of code blocks emptied.
  private static func withoutFences(_ text: String) -> String {
    var isInside = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("```") {
        isInside.toggle()
        return ""
      }
      return isInside ? "" : String(line)
    }.joined(separator: "\n")
  }

  /// The names that headings get in links.
  private static func headings(of file: Repository.File) -> Set<String> {
    Set(
      file.matches(#"^#+ +(.*)$"#).map { match in
        String(
          match.groups[1].lowercased().compactMap { character -> Character? in
            if character == " " { return "-" }
            let isKept =
              character.isLetter || character.isNumber || character == "-" || character == "_"
            return isKept ? character : nil
          })
      })
  }
}
