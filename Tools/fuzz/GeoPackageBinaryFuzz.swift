import MeridianKernel

/// Any bytes decode or fail, and the header reads alike by itself and on the way to the geometry.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGeoPackageBinary(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size).bytes
  var buffer = GeometryBuffer()
  do {
    try GeoPackageBinary.read(bytes, into: &buffer)
  } catch {
    return 0
  }
  precondition((try? GeoPackageBinary(header: bytes)) != nil, "a blob that decodes has no header")
  return 0
}
