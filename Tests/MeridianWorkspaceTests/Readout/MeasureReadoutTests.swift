import Foundation
import MeridianGeodesy
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Lengths, areas, counts and dates as people read them.
@Suite struct `Measures, counts and dates` {
  private func plain(_ readout: Readout) -> String { `Coordinate readouts`.plain(readout) }

  @Test func `a number is no finer than the first digit of its uncertainty`() {
    func text(_ meters: Double, _ deviation: Double?) -> String {
      plain(.length(meters, uncertainty: deviation))
    }
    #expect(text(123.456, nil) == "123.46 m" && text(123.456, 0) == "123.46 m")
    #expect(text(123.456, 0.04) == "123.46 ± 0.04 m")
    #expect(text(123.456, 0.096) == "123.5 ± 0.1 m")
    #expect(text(123.456, 9.6) == "120 ± 10 m" && text(123.456, 9.4) == "123 ± 9 m")
    #expect(text(123.456, 52) == "120 ± 50 m" && text(3, 52) == "0 ± 50 m")
    #expect(text(12_345.678, 52) == "12.35 ± 0.05 km")
    #expect(text(1_234_567.8, 5.2) == "1'234.568 ± 0.005 km")
    #expect(text(1_234_567.8, 5200) == "1'235 ± 5 km")
    #expect(text(123, .infinity) == "123.00 m" && text(123, .nan) == "123.00 m")
    #expect(text(.infinity, 1) == "–" && text(.nan, nil) == "–")
    #expect(plain(.area(125_432, uncertainty: 3100)) == "12.5 ± 0.3 ha")
    #expect(plain(.area(125_432)) == "12.5432 ha" && plain(.area(54)) == "54.0 m²")
    #expect(plain(.area(5_000_000, uncertainty: 12, units: .imperial)) == "1.930511 ± 0.000005 mi²")
    #expect(plain(.area(9_000, units: .survey)) == "2.2239 acre-us")
  }

  @Test func `measures are read out in words`() {
    #expect(
      Readout.length(1230, uncertainty: 52, units: .only(.meter, .hectare)).spoken
        == "1230 plus or minus 50 meters")
    #expect(Readout.length(1000).spoken == "1.000 kilometers")
    #expect(Readout.length(1000, uncertainty: 1000).spoken == "1 plus or minus 1 kilometer")
    #expect(
      Readout.length(0.3048, uncertainty: 0.3048, units: .imperial).spoken
        == "1 plus or minus 1 foot")
    #expect(Readout.area(20_000, uncertainty: 900).spoken == "2.00 plus or minus 0.09 hectares")
  }

  @Test(arguments: Seeds.batches(300))
  func `both numbers end at the same decimal, within half a step of the truth`(
    seeds: [UInt64]
  ) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let meters = pow(10, Double.random(in: -2...7, using: &random))
      let deviation = pow(10, Double.random(in: -3...6, using: &random))
      let unit = LengthUnit.allCases[Int.random(in: 0..<7, using: &random)]
      let text = Readout.length(
        meters, uncertainty: deviation, units: .only(unit, .hectare)
      ).text.filter { $0 != "\u{202F}" }
      let numbers = text.dropLast(unit.rawValue.count + 1).components(separatedBy: " ± ")
      try #require(numbers.count == 2, "SEED=\(seed) \(text)")
      let decimals = numbers.map { $0.split(separator: ".").dropFirst().first?.count ?? 0 }
      #expect(decimals[0] == decimals[1], "SEED=\(seed) \(text)")
      let shown = numbers.map { Double($0) ?? .nan }
      #expect(abs(unit.toMeters(shown[0]) - meters) <= deviation * 0.501, "SEED=\(seed) \(text)")
      #expect(abs(unit.toMeters(shown[1]) / deviation - 1) <= 0.34, "SEED=\(seed) \(text)")
      #expect(numbers[1].filter { "123456789".contains($0) }.count == 1, "SEED=\(seed) \(text)")
    }
  }

  @Test func `azimuths are no finer than the taps`() {
    #expect(plain(.azimuth(44.6)) == "045° NE" && plain(.azimuth(-0.4)) == "000° N")
    #expect(plain(.azimuth(44.6, uncertainty: 0.2)) == "045° NE ± 1°")
    #expect(plain(.azimuth(44.6, uncertainty: 3.2)) == "045° NE ± 3°")
    #expect(plain(.azimuth(-44.6, uncertainty: 12)) == "320° NW ± 10°")
    #expect(plain(.azimuth(359, uncertainty: 12)) == "000° N ± 10°")
    #expect(plain(.azimuth(44.6, uncertainty: .infinity)) == "–")
    #expect(Readout.azimuth(44.6, uncertainty: 70).spoken == "no direction")
    #expect(
      Readout.azimuth(44.6, uncertainty: 1).spoken
        == "45 degrees, northeast, plus or minus 1 degree")
  }

  @Test func `counts have narrow spaces between thousands and no locale`() {
    #expect(plain(.count(0)) == "0 features" && plain(.count(1)) == "1 feature")
    #expect(plain(.count(999)) == "999 features" && plain(.count(1000)) == "1'000 features")
    #expect(plain(.count(12_345_678, "note", "notes")) == "12'345'678 notes")
    #expect(plain(.count(1, of: 324)) == "__1 of 324 features")
    #expect(plain(.count(17, of: 1, "hit", "hits")) == "17 of 1 hit")
    #expect(plain(.count(999, of: 12_000)) == "___999 of 12'000 features")
    #expect(Readout.count(1, of: 12_000).spoken == "1 of 12000 features")
    #expect(plain(.count(.min)) == "-9'223'372'036'854'775'808 features")
  }

  @Test(arguments: [
    ("2024-05-17", "2024-05-17", "17 May 2024"),
    ("2024-02-29", "2024-02-29", "29 February 2024"),
    ("0001-01-01", "0001-01-01", "1 January 1"),
    ("2024-05-17T14:03:22.000Z", "2024-05-17 14:03:22 UTC", "17 May 2024, 14:03:22 UTC"),
    ("2024-05-17T14:03:22.250Z", "2024-05-17 14:03:22.25 UTC", "17 May 2024, 14:03:22.25 UTC"),
    ("2024-05-17T14:03Z", "2024-05-17 14:03 UTC", "17 May 2024, 14:03 UTC"),
    ("2024-05-17T14:03:22+00:00", "2024-05-17 14:03:22 UTC", "17 May 2024, 14:03:22 UTC"),
    (
      "2024-05-17T14:03:22-05:30", "2024-05-17 14:03:22 UTC-05:30",
      "17 May 2024, 14:03:22 UTC-05:30"
    ),
  ])
  func `dates of GeoPackage become readable`(stored: String, text: String, spoken: String) {
    let readout = Readout.date(.text(stored))
    #expect(readout.text == text && readout.spoken == spoken)
  }

  @Test(arguments: [
    "", "2024", "17.5.2024", "2024-5-17", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10",
    "2024-04-31", "2024-05-17 14:03:22", "2024-05-17T14:03:22", "2024-05-17T24:00:00Z",
    "2024-05-17T23:59:60Z", "2024-05-17T14:03:22.Z", "2024-05-17T14:03:22Z ", "２０２４-05-17",
    "2024-05-17T", "2024-05-17T14:60Z", "2024-05-17T14:03:22.1234567890Z", "-024-05-17",
    "yesterday",
  ])
  func `odd dates stay as they are`(stored: String) {
    #expect(Readout.date(.text(stored)).text == stored)
    #expect(Readout.date(.text(stored)).spoken == stored)
  }

  @Test func `a date column that holds something else shows it`() {
    #expect(Readout.date(.null).text == "–" && Readout.date(.null).spoken == "no date")
    #expect(Readout.date(.integer(1_715_954_602)).text == "1715954602")
    #expect(Readout.date(.real(2_460_448.5)).text == "2460448.5")
    #expect(Readout.date(.blob([1, 2])).text == "2 bytes")
  }
}
