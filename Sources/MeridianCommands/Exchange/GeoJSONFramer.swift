/// Finds the features of a GeoJSON document of any size one after the other (RFC 7946).
///
/// Only the outermost object and the array `features` are read here; what a feature is made of is
/// the parser's to judge, so that one bad feature does not end the reading. A document that ends
/// within something was cut off, and nothing of it is to be believed.
final class GeoJSONFramer {
  private enum State { case start, members, features, end }

  private let window: ByteWindow
  private let document: JSONDocument
  private var state = State.start
  private var isFirstMember = true
  private var isFirstFeature = true
  private var hasFeatures = false
  /// The feature handed out last, from 1.
  private(set) var number = 0
  /// The line on which it begins, from 1.
  private(set) var line = 1
  private var lines = 1
  /// The document's own `type`, once it has been met.
  private(set) var type: String?
  /// The document's `crs` by its name, of the format's version of 2008.
  private(set) var crsName: String?

  /// Begins with the document's first byte; `document` parses what is not a feature.
  init(_ window: ByteWindow, document: JSONDocument) {
    self.window = window
    self.document = document
  }

  /// The next feature as a piece of the window's bytes; nil at the end of the document.
  func next() throws(CommandError) -> Range<Int>? {
    while true {
      switch state {
      case .start: try start()
      case .members: if let whole = try members() { return whole }
      case .features: if let feature = try feature() { return feature }
      case .end: return nil
      }
    }
  }

  private func start() throws(CommandError) {
    try skipMark()
    guard try skipSpace() == UInt8(ascii: "{") else {
      let hint =
        try window.peek() == 0x1E
        ? "features behind record separators are `--format-in geojsonseq`" : "check the file"
      throw broken("does not begin with an object as GeoJSON does; \(hint)")
    }
    line = lines
    window.keep()
    window.at += 1
    state = .members
  }

  /// A byte-order mark may be ignored (RFC 8259, section 8.1).
  private func skipMark() throws(CommandError) {
    for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
      guard try window.peek() == byte else { return }
      window.at += 1
    }
  }

  // MARK: The outermost object

  /// Passes members up to the features, or to the end; a document that is one feature or geometry
  /// is handed out whole.
  private func members() throws(CommandError) -> Range<Int>? {
    while true {
      // Too much to be one feature: what came before the features is let go.
      if window.isTooLong { window.kept = nil }
      let byte = try skipSpace()
      if byte == UInt8(ascii: "}") {
        window.at += 1
        return try finish()
      }
      if !isFirstMember {
        guard byte == UInt8(ascii: ",") else { throw broken("needs a comma or a closing brace") }
        window.at += 1
      }
      isFirstMember = false
      let key = try member()
      if key == "features", try skipSpace() == UInt8(ascii: "[") {
        window.at += 1
        window.kept = nil
        hasFeatures = true
        isFirstFeature = true
        state = .features
        return nil
      }
      try value(of: key)
    }
  }

  /// The key of a member, and the colon.
  private func member() throws(CommandError) -> String {
    guard try skipSpace() == UInt8(ascii: "\"") else { throw broken("needs the key of a member") }
    let key = try self.key(passKept { bytes in Array(bytes) })
    guard try skipSpace() == UInt8(ascii: ":") else { throw broken("needs a colon") }
    window.at += 1
    return key
  }

  /// What the text of a key says.
  private func key(_ text: [UInt8]) throws(CommandError) -> String {
    guard text.contains(UInt8(ascii: "\\")) else {
      return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
    }
    defer { document.forget() }
    guard let key = (try? document.parse(text, 0..<text.count))?.string else {
      throw broken("has a key with a wrong escape")
    }
    return key
  }

  /// Passes a member's value, and notes the few that say something of the document.
  private func value(of key: String) throws(CommandError) {
    _ = try skipSpace()
    guard key == "type" || key == "crs" else { return try pass() }
    let text = try passKept { bytes in Array(bytes) }
    guard let value = try? document.parse(text, 0..<text.count) else { return }
    defer { document.forget() }
    if key == "type" {
      type = value.string ?? type
    } else if !value.isNull {
      crsName = value["properties"]?["name"]?.string ?? value["name"]?.string ?? "of another kind"
    }
  }

  private func finish() throws(CommandError) -> Range<Int>? {
    state = .end
    let length = window.kept.map { window.at - $0 }
    if try skipSpace() != nil {
      throw broken("goes on after the end of its document; one document is one file")
    }
    let start = window.kept
    window.kept = nil
    if hasFeatures { return nil }
    if type == "FeatureCollection" {
      throw broken("is a collection without `features`; check the file")
    }
    if type == "Topology" {
      throw broken("is TopoJSON, which is not read; `--via ogr2ogr` may")
    }
    number = 1
    guard let start, let length, !window.isTooLong else { return 0..<0 }
    return start..<start + length
  }

  // MARK: Features

  private func feature() throws(CommandError) -> Range<Int>? {
    window.kept = nil
    let byte = try skipSpace()
    if byte == UInt8(ascii: "]") {
      window.at += 1
      state = .members
      return nil
    }
    if !isFirstFeature {
      guard byte == UInt8(ascii: ",") else {
        throw broken("needs a comma or a closing bracket behind feature \(number)")
      }
      window.at += 1
      _ = try skipSpace()
    }
    isFirstFeature = false
    number += 1
    line = lines
    window.keep()
    try pass()
    return window.isTooLong ? 0..<0 : (window.kept ?? window.at)..<window.at
  }

  // MARK: Bytes

  /// The next byte that is no space.
  private func skipSpace() throws(CommandError) -> UInt8? {
    while let byte = try window.peek() {
      switch byte {
      case 0x0A: lines += 1
      case 0x20, 0x0D, 0x09: break
      default: return byte
      }
      window.at += 1
    }
    if state == .end { return nil }
    throw cutOff()
  }

  /// Passes the value at the next byte.
  private func pass() throws(CommandError) {
    var span = JSONSpan()
    while true {
      window.at = span.pass(window.bytes, from: window.at, to: window.end)
      if span.isWhole { break }
      guard try window.fill() else { throw cutOff() }
    }
    lines += span.lines
  }

  /// Passes a value and gives its bytes to `body`, whatever else is kept.
  private func passKept<Result>(
    _ body: (ArraySlice<UInt8>) -> Result
  ) throws(CommandError) -> Result {
    let before = window.kept.map { window.at - $0 }
    let isOwn = before == nil
    if isOwn { window.keep() }
    try pass()
    guard !window.isTooLong, let kept = window.kept else {
      throw broken("has a member before its features that is longer than a feature may be")
    }
    let result = body(window.bytes[kept + (before ?? 0)..<window.at])
    if isOwn { window.kept = nil }
    return result
  }

  private func broken(_ clause: String) -> CommandError {
    CommandError(
      "brokenInput", "\(window.source.subject) \(clause) (byte \(window.offset)).",
      exitCode: .broken)
  }

  private func cutOff() -> CommandError {
    let place = number == 0 ? "before its first feature" : "behind or within feature \(number)"
    return CommandError(
      "truncatedInput",
      "\(window.source.subject) is cut off: it ends at byte \(window.offset), \(place); nothing "
        + "of it was imported, so get the whole file.", exitCode: .broken)
  }
}
