package import MeridianKernel

/// Members of a record of a batch as typed values, with errors that name the member.
///
/// A member that is `null` counts as absent, so that a program may write every member always.
extension JSONValue {
  /// A member that is there and not `null`.
  package func present(_ key: String) -> JSONValue? {
    guard let value = self[key], !value.isNull else { return nil }
    return value
  }

  /// Refuses members that nobody reads, with the nearest name that would have been read.
  package func refuseMembers(except known: [String]) throws(CommandError) {
    for (key, _) in members where !known.contains(key) {
      let near = Suggestion.nearest(to: key, among: known)
      throw .badRecord(
        "The record has no use for \(ValueProblem.quoted(key)); "
          + (near.map { "did you mean “\($0)”?" } ?? "leave it out."))
    }
  }

  /// A number, if the member is there.
  package func number(_ key: String) throws(CommandError) -> Double? {
    guard let value = present(key) else { return nil }
    guard let number = value.double else { throw Self.wrong(key, "a number") }
    return number
  }

  /// A number within limits, if the member is there.
  package func number(_ key: String, in range: ClosedRange<Double>) throws(CommandError) -> Double?
  {
    guard let number = try number(key) else { return nil }
    guard range.contains(number) else {
      let limits =
        "\(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound))"
      throw .badRecord("“\(key)” must lie within \(limits), but it is \(NumberText.plain(number)).")
    }
    return number
  }

  /// A whole number, if the member is there.
  package func whole(_ key: String) throws(CommandError) -> Int64? {
    guard let value = present(key) else { return nil }
    guard let number = value.int64 else { throw Self.wrong(key, "a whole number") }
    return number
  }

  /// Text, if the member is there.
  package func text(_ key: String) throws(CommandError) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.string else { throw Self.wrong(key, "a text") }
    return text
  }

  /// A truth value, if the member is there.
  package func flag(_ key: String) throws(CommandError) -> Bool? {
    guard let value = present(key) else { return nil }
    guard let flag = value.boolean else { throw Self.wrong(key, "true or false") }
    return flag
  }

  /// A pair of numbers, if the member is there.
  package func pair(_ key: String) throws(CommandError) -> (Double, Double)? {
    guard let value = present(key) else { return nil }
    guard let pair = value.pair else { throw Self.wrong(key, "two numbers in brackets") }
    return pair
  }

  /// A place `[lon,lat]`, if the member is there.
  package func place(_ key: String) throws(CommandError) -> LonLat? {
    guard let value = present(key) else { return nil }
    return try value.place(named: "“\(key)”")
  }

  /// Places `[[lon,lat],…]`, if the member is there; errors name the vertex, from 1.
  package func places(_ key: String) throws(CommandError) -> [LonLat]? {
    guard let value = present(key) else { return nil }
    guard value.kind == .array else { throw Self.wrong(key, "a list of places [lon,lat]") }
    var places: [LonLat] = []
    places.reserveCapacity(value.count)
    for element in value.elements {
      places.append(try element.place(named: "vertex \(places.count + 1) of “\(key)”"))
    }
    return places
  }

  /// The error for a member that the operation cannot do without.
  package static func missing(_ key: String, _ needs: String) -> CommandError {
    .badRecord("“\(key)” is missing; give it \(needs).")
  }

  private var pair: (Double, Double)? {
    guard kind == .array, count == 2 else { return nil }
    var numbers = elements
    guard let first = numbers.next()?.double, let second = numbers.next()?.double else {
      return nil
    }
    return (first, second)
  }

  private func place(named name: String) throws(CommandError) -> LonLat {
    guard let (longitude, latitude) = pair else {
      throw .badRecord("\(Self.capitalized(name)) must be a place [lon,lat].")
    }
    let place = LonLat(longitude, latitude)
    if let clause = PlaceProblem.clause(place) {
      throw .badRecord("\(Self.capitalized(name)) must be a place [lon,lat], but \(clause).")
    }
    return place
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func wrong(_ key: String, _ needs: String) -> CommandError {
    .badRecord("“\(key)” must be \(needs).")
  }
}
