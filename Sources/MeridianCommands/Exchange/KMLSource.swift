internal import MeridianKernel

/// Features of a KML document: its placemarks, in the order of the file, whatever their folders
/// (OGC 12-007r2).
final class KMLSource: FeatureSource {
  let name: String
  let hasGeometry = true
  let crs: LayerCRS? = .longitudeLatitude
  private(set) var notices: [String] = []
  private let input: any RepeatableBytes
  private let columns = KMLColumns()

  /// Reads placemarks of some input under a layer's name.
  init(_ input: any RepeatableBytes, name: String) throws(CommandError) {
    self.input = input
    self.name = name
  }

  var columnNames: [String] { columns.names }

  func read(asText: [Bool], _ visitor: any FeatureVisitor) throws(CommandError) {
    try input.rewind()
    let handler = KMLHandler(columns, asText: asText)
    do {
      let reader = try XMLReader(handler)
      handler.line = { [unowned reader] in reader.line }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var total = 0
      while true {
        let count = try input.read(into: &bytes, at: 0, count: bytes.count)
        total += count
        try reader.take(bytes, count: count, isLast: count == 0)
        try handler.handOver(to: visitor)
        if count == 0 { break }
        try visitor.progress(bytes: total, of: input.size)
      }
    } catch let failure as XMLReader.Failure {
      throw explain(failure)
    } catch {
      throw CommandError(error)
    }
    if handler.hasHeights && notices.isEmpty {
      notices.append("\(input.subject): heights are left out; layers have two dimensions")
    }
  }

  private func explain(_ failure: XMLReader.Failure) -> CommandError {
    let file = input.subject
    switch failure {
    case .noLibrary:
      return CommandError(
        "noExpat",
        "KML needs the library Expat, which is not installed here; install it (Debian: apt-get "
          + "install libexpat1; macOS has it), or add `--via ogr2ogr`.", exitCode: .inputOutput)
    case .documentType:
      return CommandError(
        "unsupported",
        "\(file) declares a document type, which KML has no use for and could hide anything in; "
          + "remove it.", exitCode: .broken)
    case .tooDeep:
      return CommandError(
        "unsupported",
        "\(file) nests more than \(XMLReader.deepest) elements; nothing was imported.",
        exitCode: .broken)
    case .syntax(let text, let line):
      return CommandError(
        "brokenInput",
        "\(file) is not whole XML: \(text) on line \(line); nothing was imported.",
        exitCode: .broken)
    }
  }
}

/// The columns that placemarks have filled so far.
private final class KMLColumns {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

/// Turns elements into rows that wait until the reader has come back.
private final class KMLHandler: XMLVisitor {
  private let columns: KMLColumns
  private let asText: [Bool]
  var line: () -> Int = { 0 }
  private(set) var hasHeights = false
  private var waiting: [(row: FeatureRow, problem: String?, line: Int)] = []

  private var path: [String] = []
  private var isInPlacemark = false
  private var start = 0
  private var text: [UInt8] = []
  private var isTooLong = false
  private var row = FeatureRow()
  private var geometry = KMLGeometry()
  private var dataName: String?

  init(_ columns: KMLColumns, asText: [Bool]) {
    self.columns = columns
    self.asText = asText
  }

  /// Gives the rows that are whole to a visitor.
  func handOver(to visitor: any FeatureVisitor) throws(CommandError) {
    for (row, problem, line) in waiting {
      if let problem {
        try visitor.problem(at: "the placemark on line \(line)", problem)
      } else {
        try visitor.feature(row)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  func begin(_ name: String, _ attributes: [String: String]) {
    path.append(name)
    text.removeAll(keepingCapacity: true)
    if name == "Placemark" && !isInPlacemark {
      isInPlacemark = true
      isTooLong = false
      start = line()
      row.clear()
      geometry = KMLGeometry()
    } else if isInPlacemark {
      if name == "Data" || name == "SimpleData" { dataName = attributes["name"] }
      geometry.begin(name)
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isInPlacemark else { return }
    guard text.count + bytes.count <= ByteWindow.limit else {
      isTooLong = true
      return
    }
    unsafe text.append(contentsOf: bytes)
  }

  func end(_ name: String) {
    path.removeLast()
    guard isInPlacemark else { return }
    let parent = path.last ?? ""
    switch name {
    case "Placemark": finish()
    case "name" where parent == "Placemark", "description" where parent == "Placemark":
      add(name, .text(String(decoding: text, as: UTF8.self)))
    case "value" where parent == "Data", "SimpleData":
      if let dataName { add(dataName, nil) }
    case "coordinates": geometry.coordinates(text)
    default: geometry.end(name)
    }
    text.removeAll(keepingCapacity: true)
  }

  /// Adds a field; a value that is not given is the text as a number, if it is written as one.
  private func add(_ name: String, _ value: FieldValue?) {
    guard !text.isEmpty else { return }
    let column = columns.place(of: name)
    let isText = column < asText.count && asText[column]
    let trimmed = CSVNumber.trimmed(text[...])
    let number = isText ? nil : CSVNumber.value(trimmed)
    row.fields.append((column, value ?? number ?? .text(String(decoding: text, as: UTF8.self))))
  }

  private func finish() {
    isInPlacemark = false
    var problem = isTooLong ? "it is longer than the limit of \(ByteWindow.limit >> 20) MiB" : nil
    do throws(FeatureProblem) {
      row.hasGeometry = try geometry.write(to: &row.geometry)
      hasHeights = hasHeights || geometry.hasHeight
    } catch {
      problem = problem ?? error.clause
    }
    waiting.append((row, problem, start))
  }
}
