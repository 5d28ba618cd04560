/// What a shell may offer where a value stands.
package enum Offer: Hashable, Sendable {
  /// Nothing: a number, a place, a text.
  case nothing
  /// A few words.
  case words([String])
  /// Files and folders.
  case files
  /// Files and folders behind an `@`.
  case filesBehindAt
  /// The names of commands.
  case commands
}

/// What a value on the command line is: how it is written, and how it is read.
package struct ValueKind<Value: Sendable>: Sendable {
  /// How help names it, such as `LON,LAT`.
  package var placeholder: String
  /// What an error says is needed, such as `a place as LON,LAT`.
  package var needs: String
  /// The words it may be, if they are few; for completions.
  package var choices: [String]
  /// What a shell offers when there are no such words.
  package var offer: Offer
  /// Reads a text.
  package var read: @Sendable (String) throws(ValueProblem) -> Value

  /// Makes a kind of its parts.
  package init(
    placeholder: String, needs: String, choices: [String] = [], offer: Offer = .nothing,
    read: @escaping @Sendable (String) throws(ValueProblem) -> Value
  ) {
    self.placeholder = placeholder
    self.needs = needs
    self.choices = choices
    self.offer = offer
    self.read = read
  }

  /// What a shell offers for it: its words, what the kind says, or files where `@PATH` is read.
  func offer(readsFiles: Bool) -> Offer {
    if !choices.isEmpty { return .words(choices) }
    return offer == .nothing && readsFiles ? .filesBehindAt : offer
  }
}

/// What parsing, help, completions and man pages need to know of an option.
package protocol AnyOption: Sendable {
  /// The long name without hyphens.
  var name: String { get }
  /// The letter after one hyphen, if it has one.
  var letter: Character? { get }
  /// What help says of it.
  var help: String { get }
  /// How help names its value; `nil` for a switch.
  var placeholder: String? { get }
  /// What a missing value should have been.
  var needs: String { get }
  /// The words its value may be, if they are few.
  var choices: [String] { get }
  /// What a shell may offer for its value.
  var offer: Offer { get }
  /// Whether it may stand several times.
  var repeats: Bool { get }
  /// Whether `@file` and `-` stand for a long value.
  var readsFiles: Bool { get }
  /// Reads its value.
  func value(of text: String) throws(ValueProblem) -> any Sendable
}

/// An option that takes a value, which is always the next word.
package struct Option<Value: Sendable>: AnyOption {
  package let name: String
  package let letter: Character?
  package let help: String
  package let repeats: Bool
  package let readsFiles: Bool
  private let kind: ValueKind<Value>

  /// Declares an option.
  package init(
    _ name: String, letter: Character? = nil, _ kind: ValueKind<Value>, repeats: Bool = false,
    readsFiles: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.kind = kind
    self.repeats = repeats
    self.readsFiles = readsFiles
    self.help = help
  }

  package var placeholder: String? { kind.placeholder }
  package var needs: String { kind.needs }
  package var choices: [String] { kind.choices }
  package var offer: Offer { kind.offer(readsFiles: readsFiles) }
  package func value(of text: String) throws(ValueProblem) -> any Sendable { try kind.read(text) }
}

/// An option without a value.
package struct Switch: AnyOption {
  package let name: String
  package let letter: Character?
  package let help: String

  /// Declares a switch.
  package init(_ name: String, letter: Character? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.help = help
  }

  package var placeholder: String? { nil }
  package var needs: String { "" }
  package var choices: [String] { [] }
  package var offer: Offer { .nothing }
  package var repeats: Bool { true }
  package var readsFiles: Bool { false }
  package func value(of text: String) throws(ValueProblem) -> any Sendable { true }
}

/// How many words an operand takes.
package enum Arity: Hashable, Sendable {
  /// Exactly one.
  case one
  /// One or none.
  case optional
  /// At least so many; only the last operand may take several.
  case atLeast(Int)
}

/// What parsing and help need to know of a word that is no option.
package protocol AnyOperand: Sendable {
  /// How help and errors name it, such as `STORE`.
  var name: String { get }
  /// How many words it takes.
  var arity: Arity { get }
  /// What help says of it.
  var help: String { get }
  /// What a missing word should have been, such as `a store`.
  var needs: String { get }
  /// What a shell may offer for it.
  var offer: Offer { get }
  /// Whether `@file` and `-` stand for a long value.
  var readsFiles: Bool { get }
  /// Reads a word.
  func value(of text: String) throws(ValueProblem) -> any Sendable
}

/// A word of the command line that is no option, by its place.
package struct Operand<Value: Sendable>: AnyOperand {
  package let name: String
  package let arity: Arity
  package let help: String
  package let readsFiles: Bool
  private let kind: ValueKind<Value>

  /// Declares an operand.
  package init(
    _ name: String, _ kind: ValueKind<Value>, arity: Arity = .one, readsFiles: Bool = false,
    _ help: String
  ) {
    self.name = name
    self.kind = kind
    self.arity = arity
    self.readsFiles = readsFiles
    self.help = help
  }

  package var needs: String { kind.needs }
  package var offer: Offer { kind.offer(readsFiles: readsFiles) }
  package func value(of text: String) throws(ValueProblem) -> any Sendable { try kind.read(text) }
}

/// A command line worth showing, and what it is good for.
package struct Example: Hashable, Sendable {
  /// What is typed, without `meridian `.
  package var line: String
  /// What it does, in a few words.
  package var says: String

  /// Makes an example.
  package init(_ line: String, _ says: String) {
    self.line = line
    self.says = says
  }
}
