/// Several columns on their way to becoming one, their features along a Hilbert curve.
///
/// Pieces are what workers have read of one layer, in the rows' order. Every feature's final place
/// is known before anything is copied, so that the copying is one pass over each piece, all pieces
/// at the same time, into arrays that are never grown. Gives what ``GeometryColumn/reordered(by:)``
/// gives for the pieces laid end to end, bit for bit. O(features log features + coordinates).
struct ColumnMerge {
  /// The final places of one piece's features.
  struct Ranks: Sendable {
    fileprivate let base: Int
    /// The piece's number.
    let piece: Int
    /// Number of features in the piece.
    let count: Int
    fileprivate let all: [UInt32]

    /// The final place of a feature of the piece.
    @inline(__always)
    subscript(feature: Int) -> Int { Int(all[base + feature]) }
  }

  private let ranks: [Ranks]
  private let extent: Envelope
  /// Number of features.
  let count: Int

  /// Finds every feature's place.
  init(_ pieces: [GeometryColumn], _ concurrently: Concurrently) {
    var bases = [0]
    for piece in pieces { bases.append((bases.last ?? 0) + piece.count) }
    count = bases.last ?? 0
    extent = pieces.reduce(into: Envelope.empty) { $0.formUnion($1.extent) }
    let all = Self.ranks(pieces, bases, extent, concurrently)
    ranks = pieces.indices.map {
      Ranks(base: bases[$0], piece: $0, count: pieces[$0].count, all: all)
    }
  }

  /// The inverse of the Hilbert order.
  private static func ranks(
    _ pieces: [GeometryColumn], _ bases: [Int], _ extent: Envelope, _ concurrently: Concurrently
  ) -> [UInt32] {
    let count = bases.last ?? 0
    precondition(count < Int(UInt32.max), "a layer holds at most 4,294,967,294 features")
    var words = [UInt64](filling: count, workers: pieces.count, concurrently) { piece, words in
      let base = bases[piece]
      for (index, summary) in pieces[piece].summaries.enumerated() {
        let key = HilbertCurve.position(of: summary.envelope, in: extent)
        words.set(base + index, UInt64(key) << 32 | UInt64(base + index))
      }
    }
    RadixSort.sort(&words)
    let sorted = words
    let blocks = 64
    return [UInt32](filling: count, workers: blocks, concurrently) { block, ranks in
      for rank in (count * block / blocks)..<(count * (block + 1) / blocks) {
        ranks.set(Int(UInt32(truncatingIfNeeded: sorted[rank])), UInt32(rank))
      }
    }
  }

  // MARK: Arrays

  /// An array that all pieces fill at the same time, each for its own features.
  func filled<Element: Sendable>(
    _ length: Int, _ concurrently: Concurrently,
    _ fill: @escaping @Sendable (Ranks, UnsetElements<Element>) -> Void
  ) -> [Element] {
    let ranks = ranks
    return [Element](filling: length, workers: ranks.count, concurrently) { piece, elements in
      fill(ranks[piece], elements)
    }
  }

  /// Where every feature's share of a common array starts, from the length of each; the end of
  /// the last one is the array's length.
  func starts(
    _ concurrently: Concurrently, _ lengths: @escaping @Sendable (Ranks, UnsetElements<Int>) -> Void
  ) -> [Int] {
    var starts = filled(count, concurrently, lengths)
    var sum = 0
    for index in starts.indices {
      let length = starts[index]
      starts[index] = sum
      sum += length
    }
    starts.append(sum)
    return starts
  }

  /// The merged column. The pieces' arrays are dropped one by one as they are taken over, so that
  /// at no time more than one array is there twice.
  func column(
    of pieces: inout [GeometryColumn], _ concurrently: Concurrently
  ) -> GeometryColumn {
    var column = GeometryColumn()
    column.extent = extent
    var sources = pieces
    pieces = []
    let starts = Starts(self, sources, concurrently)
    precondition(
      starts.ofCoordinates[count] < Int(UInt32.max),
      "a layer holds at most 4,294,967,294 coordinates")
    column.coordinates = filled(starts.ofCoordinates[count], concurrently) {
      [sources] ranks, elements in
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        elements.set(
          from: starts.ofCoordinates[ranks[feature]], to: source.coordinates,
          source.coordinates(ofFeature: feature))
      }
    }
    for piece in sources.indices { sources[piece].coordinates = [] }
    column.summaries = filled(count, concurrently) { [sources] ranks, elements in
      let source = sources[ranks.piece].summaries
      for feature in 0..<ranks.count { elements.set(ranks[feature], source[feature]) }
    }
    for piece in sources.indices { sources[piece].summaries = [] }
    takeOffsets(of: sources, starts, to: &column, concurrently)
    return column
  }

  /// Where every feature's parts, rings and coordinates start in the merged column.
  private struct Starts: Sendable {
    let ofParts: [Int]
    let ofRings: [Int]
    let ofCoordinates: [Int]

    init(_ merge: ColumnMerge, _ sources: [GeometryColumn], _ concurrently: Concurrently) {
      ofParts = merge.starts(concurrently) { ranks, lengths in
        let source = sources[ranks.piece]
        for feature in 0..<ranks.count {
          lengths.set(ranks[feature], source.parts(of: feature).count)
        }
      }
      ofRings = merge.starts(concurrently) { ranks, lengths in
        let source = sources[ranks.piece]
        for feature in 0..<ranks.count {
          lengths.set(ranks[feature], source.rings(ofFeature: feature).count)
        }
      }
      ofCoordinates = merge.starts(concurrently) { ranks, lengths in
        let source = sources[ranks.piece]
        for feature in 0..<ranks.count {
          lengths.set(ranks[feature], source.coordinates(ofFeature: feature).count)
        }
      }
    }
  }

  private func takeOffsets(
    of sources: [GeometryColumn], _ starts: Starts, to column: inout GeometryColumn,
    _ concurrently: Concurrently
  ) {
    column.featureOffsets = starts.ofParts.map { UInt32($0) }
    column.partOffsets = filled(starts.ofParts[count] + 1, concurrently) { ranks, elements in
      if ranks.piece == 0 { elements.set(0, 0) }
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        let parts = source.parts(of: feature)
        let start = starts.ofParts[ranks[feature]] + 1 - parts.lowerBound
        let shift = starts.ofRings[ranks[feature]] - Int(source.partOffsets[parts.lowerBound])
        for part in parts {
          elements.set(start + part, UInt32(Int(source.partOffsets[part + 1]) + shift))
        }
      }
    }
    column.ringOffsets = filled(starts.ofRings[count] + 1, concurrently) { ranks, elements in
      if ranks.piece == 0 { elements.set(0, 0) }
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        let rings = source.rings(ofFeature: feature)
        let start = starts.ofRings[ranks[feature]] + 1 - rings.lowerBound
        let shift =
          starts.ofCoordinates[ranks[feature]] - Int(source.ringOffsets[rings.lowerBound])
        for ring in rings {
          elements.set(start + ring, UInt32(Int(source.ringOffsets[ring + 1]) + shift))
        }
      }
    }
    column.dimensions = filled(starts.ofParts[count], concurrently) { ranks, elements in
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        elements.set(
          from: starts.ofParts[ranks[feature]], to: source.dimensions, source.parts(of: feature))
      }
    }
    column.members = filled(starts.ofParts[count], concurrently) { ranks, elements in
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        elements.set(
          from: starts.ofParts[ranks[feature]], to: source.members, source.parts(of: feature))
      }
    }
  }
}

extension GeometryColumn {
  /// The rings of a feature.
  @inline(__always)
  func rings(ofFeature feature: Int) -> Range<Int> {
    let parts = parts(of: feature)
    return Int(partOffsets[parts.lowerBound])..<Int(partOffsets[parts.upperBound])
  }

  /// The coordinates of a feature.
  @inline(__always)
  func coordinates(ofFeature feature: Int) -> Range<Int> {
    let rings = rings(ofFeature: feature)
    return Int(ringOffsets[rings.lowerBound])..<Int(ringOffsets[rings.upperBound])
  }
}
