/// The finished titles of an index: ``TitleColumn``'s arrays as columns.
struct PackedTitles: Sendable {
  let bytes: Column<UInt8>
  /// Features + 1 offsets, fewer when the last features have no titles; empty when none has.
  let offsets: Column<UInt32>

  /// The title of a feature, or nil.
  subscript(feature: Int) -> String? {
    guard feature + 1 < offsets.count else { return nil }
    let start = Int(offsets[feature])
    let end = min(Int(offsets[feature + 1]), bytes.count)
    guard start < end else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
