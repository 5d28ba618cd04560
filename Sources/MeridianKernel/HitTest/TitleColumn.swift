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
  fileprivate func range(_ feature: Int) -> Range<Int> {
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

extension PackedTitles {
  /// The titles of several pieces, each feature's at its place in a merge.
  init(
    _ pieces: [TitleColumn], _ merge: ColumnMerge, in writer: inout ColumnWriter,
    _ concurrently: Concurrently
  ) {
    guard pieces.contains(where: { !$0.isEmpty }) else {
      self = TitleColumn().packed(in: &writer)
      return
    }
    let lengths: [UInt32] = merge.filled(merge.count, concurrently) { ranks, lengths in
      let source = pieces[ranks.piece]
      for feature in 0..<ranks.count {
        lengths.set(ranks[feature], UInt32(source.range(feature).count))
      }
    }
    let total = lengths.reduce(0) { $0 + Int($1) }
    guard total < Int(UInt32.max) else {
      self = TitleColumn(truncating: pieces, merge, concurrently).packed(in: &writer)
      return
    }
    offsets = unsafe writer.column(UInt32.self, count: lengths.count + 1) { offsets in
      var sum: UInt32 = 0
      for feature in lengths.indices {
        unsafe offsets[feature] = sum
        sum += lengths[feature]
      }
      unsafe offsets[lengths.count] = sum
    }
    bytes = merge.filled(total, in: &writer, concurrently) { [offsets] ranks, bytes in
      pieces[ranks.piece].copy(to: bytes, at: offsets, ranks)
    }
  }
}

extension TitleColumn {
  /// Copies all titles to where they start in the order of a merge.
  fileprivate func copy(
    to bytes: UnsetElements<UInt8>, at offsets: Column<UInt32>, _ ranks: ColumnMerge.Ranks
  ) {
    for feature in 0..<ranks.count {
      bytes.set(from: Int(offsets[ranks[feature]]), to: self.bytes, range(feature))
    }
  }

  /// The titles of several pieces feature by feature, where not all of them have room.
  fileprivate init(
    truncating pieces: [TitleColumn], _ merge: ColumnMerge, _ concurrently: Concurrently
  ) {
    let places: [(piece: Int, feature: Int)] = merge.filled(merge.count, concurrently) {
      ranks, places in
      for feature in 0..<ranks.count { places.set(ranks[feature], (ranks.piece, feature)) }
    }
    for (next, place) in places.enumerated() {
      set(place.feature, of: pieces[place.piece], for: next)
    }
  }
}
