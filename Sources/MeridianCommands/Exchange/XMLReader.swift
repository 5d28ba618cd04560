private import CExpat
private import LibraryOpening

/// Expat's functions, found in its shared library on first use.
@safe private struct ExpatLibrary: Sendable {
  let create: XML_ParserCreate_fn
  let free: XML_ParserFree_fn
  let setContext: XML_SetUserData_fn
  let setElements: XML_SetElementHandler_fn
  let setText: XML_SetCharacterDataHandler_fn
  let setDoctype: XML_SetStartDoctypeDeclHandler_fn
  let parse: XML_Parse_fn
  let stop: XML_StopParser_fn
  let errorCode: XML_GetErrorCode_fn
  let errorText: XML_ErrorString_fn
  let line: XML_GetCurrentLineNumber_fn

  /// The library of this process, opened once; nil when it is not there.
  static let opened: ExpatLibrary? = SharedLibrary([
    "libexpat.so.1", "libexpat.so", "libexpat.1.dylib", "/usr/lib/libexpat.1.dylib",
    "/opt/homebrew/opt/expat/lib/libexpat.dylib",
  ]).flatMap { ExpatLibrary($0) }

  private init?(_ library: SharedLibrary) {
    guard
      let create: XML_ParserCreate_fn =
        unsafe library.find("XML_ParserCreate"),
      let free: XML_ParserFree_fn = unsafe library.find("XML_ParserFree"),
      let setContext: XML_SetUserData_fn =
        unsafe library.find("XML_SetUserData"),
      let setElements: XML_SetElementHandler_fn =
        unsafe library.find("XML_SetElementHandler"),
      let setText: XML_SetCharacterDataHandler_fn =
        unsafe library.find("XML_SetCharacterDataHandler"),
      let setDoctype: XML_SetStartDoctypeDeclHandler_fn =
        unsafe library.find("XML_SetStartDoctypeDeclHandler"),
      let parse: XML_Parse_fn = unsafe library.find("XML_Parse"),
      let stop: XML_StopParser_fn = unsafe library.find("XML_StopParser"),
      let errorCode: XML_GetErrorCode_fn =
        unsafe library.find("XML_GetErrorCode"),
      let errorText: XML_ErrorString_fn =
        unsafe library.find("XML_ErrorString"),
      let line: XML_GetCurrentLineNumber_fn =
        unsafe library.find("XML_GetCurrentLineNumber")
    else { return nil }
    unsafe self.create = create
    unsafe self.free = free
    unsafe self.setContext = setContext
    unsafe self.setElements = setElements
    unsafe self.setText = setText
    unsafe self.setDoctype = setDoctype
    unsafe self.parse = parse
    unsafe self.stop = stop
    unsafe self.errorCode = errorCode
    unsafe self.errorText = errorText
    unsafe self.line = line
  }
}

/// Who is told what an XML document holds; names come without their prefix.
protocol XMLVisitor: AnyObject {
  func begin(_ name: String, _ attributes: [String: String])
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  func end(_ name: String)
}

/// Reads XML block by block (Expat). A document type is refused, so that no entity can be declared
/// and none can grow.
@safe final class XMLReader {
  /// Why a document cannot be read.
  enum Failure: Error, Hashable {
    case noLibrary
    case documentType
    case tooDeep
    case syntax(String, line: Int)
  }

  /// Elements that may be nested.
  static let deepest = 256

  private let library: ExpatLibrary
  private let parser: XML_Parser
  fileprivate let visitor: any XMLVisitor
  fileprivate var refusal: Failure?
  fileprivate var depth = 0

  /// Makes a reader that tells a visitor.
  init(_ visitor: any XMLVisitor) throws(Failure) {
    guard let library = ExpatLibrary.opened, let parser = unsafe library.create(nil) else {
      throw .noLibrary
    }
    self.library = library
    unsafe self.parser = parser
    self.visitor = visitor
    unsafe library.setContext(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe library.setElements(parser, elementBegins, elementEnds)
    unsafe library.setText(parser, textComes)
    unsafe library.setDoctype(parser, doctypeBegins)
  }

  deinit { unsafe library.free(parser) }

  /// The line that the reader is on, from 1.
  var line: Int { Int(clamping: unsafe library.line(parser)) }

  /// Takes the next bytes; the last ones, which may be none, end the document.
  func take(_ bytes: [UInt8], count: Int, isLast: Bool) throws(Failure) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe library.parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: count), isLast ? 1 : 0)
    }
    guard status == XML_STATUS_OK else {
      if let refusal { throw refusal }
      let text = unsafe library.errorText(library.errorCode(parser))
      throw .syntax(unsafe text.map { unsafe String(cString: $0) } ?? "error", line: line)
    }
  }

  fileprivate func refuse(_ failure: Failure) {
    refusal = refusal ?? failure
    _ = unsafe library.stop(parser, 0)
  }
}

// Free functions: Expat calls them, and a closure formed elsewhere may trap on another thread.

private func reader(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
  unsafe context.map { unsafe Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
}

/// A name without the prefix of its namespace.
private func plainName(_ name: UnsafePointer<CChar>?) -> String {
  guard let name = unsafe name else { return "" }
  let text = unsafe String(cString: name)
  return text.lastIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text
}

private func elementBegins(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let reader = unsafe reader(context), reader.refusal == nil else { return }
  reader.depth += 1
  guard reader.depth <= XMLReader.deepest else { return reader.refuse(.tooDeep) }
  var found: [String: String] = [:]
  if var at = unsafe attributes {
    while let key = unsafe at.pointee, let value = unsafe at[1] {
      found[unsafe plainName(key)] = unsafe String(cString: value)
      unsafe at += 2
    }
  }
  reader.visitor.begin(unsafe plainName(name), found)
}

private func elementEnds(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
  guard let reader = unsafe reader(context), reader.refusal == nil else { return }
  reader.depth -= 1
  reader.visitor.end(unsafe plainName(name))
}

private func textComes(
  _ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
) {
  guard let reader = unsafe reader(context), let text = unsafe text, count > 0 else { return }
  unsafe text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
    unsafe reader.visitor.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}

private func doctypeBegins(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ system: UnsafePointer<CChar>?, _ publicName: UnsafePointer<CChar>?, _ hasSubset: Int32
) {
  unsafe reader(context)?.refuse(.documentType)
}
