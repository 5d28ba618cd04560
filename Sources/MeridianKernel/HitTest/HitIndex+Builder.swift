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

    /// Makes room for about as many rows as another builder has taken, of the same kind.
    public mutating func reserve(like other: borrowing Builder) {
      geometry.reserve(like: other.geometry)
      rows.reserveCapacity(other.rows.count / 8 * 9)
    }

    /// Takes a row; one without a place on the map is kept as a problem and never hit.
    ///
    /// `symbolRadius` in points is the feature's own; nil, negative or not finite means the
    /// layer's.
    public mutating func append(
      _ buffer: borrowing GeometryBuffer, fid: Int64?, row: Int64, title: String? = nil,
      symbolRadius: Double? = nil
    ) {
      guard take(buffer, fid: fid, row: row, symbolRadius: symbolRadius) else { return }
      titles.set(title, for: rows.count - 1)
    }

    /// The same with the title as borrowed bytes, none for no title; what is not UTF-8 in them is
    /// replaced by U+FFFD.
    public mutating func append(
      _ buffer: borrowing GeometryBuffer, fid: Int64?, row: Int64, titleUTF8: RawSpan,
      symbolRadius: Double? = nil
    ) {
      guard take(buffer, fid: fid, row: row, symbolRadius: symbolRadius) else { return }
      titles.set(titleUTF8, for: rows.count - 1)
    }

    private mutating func take(
      _ buffer: borrowing GeometryBuffer, fid: Int64?, row: Int64, symbolRadius: Double?
    ) -> Bool {
      do {
        try geometry.append(buffer, placement: placement)
      } catch {
        refuse(buffer, fid: fid, row: row, reason: MissReason(error))
        return false
      }
      rows.append(Row(fid: fid ?? 0, row: row, hasKey: fid != nil))
      if let symbolRadius, symbolRadius.isFinite, symbolRadius >= 0 {
        while radii.count < rows.count - 1 { radii.append(.nan) }
        radii.append(Float(min(symbolRadius, 10_000)))
      }
      return true
    }

    /// Notes a row that is never hit, such as one whose bytes could not be read; what was read of
    /// it before the fault still tells an explanation where it may have been.
    public mutating func refuse(
      _ buffer: borrowing GeometryBuffer, fid: Int64?, row: Int64, reason: MissReason
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
    public consuming func build() -> HitIndex { HitIndex(sorted(), inTurn) }

    /// The same on several threads; nil when it was canceled.
    public consuming func build(
      concurrently: Concurrently, isCanceled: () -> Bool = { false }
    ) -> HitIndex? {
      Self.build([self], concurrently: concurrently, isCanceled: isCanceled)
    }

    /// Builds one index of what several builders of the same placement have collected, as if one
    /// had taken all their rows in turn; nil when it was canceled.
    ///
    /// What is copied is dropped at its old place as soon as it stands at its new one. The answer
    /// is the same for any number of builders and threads. O(n log n).
    public static func build(
      _ builders: consuming [Builder], concurrently: Concurrently,
      isCanceled: () -> Bool = { false }
    ) -> HitIndex? {
      guard let sorted = merged(builders, concurrently, isCanceled) else { return nil }
      return HitIndex(sorted, concurrently)
    }
  }
}

extension HitIndex {
  /// All there is of a layer, its features along a Hilbert curve.
  struct Sorted {
    var geometry: PackedGeometry
    var rows: Column<Row>
    var titles: PackedTitles
    var problems: [Problem]
    var symbolRadii: Column<Float>
    /// Has the columns' memory.
    var writer: ColumnWriter
  }
}

extension HitIndex.Builder {
  /// What was collected in its final order, plainly: the twin of ``merged(_:_:_:)``.
  func sorted() -> HitIndex.Sorted {
    let order = geometry.column.hilbertOrder
    var sortedTitles = TitleColumn()
    for (place, feature) in order.enumerated() {
      sortedTitles.set(Int(feature), of: titles, for: place)
    }
    var sortedRadii: [Float] = []
    if !radii.isEmpty {
      sortedRadii = order.map { Int($0) < radii.count ? radii[Int($0)] : .nan }
    }
    var writer = ColumnWriter()
    return HitIndex.Sorted(
      geometry: PackedGeometry(geometry.column.reordered(by: order), in: &writer),
      rows: writer.column(order.map { rows[Int($0)] }),
      titles: sortedTitles.packed(in: &writer), problems: problems,
      symbolRadii: writer.column(sortedRadii), writer: writer)
  }

  /// What several builders have collected, in its final order; nil when it was canceled.
  static func merged(
    _ builders: consuming [HitIndex.Builder], _ concurrently: Concurrently,
    _ isCanceled: () -> Bool
  ) -> HitIndex.Sorted? {
    var columns = builders.map(\.geometry.column)
    let rest = builders.map { (rows: $0.rows, titles: $0.titles, radii: $0.radii) }
    let problems = builders.flatMap(\.problems)
    builders = []
    let merge = ColumnMerge(columns, concurrently)
    if isCanceled() { return nil }
    var writer = ColumnWriter()
    let geometry = merge.geometry(of: &columns, in: &writer, concurrently)
    if isCanceled() { return nil }
    let rows: Column<HitIndex.Row> = merge.filled(merge.count, in: &writer, concurrently) {
      ranks, rows in
      let source = rest[ranks.piece].rows
      for feature in 0..<ranks.count { rows.set(ranks[feature], source[feature]) }
    }
    let hasRadii = rest.contains { !$0.radii.isEmpty }
    let radii: Column<Float> = merge.filled(
      hasRadii ? merge.count : 0, in: &writer, concurrently
    ) { ranks, radii in
      let source = rest[ranks.piece].radii
      for feature in 0..<ranks.count {
        radii.set(ranks[feature], feature < source.count ? source[feature] : .nan)
      }
    }
    let titles = PackedTitles(rest.map(\.titles), merge, in: &writer, concurrently)
    if isCanceled() { return nil }
    return HitIndex.Sorted(
      geometry: geometry, rows: rows, titles: titles, problems: problems, symbolRadii: radii,
      writer: writer)
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
