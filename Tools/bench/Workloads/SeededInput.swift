import Glibc

/// Seeded numbers (SplitMix64, Steele, Lea and Flood 2014): the same input on every run.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// What long pipes are fed with, made once in the cache folder.
enum SeededInput {
  /// A million taps over the Soho sample, one JSON object a line.
  static func sohoTaps(in folder: String) throws -> String {
    let path = "\(folder)/soho-taps.ndjson"
    if access(path, R_OK) == 0 { return path }
    var random = SplitMix64(seed: 17)
    return try make(path) { file in
      for number in 0..<1_000_000 {
        let longitude = Double.random(in: -0.1432 ... -0.1317, using: &random)
        let latitude = Double.random(in: 51.5101...51.5162, using: &random)
        fputs(
          "{\"id\":\(number),\"at\":[\(sevenDigits(longitude)),\(sevenDigits(latitude))],"
            + "\"zoom\":17}\n", file)
      }
    }
  }

  /// A million pairs of places, each evenly spread over the globe: longitude, latitude, twice.
  static func pairs(in folder: String) throws -> (path: String, numbers: [Double]) {
    let path = "\(folder)/pairs.f64"
    var random = SplitMix64(seed: 18)
    var numbers: [Double] = []
    numbers.reserveCapacity(4_000_000)
    for _ in 0..<2_000_000 {
      numbers.append(Double.random(in: -180..<180, using: &random))
      numbers.append(asin(Double.random(in: -1...1, using: &random)) * 180 / .pi)
    }
    if access(path, R_OK) != 0 {
      _ = try make(path) { file in fwrite(numbers, 8, numbers.count, file) }
    }
    return (path, numbers)
  }

  private static func sevenDigits(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }

  private static func make(
    _ path: String, _ body: (UnsafeMutablePointer<FILE>) -> Void
  ) throws -> String {
    guard let file = fopen(path + ".partial", "wb") else {
      throw Failure(text: "cannot write \(path).")
    }
    body(file)
    guard fclose(file) == 0, rename(path + ".partial", path) == 0 else {
      throw Failure(text: "cannot write \(path).")
    }
    return path
  }
}
