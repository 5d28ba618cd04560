import CKernels
@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The wide kernels of every kind that this processor runs, and their twins in plain Swift.
struct KernelTests {
  /// Kernels by their kind: plain vectors, and on x86 wider ones.
  private static let kinds: [Int32] = (0..<8).filter { meridian_kernels_of($0) != nil }

  private func kernels(_ kind: Int32) -> UnsafePointer<meridian_kernel_set> {
    meridian_kernels_of(kind) ?? meridian_kernels()
  }

  /// A run of at most sixteen segments somewhere in the world: a line or a ring, now and then all
  /// along an axis or with few different vertices.
  private func layer(_ seed: UInt64, _ random: inout SplitMix64) -> HitIndex {
    let size = Double.random(in: 1e-3...2000, using: &random)
    let center = Coordinate(
      Double.random(in: -2e7...2e7, using: &random),
      Double.random(in: -1.9e7...1.9e7, using: &random))
    let count = Int(seed % 15) + 2
    let steps = seed % 3 == 0 ? 4.0 : 65_535
    var vertices = (0..<count).map { _ in
      func step() -> Double { (Double.random(in: 0...steps, using: &random)).rounded() / steps }
      return Coordinate(
        center.x + size * step(), center.y + (seed % 4 == 0 ? 0 : size * step()))
    }
    var builder = HitIndex.Builder(placement: .mercatorMeters)
    var buffer = GeometryBuffer()
    let isRing = seed % 2 == 1 && count >= 4
    if isRing { vertices[count - 1] = vertices[0] }
    buffer.begin(isRing ? .polygon : .lineString)
    buffer.beginPart(isRing ? .polygon : .line, member: 0)
    for vertex in vertices { buffer.append(vertex) }
    buffer.endRing()
    buffer.endPart()
    builder.append(buffer, fid: 1, row: 1)
    return builder.build()
  }

  @Test(arguments: Seeds.batches(3000))
  func `the sieve drops nothing that is in reach and names the nearest segments`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let index = layer(seed, &random)
      guard index.tree.count == 1, index.runs[0].dimension != .point else { continue }
      let run = index.runs[0]
      let vertices = Array(index.geometry.coordinates[run.vertices])
      let extent = index.geometry.extent
      let size = max(extent.width, extent.height, 1e-12)
      let place = Coordinate(
        Double.random(in: extent.minX - size...extent.maxX + size, using: &random),
        seed % 5 == 0
          ? vertices[0].y
          : Double.random(in: extent.minY - size...extent.maxY + size, using: &random))
      let squares = vertices.indices.dropLast().map {
        SegmentRelation.squaredDistance(vertices[$0] - place, vertices[$0 + 1] - place)
      }
      let distance = (squares.min() ?? 0).squareRoot()
      let reach = seed % 7 == 0 ? distance : Double.random(in: 0...size, using: &random)
      let isInside = index.crosses(place, run.vertices)
      for kind in Self.kinds {
        let near = sift(index, place, reach, kernels(kind))
        if distance <= reach { #expect(near != nil, "SEED=\(seed) kind \(kind)") }
        if run.dimension == .polygon && isInside && distance > size * 1e-3 {
          #expect(near?.isInside == true, "SEED=\(seed) kind \(kind)")
        }
        guard let near else { continue }
        #expect(near.run.start == run.start && near.run.segments == run.segments)
        if run.dimension == .polygon, let side = near.isInside {
          #expect(side == isInside, "SEED=\(seed) kind \(kind)")
        }
        for (segment, squared) in squares.enumerated() where squared == squares.min() {
          #expect(near.nearest >> UInt16(segment) & 1 == 1, "SEED=\(seed) kind \(kind)")
        }
        // What is clearly out of reach is dropped, or the sieve would be none.
        #expect(
          distance <= reach * 1.001 + size * 1e-3 || isInside, "SEED=\(seed) kind \(kind)")
      }
    }
  }

  private func sift(
    _ index: HitIndex, _ place: Coordinate, _ reach: Double,
    _ kernels: UnsafePointer<meridian_kernel_set>
  ) -> NearRun? {
    let sieve = RunSieve(at: place, lineReach: reach, polygonReach: reach)
    var near = NearRun.nothing
    var place: UInt32 = 0
    let count = sieve.sift(&place, 1, of: index.runs, index.tree, into: &near, by: kernels)
    return count > 0 ? near : nil
  }

  @Test(arguments: Seeds.batches(400))
  func `nodes and leaves are opened as in plain Swift`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var nodes = [Float](repeating: 0, count: 3 * 64)
      var slabs = [UInt8](repeating: 0, count: 3 * 64)
      for node in 0..<3 {
        for lane in 0..<16 {
          for side in 0..<2 {
            let low = Float.random(in: -1...1, using: &random)
            nodes[64 * node + lane + 16 * side] = low
            nodes[64 * node + lane + 16 * side + 32] =
              low + Float.random(in: 0...0.5, using: &random)
          }
          let angle = Double.random(in: 0...(2 * .pi), using: &random)
          slabs[64 * node + lane] = UInt8(
            bitPattern: Int8((127 * LibM.cosine(angle)).rounded()))
          slabs[64 * node + lane + 16] = UInt8(
            bitPattern: Int8((127 * LibM.sine(angle)).rounded()))
          let low = UInt8.random(in: 0...180, using: &random)
          slabs[64 * node + lane + 32] = low
          slabs[64 * node + lane + 48] = UInt8.random(in: low...255, using: &random)
        }
      }
      let disc = meridian_disc(
        x: Float.random(in: -1...1, using: &random), y: Float.random(in: -1...1, using: &random),
        squared: Float.random(in: 0...0.1, using: &random))
      // The last number is none of the nodes.
      let numbers: [UInt32] = [2, 0, 1, 3]
      for kind in Self.kinds {
        var children = [UInt32](repeating: 0, count: 64)
        let opened = kernels(kind).pointee.open_nodes(
          nodes, numbers, 4, 3, disc, nodes, slabs, &children)
        check(children.prefix(Int(opened)), seed) { node, lane in
          plainBox(nodes, 64 * node + lane, disc)
        }
        let found = kernels(kind).pointee.open_leaves(nodes, slabs, numbers, 4, 3, disc, &children)
        check(children.prefix(Int(found)), seed) { node, lane in
          max(
            plainBox(nodes, 64 * node + lane, disc),
            plainSlab(nodes, slabs, 64 * node + lane, disc))
        }
      }
    }
  }

  /// Whether the children found are those whose excess is below zero; about zero either will do.
  private func check(
    _ found: ArraySlice<UInt32>, _ seed: UInt64, _ excess: (Int, Int) -> Double
  ) {
    #expect(Set(found).count == found.count, "SEED=\(seed)")
    for node in 0..<3 {
      for lane in 0..<16 {
        let over = excess(node, lane)
        guard abs(over) > 1e-5 else { continue }
        #expect(found.contains(UInt32(16 * node + lane)) == (over < 0), "SEED=\(seed)")
      }
    }
  }

  /// How much farther than its radius a box is from a disc's middle, as squares.
  private func plainBox(_ nodes: [Float], _ first: Int, _ disc: meridian_disc) -> Double {
    let (x, y) = (Double(disc.x), Double(disc.y))
    let dx = max(Double(nodes[first]) - x, x - Double(nodes[first + 32]), 0)
    let dy = max(Double(nodes[first + 16]) - y, y - Double(nodes[first + 48]), 0)
    return dx * dx + dy * dy - Double(disc.squared)
  }

  /// The same of a slab, in lengths.
  private func plainSlab(
    _ nodes: [Float], _ slabs: [UInt8], _ index: Int, _ disc: meridian_disc
  ) -> Double {
    let first = index / 64 * 64 + index % 64
    let extent = Double(
      max(nodes[first + 32] - nodes[first], nodes[first + 48] - nodes[first + 16]))
    let normal = (
      Double(Int8(bitPattern: slabs[first])), Double(Int8(bitPattern: slabs[first + 16]))
    )
    let along =
      normal.0 * (Double(disc.x) - Double(nodes[first]))
      + normal.1 * (Double(disc.y) - Double(nodes[first + 16]))
      - (min(normal.0, 0) + min(normal.1, 0)) * extent
    let margin = Double(disc.squared).squareRoot() * 128
    return max(
      Double(slabs[first + 32]) * extent - margin - along,
      along - margin - Double(slabs[first + 48]) * extent)
  }

  @Test(arguments: Seeds.batches(1000))
  func `a slab holds its run and is no wider than it must be`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let index = layer(seed, &random)
      guard index.tree.count == 1, index.runs[0].segments > 0 else { continue }
      let vertices = Array(index.geometry.coordinates[index.runs[0].vertices])
      let box = index.tree.box(at: 0)
      let slab = RunSlab(vertices, box: box, frame: index.tree.frame)
      #expect(
        (0..<4).map { index.slabs.bytes[16 * $0] } == [
          UInt8(bitPattern: slab.x), UInt8(bitPattern: slab.y), slab.low, slab.high,
        ], "SEED=\(seed)")
      let extent = max(Double(box.z) - Double(box.x), Double(box.w) - Double(box.y))
      guard extent > 0 else { continue }
      let least = Double(min(slab.x, 0)) + Double(min(slab.y, 0))
      let along = vertices.map { vertex in
        ((vertex.x - index.tree.frame.x - Double(box.x)) * Double(slab.x)
          + (vertex.y - index.tree.frame.y - Double(box.y)) * Double(slab.y)) / extent - least
      }
      guard let low = along.min(), let high = along.max() else { continue }
      #expect(Double(slab.low) <= low && low <= Double(slab.low) + 1.02, "SEED=\(seed)")
      #expect(Double(slab.high) >= high && high >= Double(slab.high) - 1.02, "SEED=\(seed)")
      let length = (Double(slab.x) * Double(slab.x) + Double(slab.y) * Double(slab.y)).squareRoot()
      #expect(length > 126 && length < 128, "SEED=\(seed)")
    }
  }

  @Test(arguments: Seeds.batches(400))
  func `boxes are measured, met and within as in plain Swift`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var node = [Float](repeating: 0, count: 64)
      for lane in 0..<16 {
        for side in 0..<2 {
          let low = Float.random(in: -1...1, using: &random)
          node[lane + 16 * side] = low
          node[lane + 16 * side + 32] = low + Float.random(in: 0...0.5, using: &random)
        }
      }
      let (x, y) = (
        Float.random(in: -1...1, using: &random), Float.random(in: -1...1, using: &random)
      )
      let reach = Float.random(in: 0...1, using: &random)
      measure(node, x, y, limit: reach, seed)
      meet(node, x, y, reach, seed)
    }
  }

  private func meet(_ node: [Float], _ x: Float, _ y: Float, _ reach: Float, _ seed: UInt64) {
    let outer = Self.square(x, y, reach)
    let sure = Self.square(x, y, reach * 0.8)
    var expected = meridian_met_boxes(met: 0, certain: 0, within: 0)
    for lane in 0..<16 {
      let box = meridian_rectangle(
        min_x: node[lane], min_y: node[lane + 16], max_x: node[lane + 32], max_y: node[lane + 48])
      if Self.meet(box, outer) { expected.met |= 1 << lane }
      if Self.meet(box, sure) { expected.certain |= 1 << lane }
      if box.min_x >= sure.min_x && box.max_x <= sure.max_x && box.min_y >= sure.min_y
        && box.max_y <= sure.max_y
      {
        expected.within |= 1 << lane
      }
    }
    var window = meridian_window(outer: outer, sure: sure)
    for kind in Self.kinds {
      let found = kernels(kind).pointee.meet_window(node, &window)
      #expect(found.met == expected.met, "SEED=\(seed) kind \(kind)")
      #expect(found.within == expected.within, "SEED=\(seed) kind \(kind)")
      #expect(found.certain == expected.certain, "SEED=\(seed) kind \(kind)")
    }
  }

  private static func square(_ x: Float, _ y: Float, _ reach: Float) -> meridian_rectangle {
    meridian_rectangle(min_x: x - reach, min_y: y - reach, max_x: x + reach, max_y: y + reach)
  }

  private static func meet(_ a: meridian_rectangle, _ b: meridian_rectangle) -> Bool {
    a.min_x <= b.max_x && a.max_x >= b.min_x && a.min_y <= b.max_y && a.max_y >= b.min_y
  }

  private func measure(_ node: [Float], _ x: Float, _ y: Float, limit: Float, _ seed: UInt64) {
    for kind in Self.kinds {
      var squares = [Float](repeating: 0, count: 16)
      var around = meridian_neighborhood(x: x, y: y, scale: 0.5, limit: limit, slack: -1)
      let mask = kernels(kind).pointee.measure_boxes(node, nil, &around, &squares)
      #expect(around.limit == limit, "SEED=\(seed) kind \(kind)")
      var promised = Float.infinity
      for lane in 0..<16 {
        let dx = max(node[lane] - x, x - node[lane + 32], 0) * 0.5
        let dy = max(node[lane + 16] - y, y - node[lane + 48], 0)
        let expected = dx * dx + dy * dy
        #expect(abs(squares[lane] - expected) <= expected * 3e-7, "SEED=\(seed) kind \(kind)")
        #expect((mask >> UInt32(lane) & 1 == 1) == (squares[lane] <= limit), "SEED=\(seed)")
        let across = [abs(node[lane] - x) * 0.5, abs(node[lane + 32] - x) * 0.5].sorted()
        let along = [abs(node[lane + 16] - y), abs(node[lane + 48] - y)].sorted()
        promised = min(
          promised, across[0] * across[0] + along[1] * along[1],
          across[1] * across[1] + along[0] * along[0])
      }
      around = meridian_neighborhood(x: x, y: y, scale: 0.5, limit: .infinity, slack: 0)
      _ = kernels(kind).pointee.measure_boxes(node, nil, &around, &squares)
      // Never lower than what is promised, and hardly higher.
      #expect(
        around.limit >= promised && around.limit <= promised * 1.00001, "SEED=\(seed) kind \(kind)")
    }
  }

  @Test(arguments: Seeds.batches(300))
  func `what a slab says is never farther than the run`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let index = layer(seed, &random)
      guard index.tree.count == 1 else { continue }
      let extent = index.geometry.extent
      let size = max(extent.width, extent.height)
      let place = Coordinate(
        Double.random(in: extent.minX - 2 * size...extent.maxX + 2 * size, using: &random),
        Double.random(in: extent.minY - 2 * size...extent.maxY + 2 * size, using: &random))
      let vertices = index.runs[0].vertices.map { index.geometry.coordinates[$0] - place }
      let least =
        zip(vertices, vertices.dropFirst()).map(SegmentRelation.squaredDistance).min()
        ?? .infinity
      for kind in Self.kinds {
        let found = Double(Self.squares(index, place, kind)[0]).squareRoot()
        #expect(
          found <= least.squareRoot() * (1 + 1e-6) + size * 1e-6 + 1e-30,
          "SEED=\(seed) kind \(kind)")
      }
    }
  }

  private static func squares(_ index: HitIndex, _ place: Coordinate, _ kind: Int32) -> [Float] {
    var squares = [Float](repeating: 0, count: 16)
    var around = meridian_neighborhood(
      x: Float(place.x - index.tree.frame.x), y: Float(place.y - index.tree.frame.y), scale: 1,
      limit: .infinity, slack: -1)
    _ = meridian_kernels_of(kind)?.pointee.measure_boxes(
      index.tree.boxes.base, index.slabs.bytes.base, &around, &squares)
    return squares
  }
}
