/// What an answer should be read with care for, by the names of the output's `flags`.
public struct HitFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// One bit a flag.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A polygon whose rings cross or touch themselves; its area is the even-odd one.
  public static let invalid = HitFlags(rawValue: 1)
  /// A line shorter than a point on the glass, or without length at all.
  public static let degenerate = HitFlags(rawValue: 2)
  /// Arcs were replaced by segments.
  public static let linearised = HitFlags(rawValue: 4)
  /// A part without coordinates was left out.
  public static let hasEmptyPart = HitFlags(rawValue: 8)
  /// A polygon so small on the glass that it counts as a disc.
  public static let subFingertip = HitFlags(rawValue: 16)

  /// The names of the flags that are set, in the order of the contract.
  public var names: [String] {
    var names: [String] = []
    if contains(.invalid) { names.append("invalid") }
    if contains(.degenerate) { names.append("degenerate") }
    if contains(.linearised) { names.append("linearised") }
    if contains(.hasEmptyPart) { names.append("hasEmptyPart") }
    if contains(.subFingertip) { names.append("subFingertip") }
    return names
  }
}
