import CPROJ
import Glibc
import LibraryOpening

/// Long pipes through the program, by the wall's clock, starting and loading included.
struct Pipes {
  let program: String
  let samples: String
  let folder: String
  let rounds: Int

  /// A million taps as JSON lines in and out; the peer is Python with shapely, tap by tap and by
  /// thousands, on its first part, since it takes minutes for all.
  func taps(python: String?, script: String) throws -> Outcome {
    let path = try SeededInput.sohoTaps(in: folder)
    var outcome = Outcome(
      data: "soho", work: "1,000,000 taps through a pipe, JSON lines, wall", unit: "taps/s",
      isMoreBetter: true)
    let (all, part) = (1_000_000, 100_000)
    let head = "\(folder)/soho-taps-head.ndjson"
    _ = WholeProcess.run(["sh", "-c", "head -n \(part) '\(path)' > '\(head)'"])
    let store = "\(samples)/soho.gpkg"
    var sides = [
      (title: "Meridian", words: [program, "hit", store, "-"], input: path, taps: all)
    ]
    if let python {
      for (title, way) in [("tap by tap", "each"), ("4096 taps at once", "chunks")] {
        sides.append(("Python and shapely, \(title)", [python, script, store, way], head, part))
      }
    }
    let output = "\(folder)/pipe.out"
    // The first round warms caches, and tells who is there.
    sides = sides.filter { seconds($0.words, input: $0.input, output: output) != nil }
    guard sides.first?.title == "Meridian" else { throw Failure(text: "the program fails.") }
    outcome.lanes = sides.map { Outcome.Lane(contestant: $0.title) }
    for _ in 0..<rounds {
      outcome.append(
        try sides.map { side in
          guard let seconds = seconds(side.words, input: side.input, output: output) else {
            throw Failure(text: "\(side.title) fails in a later round.")
          }
          return Double(side.taps) / seconds
        })
    }
    say(outcome.text)
    return outcome
  }

  /// A million distances as packed numbers in and out, against the C routine on one core.
  func distances() throws -> Outcome? {
    guard let inverse = Self.inverse() else { return nil }
    let (path, numbers) = try SeededInput.pairs(in: folder)
    let output = "\(folder)/pipe.out"
    let words = [program, "measure", "inverse", "-", "--in", "f64", "--out", "f64"]
    var outcome = Outcome(
      data: "globe", work: "1,000,000 distances through a pipe, packed, all cores, wall",
      unit: "/s ", isMoreBetter: true)
    outcome.lanes = ["Meridian", "PROJ's geod_inverse in C, one core"].map {
      Outcome.Lane(contestant: $0)
    }
    guard seconds(words, input: path, output: output) != nil else {
      say("Packed distances are not answered yet, left out.")
      return nil
    }
    var results: [Double] = []
    for _ in 0..<rounds {
      guard let ours = seconds(words, input: path, output: output) else { return nil }
      let start = processorSeconds()
      results = inverse(numbers)
      outcome.append([1e6 / ours, 1e6 / (processorSeconds() - start)])
    }
    let differing = try Self.differing(output, results)
    outcome.notes.append("\(differing) of 3,000,000 numbers differ by more than 1e-9 of themselves")
    say(outcome.text)
    return outcome
  }

  private func seconds(_ words: [String], input: String, output: String) -> Double? {
    guard let file = fopen(output, "wb") else { return nil }
    defer { fclose(file) }
    return WholeProcess.run(words, input: input, output: fileno(file))?.wallSeconds
  }

  /// Lengths and both azimuths of all pairs by PROJ's own routine; nil when it is not installed.
  private static func inverse() -> (([Double]) -> [Double])? {
    guard
      let library = SharedLibrary([
        "libproj.so.25", "libproj.so.22", "libproj.so", "libproj.dylib",
      ]),
      let begin: geod_init_fn = library.find("geod_init"),
      let inverse: geod_inverse_fn = library.find("geod_inverse")
    else { return nil }
    return { numbers in
      var ellipsoid = geod_geodesic()
      begin(&ellipsoid, 6_378_137, 1 / 298.257223563)
      var results = [Double](repeating: 0, count: numbers.count / 4 * 3)
      results.withUnsafeMutableBufferPointer { results in
        guard let base = results.baseAddress else { return }
        for pair in 0..<numbers.count / 4 {
          let (from, to) = (4 * pair, 3 * pair)
          inverse(
            &ellipsoid, numbers[from + 1], numbers[from], numbers[from + 3], numbers[from + 2],
            base + to, base + to + 1, base + to + 2)
        }
      }
      return results
    }
  }

  /// How many numbers of a file are not what they should be.
  private static func differing(_ path: String, _ expected: [Double]) throws -> Int {
    guard let file = fopen(path, "rb") else { throw Failure(text: "cannot read \(path).") }
    defer { fclose(file) }
    var numbers = [Double](repeating: .nan, count: expected.count)
    _ = fread(&numbers, 8, numbers.count, file)
    return zip(numbers, expected).reduce(0) { count, pair in
      let isFine = abs(pair.0 - pair.1) <= 1e-9 * max(abs(pair.1), 1)
      // The azimuth back may point the other way by convention.
      let isTurned = abs(abs(pair.0 - pair.1) - 180) < 1e-6
      return count + (isFine || isTurned ? 0 : 1)
    }
  }
}
