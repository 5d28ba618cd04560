/// What can be wrong with well-known text; every case says where, in bytes from the start.
public enum WKTError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something else than what has to follow; nothing when the text ends.
  case unexpected(found: String, wanted: String, offset: Int)
  /// A word that is not a type of geometry.
  case unknownType(name: String, offset: Int)
  /// A number that is none, or that no `Double` can hold.
  case badNumber(text: String, offset: Int)
  /// Collections nested deeper than 32 levels.
  case nestedTooDeep(offset: Int)

  /// Where the mistake starts, in bytes of UTF-8.
  public var offset: Int {
    switch self {
    case .unexpected(_, _, let offset), .unknownType(_, let offset), .badNumber(_, let offset),
      .nestedTooDeep(let offset):
      offset
    }
  }

  /// What is wrong, without the place.
  public var reason: String {
    switch self {
    case .unexpected(let found, let wanted, _):
      found.isEmpty
        ? "the geometry ends early: \(wanted) is missing"
        : "\"\(found)\" stands where the geometry needs \(wanted)"
    case .unknownType(let name, _):
      name.isEmpty
        ? "the name of a geometry type, such as POINT, is missing"
        : "\"\(name)\" is not a type of geometry that is read, such as POINT or MULTIPOLYGON"
    case .badNumber(let text, _): "\"\(text)\" is not a finite number"
    case .nestedTooDeep: "collections are nested deeper than 32 levels"
    }
  }

  /// One sentence: what is wrong and at which byte.
  public var description: String { "\(reason) (byte \(offset))" }
}
