/// Writes comma-separated values (RFC 4180, lines ended by a line feed).
package struct CSVWriter: Sendable {
  /// What has been written.
  package private(set) var text = ""

  /// An empty buffer.
  package init() {}

  /// Adds a record.
  package mutating func append(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text += "," }
      text += Self.quoted(field, isAlone: fields.count == 1)
    }
    text += "\n"
  }

  /// Forgets what has been handed on.
  package mutating func removeAll() { text.removeAll(keepingCapacity: true) }

  /// A field, in quotes where it would be read as something else; an empty one alone in its
  /// record too, for that would be an empty line.
  private static func quoted(_ field: String, isAlone: Bool) -> String {
    let needsQuotes = field.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    let isPadded = field.utf8.first == 0x20 || field.utf8.last == 0x20
    guard needsQuotes || isPadded || isAlone && field.isEmpty else { return field }
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
