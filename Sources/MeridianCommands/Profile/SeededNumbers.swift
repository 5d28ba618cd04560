/// Numbers from a seed (SplitMix64; Steele, Lea and Flood 2014): the same on every machine.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to below 1.
  mutating func share() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number from 0 to below `count`, which is above 0.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// A number around 0 with standard deviation 1, nearly normal: the sum of twelve uniform ones,
  /// since mathematics libraries differ in the last bit and seeds must not.
  mutating func deviation() -> Double { (0..<12).reduce(-6) { sum, _ in sum + share() } }
}
