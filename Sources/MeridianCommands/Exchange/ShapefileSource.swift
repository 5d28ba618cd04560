internal import MeridianKernel

/// Features of a shapefile and its companions (ESRI, "Shapefile Technical Description", 1998).
final class ShapefileSource: FeatureSource {
  let name: String
  let columnNames: [String]
  let hasGeometry = true
  let crs: LayerCRS?
  private(set) var notices: [String] = []
  private let path: String
  private let file: Shapefile
  private let encoding: TableEncoding
  private var row = FeatureRow()

  /// Opens a shapefile; its `.prj` does not count where a reference system is given.
  init(path: String, name: String, isCRSGiven: Bool) throws(CommandError) {
    self.path = path
    self.name = name
    guard SystemCalls.status(of: path) != nil else {
      throw CommandError(
        "noSuchFile", "Cannot read \(path): there is no such file; check the path.",
        exitCode: .notFound)
    }
    for (suffix, what) in [("shx", "index"), ("dbf", "table")] {
      guard Self.companion(of: path, suffix) != nil else {
        let needed = "\(FileName.stem(of: path)).\(suffix)"
        throw CommandError(
          "missingCompanion",
          "\(path) has no \(what) beside it; a shapefile needs \(needed) in the same folder.",
          exitCode: .broken)
      }
    }
    do throws(Shapefile.Failure) {
      file = try Shapefile(path: path)
    } catch {
      throw Self.explain(error, path)
    }
    let encoding = try TableEncoding(codePage: file.codePage, of: path)
    self.encoding = encoding
    columnNames = file.fields.map { encoding.text($0.name) }
    crs = isCRSGiven ? nil : try Self.crs(of: path)
  }

  private static func explain(_ failure: Shapefile.Failure, _ path: String) -> CommandError {
    switch failure {
    case .noLibrary:
      CommandError(
        "noShapelib",
        "Shapefiles need the library Shapelib, which is not installed here; install it (Debian: "
          + "apt-get install libshp2; macOS: brew install shapelib), or add `--via ogr2ogr`.",
        exitCode: .inputOutput)
    case .badShapes:
      CommandError(
        "brokenInput", "\(path) or its index is not a shapefile; get the files again.",
        exitCode: .broken)
    case .badTable:
      CommandError(
        "brokenInput", "The table of \(path) is not a dBASE file; get the files again.",
        exitCode: .broken)
    }
  }

  /// A file of the same name with another end, in small or capital letters.
  private static func companion(of path: String, _ suffix: String) -> String? {
    [suffix, suffix.uppercased()].map { FileName.replacingSuffix(of: path, with: $0) }
      .first { SystemCalls.status(of: $0) != nil }
  }

  private static func crs(of path: String) throws(CommandError) -> LayerCRS {
    guard let projection = companion(of: path, "prj") else {
      throw CommandError(
        "noCRS",
        "\(path) has no .prj beside it that names its reference system; give it as `--crs EPSG:n`.",
        exitCode: .usage)
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SystemCalls.contents(of: projection, limit: 1 << 16)
    } catch {
      throw CommandError(error)
    }
    guard let found = ProjectionText.crs(String(decoding: bytes, as: UTF8.self)) else {
      throw CommandError(
        "noCRS",
        "\(projection) names a reference system without its EPSG number; give it as "
          + "`--crs EPSG:n`.", exitCode: .usage)
    }
    return found
  }

  func read(asText: [Bool], _ visitor: any FeatureVisitor) throws(CommandError) {
    var shape = Shapefile.Shape()
    var hasHeights = false
    let tableCount = file.tableCount
    for record in 0..<file.count {
      row.clear()
      if record & 1023 == 0 { try visitor.progress(bytes: record, of: file.count) }
      guard file.read(record, into: &shape) else {
        try visitor.problem(at: "record \(record + 1)", "its shape cannot be read")
        continue
      }
      hasHeights = hasHeights || shape.type > 10
      do throws(FeatureProblem) {
        row.hasGeometry = try ShapeGeometry.read(shape, into: &row.geometry)
      } catch {
        try visitor.problem(at: "record \(record + 1)", error.clause)
        continue
      }
      if record < tableCount { takeFields(of: record, asText) }
      try visitor.feature(row)
    }
    if hasHeights && notices.isEmpty {
      notices.append("\(path): heights and measures are left out; layers have two dimensions")
    }
  }

  private func takeFields(of record: Int, _ asText: [Bool]) {
    for (index, field) in file.fields.enumerated() {
      guard let bytes = file.text(record, index) else { continue }
      let isText = index < asText.count && asText[index]
      let trimmed = CSVNumber.trimmed(bytes[...])
      let value: FieldValue
      switch field.letter {
      case UInt8(ascii: "N"), UInt8(ascii: "F"):
        guard !trimmed.isEmpty else { continue }
        value = isText ? .text(encoding.text(trimmed)) : Self.number(trimmed)
      case UInt8(ascii: "L"):
        switch trimmed.first.map({ $0 | 0x20 }) {
        case UInt8(ascii: "t"), UInt8(ascii: "y"): value = .boolean(true)
        case UInt8(ascii: "f"), UInt8(ascii: "n"): value = .boolean(false)
        default: continue
        }
      case UInt8(ascii: "D"):
        guard let date = Self.date(trimmed) else { continue }
        value = .date(date)
      default: value = .text(encoding.text(bytes[...]))
      }
      row.fields.append((index, value))
    }
  }

  /// A number as dBASE writes it, a plus or a leading zero allowed; text when it is none, such as
  /// the asterisks of an overflow.
  private static func number(_ bytes: ArraySlice<UInt8>) -> FieldValue {
    if let value = CSVNumber.value(bytes) { return value }
    let text = String(decoding: bytes, as: UTF8.self)
    if let whole = Int64(text) { return .integer(whole) }
    if let value = Double(text), value.isFinite { return .real(value) }
    return .verbatim(text)
  }

  private static func date(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count == 8, bytes.allSatisfy(Numeral.isDigit),
      bytes.contains(where: { $0 != 0x30 })
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
  }
}

/// How the texts of a table are encoded.
enum TableEncoding {
  case utf8
  case latin1
  case windows1252
  /// Nobody says: UTF-8 where the bytes are that, else Windows-1252.
  case unsaid

  /// The encoding that a `.cpg` or the table's own head names.
  init(codePage: String?, of path: String) throws(CommandError) {
    let name = (codePage ?? "").uppercased().filter { $0.isLetter || $0.isNumber }
    switch name {
    case "": self = .unsaid
    case "UTF8", "65001": self = .utf8
    case "ISO88591", "88591", "LATIN1": self = .latin1
    case "WINDOWS1252", "CP1252", "1252", "ANSI1252", "LDID3", "LDID87": self = .windows1252
    default:
      throw CommandError(
        "unsupported",
        "The table of \(path) is encoded as \(ValueProblem.quoted(codePage ?? "")); UTF-8, "
          + "ISO-8859-1 and Windows-1252 are read, `--via ogr2ogr` reads more.",
        exitCode: .broken)
    }
  }

  /// Bytes as text.
  func text(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .unsaid:
      return String(validating: bytes, as: UTF8.self) ?? TableEncoding.windows1252.text(bytes)
    case .latin1, .windows1252:
      var text = String.UnicodeScalarView()
      for byte in bytes {
        let isControl = self == .windows1252 && (0x80...0x9F).contains(byte)
        text.append(isControl ? Self.upper[Int(byte) - 0x80] : Unicode.Scalar(byte))
      }
      return String(text)
    }
  }

  /// What Windows-1252 has where ISO-8859-1 has control characters.
  private static let upper: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// Reference systems by the text of a `.prj`.
enum ProjectionText {
  /// The system that the text names by its EPSG number, or as WGS 84 or Web Mercator by name.
  static func crs(_ text: String) -> LayerCRS? {
    let upper = String(text.uppercased().filter { !$0.isWhitespace })
    if let code = authority(upper) { return LayerCRS(epsg: code) }
    if ["GEOGCS[\"GCS_WGS_1984\"", "GEOGCS[\"WGS84\""].contains(where: upper.hasPrefix) {
      return .longitudeLatitude
    }
    let mercator = [
      "PROJCS[\"WGS_1984_WEB_MERCATOR_AUXILIARY_SPHERE\"", "PROJCS[\"WGS84/PSEUDO-MERCATOR\"",
    ]
    return mercator.contains(where: upper.hasPrefix) ? .webMercator : nil
  }

  /// The number in the authority that closes the text, which is the whole system's.
  private static func authority(_ text: String) -> Int64? {
    guard text.hasSuffix("\"]]") else { return nil }
    let end = text.dropLast(3)
    let digits = end.reversed().prefix { $0.isASCII && $0.isNumber }
    let number = String(digits.reversed())
    guard end.dropLast(number.count).hasSuffix("AUTHORITY[\"EPSG\",\"") else { return nil }
    return Int64(number)
  }
}
