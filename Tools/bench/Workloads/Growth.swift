import Glibc
import MeridianKernel

/// How the cost of a tap grows with the number of features.
///
/// The cities are equally wide and ever denser; the zoom grows with them, so that a finger meets
/// about as many features in each: what grows is the search, not the answer.
struct Growth {
  let folder: String
  let rounds: Int
  let seconds: Double

  /// The zoom at which a finger meets as many features as in a city of a million at zoom 17.
  private static func zoom(forFeatures count: Int) -> Double {
    17 + log2(Double(count) / 1_000_000) / 2
  }

  /// The cost of one tap in microseconds, by the number of features, for every contestant.
  func run(_ names: [String]) throws -> [Series] {
    var series: [Series] = []
    for name in names {
      let files = DatasetFiles(name: name, folder: folder)
      guard files.isThere else {
        say("\(name) is not in \(folder); it is left out.")
        continue
      }
      say("Loading \(name).")
      let data = try Dataset(files)
      var racers: [any Contestant] = [
        LinkedContestant(MeridianPeer(data, policy: .nearest), taps: data.taps)
      ]
      if let peer = try GEOSPeer(reading: files.flat) {
        racers.append(LinkedContestant(peer, taps: data.taps))
      }
      if let peer = try SQLitePeer(reading: files.flat) {
        racers.append(LinkedContestant(peer, taps: data.taps))
      }
      let work = Work.tap(zoom: Self.zoom(forFeatures: data.count))
      let outcome = try Race(
        data: name, work: work, contestants: racers, rounds: rounds, budget: seconds,
        tapCount: data.taps.count
      ).run()
      say(outcome.text)
      for (number, lane) in outcome.lanes.enumerated() {
        if series.count == number { series.append(Series(title: lane.contestant)) }
        series[number].points.append(
          Series.Point(
            size: Double(data.count), cost: 1e6 / lane.values.median, hits: lane.hits ?? .nan))
      }
    }
    return series
  }
}

/// One line of the chart.
struct Series {
  /// One measured size.
  struct Point {
    var size: Double
    /// Microseconds.
    var cost: Double
    var hits: Double
  }

  let title: String
  var points: [Point] = []
}
