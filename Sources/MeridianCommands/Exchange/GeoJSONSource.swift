internal import MeridianKernel

/// Features of a GeoJSON document, or of a sequence of GeoJSON texts.
final class GeoJSONSource: FeatureSource {
  let name: String
  let hasGeometry = true
  private let input: any RepeatableBytes
  private let isSequence: Bool
  private let isCRSGiven: Bool
  private var reader = GeoJSONFeatureReader()
  private let document: JSONDocument
  private var row = FeatureRow()
  private(set) var crs: LayerCRS?
  private(set) var notices: [String] = []

  /// Reads features of some input under a layer's name; a reference system that is given makes the
  /// document's own of no account.
  init(
    _ input: any RepeatableBytes, name: String, isSequence: Bool, isCRSGiven: Bool
  ) throws(CommandError) {
    self.isCRSGiven = isCRSGiven
    self.input = input
    self.name = name
    self.isSequence = isSequence
    do throws(JSONError) { document = try JSONDocument() } catch {
      throw BatchError.noParser(error)
    }
  }

  var columnNames: [String] { reader.names }

  func read(asText: [Bool], _ visitor: any FeatureVisitor) throws(CommandError) {
    reader.asText = asText
    let window = try ByteWindow(input)
    if isSequence {
      try readSequence(window, visitor)
    } else {
      try readDocument(window, visitor)
    }
    if reader.geometry.heights > 0 && notices.isEmpty {
      notices.append("\(input.subject): heights are left out; layers have two dimensions")
    }
  }

  private func readDocument(
    _ window: ByteWindow, _ visitor: any FeatureVisitor
  ) throws(CommandError) {
    let framer = GeoJSONFramer(window, document: document)
    while let piece = try framer.next() {
      let problem = take(window.bytes, piece)
      if let problem {
        try visitor.problem(at: "feature \(framer.number) (line \(framer.line))", problem.clause)
      } else {
        try visitor.feature(row)
      }
      if framer.number & 1023 == 0 { try visitor.progress(bytes: window.offset, of: input.size) }
    }
    guard !isCRSGiven else { return }
    crs = try framer.crsName.map { name throws(CommandError) in
      try Self.crs(name, in: input.subject)
    }
  }

  private func readSequence(
    _ window: ByteWindow, _ visitor: any FeatureVisitor
  ) throws(CommandError) {
    let framer = SequenceFramer(window)
    while let piece = try framer.next() {
      if let problem = take(window.bytes, piece) {
        if framer.isOpenEnded && JSONSpan.isCutOff(window.bytes, piece) {
          throw CommandError(
            "truncatedInput",
            "\(input.subject) is cut off: it ends at byte \(window.offset), within the feature on "
              + "line \(framer.line); nothing of it was imported, so get the whole file.",
            exitCode: .broken)
        }
        try visitor.problem(at: "line \(framer.line)", problem.clause)
      } else {
        try visitor.feature(row)
      }
      if framer.number & 1023 == 0 { try visitor.progress(bytes: window.offset, of: input.size) }
    }
  }

  /// Reads one piece into the row; what is wrong with it, if something is.
  private func take(_ bytes: [UInt8], _ piece: Range<Int>) -> FeatureProblem? {
    // The window must own its bytes alone when it moves on.
    defer { document.forget() }
    guard !piece.isEmpty else {
      return FeatureProblem("it is longer than the limit of \(ByteWindow.limit >> 20) MiB")
    }
    do throws(JSONError) {
      let value = try parse(bytes, piece)
      do throws(FeatureProblem) {
        try reader.read(value, into: &row)
        return nil
      } catch {
        return error
      }
    } catch {
      return Self.problem(error)
    }
  }

  /// Parses a feature; one whose only fault is a number of too many digits is read with the number
  /// as text.
  private func parse(_ bytes: [UInt8], _ piece: Range<Int>) throws(JSONError) -> JSONValue {
    do throws(JSONError) {
      return try document.parse(bytes, piece)
    } catch {
      guard error.code == .badNumber,
        let quoted = LongNumbers.quoted(bytes[piece])
      else { throw error }
      return try document.parse(quoted, 0..<quoted.count)
    }
  }

  private static func problem(_ error: JSONError) -> FeatureProblem {
    let place = error.offset.map { ", at its byte \($0)" } ?? ""
    let clause =
      switch error.code {
      case .badUTF8: "it is not UTF-8\(place)"
      case .badNumber: "a number is malformed or out of range\(place)"
      case .badString: "a text is not closed or has a wrong escape\(place)"
      case .tooDeep: "more than \(JSONDocument.depthLimit) arrays and objects are nested"
      case .duplicateKey: "the key \(ValueProblem.quoted(error.key ?? "")) stands twice in it"
      default: "it is not JSON\(place)"
      }
    return FeatureProblem(clause)
  }

  /// The reference systems of the format's version of 2008 that mean what they say today.
  private static func crs(_ name: String, in file: String) throws(CommandError) -> LayerCRS {
    switch name.uppercased() {
    case "URN:OGC:DEF:CRS:OGC:1.3:CRS84", "URN:OGC:DEF:CRS:OGC::CRS84", "OGC:CRS84", "CRS84",
      "URN:OGC:DEF:CRS:EPSG::4326", "EPSG:4326",
      "HTTP://WWW.OPENGIS.NET/DEF/CRS/OGC/1.3/CRS84":
      return .longitudeLatitude
    case "URN:OGC:DEF:CRS:EPSG::3857", "EPSG:3857": return .webMercator
    default:
      throw CommandError(
        "unsupported",
        "\(file) names the reference system \(ValueProblem.quoted(name)), which GeoJSON no longer "
          + "allows; add `--via ogr2ogr`, or give it as `--crs EPSG:n`.", exitCode: .broken)
    }
  }
}

/// Whole numbers that no 64 bits hold, made texts of their digits so that the rest can be read.
enum LongNumbers {
  /// A JSON text with such numbers in quotes; nil when there are none.
  static func quoted(_ json: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (isText, isEscaped, found) = (false, false, false)
    var at = json.startIndex
    while at < json.endIndex {
      let byte = json[at]
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "-") || Numeral.isDigit(byte) {
        let token = json[at...].prefix { isNumberByte($0) }
        let digits = token.drop { $0 == UInt8(ascii: "-") }
        let isLong = digits.count > 18 && digits.allSatisfy(Numeral.isDigit) && digits.first != 0x30
        if isLong { result.append(UInt8(ascii: "\"")) }
        result += token
        if isLong { result.append(UInt8(ascii: "\"")) }
        found = found || isLong
        at = token.endIndex
        continue
      }
      result.append(byte)
      at += 1
    }
    return found ? result : nil
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    Numeral.isDigit(byte) || "+-.eE".utf8.contains(byte)
  }
}
