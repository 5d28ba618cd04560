internal import MeridianStore
package import MeridianWorkspace

/// One word of `edit`: `name=text` gives a text, `name:=value` a typed value as JSON writes it.
package struct EditArgument: Hashable {
  /// What stands behind the name.
  package enum Value: Hashable {
    case text(String)
    case json(String)
  }

  /// The column as it is written.
  package var column: String
  /// The value as it is written.
  package var value: Value

  /// Splits a word. Where names hold `=` or `:` themselves, the first sign before which the name of
  /// a column stands is the one that is meant.
  package init(_ word: String, isColumn: (String) -> Bool) throws(CommandError) {
    var first: EditArgument?
    for sign in word.indices where word[sign] == "=" {
      let name = word[..<sign]
      let rest = String(word[word.index(after: sign)...])
      if name.last == ":" {
        let typed = EditArgument(column: String(name.dropLast()), value: .json(rest))
        if isColumn(typed.column) {
          self = typed
          return
        }
        first = first ?? typed
      }
      if isColumn(String(name)) {
        self.init(column: String(name), value: .text(rest))
        return
      }
      first = first ?? EditArgument(column: String(name), value: .text(rest))
    }
    guard let first, !first.column.isEmpty else {
      throw CommandError(
        UsageError.badValue(
          "edit", needs: "words like name=text or height:=12.5",
          but: "\(ValueProblem.quoted(word)) has no sign of equality behind a name"))
    }
    self = first
  }

  private init(column: String, value: Value) {
    self.column = column
    self.value = value
  }

  /// The edits that words ask for on a feature; throws all that is wrong with them.
  package static func edits(
    _ words: [String], of form: EditForm
  ) throws(CommandError) -> [PropertyEdit] {
    var edits: [PropertyEdit] = []
    var problems: [String] = []
    for word in words {
      let argument = try EditArgument(word) { (try? form.layer.column(named: $0)) != nil }
      let column: FormColumn
      do throws(WorkspaceError) {
        column = try form.layer.column(named: argument.column)
      } catch {
        throw CommandError(error)
      }
      if edits.contains(where: { $0.column == column.name }) {
        throw CommandError(
          UsageError.combination(
            "\(ValueProblem.quoted(column.name)) is given twice; give it one value."))
      }
      do {
        let value = try argument.attribute(for: column, in: form)
        edits.append(try form.edit(column.name, to: value))
      } catch let problem as EditProblem {
        problems.append(problem.sentence)
      } catch {
        throw CommandError(error)
      }
    }
    guard problems.isEmpty else { throw CommandError(WorkspaceError.badEdits(problems)) }
    return edits
  }

  private func attribute(for column: FormColumn, in form: EditForm) throws -> AttributeValue {
    switch value {
    case .text(let text):
      return try EditText.value(text, for: column, in: form.layer, fid: form.row.fid)
    case .json(let text):
      return try EditText.value(
        try Self.scalar(text, of: column.name), for: column, in: form.layer, fid: form.row.fid)
    }
  }

  /// The scalar that a JSON text is.
  package static func scalar(_ text: String, of name: String) throws(CommandError) -> EditScalar {
    let needs = "a number, true, false, null or a text in double quotes"
    let parser = try JSONDocument.reading()
    let value: JSONValue
    do throws(JSONError) {
      value = try parser.parse(text)
    } catch {
      let isNumber = error.code == .badNumber
      throw CommandError(
        UsageError.badValue(
          "\(name):=", needs: needs,
          but: "\(ValueProblem.quoted(text)) is "
            + (isNumber ? "no number that 64 bits hold" : "not JSON; a text is name=text")))
    }
    switch value.kind {
    case .null: return .null
    case .boolean: return .boolean(value.boolean ?? false)
    case .string: return .text(value.string ?? "")
    case .number:
      if let whole = value.int64 { return .integer(whole) }
      return .number(value.double ?? .nan)
    case .array, .object:
      throw CommandError(
        UsageError.badValue(
          "\(name):=", needs: needs,
          but: "\(ValueProblem.quoted(text)) is \(value.kind == .array ? "a list" : "an object")"))
    }
  }
}
