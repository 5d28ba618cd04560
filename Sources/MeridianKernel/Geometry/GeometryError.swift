/// What can be wrong with encoded geometry; every case says where, in bytes from the start.
public enum GeometryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end before the geometry does.
  case truncated(offset: Int)
  /// A byte-order mark that is neither 0 nor 1, or a wrong magic number.
  case badHeader(offset: Int)
  /// A type code that no standard defines.
  case unknownType(code: UInt32, offset: Int)
  /// A member that its collection may not hold.
  case unexpectedMember(code: UInt32, offset: Int)
  /// A count larger than the bytes that are left can hold.
  case countTooLarge(count: UInt32, offset: Int)
  /// Collections nested deeper than 32 levels.
  case nestedTooDeep(offset: Int)

  /// One sentence: what is wrong and at which byte.
  public var description: String {
    switch self {
    case .truncated(let offset): "the geometry ends early, at byte \(offset)"
    case .badHeader(let offset): "byte \(offset) is not the header of a geometry"
    case .unknownType(let code, let offset): "geometry type \(code) at byte \(offset) is unknown"
    case .unexpectedMember(let code, let offset):
      "a member of geometry type \(code) at byte \(offset) may not be there"
    case .countTooLarge(let count, let offset):
      "a count of \(count) at byte \(offset) is more than the bytes that follow can hold"
    case .nestedTooDeep(let offset): "collections at byte \(offset) are nested too deep"
    }
  }
}
