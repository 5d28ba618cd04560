/// A `CREATE TABLE` statement taken apart into its columns and constraints.
struct TableDefinition {
  /// One part of it: as written, and as compared.
  struct Part: Hashable {
    var written: String
    var normal: String

    init(_ tokens: some Sequence<SQLTokens.Token>) {
      written = tokens.written
      normal = tokens.normal
    }
  }

  /// What every column is declared as behind its name.
  private(set) var columns: [(name: String, declaration: Part)] = []
  /// What the table demands of several columns at once.
  private(set) var constraints: [Part] = []
  /// What stands behind the parentheses, such as `WITHOUT ROWID`.
  private(set) var options = Part([SQLTokens.Token]())

  /// Takes a statement apart; nil when it has no parentheses to look into. O(bytes).
  init?(_ sql: String) {
    let tokens = SQLTokens(sql).tokens
    guard let open = tokens.firstIndex(where: { $0.isBare && $0.text == "(" }) else { return nil }
    var depth = 0
    var start = open + 1
    for index in open..<tokens.count where tokens[index].isBare {
      switch tokens[index].text {
      case "(": depth += 1
      case ")":
        depth -= 1
        guard depth == 0 else { continue }
        take(tokens[start..<index])
        options = Part(tokens[(index + 1)...])
        return
      case "," where depth == 1:
        take(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    return nil
  }

  private mutating func take(_ part: ArraySlice<SQLTokens.Token>) {
    guard let first = part.first else { return }
    let starts: Set = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    if first.isBare && starts.contains(first.normal) {
      constraints.append(Part(part))
    } else {
      columns.append((first.name, Part(part.dropFirst())))
    }
  }
}
