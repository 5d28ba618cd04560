extension SwiftSet {
  /// The file of the namespaces, the settings and the bundle.
  var namespaceFile: OutputFile {
    file("", SwiftTemplate.settings) { code in
      code.line()
      code.comment("The design tokens of \(system.name).", mark: "///")
      code.block("public enum \(prefix) {") { code in
        namespaces(namedGroups, into: &code)
      }
    }
  }

  /// The groups of everything that has a name, each once, in the order of the source.
  private var namedGroups: [[String]] {
    var seen: Set<[String]> = []
    let paths =
      system.tokens.map(\.path) + system.springs.map { TokenPath(["springs", $0.name]) }
      + system.haptics.map { TokenPath(["haptics", $0.name]) }
      + system.wallpapers.map { TokenPath(["wallpapers", $0.name]) }
    var groups: [[String]] = []
    for path in paths {
      let names = names[path].groups
      for depth in names.indices where seen.insert(Array(names[...depth])).inserted {
        groups.append(Array(names[...depth]))
      }
    }
    return groups
  }

  private func namespaces(_ groups: [[String]], into code: inout CodeText) {
    var order: [String] = []
    var inner: [String: [[String]]] = [:]
    for group in groups {
      guard let first = group.first else { continue }
      if inner[first] == nil {
        order.append(first)
        inner[first] = []
      }
      if group.count > 1 { inner[first]?.append(Array(group.dropFirst())) }
    }
    for name in order {
      let below = inner[name] ?? []
      let declaration = Dialect.swift.escaped(name)
      if below.isEmpty {
        code.line("public enum \(declaration) {}")
      } else {
        code.block("public enum \(declaration) {") { namespaces(below, into: &$0) }
      }
    }
  }
}
