internal import MeridianKernel

/// Features of a table of comma-separated values: places from two columns or from well-known text.
final class CSVSource: FeatureSource {
  /// The columns that hold the place; those that nobody names are guessed by their usual names.
  struct PlaceColumns {
    var longitude: String?
    var latitude: String?
    var wkt: String?
    /// Whether places are longitudes and latitudes in degrees.
    var areDegrees = true
  }

  /// Where a row's place stands among its fields.
  private enum Place {
    case none
    case pair(Int, Int)
    case text(Int)
  }

  let name: String
  private(set) var columnNames: [String] = []
  private(set) var notices: [String] = []
  let crs: LayerCRS? = nil
  private let input: any RepeatableBytes
  private let wanted: PlaceColumns
  private var place = Place.none
  /// Fields of a record.
  private var width = 0
  /// The column of each field; nil for those of the place.
  private var columns: [Int?] = []
  private var row = FeatureRow()

  /// Opens a table and reads its first record, the names of its columns.
  init(_ input: any RepeatableBytes, name: String, columns: PlaceColumns) throws(CommandError) {
    self.input = input
    self.name = name
    wanted = columns
  }

  var hasGeometry: Bool { if case .none = place { false } else { true } }

  func read(asText: [Bool], _ visitor: any FeatureVisitor) throws(CommandError) {
    let window = try ByteWindow(input)
    let records = try CSVRecordReader(window)
    guard try records.next() == .record else {
      throw CommandError(
        "brokenInput", "\(input.subject) is empty; its first line must name the columns.",
        exitCode: .broken)
    }
    try takeHeader(records)
    var count = 0
    while true {
      let outcome = try records.next()
      if outcome == .end { return }
      count += 1
      do throws(FeatureProblem) {
        guard outcome == .record else {
          throw FeatureProblem("it is longer than the limit of \(ByteWindow.limit >> 20) MiB")
        }
        try take(records, asText)
      } catch {
        try visitor.problem(at: "line \(records.line)", error.clause)
        continue
      }
      try visitor.feature(row)
      if count & 1023 == 0 { try visitor.progress(bytes: window.offset, of: input.size) }
    }
  }

  // MARK: The header

  private func takeHeader(_ records: CSVRecordReader) throws(CommandError) {
    var names: [String] = []
    for field in records.fields {
      guard let name = records.text(field) else {
        throw CommandError(
          "badUTF8", "\(input.subject) is not UTF-8; save it as UTF-8.", exitCode: .broken)
      }
      names.append(name)
    }
    width = names.count
    place = try findPlace(names)
    var skipped: [Int] = []
    switch place {
    case .none:
      notices = [
        "\(input.subject): no column holds a place, so the layer is a table of attributes; name "
          + "one with --lon and --lat, or --wkt"
      ]
    case .pair(let x, let y): skipped = [x, y]
    case .text(let wkt): skipped = [wkt]
    }
    columnNames = []
    columns = names.indices.map { index in
      if skipped.contains(index) { return nil }
      columnNames.append(names[index])
      return columnNames.count - 1
    }
  }

  private func findPlace(_ names: [String]) throws(CommandError) -> Place {
    if let wkt = wanted.wkt { return .text(try index(of: wkt, in: names)) }
    if let longitude = wanted.longitude, let latitude = wanted.latitude {
      return .pair(try index(of: longitude, in: names), try index(of: latitude, in: names))
    }
    let folded = names.map { $0.lowercased() }
    for (first, second) in [
      (["lon", "lng", "long", "longitude"], ["lat", "latitude"]), (["x"], ["y"]),
    ] {
      if let x = folded.firstIndex(where: first.contains),
        let y = folded.firstIndex(where: second.contains)
      {
        return .pair(x, y)
      }
    }
    let usual = ["wkt", "geometry", "geom", "the_geom"]
    return folded.firstIndex(where: usual.contains).map { .text($0) } ?? .none
  }

  private func index(of name: String, in names: [String]) throws(CommandError) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    let near = Suggestion.nearest(to: name, among: names)
    throw CommandError(
      "noSuchColumn",
      "\(input.subject) has no column \(ValueProblem.quoted(name)); "
        + (near.map { "did you mean “\($0)”?" } ?? "its first line names those it has."),
      exitCode: .usage)
  }

  // MARK: Rows

  private func take(
    _ records: CSVRecordReader, _ asText: [Bool]
  ) throws(FeatureProblem) {
    row.clear()
    let fields = records.fields
    let surplus = fields.dropFirst(width).contains { !$0.range.isEmpty }
    guard fields.count >= width, !surplus else {
      throw FeatureProblem("it has \(fields.count) fields, and the first line \(width)")
    }
    for index in 0..<width where !fields[index].range.isEmpty {
      guard let column = columns[index] else { continue }
      let isText = column < asText.count && asText[column]
      row.fields.append((column, try value(fields[index], records, isText: isText)))
    }
    switch place {
    case .none: break
    case .pair(let x, let y): try takePair(fields[x], fields[y], records)
    case .text(let index): try takeText(fields[index], records)
    }
  }

  private func value(
    _ field: CSVRecordReader.Field, _ records: CSVRecordReader, isText: Bool
  ) throws(FeatureProblem) -> FieldValue {
    if !isText && !field.isEscaped, let value = CSVNumber.value(records.bytes(field)) {
      return value
    }
    guard let text = records.text(field) else { throw FeatureProblem("it is not UTF-8") }
    return .text(text)
  }

  private func takePair(
    _ x: CSVRecordReader.Field, _ y: CSVRecordReader.Field, _ records: CSVRecordReader
  ) throws(FeatureProblem) {
    if x.range.isEmpty && y.range.isEmpty { return }
    let (longitude, latitude) = (try number(x, records), try number(y, records))
    guard !wanted.areDegrees || abs(longitude) <= 360 && abs(latitude) <= 90 else {
      let place = "\(NumberText.plain(longitude)),\(NumberText.plain(latitude))"
      throw FeatureProblem(
        abs(longitude) <= 90 && abs(latitude) <= 360
          ? "its place \(place) has a latitude outside ±90; the axes look swapped"
          : "its place \(place) is not a longitude within ±360 and a latitude within ±90; for "
            + "other systems give `--crs`")
    }
    row.geometry.begin(.point)
    row.geometry.beginPart(.point, member: 0)
    row.geometry.append(Coordinate(longitude, latitude))
    row.geometry.endRing()
    row.geometry.endPart()
    row.hasGeometry = true
  }

  private func number(
    _ field: CSVRecordReader.Field, _ records: CSVRecordReader
  ) throws(FeatureProblem) -> Double {
    switch CSVNumber.value(CSVNumber.trimmed(records.bytes(field))) {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    default:
      let text = records.text(field) ?? ""
      throw FeatureProblem(
        field.range.isEmpty
          ? "one half of its place is missing"
          : "its place has \(ValueProblem.quoted(text)), which is not a number")
    }
  }

  private func takeText(
    _ field: CSVRecordReader.Field, _ records: CSVRecordReader
  ) throws(FeatureProblem) {
    guard !field.range.isEmpty else { return }
    guard let text = records.text(field) else { throw FeatureProblem("it is not UTF-8") }
    do {
      try WKTReader.read(text, into: &row.geometry)
    } catch {
      throw FeatureProblem("its well-known text cannot be read: \(error)")
    }
    row.hasGeometry = true
  }
}

/// Fields as numbers, where they are written as numbers are and nothing of them would be lost.
enum CSVNumber {
  /// The value of a field: a whole number without leading zeros, another number, true or false;
  /// nil for text.
  static func value(_ bytes: ArraySlice<UInt8>) -> FieldValue? {
    guard let first = bytes.first else { return nil }
    if first == UInt8(ascii: "-") || Numeral.isDigit(first) { return number(bytes) }
    if bytes.count <= 5 {
      switch String(decoding: bytes, as: UTF8.self) {
      case "true", "TRUE", "True": return .boolean(true)
      case "false", "FALSE", "False": return .boolean(false)
      default: return nil
      }
    }
    return nil
  }

  /// Bytes without blanks around them.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest.removeFirst() }
    while let byte = rest.last, byte == 0x20 || byte == 0x09 { rest.removeLast() }
    return rest
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> FieldValue? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    let whole = rest.prefix(while: Numeral.isDigit)
    // 007 is a name, not a number; so is a number of more digits than fit.
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return nil }
    rest = rest[whole.endIndex...]
    if rest.isEmpty {
      if isNegative && whole.count == 1 && whole.first == 0x30 { return nil }
      return integer(whole, isNegative: isNegative).map { .integer($0) }
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let digits = rest.prefix(while: Numeral.isDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      let digits = rest.prefix(while: Numeral.isDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest[digits.endIndex...]
    }
    guard rest.isEmpty, let value = Double(String(decoding: bytes, as: UTF8.self)),
      value.isFinite
    else { return nil }
    return .real(value)
  }

  private static func integer(_ digits: ArraySlice<UInt8>, isNegative: Bool) -> Int64? {
    var value: Int64 = 0
    for byte in digits {
      let digit = Int64(byte - 0x30)
      let (tens, isBeyond) = value.multipliedReportingOverflow(by: 10)
      let (sum, isFar) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isBeyond || isFar { return nil }
      value = sum
    }
    return value
  }
}
