internal import MeridianKernel

/// By how many degrees a geometry is moved to be held against another in all places where it lies.
///
/// In degrees something stored or laid out beyond ±180 lies a turn away, too. As long as both stay
/// within ±180 the plane is the plane, as the standard has it: what touches one side of the map
/// does not touch the other.
struct SeamCopies {
  /// Zero first.
  let turns: [Double]

  init(of box: Envelope, against other: Envelope, isGeographic: Bool) {
    guard isGeographic, Self.isBeyond(box) || Self.isBeyond(other) else {
      turns = [0]
      return
    }
    turns = [0] + [360, -360].filter { box.moved(east: $0).intersects(other) }
  }

  /// A tenth of a meter is the care of data, not a place beyond the seam.
  private static func isBeyond(_ box: Envelope) -> Bool {
    box.minX < -PlaneIndex.seam || box.maxX > PlaneIndex.seam
  }
}

extension Envelope {
  /// The rectangle moved to the east.
  func moved(east distance: Double) -> Envelope {
    Envelope(minX: minX + distance, minY: minY, maxX: maxX + distance, maxY: maxY)
  }
}

extension GeometryBuffer {
  /// The geometry moved to the east.
  borrowing func moved(east distance: Double) -> GeometryBuffer {
    var moved = copy self
    moved.mapCoordinates { places in
      for index in places.indices { places[index].x += distance }
    }
    return moved
  }
}
