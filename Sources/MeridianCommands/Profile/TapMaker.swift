internal import MeridianKernel
internal import MeridianWorkspace

/// Makes taps over data from a seed: the same taps for the same data, seed and options.
struct TapMaker {
  private let layers: [HitLayer]
  /// How many features the layers before each one hold, and all of them.
  private let starts: [Int]
  private let southWest: LonLat
  private let northEast: LonLat
  private let zooms: ClosedRange<Double>
  private let defaults: ParsedArguments
  private var numbers: SeededNumbers

  /// How far a finger lands from its aim: a standard deviation in points.
  private static let spread = 8.0

  init(
    _ snapshot: WorkspaceSnapshot, seed: UInt64, defaults: ParsedArguments
  ) throws(CommandError) {
    layers = snapshot.tester.layers.filter { $0.index.count > 0 && $0.hasPlace }
    var starts = [0]
    for layer in layers { starts.append(starts[starts.count - 1] + layer.index.count) }
    self.starts = starts
    let bounds = layers.compactMap(\.index.bounds)
    guard let first = bounds.first else {
      throw CommandError(
        "noFeatures",
        "There is no feature to tap on; name other layers, or give the taps with `--taps FILE`.",
        exitCode: .notFound)
    }
    (southWest, northEast) = bounds.dropFirst().reduce(first) { whole, box in
      (
        LonLat(
          min(whole.southWest.longitude, box.southWest.longitude),
          min(whole.southWest.latitude, box.southWest.latitude)),
        LonLat(
          max(whole.northEast.longitude, box.northEast.longitude),
          max(whole.northEast.latitude, box.northEast.latitude))
      )
    }
    self.defaults = defaults
    zooms = Self.zooms(over: northEast.longitude - southWest.longitude, defaults)
    numbers = SeededNumbers(seed: seed)
  }

  /// Two to six levels closer than the whole extent on the glass, unless `--zoom` says which.
  private static func zooms(
    over width: Double, _ defaults: ParsedArguments
  ) -> ClosedRange<Double> {
    if let zoom = defaults[HitCommand.zoom] { return zoom...zoom }
    // The world is 512 points wide at zoom 0, the glass 390 unless told.
    let glass = defaults[HitCommand.size]?.width ?? 390
    let fit = Double((glass / 512 * 360 / max(width, 1e-6)).exponent)
    return min(max(fit + 2, 1), 18)...min(max(fit + 6, 1), 21)
  }

  /// The next tap.
  mutating func question(isNear: Bool) throws(CommandError) -> HitQuestion {
    let zoom = Self.rounded(
      zooms.lowerBound + (zooms.upperBound - zooms.lowerBound) * numbers.share(), 100)
    var place = anywhere()
    if isNear, let vertex = vertex() { place = vertex }
    if isNear {
      // Points on the glass to degrees at the equator's scale: nearer in latitude, as Mercator is.
      let degrees = 360 / (512 * Self.powerOfTwo(zoom))
      place.longitude += numbers.deviation() * Self.spread * degrees
      place.latitude += numbers.deviation() * Self.spread * degrees
    }
    let latitude = min(max(place.latitude, -85), 85)
    let center = LonLat(Self.rounded(place.longitude, 1e7), Self.rounded(latitude, 1e7))
    return try HitQuestion(HitTap(at: center, zoom: zoom, view: HitView(defaults)))
  }

  private mutating func anywhere() -> LonLat {
    LonLat(
      southWest.longitude + (northEast.longitude - southWest.longitude) * numbers.share(),
      southWest.latitude + (northEast.latitude - southWest.latitude) * numbers.share())
  }

  /// A vertex of a feature, every feature with the same chance.
  private mutating func vertex() -> LonLat? {
    let number = numbers.index(below: starts[starts.count - 1])
    guard let layer = layers.indices.last(where: { starts[$0] <= number }) else { return nil }
    let places = layers[layer].index.paths(of: number - starts[layer]).flatMap(\.places)
    let choice = numbers.next()
    return places.isEmpty ? nil : places[Int(choice % UInt64(places.count))]
  }

  private static func rounded(_ value: Double, _ steps: Double) -> Double {
    (value * steps).rounded() / steps
  }

  /// 2 to a power of 0…24 by its whole part and a straight line for the rest: a spread needs no
  /// more, and no mathematics library.
  private static func powerOfTwo(_ zoom: Double) -> Double {
    let whole = Int(zoom)
    return Double(1 << whole) * (1 + zoom - Double(whole))
  }
}
