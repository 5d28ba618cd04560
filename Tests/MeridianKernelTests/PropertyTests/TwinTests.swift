import MeridianKernel
import MeridianTestSupport
import Testing

/// Fast path and twin agree exactly, order included.
struct TwinTests {
  static let centers = [
    LonLat(7.5, 47), LonLat(180, -17), LonLat(-179.99, 64), LonLat(0, 0), LonLat(13.4, 84.9),
    LonLat(-0.1366, -51.5),
  ]

  @Test(arguments: Seeds.batches(2000))
  func `fast path and twin give the same answer`(seeds: [UInt64]) throws {
    for seed in seeds { try compareAnswers(seed) }
  }

  private func compareAnswers(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 7919)
    let center = Self.centers[Int(seed) % Self.centers.count]
    let zoom = Double.random(in: 0...22, using: &random)
    let spread = 600 / (512 * exp2(zoom)) * 360 * Double.random(in: 0.05...1, using: &random)
    var scene = RandomScene(
      seed: seed, center: center, spread: min(spread, 40))
    let layers = scene.layers(count: 4, featuresEach: 6)
    let fast = HitTester(layers: layers)
    let twin = BruteForceHitTester(layers: layers)
    for _ in 0..<3 {
      let transform = try Self.camera(near: center, zoom: zoom, &random)
      let tap = ScreenPoint(
        Double.random(in: -20...410, using: &random), Double.random(in: -20...860, using: &random))
      let options = Self.options(&random)
      let expected = twin.hits(at: tap, through: transform, options: options)
      let answer = fast.hits(at: tap, through: transform, options: options)
      #expect(
        Self.summary(answer) == Self.summary(expected),
        "SEED=\(seed) camera \(transform.camera) tap \(tap) options \(options)")
    }
  }

  @Test(arguments: Seeds.batches(400))
  func `box query and its twin give the same features`(seeds: [UInt64]) throws {
    for seed in seeds { try compareBoxes(seed) }
  }

  private func compareBoxes(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 104_729)
    let center = Self.centers[Int(seed) % Self.centers.count]
    let zoom = Double.random(in: 0...20, using: &random)
    let spread = min(600 / (512 * exp2(zoom)) * 360, 40)
    var scene = RandomScene(seed: seed, center: center, spread: spread)
    let layers = scene.layers(count: 3, featuresEach: 8)
    let transform = try Self.camera(near: center, zoom: zoom, &random)
    for _ in 0..<5 {
      let x = Double.random(in: 0...390, using: &random)
      let y = Double.random(in: 0...844, using: &random)
      let size = Double.random(in: 0...60, using: &random)
      let box = Envelope(minX: x - size, minY: y - size, maxX: x + size, maxY: y + size)
      #expect(
        HitTester(layers: layers).features(in: box, through: transform)
          == BruteForceHitTester(layers: layers).features(in: box, through: transform),
        "SEED=\(seed)")
    }
  }

  static func camera(near center: LonLat, zoom: Double, _ random: inout SplitMix64) throws
    -> CameraTransform
  {
    let isFlat = Bool.random(using: &random)
    let width = 390 / (512 * exp2(zoom)) * 360
    let latitude = center.latitude + Double.random(in: -0.3...0.3, using: &random) * width
    let camera = try Camera(
      center: LonLat(
        center.longitude + Double.random(in: -0.5...0.5, using: &random) * width
          + 360 * Double(Int.random(in: -2...2, using: &random)),
        min(max(latitude, -85), 85)),
      zoom: zoom, bearing: Double.random(in: -400...400, using: &random),
      pitch: isFlat ? 0 : Double.random(in: 0...85, using: &random))
    return CameraTransform(camera)
  }

  static func options(_ random: inout SplitMix64) -> HitOptions {
    HitOptions(
      tolerance: HitTolerance(
        [0, 4, 10, 22, 22, 60, 100].randomElement(using: &random) ?? 22) ?? .fingertip,
      policy: HitPolicy.allCases.randomElement(using: &random) ?? .likelihood,
      sigma: [1, 8, 8, 8, 20, 50].randomElement(using: &random) ?? 8,
      limit: Bool.random(using: &random) ? nil : 3,
      explains: Bool.random(using: &random))
  }

  /// Everything an answer says, as text, so that a difference can be read.
  static func summary(_ answer: HitAnswer) -> String {
    var lines = answer.hits.map { hit in
      "\(hit.layer)/\(hit.row) \(hit.rank) p=\(String(describing: hit.probability)) d=\(hit.distance)"
        + " bare=\(hit.geometryDistance) ground=\(String(describing: hit.groundDistance))"
        + " in=\(hit.isInside) at=\(hit.nearest) \(hit.nearestOnGlass) part=\(hit.part)"
        + " ring=\(String(describing: hit.ring)) seg=\(String(describing: hit.segment))"
        + " \(hit.flags.names) \(hit.score)"
    }
    lines.append(
      "truncated \(answer.truncated) ambiguous \(String(describing: answer.isAmbiguous))"
        + " separate \(String(describing: answer.separateZoom)) stacked \(answer.isStacked)"
        + " reason \(String(describing: answer.reason))")
    lines += answer.nearMisses.map {
      "miss \($0.layer)/\($0.row) \(String(describing: $0.distance)) \($0.reason)"
    }
    return lines.joined(separator: "\n")
  }
}

/// 2 to a power, without a mathematics library.
func exp2(_ x: Double) -> Double {
  let whole = x.rounded(.down)
  var value = Double(sign: .plus, exponent: Int(whole), significand: 1)
  var fraction = x - whole
  var root = 2.0
  for _ in 0..<40 {
    root = root.squareRoot()
    fraction *= 2
    if fraction >= 1 {
      value *= root
      fraction -= 1
    }
  }
  return value
}
