internal import MeridianKernel

/// The dimensionally extended nine-intersection matrix (OGC 06-103r4, 6.1.15.2): for interior,
/// boundary and exterior of two geometries the dimension of what they share, -1 for nothing.
struct IntersectionMatrix: Equatable {
  /// Row by row: interior, boundary, exterior of the first against those of the second.
  private var cells: [Int8]

  /// The matrix of two empty geometries.
  init() { cells = [-1, -1, -1, -1, -1, -1, -1, -1, 2] }

  /// Reads nine of the characters `F`, `0`, `1`, `2`.
  init?(_ text: String) {
    cells = text.utf8.compactMap { character in
      switch character {
      case UInt8(ascii: "F"): -1
      case UInt8(ascii: "0")...UInt8(ascii: "2"): Int8(character - UInt8(ascii: "0"))
      default: nil
      }
    }
    guard cells.count == 9, text.utf8.count == 9 else { return nil }
  }

  /// What a part of the first shares with a part of the second.
  enum Part: Int, CaseIterable {
    case interior = 0
    case boundary, exterior
  }

  subscript(a: Part, b: Part) -> Int8 {
    get { cells[3 * a.rawValue + b.rawValue] }
    set { cells[3 * a.rawValue + b.rawValue] = newValue }
  }

  /// The matrix as text.
  var text: String { String(cells.map { $0 < 0 ? "F" : Character(String($0)) }) }

  /// The matrix of the two geometries exchanged.
  var transposed: IntersectionMatrix {
    var result = self
    for a in Part.allCases {
      for b in Part.allCases { result[b, a] = self[a, b] }
    }
    return result
  }

  /// Whether the matrix fits a pattern of `T`, `F`, `*`, `0`, `1`, `2`; nil for another text.
  func matches(_ pattern: String) -> Bool? {
    let wanted = Array(pattern.utf8)
    guard wanted.count == 9 else { return nil }
    var fits = true
    for (cell, character) in zip(cells, wanted) {
      switch character {
      case UInt8(ascii: "*"): break
      case UInt8(ascii: "T"), UInt8(ascii: "t"): fits = fits && cell >= 0
      case UInt8(ascii: "F"), UInt8(ascii: "f"): fits = fits && cell < 0
      case UInt8(ascii: "0")...UInt8(ascii: "2"):
        fits = fits && cell == Int8(character - UInt8(ascii: "0"))
      default: return nil
      }
    }
    return fits
  }

  /// Whether a named relation holds of geometries of these dimensions (OGC 06-103r4, 6.1.15.3).
  func holds(_ predicate: SpatialPredicate, _ a: PartDimension, _ b: PartDimension) -> Bool {
    let interiors = self[.interior, .interior]
    let touch =
      self[.interior, .boundary] >= 0 || self[.boundary, .interior] >= 0
      || self[.boundary, .boundary] >= 0
    let isCovered = self[.interior, .exterior] < 0 && self[.boundary, .exterior] < 0
    let covers = self[.exterior, .interior] < 0 && self[.exterior, .boundary] < 0
    switch predicate {
    case .intersects: return interiors >= 0 || touch
    case .disjoint: return !(interiors >= 0 || touch)
    case .equals: return a == b && interiors >= 0 && isCovered && covers
    case .touches: return interiors < 0 && touch
    case .within: return interiors >= 0 && isCovered
    case .contains: return interiors >= 0 && covers
    case .crosses:
      if a < b { return interiors >= 0 && self[.interior, .exterior] >= 0 }
      if a > b { return interiors >= 0 && self[.exterior, .interior] >= 0 }
      return a == .line && interiors == 0
    case .overlaps:
      guard a == b, self[.interior, .exterior] >= 0, self[.exterior, .interior] >= 0 else {
        return false
      }
      return a == .line ? interiors == 1 : interiors >= 0
    }
  }
}
