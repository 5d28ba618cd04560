/// Writes a drawing (SVG 1.1) that is always well-formed XML: text is escaped, numbers are finite.
///
/// Elements appear in the order they are written; the caller opens and closes groups.
/// ```swift
/// var svg = SVGWriter(width: 100, height: 50, title: "A line", style: "")
/// svg.line(0, 0, 100, 50, class: "axis")
/// svg.text("end", 100, 50, class: "note", anchor: .end)
/// print(svg.finished)
/// ```
package struct SVGWriter {
  /// On which side of its place a text stands.
  package enum Anchor: String {
    case start, middle, end
  }

  private var body = ""
  private let head: String
  private var depth = 0

  /// Opens a drawing of a size in pixels; the title is what a screen reader says.
  package init(
    width: Double, height: Double, title: String, description: String = "", style: String
  ) {
    let size = (Self.number(width), Self.number(height))
    head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.0)\" height=\"\(size.1)\" "
      + "viewBox=\"0 0 \(size.0) \(size.1)\" role=\"img\">\n"
      + "<title>\(Self.escaped(title))</title>\n"
      + (description.isEmpty ? "" : "<desc>\(Self.escaped(description))</desc>\n")
      + "<style>\n\(style)</style>\n"
  }

  /// The whole drawing.
  package var finished: String {
    precondition(depth == 0, "A drawing ends when every group in it is closed.")
    return head + body + "</svg>\n"
  }

  /// Opens a group.
  package mutating func begin(_ attributes: String = "", transform: String? = nil) {
    body += "<g\(attributes.isEmpty ? "" : " " + attributes)"
    if let transform { body += " transform=\"\(transform)\"" }
    body += ">\n"
    depth += 1
  }

  /// Closes the group opened last.
  package mutating func end() {
    precondition(depth > 0, "Nothing is open.")
    body += "</g>\n"
    depth -= 1
  }

  /// Cuts what is drawn in groups with `clip-path="url(#name)"` to a rectangle.
  package mutating func clip(
    _ name: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) {
    body += "<clipPath id=\"\(name)\">"
    rectangle(x, y, width, height, class: nil)
    body += "</clipPath>\n"
  }

  /// A rectangle, with rounded corners if asked for.
  package mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, class name: String?,
    radius: Double = 0
  ) {
    body += "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    body += " width=\"\(Self.number(max(width, 0)))\" height=\"\(Self.number(max(height, 0)))\""
    if radius > 0 { body += " rx=\"\(Self.number(radius))\"" }
    close(name)
  }

  /// A circle.
  package mutating func circle(_ x: Double, _ y: Double, _ radius: Double, class name: String) {
    body += "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\""
    body += " r=\"\(Self.number(max(radius, 0)))\""
    close(name)
  }

  /// A straight line.
  package mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String
  ) {
    body += "<line x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\""
    body += " x2=\"\(Self.number(x2))\" y2=\"\(Self.number(y2))\""
    close(name)
  }

  /// A path in the words of SVG; `width` overrides the class's stroke.
  package mutating func path(_ data: String, class name: String, width: Double? = nil) {
    body += "<path d=\"\(data)\""
    // A style, since a class's rule comes before an attribute.
    if let width { body += " style=\"stroke-width:\(Self.number(width))\"" }
    close(name)
  }

  /// A text on its baseline.
  package mutating func text(
    _ text: String, _ x: Double, _ y: Double, class name: String, anchor: Anchor = .start
  ) {
    body += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" class=\"\(name)\""
    if anchor != .start { body += " text-anchor=\"\(anchor.rawValue)\"" }
    body += ">\(Self.escaped(text))</text>\n"
  }

  private mutating func close(_ name: String?) {
    if let name { body += " class=\"\(name)\"" }
    body += "/>\n"
  }

  /// A number with at most two decimals; 0 for what is none, for a drawing must stay readable.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    var bytes: [UInt8] = []
    NumberText.appendFixed(value, decimals: 2, trims: true, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text as XML has it; characters that XML forbids, or that turn text around, are replaced.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in ValueProblem.visible(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// About how wide a text is in a common sans-serif face of a size: a little more than less.
  package static func width(of text: String, size: Double) -> Double {
    Double(TextTable.columns(text)) * size * 0.62
  }

  /// A text cut to about a width.
  package static func cut(_ text: String, to width: Double, size: Double) -> String {
    guard Self.width(of: text, size: size) > width else { return text }
    var kept = text
    while !kept.isEmpty, Self.width(of: kept, size: size) > width - size * 0.62 {
      kept.removeLast()
    }
    return kept + "…"
  }
}
