import MeridianKernel

/// Any bytes decode or fail; what decodes without curves survives writing and reading again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWKB(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size).bytes
  var first = GeometryBuffer()
  do {
    try WKBReader.read(bytes, into: &first)
  } catch {
    return 0
  }
  var written: [UInt8] = []
  WKBWriter.append(first, to: &written)
  var second = GeometryBuffer()
  let failure: GeometryError?
  do throws(GeometryError) {
    try unsafe WKBReader.read(written.span.bytes, into: &second)
    failure = nil
  } catch {
    failure = error
  }
  precondition(failure == nil, "what was written does not read")
  precondition(first.coordinates.count == second.coordinates.count, "coordinates were lost")
  precondition(first.parts.map(\.dimension) == second.parts.map(\.dimension), "parts were lost")
  precondition(first.ringEnds == second.ringEnds, "rings were lost")
  return 0
}
