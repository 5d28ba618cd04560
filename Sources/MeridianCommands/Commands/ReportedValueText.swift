internal import MeridianKernel
internal import MeridianWorkspace

/// Values of a comparison as people and programs read them.
///
/// For people whole numbers have no point and others have one, text stands in quotes, and what is
/// not there is `–`. For programs a value that is whole is JSON's own; whatever is shortened is an
/// object with its size in bytes and its fingerprint (64-bit FNV-1a in hexadecimal digits).
enum ReportedValueText {
  /// The texts of the values of one cell, in which different values never look the same.
  static func cells(_ values: [ReportedValue?]) -> [String] {
    let texts = values.map(text)
    return values.indices.map { index in
      let isAmbiguous = values.indices.contains {
        texts[$0] == texts[index] && values[$0] != values[index]
      }
      guard isAmbiguous, let mark = values[index].flatMap(fingerprint) else { return texts[index] }
      return texts[index] + " #" + hexadecimal(mark)
    }
  }

  /// A value's text; `–` for one that is not there.
  static func text(_ value: ReportedValue?) -> String {
    switch value {
    case nil: "–"
    case .null?: "null"
    case .integer(let number)?: String(number)
    case .real(let number)?: real(number)
    case .text(let sample)?:
      "\"\(doubled(sample.text))" + (isCut(sample) ? "…\" (\(sample.byteCount) bytes)" : "\"")
    case .blob(let sample)?: blob(sample)
    case .geometry(let summary)?: geometry(summary)
    }
  }

  /// What tells a row from the others: a bare fid, else the values of its key.
  static func text(_ key: RowKey) -> String {
    switch key {
    case .fid(let fid): String(fid)
    case .values(let parts): parts.map { text($0.value) }.joined(separator: ", ")
    case .none: "–"
    }
  }

  /// A text with its quotes twice, so that its end is known.
  private static func doubled(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }

  private static func isCut(_ sample: TextSample) -> Bool {
    !sample.isWhole && sample.text.utf8.count < sample.byteCount
  }

  private static func real(_ number: Double) -> String {
    let text = NumberText.plain(number)
    let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
    return isWhole ? text + ".0" : text
  }

  private static func blob(_ sample: BlobSample) -> String {
    let digits = sample.start.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }
    let isCut = sample.start.count < sample.byteCount
    return "x'\(digits.joined())" + (isCut ? "…' (\(sample.byteCount) bytes)" : "'")
  }

  private static func geometry(_ summary: ReportedGeometry) -> String {
    guard let box = summary.extent else { return summary.type + " empty" }
    let numbers = [box.minX, box.minY, box.maxX, box.maxY].map { number in
      var bytes: [UInt8] = []
      guard number.isFinite else { return NumberText.plain(number) }
      NumberText.appendFixed(number, decimals: 7, trims: true, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    if summary.vertexCount == 1 { return "\(summary.type) \(numbers[0]),\(numbers[1])" }
    let parts = summary.partCount > 1 ? ", \(summary.partCount) parts" : ""
    return "\(summary.type)\(parts), \(summary.vertexCount) vertices, "
      + numbers.joined(separator: ",")
  }

  private static func fingerprint(_ value: ReportedValue) -> UInt64? {
    switch value {
    case .text(let sample): sample.fingerprint
    case .blob(let sample): sample.fingerprint
    case .geometry(let summary): summary.fingerprint
    case .null, .integer, .real: nil
    }
  }

  /// Sixteen digits.
  fileprivate static func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }

  /// `3 rows`, `1 row`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `1 added, 2 deleted`; `–` for nothing.
  static func text(_ counts: ChangeCounts) -> String {
    let parts = [
      (counts.added, "added"), (counts.changed, "changed"), (counts.deleted, "deleted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "–" : parts.joined(separator: ", ")
  }

  /// The lines on what was not touched, what only keeps book and what was left out.
  static func tail(
    untouched: [UntouchedTable], bookkeeping: [BookkeepingDifference], leftOut: [String]
  ) -> String {
    var text = ""
    if !untouched.isEmpty {
      let tables = untouched.map { "\($0.name) (\(count($0.rows, "row")))" }
      text += "Untouched, byte for byte: \(tables.joined(separator: ", ")).\n"
    }
    if !bookkeeping.isEmpty {
      let columns = bookkeeping.map { "\($0.table).\($0.column)" }
      text += "Differs, and only keeps book: \(columns.joined(separator: ", ")).\n"
    }
    if !leftOut.isEmpty {
      text += "Left out, as no content: \(leftOut.joined(separator: ", ")).\n"
    }
    return text.split(separator: "\n").map { TextTable.printable(String($0)) + "\n" }.joined()
  }
}

extension JSONWriter {
  /// A member with a value of a comparison; none for one that is not there.
  mutating func member(_ name: String, _ value: ReportedValue?) {
    guard let value else { return }
    key(name)
    reported(value)
  }

  /// A value of a comparison.
  mutating func reported(_ value: ReportedValue) {
    switch value {
    case .null: null()
    case .integer(let number): integer(number)
    case .real(let number) where number.isFinite:
      raw(ReportedValueText.text(.real(number)).utf8)
    case .real(let number):
      beginObject()
      member("real", NumberText.plain(number))
      endObject()
    case .text(let sample) where sample.isWhole: string(sample.text)
    case .text(let sample):
      beginObject()
      member("text", sample.text)
      size(sample.byteCount, sample.fingerprint)
    case .blob(let sample):
      beginObject()
      member("blob", Base64.text(sample.start))
      size(sample.byteCount, sample.fingerprint)
    case .geometry(let summary):
      beginObject()
      member("geometry", summary.type)
      member("parts", summary.partCount)
      member("vertices", summary.vertexCount)
      if let box = summary.extent {
        key("extent")
        beginArray()
        for side in [box.minX, box.minY, box.maxX, box.maxY] { number(side) }
        endArray()
      }
      size(summary.byteCount, summary.fingerprint)
    }
  }

  private mutating func size(_ bytes: Int, _ fingerprint: UInt64) {
    member("bytes", bytes)
    member("fingerprint", ReportedValueText.hexadecimal(fingerprint))
    endObject()
  }

  /// The members by which a row is told from the others.
  mutating func members(of rowKey: RowKey) {
    switch rowKey {
    case .fid(let fid): member("fid", fid)
    case .values(let parts):
      key("key")
      beginObject()
      for part in parts { member(part.column, part.value) }
      endObject()
    case .none: break
    }
  }

  /// A row's identity as a member of its own.
  mutating func member(_ name: String, _ rowKey: RowKey) {
    key(name)
    beginObject()
    members(of: rowKey)
    endObject()
  }

  /// A member with texts that may not be there.
  mutating func member(_ name: String, _ text: String?) {
    if let text { member(name, text) }
  }

  /// A member with counts of added, changed and deleted rows.
  mutating func member(_ name: String, _ counts: ChangeCounts) {
    key(name)
    beginObject()
    member("added", counts.added)
    member("changed", counts.changed)
    member("deleted", counts.deleted)
    endObject()
  }

  /// One table that was not touched.
  mutating func record(_ table: UntouchedTable) {
    beginObject()
    member("is", "untouched")
    member("table", table.name)
    member("role", table.role.rawValue)
    member("rows", table.rows)
    endObject()
  }

  /// One column that only keeps book.
  mutating func record(_ difference: BookkeepingDifference) {
    beginObject()
    member("is", "bookkeeping")
    member("table", difference.table)
    member("column", difference.column)
    endObject()
  }

  /// A list of records, each written by a body.
  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ body: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { body(element, &self) }
    endArray()
  }

  /// A list of names.
  mutating func list(_ name: String, _ names: [String]) {
    list(name, names) { $1.string($0) }
  }
}
