/// The titles of a layer's features as one byte array: what a hit is called, without a store.
struct TitleColumn: Sendable {
  private var bytes: [UInt8] = []
  /// Features + 1 offsets; empty when the layer has no titles.
  private var offsets: [UInt32] = []

  /// Sets the title of the next features up to and including `feature`; missing ones are nil.
  mutating func set(_ title: String?, for feature: Int) {
    guard let title, !title.isEmpty else { return }
    let utf8 = title.utf8
    // Titles beyond 4 GB in sum are left out rather than wrapped.
    guard bytes.count + utf8.count < Int(UInt32.max) else { return }
    pad(to: feature)
    bytes.append(contentsOf: utf8)
    offsets.append(UInt32(bytes.count))
  }

  private mutating func pad(to feature: Int) {
    if offsets.isEmpty { offsets.append(0) }
    while offsets.count <= feature { offsets.append(UInt32(bytes.count)) }
  }

  /// The title of a feature, or nil.
  subscript(feature: Int) -> String? {
    guard feature + 1 < offsets.count else { return nil }
    let range = Int(offsets[feature])..<Int(offsets[feature + 1])
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }
}
