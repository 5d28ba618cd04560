extension HitIndex {
  /// One ring or line of a feature in degrees.
  public struct Path: Hashable, Sendable {
    /// Whether it is a point, a line, or a ring of a polygon.
    public var dimension: PartDimension
    /// Whether it is a hole of its polygon.
    public var isHole: Bool
    /// Its vertices; rings are closed.
    public var places: [LonLat]
  }

  /// A feature's geometry as longitudes and latitudes, for measuring what was hit.
  public func paths(of feature: Int) -> [Path] {
    geometry.parts(of: feature).flatMap { part in
      geometry.rings(of: part).enumerated().map { position, ring in
        Path(
          dimension: geometry.dimension(of: part), isHole: position > 0,
          places: geometry.coordinates[geometry.coordinates(of: ring)].map(WebMercator.unproject))
      }
    }
  }
}
