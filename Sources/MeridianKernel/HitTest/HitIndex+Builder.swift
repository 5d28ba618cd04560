extension HitIndex {
  /// What the coordinates handed to a builder mean.
  public enum Placement: Sendable {
    /// Longitude and latitude in degrees on WGS 84.
    case degrees
    /// Web Mercator's meters (EPSG:3857).
    case mercatorMeters
  }

  /// Collects a layer's rows one by one and builds the index.
  ///
  /// ```swift
  /// var builder = HitIndex.Builder(placement: .degrees)
  /// builder.append(geometry, fid: 7, row: 7, title: "Broad Street")
  /// let index = builder.build()
  /// ```
  public struct Builder: Sendable {
    private var geometry = GeometryColumn.Builder()
    private var rows: [Row] = []
    private var titles = TitleColumn()
    private var problems: [Problem] = []
    private var radii: [Float] = []
    private let placement: GeometryColumn.Placement

    /// Makes a builder for coordinates of one kind.
    public init(placement: Placement) {
      self.placement = placement == .degrees ? .degrees : .mercatorMeters
    }

    /// Takes a row; one without a place on the map is kept as a problem and never hit.
    ///
    /// `symbolRadius` in points is the feature's own; nil, negative or not finite means the
    /// layer's.
    public mutating func append(
      _ buffer: GeometryBuffer, fid: Int64?, row: Int64, title: String? = nil,
      symbolRadius: Double? = nil
    ) {
      do {
        try geometry.append(buffer, placement: placement)
      } catch {
        refuse(buffer, fid: fid, row: row, reason: MissReason(error))
        return
      }
      rows.append(Row(fid: fid ?? 0, row: row, hasKey: fid != nil))
      titles.set(title, for: rows.count - 1)
      if let symbolRadius, symbolRadius.isFinite, symbolRadius >= 0 {
        while radii.count < rows.count - 1 { radii.append(.nan) }
        radii.append(Float(min(symbolRadius, 10_000)))
      }
    }

    /// Notes a row that is never hit, such as one whose bytes could not be read; what was read of
    /// it before the fault still tells an explanation where it may have been.
    public mutating func refuse(
      _ buffer: GeometryBuffer, fid: Int64?, row: Int64, reason: MissReason
    ) {
      var hint = Envelope.empty
      for coordinate in buffer.coordinates
      where coordinate.isFinite && (placement == .mercatorMeters || abs(coordinate.y) <= 90) {
        hint.formUnion(world(coordinate))
      }
      problems.append(Problem(fid: fid, row: row, reason: reason, hint: hint))
    }

    private func world(_ coordinate: Coordinate) -> Coordinate {
      var ring: [Coordinate] = []
      SeamUnwrapping.unwrap([coordinate], dimension: .point, placement: placement, into: &ring)
      return ring[0]
    }

    /// Puts neighbors side by side and sorts everything into its trees; the builder is used up.
    public consuming func build() -> HitIndex {
      let order = geometry.column.hilbertOrder
      var sortedTitles = TitleColumn()
      for (place, feature) in order.enumerated() {
        sortedTitles.set(titles[Int(feature)], for: place)
      }
      var sortedRadii: [Float] = []
      if !radii.isEmpty {
        sortedRadii = order.map { Int($0) < radii.count ? radii[Int($0)] : .nan }
      }
      return HitIndex(
        column: geometry.column.reordered(by: order), rows: order.map { rows[Int($0)] },
        titles: sortedTitles, problems: problems, symbolRadii: sortedRadii)
    }
  }
}

extension MissReason {
  init(_ refusal: GeometryColumn.Refusal) {
    switch refusal {
    case .empty: self = .geometryEmpty
    case .nonFinite: self = .geometryNonFinite
    case .offMap: self = .offScreen
    }
  }
}
