extension GeometryColumn {
  /// The features along a Hilbert curve through their boxes' middles.
  var hilbertOrder: [UInt32] {
    PackedRTree.hilbertOrder(of: summaries.map(\.envelope), in: extent)
  }

  /// The same features in another order, so that neighbors on the map are neighbors in memory: a
  /// tap then touches a few pages instead of one for every feature it looks at. O(coordinates).
  func reordered(by order: [UInt32]) -> GeometryColumn {
    var column = GeometryColumn()
    column.extent = extent
    column.coordinates.reserveCapacity(coordinates.count)
    column.ringOffsets.reserveCapacity(ringOffsets.count)
    column.partOffsets.reserveCapacity(partOffsets.count)
    column.featureOffsets.reserveCapacity(featureOffsets.count)
    column.dimensions.reserveCapacity(dimensions.count)
    column.members.reserveCapacity(members.count)
    column.summaries.reserveCapacity(summaries.count)
    for feature in order {
      for part in parts(of: Int(feature)) {
        for ring in rings(of: part) {
          column.coordinates.append(contentsOf: coordinates[coordinates(of: ring)])
          column.ringOffsets.append(UInt32(column.coordinates.count))
        }
        column.partOffsets.append(UInt32(column.ringOffsets.count - 1))
        column.dimensions.append(dimensions[part])
        column.members.append(members[part])
      }
      column.summaries.append(summaries[Int(feature)])
      column.featureOffsets.append(UInt32(column.dimensions.count))
    }
    return column
  }
}
