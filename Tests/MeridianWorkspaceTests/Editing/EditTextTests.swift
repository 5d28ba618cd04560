import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// What somebody writes and what a column makes of it.
@Suite struct `Values as they are written` {
  private let form: LayerForm

  init() throws {
    form = try EditFixture(
      [
        AttributeColumn(name: "text", declaredType: "TEXT(4)"),
        AttributeColumn(name: "int", declaredType: "INTEGER"),
        AttributeColumn(name: "tiny", declaredType: "TINYINT"),
        AttributeColumn(name: "real", declaredType: "DOUBLE"),
        AttributeColumn(name: "price", declaredType: "DECIMAL(9,2)"),
        AttributeColumn(name: "flag", declaredType: "BOOLEAN", isNotNull: true),
        AttributeColumn(name: "day", declaredType: "DATE"),
        AttributeColumn(name: "at", declaredType: "DATETIME"),
        AttributeColumn(name: "blob", declaredType: "BLOB"),
        AttributeColumn(name: "free", declaredType: ""),
        AttributeColumn(name: "odd", declaredType: "STRING"),
      ], rows: [], sql: ""
    ).form()
  }

  private func value(_ column: String, _ text: String) throws -> AttributeValue {
    try EditText.value(text, for: form.column(named: column), in: form, fid: 9)
  }

  private func value(_ column: String, _ scalar: EditScalar) throws -> AttributeValue {
    try EditText.value(scalar, for: form.column(named: column), in: form, fid: 9)
  }

  private func sentence(_ body: () throws -> AttributeValue) -> String {
    do {
      return "no error but \(try body())"
    } catch {
      return "\(error)"
    }
  }

  @Test func `texts become what the column holds`() throws {
    #expect(try value("text", "") == .text(""))
    #expect(try value("text", "null") == .text("null"))
    #expect(try value("int", "-12") == .integer(-12))
    #expect(try value("int", "9223372036854775807") == .integer(.max))
    #expect(try value("real", "12.5") == .real(12.5))
    #expect(try value("real", "-0") == .real(0))
    #expect(try value("real", "1e3") == .real(1000))
    #expect(try value("price", "12") == .integer(12))
    #expect(try value("price", "12.25") == .real(12.25))
    #expect(try value("flag", "TRUE") == .integer(1))
    #expect(try value("day", "2024-02-29") == .text("2024-02-29"))
    #expect(try value("at", "2024-02-29T23:59:59.5Z") == .text("2024-02-29T23:59:59.5Z"))
    #expect(try value("free", "007") == .text("007"))
    #expect(try value("odd", "abc") == .text("abc"))
    #expect(try value("odd", "12") == .integer(12))
  }

  @Test func `typed values become what the column holds`() throws {
    for column in ["text", "int", "real", "flag", "day", "blob", "free"] {
      #expect(try value(column, .null) == .null)
    }
    #expect(try value("int", .number(12)) == .integer(12))
    #expect(try value("real", .integer(12)) == .real(12))
    #expect(try value("real", .number(0x1p63)) == .real(0x1p63))
    #expect(try value("flag", .boolean(true)) == .integer(1))
    #expect(try value("flag", .integer(0)) == .integer(0))
    #expect(try value("text", .text("12")) == .text("12"))
    #expect(try value("free", .number(1.5)) == .real(1.5))
    #expect(try value("free", .boolean(true)) == .integer(1))
    #expect(try value("day", .text("2024-01-31")) == .text("2024-01-31"))
  }

  @Test(arguments: [
    ("int", "1e999"), ("int", "12.5"), ("int", "0x10"), ("int", "nan"), ("int", " 12"),
    ("int", "9223372036854775808"), ("int", "-9223372036854775809"), ("int", ""), ("int", "١٢"),
    ("real", "1e999"), ("real", "-1e999"), ("real", "nan"), ("real", "inf"), ("real", "1,5"),
    ("real", "1_000"), ("real", "0x1p3"), ("real", "1e"), ("real", "."), ("real", ""),
    ("flag", "yes"), ("flag", "2"), ("flag", ""), ("day", "2024-02-30"), ("day", "29.2.2024"),
    ("day", ""), ("day", "2024-02-29T00:00:00Z"), ("at", "2024-02-29"),
    ("at", "2024-02-29 10:00:00"), ("at", "2024-02-29T10:00:00+02:00"), ("blob", "abc"),
    ("odd", "007"), ("odd", "1e3"), ("odd", " 12"), ("odd", "12.0"),
  ])
  func `texts that do not fit are refused in one sentence`(column: String, text: String) throws {
    let said = sentence { try value(column, text) }
    #expect(said.hasPrefix("column \"\(column)\" of feature 9 in layer \"t\" "), "\(said)")
    #expect(!said.contains("\n") && !said.hasSuffix("."))
  }

  @Test(arguments: [
    ("int", EditScalar.number(12.5)), ("int", .number(0x1p63)), ("int", .number(-0x1p64)),
    ("int", .number(.nan)), ("int", .boolean(true)), ("int", .text("12")), ("real", .text("12")),
    ("real", .number(.infinity)), ("text", .integer(12)), ("text", .boolean(false)),
    ("flag", .integer(2)), ("flag", .number(1)), ("flag", .text("true")), ("day", .integer(2024)),
    ("blob", .text("AAAA")), ("at", .number(1.5)),
  ])
  func `typed values that do not fit are refused`(column: String, scalar: EditScalar) throws {
    let said = sentence { try value(column, scalar) }
    #expect(said.hasPrefix("column \"\(column)\" of feature 9 in layer \"t\" "), "\(said)")
  }

  @Test func `sentences say what is taken and what to do`() throws {
    #expect(
      sentence { try value("int", "") }
        == "column \"int\" of feature 9 in layer \"t\" takes whole numbers (INTEGER), not \"\"; "
        + "for no value write null")
    #expect(
      sentence { try value("int", "9223372036854775808") }
        == "column \"int\" of feature 9 in layer \"t\" takes whole numbers of 64 bits; "
        + "9223372036854775808 is none of them")
    #expect(
      sentence { try value("flag", "") }
        == "column \"flag\" of feature 9 in layer \"t\" takes true or false (BOOLEAN), not \"\"")
    #expect(
      sentence { try value("at", "2024-02-29T10:00:00+02:00") }
        == "column \"at\" of feature 9 in layer \"t\" takes times as YYYY-MM-DDTHH:MM:SS.SSSZ, "
        + "in UTC (DATETIME), not \"2024-02-29T10:00:00+02:00\"")
    #expect(
      sentence { try value("odd", "007") }
        == "column \"odd\" of feature 9 in layer \"t\" is declared STRING, of which SQLite makes "
        + "numbers: it cannot hold the text \"007\" as it is")
  }

  @Test func `lengths and sizes are looked at without the file`() throws {
    let check = { (column: String, value: AttributeValue) in
      EditCheck.problems(
        of: PropertyEdit(layer: "t", fid: 9, column: column, before: .null, after: value),
        in: form
      ).map(\.kind)
    }
    #expect(check("text", .text("größ")) == [])
    #expect(check("text", .text("e\u{301}e\u{301}e")) == [.tooLong])
    #expect(check("text", .text("a\0b")) == [.wrongType])
    #expect(check("tiny", .integer(-128)) == [])
    #expect(check("tiny", .integer(128)) == [.outOfRange])
    #expect(check("real", .real(.infinity)) == [.outOfRange])
    #expect(check("flag", .null) == [.notNull])
    #expect(check("fid", .integer(3)) == [.notEditable])
    #expect(check("geom", .blob([1])) == [.notEditable])
    #expect(check("nmae", .null) == [.noSuchColumn])
  }

  @Test func `columns are found by name, and the nearest is suggested`() throws {
    #expect(try form.column(named: "TEXT").name == "text")
    do {
      _ = try form.column(named: "prise")
      Issue.record("there is no such column")
    } catch {
      #expect("\(error)".contains("did you mean \"price\"?"), "\(error)")
    }
  }
}
