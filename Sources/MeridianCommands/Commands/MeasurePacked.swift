internal import MeridianGeodesy
internal import MeridianKernel

/// Answers `measure OPERATION - --in f64`.
func runPackedMeasures(
  _ context: CommandContext, _ operation: MeasureOperation?
) throws(CommandError) -> BatchEnd {
  let arguments = context.arguments
  guard let operation else {
    throw CommandError(
      UsageError.combination(
        "Packed records name no operation; write it, as in `measure inverse - --in f64`."))
  }
  let options: [any AnyOption] = [
    MeasureCommand.planar, MeasureCommand.zoom, MeasureCommand.lengthUnit,
  ]
  for option in options where arguments.isGiven(option) {
    throw CommandError(
      UsageError.combination(
        "`--\(option.name)` has no column in f64; leave it out, or write answers as ndjson."))
  }
  let geodesic: Geodesic
  do throws(GeodesyError) {
    geodesic = try Geodesic(arguments[MeasureCommand.ellipsoid] ?? .wgs84)
  } catch {
    throw CommandError(error)
  }
  switch operation {
  case .inverse:
    return try runPackedBatch(context, .fixed(bytes: 8 * 4)) { PackedInverse(geodesic) }
  case .direct:
    return try runPackedBatch(context, .fixed(bytes: 8 * 4)) { PackedDirect(geodesic) }
  case .line, .area:
    return try runPackedBatch(context, .counted(limit: PackedPath.mostVertices)) {
      PackedPath(geodesic, isRing: operation == .area)
    }
  }
}

/// lon, lat, lon, lat → lengthM, azimuthDeg, backAzimuthDeg.
struct PackedInverse: PackedAnswerer {
  private let geodesic: Geodesic
  var columns: Int { 3 }

  init(_ geodesic: Geodesic) { self.geodesic = geodesic }

  func answer(_ record: PackedRecord, into row: inout PackedAnswer) -> Bool {
    do throws(GeodesyError) {
      let way = try geodesic.way(
        from: LonLat(record[0], record[1]), to: LonLat(record[2], record[3]))
      row[0] = way.length
      row[1] = way.azimuth
      row[2] = way.backAzimuth
      return true
    } catch {
      return false
    }
  }
}

/// lon, lat, azimuthDeg, distanceM → lon, lat, azimuthDeg, backAzimuthDeg.
struct PackedDirect: PackedAnswerer {
  private let geodesic: Geodesic
  var columns: Int { 4 }

  init(_ geodesic: Geodesic) { self.geodesic = geodesic }

  func answer(_ record: PackedRecord, into row: inout PackedAnswer) -> Bool {
    do throws(GeodesyError) {
      let end = try geodesic.direct(
        from: LonLat(record[0], record[1]), azimuth: record[2], distance: record[3])
      row[0] = end.to.longitude
      row[1] = end.to.latitude
      row[2] = end.endAzimuth
      row[3] = end.backAzimuth
      return true
    } catch {
      return false
    }
  }
}

/// A count and so many lon, lat → lengthM of a line; areaM2, perimeterM and orientation of a ring
/// (1 counterclockwise, −1 clockwise, 0 neither).
struct PackedPath: PackedAnswerer {
  /// Vertices of a record: 64 MiB of them.
  static let mostVertices = 4 << 20

  private let geodesic: Geodesic
  private let isRing: Bool
  private var places: [LonLat] = []
  var columns: Int { isRing ? 3 : 1 }

  init(_ geodesic: Geodesic, isRing: Bool) {
    self.geodesic = geodesic
    self.isRing = isRing
  }

  mutating func answer(_ record: PackedRecord, into row: inout PackedAnswer) -> Bool {
    places.removeAll(keepingCapacity: true)
    for vertex in 0..<record.count / 2 {
      places.append(LonLat(record[1 + 2 * vertex], record[2 + 2 * vertex]))
    }
    do throws(GeodesyError) {
      guard isRing else {
        row[0] = try geodesic.length(of: places)
        return true
      }
      let ring = try geodesic.area(places)
      row[0] = ring.area
      row[1] = ring.perimeter
      row[2] =
        switch ring.orientation {
        case .counterclockwise: 1
        case .clockwise: -1
        case .none: 0
        }
      return true
    } catch {
      return false
    }
  }
}
