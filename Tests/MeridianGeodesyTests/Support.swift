import Foundation
import MeridianGeodesy
import MeridianKernel
import Testing

/// A place as the case tables write it: latitude first.
func at(_ latitude: Double, _ longitude: Double) -> LonLat { LonLat(longitude, latitude) }

/// A ring or line as the case tables write it: latitude, longitude, latitude, longitude ...
func path(_ numbers: Double...) -> [LonLat] { places(numbers) }

/// The same from an array.
func places(_ numbers: [Double]) -> [LonLat] {
  stride(from: 0, to: numbers.count, by: 2).map { at(numbers[$0], numbers[$0 + 1]) }
}

/// A ring written as `lon lat, lon lat, ...`.
func ring(_ text: String) -> [LonLat] {
  text.split(separator: ",").map { pair in
    let numbers = pair.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return LonLat(numbers[0], numbers[1])
  }
}

/// Expects a number within a tolerance and says both when it is not.
func expect(
  _ value: Double, near expected: Double, within tolerance: Double,
  _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    abs(value - expected) <= tolerance,
    "\(comment) \(value) is not \(expected) ± \(tolerance)", sourceLocation: sourceLocation)
}

/// The folder of reference answers: `MERIDIAN_ORACLE`, else `../shared/oracle` beside the package.
func oracleFile(_ name: String) -> URL? {
  let environment = ProcessInfo.processInfo.environment["MERIDIAN_ORACLE"]
  let beside = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/oracle")
  let folder = environment.map { URL(fileURLWithPath: $0) } ?? beside
  let file = folder.appendingPathComponent(name)
  return FileManager.default.fileExists(atPath: file.path) ? file : nil
}
