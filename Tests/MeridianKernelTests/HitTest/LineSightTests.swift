import CKernels
@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// Lines seen eight segments at a time, against segments one by one and the C library's functions.
struct LineSightTests {
  private static let kinds: [Int32] = (0..<8).filter { meridian_kernels_of($0) != nil }

  private struct Scene {
    let context: TapContext
    let vertices: [Coordinate]
    let halfWidth: Double

    /// A line of up to forty segments around the tap, some of them without length or far away.
    init(_ seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let camera = try Camera(
        center: LonLat(
          Double.random(in: -180...180, using: &random), Double.random(in: -80...80, using: &random)
        ),
        zoom: Double.random(in: 3...20, using: &random),
        bearing: seed % 2 == 0 ? 0 : Double.random(in: 0...360, using: &random))
      let transform = CameraTransform(camera)
      let tap = ScreenPoint(
        Double.random(in: 0...390, using: &random), Double.random(in: 0...844, using: &random))
      context = try #require(
        TapContext(tap, through: transform, sigma: Double.random(in: 1...15, using: &random)))
      halfWidth = seed % 3 == 0 ? 0 : Double.random(in: 0...8, using: &random)
      let spread = [2.0, 30, 300, 1e5][Int(seed / 7 % 4)] / transform.worldSize
      var vertices: [Coordinate] = []
      for _ in 0...Int.random(in: 1...40, using: &random) {
        if let last = vertices.last, Int.random(in: 0..<8, using: &random) == 0 {
          vertices.append(last)
        } else {
          vertices.append(
            Coordinate(
              context.world.x + Double.random(in: -spread...spread, using: &random),
              context.world.y + Double.random(in: -spread...spread, using: &random)))
        }
      }
      self.vertices = vertices
    }

    var segments: [GlassSegment] {
      let vectors = vertices.map { view.vector(to: $0) }
      return zip(vectors, vectors.dropFirst()).map { GlassSegment(flat: $0, $1) }
    }

    var view: FlatView { FlatView(context, copy: 0) }

    /// The line by itself, by the kernels of a kind, within a reach in points.
    func sight(_ kind: Int32, reach: Double = .infinity) throws -> LineSight {
      let kernels = try #require(meridian_kernels_of(kind))
      let numbers = vertices.flatMap { [$0.x, $0.y] }
      let square = GroundSquare(view, halfWidth: 0, limit: reach, in: context)
      var sights = LineSights()
      // Behind another line, as in a tap.
      for start in 0..<2 {
        sights.gather(
          numbers, vertices.count - 1,
          of: LineSights.Line(feature: 0, part: 0, start: UInt32(start)),
          in: square, by: kernels)
      }
      sights.see(view, halfWidth: halfWidth, in: context, by: kernels)
      return sights.sight(of: sights.lines[1])
    }
  }

  @Test(arguments: Seeds.batches(2000))
  func `every kernel gives what segments give one by one, to the last bit`(seeds: [UInt64]) throws {
    for seed in seeds {
      let scene = try Scene(seed)
      var mass = 0.0
      var bare = Double.infinity
      var vector = GlassVector(0, 0)
      var nearest = -1
      for (number, segment) in scene.segments.enumerated() {
        let place = segment.nearest
        if place.length <= scene.context.reach {
          mass += scene.context.mass(of: segment, halfWidth: scene.halfWidth)
        }
        if place.length < bare { (bare, vector, nearest) = (place.length, place, number) }
      }
      for kind in Self.kinds {
        let sight = try scene.sight(kind)
        #expect(sight.mass == mass, "SEED=\(seed) kind \(kind)")
        #expect(sight.bare == bare, "SEED=\(seed) kind \(kind)")
        #expect(sight.vector == vector, "SEED=\(seed) kind \(kind)")
        #expect(Int(sight.coordinate) == nearest + 1, "SEED=\(seed) kind \(kind)")
      }
    }
  }

  @Test(arguments: Seeds.batches(2000))
  func `what is passed over changes nothing`(seeds: [UInt64]) throws {
    for seed in seeds {
      let scene = try Scene(seed)
      for kind in Self.kinds {
        let all = try scene.sight(kind)
        let near = try scene.sight(kind, reach: scene.context.reach)
        #expect(near.mass == all.mass, "SEED=\(seed) kind \(kind)")
        if all.bare <= scene.context.reach {
          #expect(
            near.bare == all.bare && near.coordinate == all.coordinate, "SEED=\(seed) kind \(kind)")
        } else {
          #expect(near.bare > scene.context.reach, "SEED=\(seed) kind \(kind)")
        }
      }
    }
  }

  @Test(arguments: Seeds.batches(2000))
  func `the mass of a segment is the C library's`(seeds: [UInt64]) throws {
    for seed in seeds {
      let scene = try Scene(seed)
      let (sigma, width) = (scene.context.sigma, scene.halfWidth)
      let variance = sigma * sigma + width * width / 3
      for segment in scene.segments {
        let (dx, dy) = (segment.b.x - segment.a.x, segment.b.y - segment.a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let found = scene.context.mass(of: segment, halfWidth: width)
        guard length > 0 else {
          #expect(found == 0, "SEED=\(seed)")
          continue
        }
        let from = (segment.a.x * dx + segment.a.y * dy) / length
        let height = (segment.a.x * dy - segment.a.y * dx) / length
        let density =
          LibM.exponential(-height * height / (2 * variance))
          / (2 * .pi * variance).squareRoot()
        let expected =
          density * NormalDistribution.mass(from: from / sigma, to: (from + length) / sigma)
        // What lies in one tail loses as many digits as the difference has leading zeros; what is
        // smaller than 1e-290 counts as nothing.
        let lost = density * 1e-15 + 1e-290
        #expect(abs(found - expected) <= expected * 1e-11 + lost, "SEED=\(seed)")
      }
    }
  }

  @Test func `vertices beyond the coordinates are one vertex`() throws {
    let scene = try Scene(4)
    var builder = HitIndex.Builder(placement: .degrees)
    builder.append(GeometryBuffer(point: Coordinate(7, 47)), fid: 1, row: 1)
    let geometry = builder.build().geometry
    func sight(_ vertices: Range<Int>) -> LineSight {
      var sights = LineSights()
      let square = GroundSquare(
        scene.view, halfWidth: 1, limit: .infinity, in: scene.context)
      sights.gather(vertices, feature: 0, part: 0, of: geometry, in: square)
      sights.see(scene.view, halfWidth: 1, in: scene.context)
      return sights.sight(of: sights.lines[0])
    }
    for lie in [0..<2, 0..<17, 1..<9, 4_000_000_000..<4_000_000_017] {
      #expect(sight(lie).bare == sight(0..<1).bare && sight(lie).mass == 0, "\(lie)")
    }
  }
}
