private import CGEOS
internal import MeridianKernel

/// GEOS for one thread: geometries in, relations, distances and new geometries out.
///
/// Everything is planar and two-dimensional, in whatever reference system the coordinates are; both
/// geometries of a call must be in the same one. A context, and every geometry made by it, stays on
/// the thread that made it.
///
/// An invalid polygon has no one interior, so GEOS' plain and prepared predicates disagree about
/// it. One rule decides here, whatever is prepared: an invalid geometry stands for what GEOS'
/// structural repair makes of it (shells united, holes cut out of them, what collapses kept as a
/// line or a point). A collection stands for the union of its members.
///
/// ```swift
/// let context = try TopologyContext()
/// let parcel = try context.geometry(parcelBuffer)
/// let isInside = try context.holds(.within, try context.point(Coordinate(7.5, 47)), parcel)
/// ```
@safe public final class TopologyContext {
  let library: GEOSLibrary
  let handle: OpaquePointer
  private let reader: OpaquePointer
  private let writer: OpaquePointer
  private let repair: OpaquePointer
  private let messages: MessageBox
  private var bytes: [UInt8] = []

  /// Makes a context; throws when GEOS is not installed.
  public init() throws(TopologyError) {
    let library = try GEOSLibrary.shared()
    guard let handle = unsafe library.context.start() else { throw .geosNotInstalled }
    guard let reader = unsafe library.reading.makeReader(handle),
      let writer = unsafe library.reading.makeWriter(handle),
      let repair = unsafe library.making.makeRepair(handle)
    else { throw .geosNotInstalled }
    self.library = library
    unsafe self.handle = handle
    unsafe self.reader = reader
    unsafe self.writer = writer
    unsafe self.repair = repair
    messages = MessageBox()
    _ = unsafe library.making.setRepairMethod(handle, repair, GEOS_MAKE_VALID_STRUCTURE)
    _ = unsafe library.making.setRepairKeeps(handle, repair, 1)
    // The box outlives the handle, which `deinit` ends first.
    _ = unsafe library.context.setErrorHandler(
      handle, noteMessage, Unmanaged.passUnretained(messages).toOpaque())
  }

  deinit {
    unsafe library.making.destroyRepair(handle, repair)
    unsafe library.reading.destroyWriter(handle, writer)
    unsafe library.reading.destroyReader(handle, reader)
    unsafe library.context.finish(handle)
  }

  /// The version of the library at hand, such as `3.11.1-CAPI-1.17.1`.
  public var version: String {
    guard let text = unsafe library.context.version() else { return "" }
    return unsafe String(cString: text)
  }
}

/// What GEOS has said last.
private final class MessageBox {
  var last = ""
}

/// Receives GEOS' messages. A free function: a closure could belong to a thread.
private func noteMessage(_ text: UnsafePointer<CChar>?, _ box: UnsafeMutableRawPointer?) {
  guard let text = unsafe text, let box = unsafe box else { return }
  // Messages may quote a coordinate list; the first line names the fault.
  let said = unsafe String(cString: text)
  let line = said.prefix { !$0.isNewline }.prefix(200)
  unsafe Unmanaged<MessageBox>.fromOpaque(box).takeUnretainedValue().last = String(line)
}

// MARK: - Between GEOS and the kernel

extension TopologyContext {
  /// The error of an operation that GEOS has given up, with what it said.
  func failure(_ operation: String) -> TopologyError {
    defer { messages.last = "" }
    return .failed(operation: operation, said: messages.last)
  }

  /// The result of an operation, or its error.
  func made(_ result: OpaquePointer?, _ operation: String) throws(TopologyError) -> OpaquePointer {
    guard let result = unsafe result else { throw failure(operation) }
    return unsafe result
  }

  /// The answer of a relation, or its error.
  func truth(_ answer: CChar, _ operation: String) throws(TopologyError) -> Bool {
    guard answer == 0 || answer == 1 else { throw failure(operation) }
    return answer == 1
  }

  /// A GEOS geometry of a buffer as it is; the caller owns it.
  func read(_ buffer: borrowing GeometryBuffer) throws(TopologyError) -> OpaquePointer {
    bytes.removeAll(keepingCapacity: true)
    WKBWriter.append(buffer, to: &bytes)
    let result = unsafe bytes.withUnsafeBufferPointer {
      unsafe library.reading.read(handle, reader, $0.baseAddress, $0.count)
    }
    guard let result = unsafe result else {
      let said = messages.last
      messages.last = ""
      throw .unsuitable(reason: said.isEmpty ? "GEOS cannot read it" : "GEOS says “\(said)”")
    }
    return unsafe result
  }

  /// The buffer of a GEOS geometry, which stays the caller's.
  func buffer(of geometry: OpaquePointer) throws(TopologyError) -> GeometryBuffer {
    var count = 0
    guard let start = unsafe library.reading.write(handle, writer, geometry, &count) else {
      throw failure("encoding of the result")
    }
    defer { unsafe library.context.free(handle, start) }
    var buffer = GeometryBuffer()
    do throws(GeometryError) {
      let span = unsafe RawSpan(_unsafeStart: start, byteCount: count)
      try WKBReader.read(span, into: &buffer)
    } catch {
      throw .failed(operation: "encoding of the result", said: error.description)
    }
    return buffer
  }

  /// The structural repair of a geometry, which stays the caller's, as does the result.
  func repaired(_ geometry: OpaquePointer) throws(TopologyError) -> OpaquePointer {
    let result = unsafe library.making.repair(handle, geometry, repair)
    return try unsafe made(result, "repair")
  }

  /// What GEOS says of a geometry's validity (OGC 06-103r4, 6.1.11).
  func validity(_ geometry: OpaquePointer) throws(TopologyError) -> Validity {
    var text: UnsafeMutablePointer<CChar>? = nil
    var place: OpaquePointer? = nil
    let answer = unsafe library.making.validity(handle, geometry, 0, &text, &place)
    defer {
      if let text = unsafe text { unsafe library.context.free(handle, text) }
      if let place = unsafe place { unsafe library.reading.destroy(handle, place) }
    }
    if try truth(answer, "validity") { return .valid }
    var reason = "Invalid"
    if let text = unsafe text { reason = unsafe String(cString: text) }
    var location: Coordinate?
    if let place = unsafe place {
      var (x, y) = (0.0, 0.0)
      if unsafe library.reading.x(handle, place, &x) == 1,
        unsafe library.reading.y(handle, place, &y) == 1
      {
        location = Coordinate(x, y)
      }
    }
    return Validity(reason: reason, location: location)
  }
}
