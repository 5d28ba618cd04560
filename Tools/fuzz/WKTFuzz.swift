import MeridianKernel

/// Any bytes are a geometry or a mistake in them; what reads survives writing and reading again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWKT(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  var first = GeometryBuffer()
  do throws(WKTError) {
    let end = try WKTReader.read(bytes.span, into: &first)
    precondition(end <= size, "an end beyond the text")
  } catch {
    precondition((0...size).contains(error.offset), "a mistake outside the text")
    return 0
  }
  var written: [UInt8] = []
  WKTWriter.append(first, to: &written)
  var second = GeometryBuffer()
  let end = try? WKTReader.read(written.span, into: &second)
  precondition(end == written.count, "what was written does not read")
  precondition(first.coordinates == second.coordinates, "coordinates were lost")
  precondition(first.ringEnds == second.ringEnds, "rings were lost")
  precondition(first.parts.map(\.dimension) == second.parts.map(\.dimension), "parts were lost")
  return 0
}
