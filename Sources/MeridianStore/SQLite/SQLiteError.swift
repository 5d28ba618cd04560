/// What SQLite said: the extended result code and its message; never the bound values.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code.
  package var code: Int32
  /// SQLite's message.
  package var message: String

  /// Makes an error of its parts, for what only whoever reads the rows can see.
  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The primary result code, the low byte of the extended one.
  package var primary: Int32 { code & 0xFF }

  /// The message and the code.
  package var description: String { "\(message) (SQLite \(code))" }

  /// A sentence for people, with the file's name put to it.
  package func storeError(path: String) -> StoreError {
    switch primary {
    case 5, 6: .busy(path: path)  // BUSY, LOCKED
    case 9: .interrupted
    case 11: .damaged(path: path, detail: message)  // CORRUPT
    case 26: .notAStore(path: path, reason: "it is not an SQLite database")  // NOTADB
    case 1, 17, 20, 25:  // ERROR, SCHEMA, MISMATCH, RANGE
      .damaged(path: path, detail: message)
    case 18: .unsupported(path: path, reason: "a value is larger than 1 GB")  // TOOBIG
    default: .inputOutput(path: path, detail: message)
    }
  }
}
