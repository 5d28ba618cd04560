import Foundation
import MeridianCommands
import Testing

/// `measure` through the program's entry, as its users call it.
@Suite struct MeasureCommandTests {
  /// What one run wrote and how it ended.
  private struct Run {
    let output: String
    let errors: String
    let code: Int32

    /// The answers as objects.
    var records: [[String: Any]] {
      output.split(separator: "\n").compactMap { line in
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      }
    }
  }

  private func run(_ words: [String], input: String = "", onTerminal: Bool = false) -> Run {
    let (output, errors) = (MemorySink(), MemorySink())
    let code = runMeridian(
      Invocation(
        arguments: ["measure"] + words, input: MemorySource(input), output: output, errors: errors,
        isOutputTerminal: onTerminal))
    return Run(output: output.text, errors: errors.text, code: code)
  }

  private func number(_ record: [String: Any]?, _ key: String) -> Double {
    record?[key] as? Double ?? .nan
  }

  @Test func `negative longitudes are places, not options`() {
    let run = run(["line", "-0.13,51.5", "2.35,48.85"])
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(abs(number(run.records.first, "lengthM") - 343_859.893) < 0.001)
  }

  @Test func `A55 a line is a geodesic in JSON and in the table`() {
    let words = ["line", "7.4386372,46.9510811", "8.541694,47.3768866"]
    #expect(abs(number(run(words).records.first, "lengthM") - 96_103.2353) < 0.001)
    let table = run(words, onTerminal: true).output
    #expect(
      table == "length        96103.235 m\nazimuth       60.086537°\n"
        + "back azimuth  -119.104571°\n")
  }

  @Test func `A56 nothing measured ever says nan`() {
    for words in [
      ["line", "7,47"], ["line", "7,47", "7,47"], ["area", "7,47"], ["area", "7,47", "7,47"],
    ] {
      for onTerminal in [true, false] {
        let run = run(words, onTerminal: onTerminal)
        #expect(run.code == 0)
        #expect(!run.output.lowercased().contains("nan"), "\(words): \(run.output)")
      }
    }
    let bad = run(["line", "7,47", "nan,48"])
    #expect(bad.code == 2 && bad.output.isEmpty)
    #expect(bad.errors.contains("vertex 2"))
  }

  @Test func `A59 swapped axes are named with the vertex`() {
    let run = run(["area", "61.2,-150.5", "61.3,-149.5", "61.1,-149.6"])
    #expect(run.code == 2)
    #expect(run.errors.contains("vertex 1") && run.errors.contains("axes look swapped"))
  }

  @Test func `A74 the unit's name and the number come together`() {
    for (unit, factor) in [
      ("km", 0.001), ("ft", 1 / 0.3048), ("ft-us", 3937.0 / 1200), ("nmi", 1 / 1852.0),
    ] {
      let record = run(["line", "0,0", "1,0", "--unit", unit]).records.first
      #expect(record?["unit"] as? String == unit)
      let expected = number(record, "lengthM") * factor
      #expect(abs(number(record, "length") - expected) <= expected * 1e-15)
      let table = run(["line", "0,0", "1,0", "--unit", unit], onTerminal: true).output
      #expect(table.split(separator: "\n")[0].hasSuffix(" \(unit)"))
    }
  }

  @Test func `A97 planar only when asked for`() {
    let words = ["line", "7.4386372,46.9510811", "8.541694,47.3768866"]
    let planar = run(words + ["--planar", "EPSG:2056"]).records.first
    #expect(abs(number(planar, "lengthM") - 96_104.870) < 0.002)
    #expect(planar?["planar"] as? String == "EPSG:2056")
    #expect(run(words).records.first?["planar"] == nil)
  }

  @Test func `an area record has everything of the contract`() throws {
    let record = try #require(run(["area", "10,22", "10,20", "11,20", "11,21"]).records.first)
    #expect(
      Set(record.keys) == [
        "lengthM", "areaM2", "perimeterM", "orientation", "segments", "flags",
      ])
    #expect(abs(number(record, "areaM2") - 17_304_786_956.666) < 0.02)
    #expect((record["segments"] as? [Any])?.count == 4)
  }

  @Test func `a zoom adds the ground under a fingertip`() {
    let record = run(["line", "0,0", "1,0", "--zoom", "16"]).records.first
    #expect(abs(number(record, "uncertaintyM") - 22 * 40_075_016.6856 / (512 * 65_536)) < 1e-6)
    // A number shown is no finer than the tap.
    let table = run(["line", "0,0", "1,0", "--zoom", "16"], onTerminal: true).output
    #expect(table.hasPrefix("length        111319 m\n"))
  }

  @Test func `a batch answers each line in its place and ends with 4 when one failed`() {
    var input = ""
    for index in 0..<1000 {
      input +=
        index == 500
        ? "not JSON\n"
        : "{\"id\":\(index),\"op\":\"inverse\",\"from\":[0,0],\"to\":[\(index % 180),1]}\n"
    }
    let run = run(["-"], input: input)
    #expect(run.code == 4)
    #expect(run.records.count == 1000)
    for (index, record) in run.records.enumerated() {
      if index == 500 {
        #expect(record["line"] as? Int == 501)
        #expect((record["error"] as? [String: Any])?["code"] as? String == "badJSON")
      } else {
        #expect(record["id"] as? Int == index)
        #expect(number(record, "lengthM").isFinite)
      }
    }
  }

  @Test func `a record's ellipsoid wins over the option`() {
    let record = "{\"id\":1,\"op\":\"line\",\"coordinates\":[[0,0],[90,0]]"
    let input = record + "}\n" + record + ",\"ellipsoid\":\"6371000,0\"}\n"
    let run = run(["-", "--ellipsoid", "bessel"], input: input)
    #expect(run.code == 0)
    let lengths = run.records.map { number($0, "lengthM") }
    #expect(abs(lengths[0] - 6_377_397.155 * .pi / 2) < 1e-6)
    #expect(abs(lengths[1] - 6_371_000 * .pi / 2) < 1e-6)
  }

  @Test func `direct answers the end with all its digits`() throws {
    let run = run(["direct", "-0.1366,51.5132", "--azimuth", "45", "--distance", "1.2km"])
    let end = try #require(run.records.first?["to"] as? [Double])
    let back = self.run(["inverse", "-0.1366,51.5132", "\(end[0]),\(end[1])"]).records.first
    #expect(abs(number(back, "lengthM") - 1200) < 1e-8)
    #expect(abs(number(back, "azimuthDeg") - 45) < 1e-9)
  }
}
