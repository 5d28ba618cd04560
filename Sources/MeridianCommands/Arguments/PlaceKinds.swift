package import MeridianKernel

/// A box in degrees; its west side may lie east of its east side when it crosses 180°.
package struct GeographicBox: Hashable, Sendable {
  /// Degrees east.
  package var west: Double
  /// Degrees north.
  package var south: Double
  /// Degrees east.
  package var east: Double
  /// Degrees north.
  package var north: Double

  /// Whether the box runs across the 180th meridian.
  package var crosses180: Bool { west > east }
}

/// Width and height of a viewport, in points.
package struct GlassSize: Hashable, Sendable {
  /// Points across.
  package var width: Double
  /// Points down.
  package var height: Double
}

extension ValueKind where Value == LonLat {
  /// A place in degrees, longitude first: `-0.1366,51.5132`.
  package static var place: ValueKind {
    let needs = "a place as LON,LAT, such as -0.1366,51.5132"
    return ValueKind(placeholder: "LON,LAT", needs: needs) { text throws(ValueProblem) in
      let values = try Numeral.list(text, 2, needs: needs)
      let place = LonLat(values[0], values[1])
      if let but = PlaceProblem.clause(place) { throw ValueProblem(needs: needs, but: but) }
      return place
    }
  }
}

/// What can be wrong with the numbers of a place, in the words of every command.
package enum PlaceProblem {
  /// Why a pair of numbers is no place, a clause that follows "but"; `nil` when it is one.
  package static func clause(_ place: LonLat) -> String? {
    guard place.longitude.isFinite, place.latitude.isFinite else {
      return "its \(place.longitude.isFinite ? "latitude" : "longitude") is not a finite number"
    }
    guard !place.isValid else { return nil }
    let latitude = NumberText.plain(place.latitude)
    let swapped = abs(place.longitude) <= 90 && abs(place.latitude) <= 180
    return "latitude \(latitude) lies outside ±90"
      + (swapped ? "; the axes look swapped, longitude comes first" : "")
  }
}

extension ValueKind where Value == Coordinate {
  /// A point on the glass, in points from the top left: `195,422`.
  package static var screenPoint: ValueKind {
    let needs = "a point on the glass as X,Y, such as 195,422"
    return ValueKind(placeholder: "X,Y", needs: needs) { text throws(ValueProblem) in
      let values = try Numeral.list(text, 2, needs: needs)
      return Coordinate(values[0], values[1])
    }
  }
}

extension ValueKind where Value == GlassSize {
  /// A viewport in points: `390x844`.
  package static var glassSize: ValueKind {
    let needs = "a size as WIDTHxHEIGHT in points, such as 390x844"
    return ValueKind(placeholder: "WxH", needs: needs) { text throws(ValueProblem) in
      let values = try Numeral.list(text, 2, separator: "x", needs: needs)
      guard values.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else {
        throw ValueProblem(needs: needs, but: "each side must measure 1 to 100000 pt")
      }
      return GlassSize(width: values[0], height: values[1])
    }
  }
}

extension ValueKind where Value == GeographicBox {
  /// A box in degrees, `WEST,SOUTH,EAST,NORTH`; west > east crosses 180°.
  package static var geographicBox: ValueKind {
    let needs = "a box as WEST,SOUTH,EAST,NORTH, such as -0.14,51.51,-0.13,51.52"
    return ValueKind(placeholder: "W,S,E,N", needs: needs) { text throws(ValueProblem) in
      let values = try Numeral.list(text, 4, needs: needs)
      for corner in [LonLat(values[0], values[1]), LonLat(values[2], values[3])] {
        if let but = PlaceProblem.clause(corner) { throw ValueProblem(needs: needs, but: but) }
      }
      guard values[1] <= values[3] else {
        throw ValueProblem(needs: needs, but: "its south lies north of its north")
      }
      return GeographicBox(west: values[0], south: values[1], east: values[2], north: values[3])
    }
  }
}

extension Numeral {
  /// So many numbers with a separator between, or the problem.
  static func list(
    _ text: String, _ count: Int, separator: Character = ",", needs: String
  ) throws(ValueProblem) -> [Double] {
    let words = text.split(separator: separator, omittingEmptySubsequences: false)
    guard words.count == count else {
      let found =
        text.isEmpty ? "no number" : words.count == 1 ? "one part" : "\(words.count) parts"
      throw ValueProblem(needs: needs, but: "\(ValueProblem.quoted(text)) has \(found)")
    }
    var values: [Double] = []
    for word in words {
      switch Numeral.number(word) {
      case .success(let value): values.append(value)
      case .failure(let clause): throw ValueProblem(needs: needs, but: clause.text)
      }
    }
    return values
  }
}

extension ValueKind where Value == Int64 {
  /// The id of a feature, or the number of a row.
  static var featureID: ValueKind {
    let needs = "the id of a feature, a whole number"
    return ValueKind(placeholder: "FID", needs: needs) { text throws(ValueProblem) in
      guard let id = Int64(text) else {
        throw ValueProblem(needs: needs, but: "it is \(ValueProblem.quoted(text))")
      }
      return id
    }
  }
}
