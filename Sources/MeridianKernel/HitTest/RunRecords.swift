extension HitIndex {
  /// A run of consecutive segments of one ring, or one point (no segments).
  struct Run: Sendable {
    /// Index of its first coordinate.
    var start: UInt32
    var feature: UInt32
    var part: UInt32
    var segments: UInt8
    /// What kind of ink it is: what a tap asks of nearly every run it meets stands in the run.
    var dimension: PartDimension
    var extent: Extent

    /// How much of its feature it is.
    struct Extent: OptionSet, BitwiseCopyable, Sendable {
      let rawValue: UInt8
      /// All there is of its part.
      static let part = Extent(rawValue: 1)
      /// Its part is all there is of its feature.
      static let onlyPart = Extent(rawValue: 2)
      /// All there is of its feature.
      static let feature: Extent = [.part, .onlyPart]
    }

    /// Vertices measured: a point, and a line of one vertex, have one.
    var vertices: Range<Int> { Int(start)..<(Int(start) + Int(segments) + 1) }
  }
}

/// The runs of an index in the order of its tree, each leaf's in one record: sixteen heads, then
/// their ink.
///
/// A tap that opens a leaf reads heads and ink side by side, in one page of memory and not in two.
/// A head is four words: first coordinate, feature, part, and bits: where the ink starts, in words
/// from the record (16 bits), segments (8), dimension (2) and extent (2). Ink is the run's vertices
/// as 16-bit whole numbers (see ``RunInk``): 8·n + 1 of x, then as many of y.
struct RunRecords: Sendable {
  /// A word a leaf: where its record starts, in lines of sixteen words.
  let leaves: Column<UInt32>
  let words: Column<UInt32>

  static let lineLength = 16
  static let headLength = 4

  /// Where the head of the run at a place in the tree's order stands.
  @inline(__always)
  private func head(_ place: Int) -> (word: Int, record: Int) {
    let record = Int(leaves[place / PackedRTree.fanOut]) * Self.lineLength
    return (record + place % PackedRTree.fanOut * Self.headLength, record)
  }

  @inline(__always)
  subscript(place: Int) -> HitIndex.Run {
    let (word, _) = head(place)
    let head = unsafe words.address(word, length: Self.headLength)
    let bits = unsafe head[3]
    return unsafe HitIndex.Run(
      start: head[0], feature: head[1], part: head[2],
      // The kernel has room for sixteen, whatever a file says.
      segments: UInt8(min(bits >> 16 & 0xFF, UInt32(HitIndex.runLength))),
      dimension: PartDimension(rawValue: UInt8(truncatingIfNeeded: bits >> 24 & 3)) ?? .point,
      extent: HitIndex.Run.Extent(rawValue: UInt8(truncatingIfNeeded: bits >> 26 & 3)))
  }

  /// Whether a run is a whole ring, and that all of its polygon part.
  @inline(__always)
  func isWholePolygon(_ place: Int) -> Bool {
    let bits = words[head(place).word + 3]
    return bits >> 24 & 3 == UInt32(PartDimension.polygon.rawValue)
      && bits >> 26 & UInt32(HitIndex.Run.Extent.part.rawValue) != 0
  }

  /// Asks the processor for the head of a run.
  @inline(__always)
  func prefetch(_ place: Int) { words.prefetch(head(place).word) }

  /// Asks the processor for the ink of a run.
  @inline(__always)
  func prefetchInk(at place: Int) {
    let (word, record) = head(place)
    let bits = words[word + 3]
    let ink = record + Int(bits & 0xFFFF)
    words.prefetch(ink)
    words.prefetch(ink + Int(bits >> 16 & 0xFF))
  }
}

// MARK: - Writing

extension RunRecords {
  /// Puts runs into the tree's order and writes their ink.
  init(
    _ layout: RunLayout, order: [UInt32], tree: PackedRTree, geometry: PackedGeometry,
    in writer: inout ColumnWriter, _ concurrently: Concurrently = inTurn
  ) {
    let leaves = (order.count + PackedRTree.fanOut - 1) / PackedRTree.fanOut
    let stretches = Stretches(leaves, length: 512)
    var lines = [UInt32](filling: leaves, workers: stretches.count, concurrently) {
      stretch, lines in
      for leaf in stretches[stretch] {
        var length = PackedRTree.fanOut * Self.headLength
        for place in Self.places(of: leaf, order) {
          length += RunInk.length(layout.runs[Int(order[place])])
        }
        lines.set(leaf, UInt32((length + Self.lineLength - 1) / Self.lineLength))
      }
    }
    var end = 0
    for leaf in lines.indices {
      let length = Int(lines[leaf])
      lines[leaf] = UInt32(truncatingIfNeeded: end)
      end += length
    }
    precondition(end <= Int(UInt32.max), "a layer's runs fill at most 256 gigabytes")
    self.leaves = writer.column(lines)
    let starts = lines.map { Int($0) * Self.lineLength } + [end * Self.lineLength]
    words = writer.column(UInt32.self, count: end * Self.lineLength, stretches, concurrently) {
      leaves, words in
      for leaf in leaves {
        unsafe words.with(starts[leaf]..<starts[leaf + 1]) { record in
          unsafe Self.write(
            Self.places(of: leaf, order), of: order, layout, tree, geometry, to: record)
        }
      }
    }
  }

  @inline(__always)
  private static func places(of leaf: Int, _ order: [UInt32]) -> Range<Int> {
    (leaf * PackedRTree.fanOut)..<min((leaf + 1) * PackedRTree.fanOut, order.count)
  }

  /// Writes the record of a leaf.
  private static func write(
    _ places: Range<Int>, of order: [UInt32], _ layout: RunLayout, _ tree: PackedRTree,
    _ geometry: PackedGeometry, to record: UnsafeMutableBufferPointer<UInt32>
  ) {
    guard let base = record.baseAddress else { return }
    var head = 0
    var ink = PackedRTree.fanOut * Self.headLength
    for place in places {
      let run = layout.runs[Int(order[place])]
      unsafe record[head] = run.start
      unsafe record[head + 1] = run.feature
      unsafe record[head + 2] = run.part
      unsafe record[head + 3] =
        UInt32(ink) | UInt32(run.segments) << 16 | UInt32(run.dimension.rawValue) << 24
        | UInt32(run.extent.rawValue) << 26
      head += Self.headLength
      let length = RunInk.length(run)
      guard length > 0 else { continue }
      precondition(ink + length <= record.count, "a record holds its ink")
      unsafe (base + ink).withMemoryRebound(to: UInt16.self, capacity: 2 * length) { numbers in
        let ink = RunInk(box: tree.box(at: place), frame: tree.frame)
        unsafe ink.write(
          run, of: geometry, to: UnsafeMutableBufferPointer(start: numbers, count: 2 * length))
      }
      ink += length
    }
    // What no run of the leaf and no ink fills.
    let heads = PackedRTree.fanOut * Self.headLength
    unsafe record[head..<heads].update(repeating: 0)
    unsafe record[ink...].update(repeating: 0)
  }
}
