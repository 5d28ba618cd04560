/// Color tokens as a data class with an instance for each mode, and Material's color scheme.
struct KotlinColors {
  let set: KotlinSet
  /// The data classes: a group's names, empty for the outermost; groups before those within them.
  private var classes: [Group] = []
  private var places: [[String]: Int] = [:]

  private struct Group {
    var names: [String]
    var tokens: [DesignToken] = []
    /// The arguments of an instance that the tokens are: `root = Color(0xFF000000)`.
    var arguments: [Varying<String>] = []
    /// Places of the groups within, in `classes`.
    var groups: [Int] = []

    /// The name of the property that holds it.
    var property: String { Dialect.kotlin.escaped(NativeName.property(of: names.last ?? "")) }
  }

  /// A JVM method takes 255 words, a color two, and a copy of all of them a few more.
  private static let most = 120

  init(_ set: KotlinSet) throws(TokenProblem) {
    self.set = set
    let outermost = place(of: [])
    for token in set.system.tokens where token.type == .color {
      let name = set.names[token.path]
      let place = name.groups.isEmpty ? outermost : place(of: name.groups)
      classes[place].tokens.append(token)
      let values = KotlinValues(set: set, token: token)
      let declaration = name.declaration
      classes[place].arguments.append(
        token.value.map { "\(declaration) = \(values.expression($0))" })
    }
    if let group = classes.first(where: { $0.tokens.count + $0.groups.count > KotlinColors.most }) {
      throw TokenProblem(
        "The group “\(group.names.joined(separator: "."))” has \(group.tokens.count) colors, and a "
          + "Kotlin data class holds \(KotlinColors.most); split the group.",
        at: group.tokens.first?.place)
    }
  }

  /// The place of a group's class, which is added after those around it if there is none yet.
  private mutating func place(of names: [String]) -> Int {
    if let known = places[names] { return known }
    let parent = names.isEmpty ? nil : place(of: names.dropLast())
    let place = classes.count
    if let parent { classes[parent].groups.append(place) }
    classes.append(Group(names: names))
    places[names] = place
    return place
  }

  // MARK: Classes

  /// The classes, their instances, and the choice between them.
  func write(into code: inout CodeText) {
    code.line()
    set.documentation("The colors of \(set.system.name)'s tokens in one mode.", into: &code)
    write(classes[0], into: &code)
    var modes = Modes()
    let instances = instances(of: classes[0])
    let choice = Decision(from: Context(platform: .android)) { context in
      modes.name(of: context, instances[context])
    }
    for mode in modes.all {
      code.line()
      code.line("val \(set.prefix)\(mode.name)Colors = \(mode.text)")
    }
    code.line()
    set.documentation("The colors of a mode.", into: &code)
    code.block("fun \(set.label)Colors(settings: \(set.prefix)Settings): \(set.prefix)Colors {") {
      choose(choice, into: &$0)
    }
    code.line()
    code.line("/** The colors of the theme around. */")
    code.line(
      "val Local\(set.prefix)Colors = staticCompositionLocalOf { \(set.prefix)LightColors }")
  }

  private func className(_ names: [String]) -> String {
    names.isEmpty ? set.prefix + "Colors" : (names.last ?? "") + "Colors"
  }

  private func write(_ group: Group, into code: inout CodeText) {
    let inner = group.groups.map { classes[$0] }
    code.line("@Immutable")
    // Kotlin wants a property in every data class.
    let isEmpty = group.tokens.isEmpty && group.groups.isEmpty
    code.line("\(isEmpty ? "" : "data ")class \(className(group.names))(")
    let last = group.tokens.count + group.groups.count - 1
    properties(of: group, last: last, into: &code)
    guard !inner.isEmpty else {
      code.line(")")
      return
    }
    code.block(") {") { code in
      for (index, group) in inner.enumerated() {
        if index > 0 { code.line() }
        write(group, into: &code)
      }
    }
  }

  private func properties(of group: Group, last: Int, into code: inout CodeText) {
    var inner = CodeText(indentation: 4)
    for (index, token) in group.tokens.enumerated() {
      set.documentation(token.description ?? "", into: &inner)
      if let reason = token.deprecation { inner.line(set.deprecated(reason)) }
      inner.line(
        "val \(set.names[token.path].declaration): Color\(index == last ? "" : ",")")
    }
    for (index, place) in group.groups.enumerated() {
      let comma = group.tokens.count + index == last ? "" : ","
      inner.line("val \(classes[place].property): \(className(classes[place].names))\(comma)")
    }
    inner.text.eachLine { if !$0.isEmpty { code.line("    " + $0) } }
  }

  // MARK: Instances

  /// The instances there are, each once.
  private struct Modes {
    var all: [(name: String, text: String)] = []

    /// Modes of equal colors have one instance; only light and dark have their own in any case.
    mutating func name(of context: Context, _ text: String) -> String {
      let name = Modes.name(context)
      let isPlain = context == Context(theme: context.theme, platform: .android)
      if let known = all.first(where: { $0.text == text }), !isPlain { return known.name }
      all.append((name, text))
      return name
    }

    private static func name(_ context: Context) -> String {
      (context.theme == .dark ? "Dark" : "Light")
        + (context.contrast == .increased ? "HighContrast" : "")
        + (context.transparency == .reduced ? "ReducedTransparency" : "")
        + (context.motion == .reduced ? "ReducedMotion" : "")
    }
  }

  private func instances(of group: Group) -> Varying<String> {
    let inner = group.groups.map { place in
      instances(of: classes[place]).map { "\(classes[place].property) = \($0)" }
    }
    let nesting = group.names.indices.map { className(Array(group.names[...$0])) }
    let type = ([className([])] + nesting).joined(separator: ".")
    return Varying(of: group.arguments + inner) { arguments in
      CodeExpression.call(type, arguments, room: 60, indentation: 4)
    }
  }

  private func choose(_ decision: Decision<String>, into code: inout CodeText) {
    switch decision {
    case .value(let name): code.line("return \(set.prefix)\(name)Colors")
    case .question(let axis, .value(let on), .value(let off)):
      code.line("return if (settings.\(axis.property)) \(set.prefix)\(on)Colors")
      code.line("else \(set.prefix)\(off)Colors")
    case .question(let axis, let on, let off):
      code.block("if (settings.\(axis.property)) {", closing: "} else {") { choose(on, into: &$0) }
      code.rest { choose(off, into: &$0) }
    }
  }
}
