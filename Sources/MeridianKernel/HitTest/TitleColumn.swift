/// The titles of a layer's features as one byte array: what a hit is called, without a store.
struct TitleColumn: Sendable {
  private var bytes: [UInt8] = []
  /// Features + 1 offsets; empty when the layer has no titles.
  private var offsets: [UInt32] = []

  /// Whether no feature has a title.
  var isEmpty: Bool { offsets.isEmpty }

  /// Sets the title of the next features up to and including `feature`; missing ones are nil.
  mutating func set(_ title: String?, for feature: Int) {
    guard let title, !title.isEmpty else { return }
    set(title.utf8.count, for: feature) { $0.append(contentsOf: title.utf8) }
  }

  /// The same from borrowed bytes; what is not UTF-8 in them is replaced by U+FFFD.
  mutating func set(_ title: RawSpan, for feature: Int) {
    guard !title.isEmpty else { return }
    guard Self.isASCII(title) else {
      let text = unsafe title.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
      set(text, for: feature)
      return
    }
    set(title.byteCount, for: feature) { bytes in
      bytes.append(addingCapacity: title.byteCount) { output in
        for offset in title.byteOffsets {
          output.append(unsafe title.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self))
        }
      }
    }
  }

  /// Sets the titles of the next feature to the bytes of another column's feature.
  mutating func set(_ feature: Int, of other: borrowing TitleColumn, for next: Int) {
    let range = other.range(feature)
    guard !range.isEmpty else { return }
    let source = other.bytes
    set(range.count, for: next) { $0.append(contentsOf: source[range]) }
  }

  private mutating func set(_ count: Int, for feature: Int, _ append: (inout [UInt8]) -> Void) {
    // Titles beyond 4 GB in sum are left out rather than wrapped.
    guard bytes.count + count < Int(UInt32.max) else { return }
    if offsets.isEmpty { offsets.append(0) }
    while offsets.count <= feature { offsets.append(UInt32(bytes.count)) }
    append(&bytes)
    offsets.append(UInt32(bytes.count))
  }

  private static func isASCII(_ bytes: RawSpan) -> Bool {
    var all: UInt8 = 0
    for offset in bytes.byteOffsets {
      all |= unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }
    return all < 0x80
  }

  /// Where a feature's title lies, empty when it has none.
  private func range(_ feature: Int) -> Range<Int> {
    guard feature + 1 < offsets.count else { return 0..<0 }
    return Int(offsets[feature])..<Int(offsets[feature + 1])
  }

  /// The same titles as columns.
  func packed(in writer: inout ColumnWriter) -> PackedTitles {
    PackedTitles(bytes: writer.column(bytes), offsets: writer.column(offsets))
  }

  /// The title of a feature, or nil.
  subscript(feature: Int) -> String? {
    let range = range(feature)
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }
}

extension TitleColumn {
  /// The titles of several pieces, each feature's at its place in a merge.
  init(_ pieces: [TitleColumn], _ merge: ColumnMerge, _ concurrently: Concurrently) {
    guard pieces.contains(where: { !$0.isEmpty }) else { return }
    let starts = merge.starts(concurrently) { ranks, lengths in
      let source = pieces[ranks.piece]
      for feature in 0..<ranks.count { lengths.set(ranks[feature], source.range(feature).count) }
    }
    let total = starts[merge.count]
    guard total < Int(UInt32.max) else {
      self = Self.truncated(pieces, merge, concurrently)
      return
    }
    offsets = starts.map { UInt32($0) }
    bytes = merge.filled(total, concurrently) { ranks, bytes in
      let source = pieces[ranks.piece]
      for feature in 0..<ranks.count {
        bytes.set(from: starts[ranks[feature]], to: source.bytes, source.range(feature))
      }
    }
  }

  /// The same feature by feature, where not all titles have room.
  private static func truncated(
    _ pieces: [TitleColumn], _ merge: ColumnMerge, _ concurrently: Concurrently
  ) -> TitleColumn {
    let places: [(piece: Int, feature: Int)] = merge.filled(merge.count, concurrently) {
      ranks, places in
      for feature in 0..<ranks.count { places.set(ranks[feature], (ranks.piece, feature)) }
    }
    var titles = TitleColumn()
    for (next, place) in places.enumerated() {
      titles.set(place.feature, of: pieces[place.piece], for: next)
    }
    return titles
  }
}
