import Testing

@testable import MeridianTokens

/// A text in which ‸ stands in front of the place where something is wrong.
struct Marked {
  static let file = "sample.tokens.json"

  let text: String
  /// Counted here by itself: line and column from 1, in characters.
  let place: SourcePlace?

  init(_ marked: String, file: String = Marked.file) {
    var line = 1
    var column = 1
    var place: SourcePlace?
    var text = ""
    for character in marked {
      if character == "‸" {
        place = SourcePlace(file: file, line: line, column: column)
        continue
      }
      text.append(character)
      if character == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    self.text = text
    self.place = place
  }

  func read() throws(TokenProblem) -> Reading {
    try TokenReader.read(text: Array(text.utf8), path: Marked.file)
  }

  /// The problem of reading; `nil` when there is none.
  func problem() -> TokenProblem? {
    do throws(TokenProblem) {
      _ = try read()
      return nil
    } catch {
      return error
    }
  }
}

/// A sample that must be refused with this sentence at the place of its ‸.
struct InvalidSample: CustomTestStringConvertible {
  var name: String
  var json: String
  var sentence: String

  init(_ name: String, _ json: String, _ sentence: String) {
    self.name = name
    self.json = json
    self.sentence = sentence
  }

  var testDescription: String { name }
}

/// A sample and the values of its tokens.
struct ValidSample: CustomTestStringConvertible {
  var name: String
  var json: String
  var values: [String: TokenValue]

  init(_ name: String, _ json: String, _ values: [String: TokenValue]) {
    self.name = name
    self.json = json
    self.values = values
  }

  var testDescription: String { name }
}
