import MeridianKernel
import MeridianQuery
import MeridianStore

/// Joins of a hundred thousand points with a layer, both sides in longitude and latitude, on one
/// thread; the layer is loaded and indexed before.
struct Joins {
  let files: DatasetFiles
  let rounds: Int
  /// A Python that may have geopandas.
  let python: String?

  /// How many points the program joins at a time.
  private static let chunk = 65_536

  /// How many points a peer joins that takes milliseconds for each.
  private static let fewest = 200

  /// What is joined.
  private enum Kind: String {
    case containing = "join: points in polygons"
    case nearest = "join: nearest"

    var work: Work { self == .containing ? .containing : .nearest }
  }

  /// The joins of a data set.
  func run() throws -> [Outcome] {
    say("Loading \(files.name) in degrees once for each side.")
    let flat = "\(files.stem).4326.gpkg"
    guard let judge = try GEOSPeer(reading: flat) else { return [] }
    let store = try openStore(at: flat, cacheFolder: files.folder)
    guard let schema = store.layers.first(where: { $0.geometryColumn != nil }) else { return [] }
    let layer = try PlaneLayer(schema, in: store, columns: [])
    try store.close()
    // Peers in this process are asked in degrees, too.
    let points = try TapFile.read(files.taps).map { tap in
      Tap(place: tap.place, flat: Coordinate(tap.place.longitude, tap.place.latitude))
    }
    guard files.name == "city" else { return [try race(.containing, layer, judge, points)] }
    let near = try Reach(files, meters: 50).map { try $0.race(layer, points, rounds: rounds) }
    return try [race(.nearest, layer, judge, points)] + [near].compactMap { $0 }
  }

  private func race(
    _ kind: Kind, _ layer: PlaneLayer, _ judge: GEOSPeer, _ points: [Tap]
  ) throws -> Outcome {
    var outcome = Outcome(
      data: files.name, work: kind.rawValue, unit: "/s", isMoreBetter: true)
    outcome.lanes = [
      Outcome.Lane(contestant: "Meridian"), Outcome.Lane(contestant: "Meridian, in file order"),
      Outcome.Lane(contestant: judge.title),
    ]
    let slow = LinkedContestant(judge, taps: points)
    let outside = kind == .containing ? self.outside() : nil
    if let outside { outcome.lanes.append(Outcome.Lane(contestant: outside.title + " sjoin")) }
    // Geometries are prepared once; what that costs is no part of the join.
    let few = kind == .nearest ? min(points.count, 10_000) : points.count
    _ = try slow.pass(kind.work, count: few)
    var sums: [Int] = [0, 0, 0]
    for _ in 0..<rounds {
      let sorted = try join(kind, layer, points, alongCurve: true)
      let plain = try join(kind, layer, points, alongCurve: false)
      guard let theirs = try slow.pass(kind.work, count: few) else { continue }
      var rates = [
        Double(points.count) / sorted.seconds, Double(points.count) / plain.seconds,
        Double(few) / theirs.seconds,
      ]
      // It prepares no polygon, so a giant costs all its edges for every point: a few are enough.
      if let pass = try outside?.pass(kind.work, count: Self.fewest) {
        rates.append(Double(Self.fewest) / pass.seconds)
        outcome.lanes[3].questions = Self.fewest
        outcome.lanes[3].hits = Double(pass.hits) / Double(Self.fewest)
      }
      outcome.append(rates)
      sums = [sorted.hits, plain.hits, theirs.hits]
    }
    let ours = try join(kind, layer, Array(points.prefix(few)), alongCurve: false)
    let theirs = try slow.pass(kind.work, count: few)
    for lane in 0..<3 {
      outcome.lanes[lane].questions = lane == 2 ? few : points.count
      outcome.lanes[lane].hits = Double(sums[lane]) / Double(lane == 2 ? few : points.count)
    }
    if let theirs {
      outcome.notes.append(
        "\(judge.title): \(Agreement.sums(ours, theirs)) on \(few) points"
          + (kind == .nearest ? "; it measures degrees, not meters" : ""))
    }
    say(outcome.text)
    return outcome
  }

  private func outside() -> OutsideContestant? {
    guard let python else { return nil }
    do {
      return try OutsideContestant(
        command: "\(python) Tools/bench/peers/geopandas_join.py", stem: files.stem)
    } catch {
      say("Left out: \(error)")
      return nil
    }
  }

  /// Joins all points, as the program does in chunks along a curve, or in the order of the file.
  private func join(
    _ kind: Kind, _ layer: PlaneLayer, _ points: [Tap], alongCurve: Bool
  ) throws -> Pass {
    let joiner = try Joiner(
      layer, on: kind == .nearest ? .nearest : .relation(.intersects))
    var pass = Pass(seconds: 0, hits: 0, idSum: 0)
    var buffer = GeometryBuffer()
    let start = processorSeconds()
    func take(_ partners: ArraySlice<Joiner.Partner>) {
      for partner in partners {
        pass.hits += 1
        pass.idSum &+= Int(layer.row(of: partner.feature).fid ?? 0)
      }
    }
    var batch = JoinBatch()
    var partners: [Joiner.Partner] = []
    for (number, point) in points.enumerated() {
      buffer.begin(.point)
      buffer.beginPart(.point, member: 0)
      buffer.append(point.flat)
      buffer.endRing()
      guard alongCurve else {
        try joiner.find(buffer, into: &partners)
        take(partners[...])
        continue
      }
      batch.append(buffer)
      if batch.count == Self.chunk || number == points.count - 1 {
        try joiner.findAll(batch) { _, partners in
          take(partners)
          return true
        }
        batch.removeAll()
      }
    }
    pass.seconds = processorSeconds() - start
    return pass
  }
}
