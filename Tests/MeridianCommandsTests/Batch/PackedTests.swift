import Foundation
import MeridianCommands
import MeridianGeodesy
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Packed little-endian columns in and out.
struct PackedTests {
  private struct Run {
    var numbers: [Double]
    var bytes: Int
    var errors: String
    var code: Int32
  }

  private func run(
    _ words: [String], _ numbers: [Double], dropping lost: Int = 0, piece: Int = .max
  ) -> Run {
    _ = Golden.root
    let input = numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
    }
    let (output, errors) = (MemorySink(), MemorySink())
    let invocation = Invocation(
      arguments: words + ["--in", "f64"],
      input: MemorySource(bytes: Array(input.dropLast(lost)), piece: piece), output: output,
      errors: errors)
    let code = runMeridian(invocation)
    let columns = stride(from: 0, to: output.bytes.count - 7, by: 8).map { start in
      Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(output.bytes[start + $1]) << (8 * $1) })
    }
    return Run(numbers: columns, bytes: output.bytes.count, errors: errors.text, code: code)
  }

  private func place(_ random: inout SplitMix64) -> LonLat {
    LonLat(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
  }

  @Test(arguments: Seeds.list(5))
  func `packed distances are those of the library to the last bit`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let earth = try Geodesic()
    var (input, expected): ([Double], [Double]) = ([], [])
    for _ in 0..<Int.random(in: 1...3000, using: &random) {
      let (from, to) = (place(&random), place(&random))
      input += [from.longitude, from.latitude, to.longitude, to.latitude]
      let way = try earth.inverse(from: from, to: to)
      expected += [way.length, way.azimuth, way.backAzimuth]
    }
    for jobs in 1...3 {
      let run = run(
        ["measure", "inverse", "-", "--jobs", "\(jobs)"], input,
        piece: Int.random(in: 1...5000, using: &random))
      #expect(run.numbers.map(\.bitPattern) == expected.map(\.bitPattern), "seed \(seed)")
      #expect(run.code == 0 && run.errors.isEmpty)
    }
  }

  @Test func `a direct problem goes out and back`() throws {
    let there = run(["measure", "direct", "-"], [7.5, 47, 45, 1200, 7.5, 47, 200, -30])
    #expect(there.code == 0 && there.numbers.count == 8)
    let earth = try Geodesic()
    for (index, (azimuth, distance)) in [(45.0, 1200.0), (200, -30)].enumerated() {
      let end = try earth.direct(from: LonLat(7.5, 47), azimuth: azimuth, distance: distance)
      #expect(
        Array(there.numbers[4 * index..<4 * index + 4])
          == [end.to.longitude, end.to.latitude, end.endAzimuth, end.backAzimuth])
    }
  }

  @Test func `lines and rings of any length stand behind their count`() throws {
    let square: [Double] = [4, 0, 0, 1, 0, 1, 1, 0, 1]
    let track: [Double] = [3, 7, 47, 8, 47, 8, 48]
    let run = run(["measure", "line", "-"], square + [0] + track, piece: 5)
    let earth = try Geodesic()
    let corners = [LonLat(0, 0), LonLat(1, 0), LonLat(1, 1), LonLat(0, 1)]
    let lengths = [
      try earth.length(of: corners), 0,
      try earth.length(of: [LonLat(7, 47), LonLat(8, 47), LonLat(8, 48)]),
    ]
    #expect(run.numbers == lengths && run.code == 0)
    let area = self.run(["measure", "area", "-"], square)
    let ring = try earth.area(corners)
    #expect(area.numbers == [ring.area, ring.perimeter, 1] && area.code == 0)
  }

  @Test func `what cannot be answered is NaN in its place and counted`() {
    let run = run(
      ["measure", "inverse", "-"], [0, 0, 0, 1, 0, 91, 0, 1, .nan, 0, 0, 1, 0, 0, 0, 1])
    #expect(run.numbers.count == 12 && run.numbers[3..<9].allSatisfy(\.isNaN))
    #expect(run.numbers[0] == run.numbers[9] && abs(run.numbers[0] - 110574.4) < 0.1)
    #expect(run.code == 4)
    #expect(
      run.errors
        == "meridian: 2 records could not be answered; every column of such an answer is NaN.\n")
  }

  @Test func `a torn last record is told after the whole ones are answered`() {
    let run = run(["measure", "inverse", "-"], [0, 0, 0, 1, 0, 0, 0, 2], dropping: 3)
    #expect(run.bytes == 24 && run.code == 6)
    #expect(
      run.errors
        == "meridian: The input ends in the middle of record 2, which has only 29 of 32 bytes; "
        + "send whole records.\n")
    let line = self.run(["measure", "line", "-"], [2, 0, 0, 0, 1, 2, 0, 0, 0], piece: 7)
    #expect(line.bytes == 8 && line.code == 6 && line.errors.contains("only 32 of 40 bytes"))
    let count = self.run(["measure", "line", "-"], [2, 0, 0, 0, 1, 2], dropping: 1)
    #expect(count.bytes == 8 && count.code == 6 && count.errors.contains("record 2"))
  }

  @Test(arguments: [-1, 0.5, .nan, .infinity, 1e18])
  func `a count that is none ends the run`(_ count: Double) {
    let run = run(["measure", "line", "-"], [2, 0, 0, 0, 1, count, 0, 0])
    #expect(run.bytes == 8 && run.code == 6 && run.errors.contains("Record 2 cannot have"))
  }

  @Test func `nothing in, nothing out`() {
    for words in [["inverse"], ["direct"], ["line"], ["area"]] {
      let run = run(["measure"] + words + ["-"], [])
      #expect(run.bytes == 0 && run.code == 0 && run.errors.isEmpty)
    }
  }

  @Test func `packed taps say what JSON says`() throws {
    var random = SplitMix64(seed: 11)
    var (numbers, lines): ([Double], String) = ([], "")
    for _ in 0..<200 {
      let lon = Double.random(in: -0.144 ... -0.131, using: &random)
      let lat = Double.random(in: 51.509...51.517, using: &random)
      numbers += [lon, lat, 17]
      lines += "{\"at\":[\(lon),\(lat)],\"zoom\":17}\n"
    }
    let store = "Data/samples/soho.gpkg"
    let packed = run(["hit", store, "-", "--limit", "3", "--jobs", "2"], numbers)
    let answers = Session(["hit", store, "-"], input: lines).output.split(separator: "\n")
    #expect(packed.code == 0 && packed.numbers.count == 200 * (2 + 3 * 9))
    let names = try openStore(at: store, cacheFolder: "").layers.map(\.name)
    for (index, line) in answers.enumerated() {
      let row = Array(packed.numbers[index * 29..<index * 29 + 29])
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let hits = try #require(answer["hits"] as? [[String: Any]])
      #expect(row[0] == Double(hits.count))
      #expect(row[1] == (answer["ambiguous"] as? Bool == true ? 1 : 0))
      for (rank, hit) in hits.prefix(3).enumerated() {
        let columns = Array(row[2 + 9 * rank..<11 + 9 * rank])
        #expect(names[Int(columns[0])] == hit["layer"] as? String)
        #expect(columns[1] == hit["fid"] as? Double && columns[2] == 0)
        for (column, name, step) in [
          (3, "probability", 1e-6), (4, "distancePt", 1e-3), (5, "distanceM", 1e-3),
        ] {
          let value = try #require(hit[name] as? Double)
          #expect(abs(columns[column] - value) <= 0.51 * step, "\(name) of \(line)")
        }
        #expect((columns[6] == 1) == (hit["inside"] as? Bool))
      }
      for column in (2 + 9 * min(hits.count, 3))..<29 { #expect(row[column].isNaN) }
    }
  }

  @Test func `taps without a zoom take the option's`() {
    let store = "Data/samples/soho.gpkg"
    let numbers = [-0.13666, 51.51329, .nan]
    let given = run(["hit", store, "-", "--zoom", "17"], numbers)
    #expect(given.numbers == run(["hit", store, "-"], [-0.13666, 51.51329, 17]).numbers)
    #expect(given.code == 0 && given.numbers.count == 11)
    #expect(run(["hit", store, "-"], numbers).code == 4)
  }

  @Test(arguments: [
    (["hit", "Data/samples/soho.gpkg", "-", "--attributes"], "`--attributes` has no column"),
    (["hit", "Data/samples/soho.gpkg", "-", "--limit", "0"], "give it 1 to 1000"),
    (["measure", "-"], "name no operation"),
    (["measure", "line", "-", "--planar", "EPSG:2056"], "`--planar` has no column"),
    (["measure", "inverse", "-", "--out", "ndjson"], "give `--in f64 --out f64`"),
  ])
  func `what has no column is refused in one sentence`(words: [String], says: String) {
    let run = run(words, [0, 0, 0, 1])
    #expect(run.code == 2 && run.bytes == 0 && run.errors.contains(says))
  }
}
