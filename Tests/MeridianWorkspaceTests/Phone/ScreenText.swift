import MeridianWorkspace

/// The phone's screen as lines of text, in sections.
///
/// `[…]` can be touched; a symbol's name stands before its text. Figure spaces are `_`, narrow
/// ones `'`.
struct ScreenText: Equatable {
  /// Sections by name, each with its lines.
  let sections: [(name: String, lines: [String])]

  static func == (a: ScreenText, b: ScreenText) -> Bool { a.lines == b.lines }

  init(_ screen: PhoneScreen) {
    let top = [screen.back, screen.title, screen.state, screen.save].compactMap { $0 }
    var sheet: [String] = []
    if let open = screen.sheet {
      sheet.append("\(open.title), \(open.detent.rawValue)")
      sheet += open.items.map { "  " + Self.text($0) }
      sheet += open.entries.map { "  " + Self.text($0) }
      sheet.append("  " + open.controls.map(Self.text).joined(separator: " "))
    }
    let map =
      [Self.text(screen.coordinates), screen.scaleBar.map { $0.readout.text } ?? "no scale"]
      + screen.navigation.map(Self.text)
    sections = [
      ("top", [top.map(Self.text).joined(separator: " · ")]),
      ("map", [map.joined(separator: " · ")]),
      ("actions", [screen.actions.map(Self.text).joined(separator: " ")]),
      ("sheet", sheet.isEmpty ? ["none"] : sheet),
      ("toast", [screen.toast.map(Self.text) ?? "none"]),
      ("motion", [screen.motion.map { "\($0.rawValue) \($0.duration)" } ?? "none"]),
    ].map { ($0.0, $0.1.map(Self.plain)) }
  }

  /// All sections.
  var lines: [String] { sections.flatMap { Self.lines(of: $0) } }

  /// The sections that are not as they were.
  func changes(since before: ScreenText) -> [String] {
    zip(before.sections, sections).filter { $0.lines != $1.lines }.flatMap { Self.lines(of: $1) }
  }

  private static func lines(of section: (name: String, lines: [String])) -> [String] {
    section.lines.enumerated().map { number, line in
      let name = number == 0 ? section.name + ":" : ""
      return name + String(repeating: " ", count: 9 - name.count) + line
    }
  }

  private static func text(_ item: PhoneScreen.Item) -> String {
    let parts = [item.symbol.map { "(\($0))" }, item.text].compactMap { $0 }
    let text = parts.joined(separator: " ")
    return item.action == nil ? text : "[\(text)]"
  }

  private static func text(_ entry: PhoneScreen.Entry) -> String {
    let notes = [
      entry.isTyped ? "typed" : nil, entry.constraint, entry.problem.map { "! \($0)" },
    ].compactMap { $0 }
    let value = entry.value.map { "“\($0)”" } ?? "NULL"
    return "\(entry.label): \(value)" + (notes.isEmpty ? "" : " — " + notes.joined(separator: ", "))
  }

  private static func plain(_ text: String) -> String {
    String(text.map { $0 == "\u{2007}" ? "_" : $0 == "\u{202F}" ? "'" : $0 })
  }
}
