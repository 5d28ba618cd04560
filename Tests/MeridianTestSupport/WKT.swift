public import MeridianKernel

/// Reads well-known text into a geometry buffer; enough of it for tests.
///
/// Types 1 to 7, `EMPTY` anywhere, Z and M ordinates skipped.
public struct WKT {
  /// What a text could not be read for.
  public struct Failure: Error, CustomStringConvertible {
    /// What was found.
    public let description: String
  }

  private var rest: Substring

  /// The geometry of a text.
  public static func geometry(_ text: String) throws -> GeometryBuffer {
    var reader = WKT(rest: text[...])
    var buffer = GeometryBuffer()
    let type = try reader.type()
    buffer.begin(type)
    try reader.body(type, member: nil, into: &buffer)
    guard reader.peek() == nil else { throw Failure(description: "rest: \(reader.rest)") }
    return buffer
  }

  private mutating func peek() -> Character? {
    rest = rest.drop { $0.isWhitespace }
    return rest.first
  }

  private mutating func take(_ character: Character) -> Bool {
    guard peek() == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ character: Character) throws {
    guard take(character) else {
      throw Failure(description: "expected \(character) at: \(rest.prefix(20))")
    }
  }

  private mutating func word() -> String {
    _ = peek()
    let word = rest.prefix { $0.isLetter }
    rest.removeFirst(word.count)
    return word.uppercased()
  }

  private mutating func type() throws -> GeometryType {
    let name = word()
    guard let type = GeometryType.allCases.first(where: { $0.name.uppercased() == name }) else {
      throw Failure(description: "no type \(name)")
    }
    let before = rest
    if !["Z", "M", "ZM"].contains(word()) { rest = before }
    return type
  }

  private mutating func isEmpty() -> Bool {
    let before = rest
    if word() == "EMPTY" { return true }
    rest = before
    return false
  }

  private mutating func body(
    _ type: GeometryType, member: Int?, into buffer: inout GeometryBuffer
  ) throws {
    if isEmpty() {
      buffer.noteEmptyPart()
      return
    }
    switch type {
    case .point:
      buffer.beginPart(.point, member: member ?? 0)
      try run(into: &buffer)
      buffer.endPart()
    case .lineString:
      buffer.beginPart(.line, member: member ?? 0)
      try run(into: &buffer)
      buffer.endPart()
    case .polygon:
      buffer.beginPart(.polygon, member: member ?? 0)
      try list { reader, _ in
        if reader.isEmpty() { buffer.noteEmptyPart() } else { try reader.run(into: &buffer) }
      }
      buffer.endPart()
    case .multiPoint:
      try list { reader, index in
        if reader.isEmpty() { return buffer.noteEmptyPart() }
        buffer.beginPart(.point, member: member ?? index)
        if reader.peek() == "(" {
          try reader.run(into: &buffer)
        } else {
          buffer.append(try reader.coordinate())
          buffer.endRing()
        }
        buffer.endPart()
      }
    case .multiLineString, .multiPolygon:
      let part: GeometryType = type == .multiPolygon ? .polygon : .lineString
      try list { reader, index in
        try reader.body(part, member: member ?? index, into: &buffer)
      }
    case .geometryCollection:
      try list { reader, index in
        let inner = try reader.type()
        try reader.body(inner, member: member ?? index, into: &buffer)
      }
    default: throw Failure(description: "curves are not read")
    }
  }

  private mutating func list(_ item: (inout WKT, Int) throws -> Void) throws {
    try expect("(")
    var index = 0
    repeat {
      try item(&self, index)
      index += 1
    } while take(",")
    try expect(")")
  }

  /// `(x y, x y, …)` as one ring.
  private mutating func run(into buffer: inout GeometryBuffer) throws {
    try expect("(")
    repeat { buffer.append(try coordinate()) } while take(",")
    try expect(")")
    buffer.endRing()
  }

  private mutating func coordinate() throws -> Coordinate {
    var numbers: [Double] = []
    while let next = peek(), next != ",", next != ")" {
      let text = rest.prefix { !$0.isWhitespace && $0 != "," && $0 != ")" }
      guard let number = Double(text) else { throw Failure(description: "no number: \(text)") }
      numbers.append(number)
      rest.removeFirst(text.count)
    }
    guard numbers.count >= 2 else { throw Failure(description: "too few numbers at: \(rest)") }
    return Coordinate(numbers[0], numbers[1])
  }
}
