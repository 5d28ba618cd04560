/// Several columns on their way to becoming one, their features along a Hilbert curve.
///
/// Pieces are what workers have read of one layer, in the rows' order. Every feature's final place
/// is known before anything is copied, so that the copying is one pass over each piece, all pieces
/// at the same time, straight into the columns of the index. Gives what
/// ``GeometryColumn/reordered(by:)`` gives for the pieces laid end to end, bit for bit.
/// O(features log features + coordinates).
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
    RadixSort.sort(&words, concurrently)
    let sorted = words
    let blocks = 64
    return [UInt32](filling: count, workers: blocks, concurrently) { block, ranks in
      for rank in (count * block / blocks)..<(count * (block + 1) / blocks) {
        ranks.set(Int(UInt32(truncatingIfNeeded: sorted[rank])), UInt32(rank))
      }
    }
  }

  // MARK: Columns

  /// A column that all pieces fill at the same time, each for its own features.
  func filled<Element>(
    _ length: Int, in writer: inout ColumnWriter, _ concurrently: Concurrently,
    _ fill: @escaping @Sendable (Ranks, UnsetElements<Element>) -> Void
  ) -> Column<Element> {
    let ranks = ranks
    return writer.column(count: length, workers: ranks.count, concurrently) { piece, elements in
      fill(ranks[piece], elements)
    }
  }

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

  /// The merged geometry. The pieces' arrays are dropped one by one as they are taken over, so that
  /// at no time more than one of them is there twice.
  func geometry(
    of pieces: inout [GeometryColumn], in writer: inout ColumnWriter,
    _ concurrently: Concurrently
  ) -> PackedGeometry {
    var sources = pieces
    pieces = []
    let starts = starts(of: sources, concurrently)
    let coordinates: Column<Coordinate> = filled(
      starts.total.coordinates, in: &writer, concurrently
    ) {
      [sources] ranks, elements in
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        elements.set(
          from: Int(starts[ranks[feature]].coordinates), to: source.coordinates,
          source.coordinates(ofFeature: feature))
      }
    }
    for piece in sources.indices { sources[piece].coordinates = [] }
    let summaries: Column<PackedGeometry.Summary> = filled(count, in: &writer, concurrently) {
      [sources] ranks, elements in
      let source = sources[ranks.piece].summaries
      for feature in 0..<ranks.count { elements.set(ranks[feature], source[feature]) }
    }
    for piece in sources.indices { sources[piece].summaries = [] }
    let rest = sources
    return PackedGeometry(
      coordinates: coordinates,
      ringOffsets: ringOffsets(of: rest, starts, in: &writer, concurrently),
      partOffsets: partOffsets(of: rest, starts, in: &writer, concurrently),
      featureOffsets: writer.column(
        count: count + 1, Stretches(count + 1, length: 65_536), concurrently
      ) { features, elements in
        for feature in features { elements.set(feature, starts[feature].parts) }
      },
      dimensionCodes: filled(starts.total.parts, in: &writer, concurrently) { ranks, elements in
        let source = rest[ranks.piece]
        for feature in 0..<ranks.count {
          var next = Int(starts[ranks[feature]].parts)
          for part in source.parts(of: feature) {
            elements.set(next, source.dimensions[part].rawValue)
            next += 1
          }
        }
      },
      members: filled(starts.total.parts, in: &writer, concurrently) { ranks, elements in
        let source = rest[ranks.piece]
        for feature in 0..<ranks.count {
          elements.set(
            from: Int(starts[ranks[feature]].parts), to: source.members,
            source.parts(of: feature))
        }
      },
      summaries: summaries, extent: extent)
  }

  private func partOffsets(
    of sources: [GeometryColumn], _ starts: Starts, in writer: inout ColumnWriter,
    _ concurrently: Concurrently
  ) -> Column<UInt32> {
    filled(starts.total.parts + 1, in: &writer, concurrently) { ranks, elements in
      if ranks.piece == 0 { elements.set(0, 0) }
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        let parts = source.parts(of: feature)
        let place = starts[ranks[feature]]
        let start = Int(place.parts) + 1 - parts.lowerBound
        let shift = Int(place.rings) - Int(source.partOffsets[parts.lowerBound])
        for part in parts {
          elements.set(start + part, UInt32(Int(source.partOffsets[part + 1]) + shift))
        }
      }
    }
  }

  private func ringOffsets(
    of sources: [GeometryColumn], _ starts: Starts, in writer: inout ColumnWriter,
    _ concurrently: Concurrently
  ) -> Column<UInt32> {
    filled(starts.total.rings + 1, in: &writer, concurrently) { ranks, elements in
      if ranks.piece == 0 { elements.set(0, 0) }
      let source = sources[ranks.piece]
      for feature in 0..<ranks.count {
        let rings = source.rings(ofFeature: feature)
        let place = starts[ranks[feature]]
        let start = Int(place.rings) + 1 - rings.lowerBound
        let shift = Int(place.coordinates) - Int(source.ringOffsets[rings.lowerBound])
        for ring in rings {
          elements.set(start + ring, UInt32(Int(source.ringOffsets[ring + 1]) + shift))
        }
      }
    }
  }

  // MARK: Starts

  /// Where the parts, rings and coordinates of one feature start in the merged columns.
  private struct Start: Sendable {
    var parts: UInt32
    var rings: UInt32
    var coordinates: UInt32
  }

  /// Where every feature's parts, rings and coordinates start, and where the last one's end.
  private struct Starts: Sendable {
    private let all: [Start]
    let total: (parts: Int, rings: Int, coordinates: Int)

    @inline(__always)
    subscript(rank: Int) -> Start { all[rank] }

    /// Of lengths, and one more that is nothing's.
    init(_ lengths: consuming [Start]) {
      var sum = (parts: 0, rings: 0, coordinates: 0)
      for index in lengths.indices {
        let length = lengths[index]
        lengths[index] = Start(
          parts: UInt32(truncatingIfNeeded: sum.parts),
          rings: UInt32(truncatingIfNeeded: sum.rings),
          coordinates: UInt32(truncatingIfNeeded: sum.coordinates))
        sum.parts += Int(length.parts)
        sum.rings += Int(length.rings)
        sum.coordinates += Int(length.coordinates)
      }
      // A part has a ring and a ring a coordinate, so theirs are no more.
      precondition(
        sum.coordinates < Int(UInt32.max), "a layer holds at most 4,294,967,294 coordinates")
      all = lengths
      total = sum
    }
  }

  private func starts(of sources: [GeometryColumn], _ concurrently: Concurrently) -> Starts {
    let count = count
    return Starts(
      filled(count + 1, concurrently) { ranks, lengths in
        if ranks.piece == 0 { lengths.set(count, Start(parts: 0, rings: 0, coordinates: 0)) }
        let source = sources[ranks.piece]
        for feature in 0..<ranks.count {
          lengths.set(
            ranks[feature],
            Start(
              parts: UInt32(source.parts(of: feature).count),
              rings: UInt32(source.rings(ofFeature: feature).count),
              coordinates: UInt32(source.coordinates(ofFeature: feature).count)))
        }
      })
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
