/// One command: its words, what it takes, and what it does.
///
/// ```swift
/// let status = Command(
///   words: ["status"], summary: "what has changed since the last save",
///   examples: [Example("status town.gpkg", "the edits that wait")],
///   operands: [CommonOperands.store], formats: [.ndjson, .table, .json]
/// ) { context throws(CommandError) in … }
/// ```
package struct Command: Sendable {
  /// The words that name it, such as `index info`.
  package var words: [String]
  /// What it does, in one line without a full stop.
  package var summary: String
  /// The first thing its help shows.
  package var examples: [Example]
  /// The usage lines without `meridian `; derived from the operands when empty.
  package var synopsis: [String]
  /// The words it takes, in order.
  package var operands: [any AnyOperand]
  /// The options it has beyond the common ones, in the order help shows them.
  package var options: [any AnyOption]
  /// The formats it writes, the one for pipes first; none means plain text only.
  package var formats: [OutputFormat]
  /// Paragraphs below the options.
  package var notes: [String]
  /// Does the work.
  package var run: @Sendable (CommandContext) throws(CommandError) -> ExitCode

  /// Makes a command of its parts.
  package init(
    words: [String], summary: String, examples: [Example], synopsis: [String] = [],
    operands: [any AnyOperand] = [], options: [any AnyOption] = [],
    formats: [OutputFormat] = [], notes: [String] = [],
    run: @escaping @Sendable (CommandContext) throws(CommandError) -> ExitCode
  ) {
    self.words = words
    self.summary = summary
    self.examples = examples
    self.synopsis = synopsis
    self.operands = operands
    self.options = options
    self.formats = formats
    self.notes = notes
    self.run = run
  }

  /// The words with blanks between.
  package var name: String { words.joined(separator: " ") }

  /// Its own options and the common ones that make sense for it.
  package var allOptions: [any AnyOption] {
    options + (formats.isEmpty ? [] : [CommonOptions.format as any AnyOption]) + CommonOptions.all
  }

  /// How it is written, without `meridian `.
  package var usageLines: [String] {
    if !synopsis.isEmpty { return synopsis }
    let words = operands.map { operand in
      switch operand.arity {
      case .one: operand.name
      case .optional: "[\(operand.name)]"
      case .atLeast(0): "[\(operand.name)]…"
      case .atLeast(let count):
        Array(repeating: operand.name, count: count).joined(separator: " ") + "…"
      }
    }
    return [([name] + words + (options.isEmpty ? [] : ["[OPTION]…"])).joined(separator: " ")]
  }
}

/// Options that every command has.
package enum CommonOptions {
  /// How results are written; only commands that offer formats have it.
  package static let format = Option(
    "format", ValueKind.oneOf(OutputFormat.self),
    "How results are written; default: table on a terminal, else the first of the command's list.")
  /// The same for a command that writes these.
  static func formatHelp(_ formats: [OutputFormat]) -> String {
    guard let first = formats.first else { return format.help }
    return "How results are written; default: "
      + (formats.contains(.table) && first != .table
        ? "table on a terminal, else \(first.rawValue)." : "\(first.rawValue).")
  }
  /// No messages but errors.
  package static let quiet = Switch(
    "quiet", letter: "q", "No progress and no notices on standard error, only errors.")
  /// Colors in tables.
  package static let color = Option(
    "color", ValueKind.oneOf(ColorChoice.self),
    "Colors in tables; default: auto, that is on a terminal unless NO_COLOR is set.")
  /// Errors for programs.
  package static let jsonErrors = Switch(
    "json-errors", "Adds {\"error\":{\"code\":…,\"message\":…}} to errors on standard error.")
  /// Help instead of work.
  package static let help = Switch("help", letter: "h", "Shows this page.")

  /// All but the format.
  package static let all: [any AnyOption] = [quiet, color, jsonErrors, help]
}

/// When tables are colored.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Operands that several commands have.
package enum CommonOperands {
  /// The file a command works on.
  package static let store = Operand(
    "STORE", .path, "A GeoPackage or SpatiaLite file.")
  /// A batch, marked by a hyphen.
  package static let batch = Operand(
    "-", .hyphen, arity: .optional, "A batch: one JSON record a line on standard input.")
}
