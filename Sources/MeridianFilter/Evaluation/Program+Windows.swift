internal import MeridianKernel

// MARK: - Where a filter can hold

extension Program {
  /// More rectangles than this are drawn together into one.
  private static let mostWindows = 16

  /// Rectangles of which a row's box must meet one for the condition (or, `negated`, for its
  /// opposite) to be true; nil when it can be true anywhere, none when it never is.
  func windows(_ index: Index, negated: Bool = false) -> [Envelope]? {
    switch nodes[Int(index)] {
    case .constant(let truth): return (negated ? truth.negated : truth) == .yes ? nil : []
    case .not(let inner): return windows(inner, negated: !negated)
    case .all(let first, let count):
      let parts = operands(first, count).map { windows($0, negated: negated) }
      return negated ? Self.union(parts) : Self.narrowest(parts)
    case .any(let first, let count):
      let parts = operands(first, count).map { windows($0, negated: negated) }
      return negated ? Self.narrowest(parts) : Self.union(parts)
    case .spatial(let predicate, let literal):
      // That a relation fails says nothing of the place, unless it is the one that says "apart".
      guard predicate.impliesIntersection != negated else { return nil }
      return Self.windows(of: literals[Int(literal)])
    default: return nil
    }
  }

  /// The boxes of a literal's parts; nil for one without coordinates, which may equal another.
  private static func windows(of geometry: borrowing GeometryBuffer) -> [Envelope]? {
    guard !geometry.isEmpty else { return nil }
    guard geometry.parts.count <= mostWindows else { return [geometry.envelope] }
    var boxes: [Envelope] = []
    for part in 0..<geometry.parts.count {
      var box = Envelope.empty
      for ring in geometry.ringRange(ofPart: part) {
        for place in geometry.coordinateRange(ofRing: ring) {
          box.formUnion(geometry.coordinates[place])
        }
      }
      boxes.append(box)
    }
    return boxes
  }

  /// Of conditions that must all hold, the one that leaves least to look at.
  private static func narrowest(_ parts: [[Envelope]?]) -> [Envelope]? {
    parts.compactMap { $0 }.min { area($0) < area($1) }
  }

  private static func area(_ boxes: [Envelope]) -> Double {
    boxes.isEmpty ? -1 : boxes.reduce(0) { $0 + $1.width * $1.height }
  }

  /// Of conditions of which one must hold, the windows of all of them.
  private static func union(_ parts: [[Envelope]?]) -> [Envelope]? {
    var boxes: [Envelope] = []
    for part in parts {
      guard let part else { return nil }
      for box in part where !boxes.contains(box) { boxes.append(box) }
    }
    guard boxes.count > mostWindows else { return boxes }
    var whole = Envelope.empty
    for box in boxes { whole.formUnion(box) }
    return [whole]
  }
}
