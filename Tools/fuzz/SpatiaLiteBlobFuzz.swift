import MeridianKernel

/// Any bytes decode or fail; what decodes is made of whole parts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSpatiaLiteBlob(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size).bytes
  var buffer = GeometryBuffer()
  do {
    try SpatiaLiteBlob.read(bytes, into: &buffer)
  } catch {
    return 0
  }
  precondition((buffer.ringEnds.last ?? 0) == buffer.coordinates.count, "a ring is open")
  precondition((buffer.parts.last?.ringEnd ?? 0) == buffer.ringEnds.count, "a part is open")
  return 0
}
