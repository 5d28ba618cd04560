internal import MeridianGeodesy
public import MeridianKernel
public import MeridianStore

/// From a layer's rows to a layer that answers taps: rows → reference system → world → index.
///
/// EPSG:4326 and EPSG:3857 need no PROJ; any other system opens it on first use. Rows without a
/// place are kept as problems and never change another row's answer.
public struct LayerIndexer {
  /// How a layer's symbols are drawn when nothing else is said.
  public struct Symbols: Hashable, Sendable {
    /// Radius of point symbols in points.
    public var radius: Double
    /// Width of lines in ground points at the center's scale.
    public var lineWidth: Double

    /// Makes symbols; the contract's defaults are 5 and 2 points.
    public init(radius: Double = 5, lineWidth: Double = 2) {
      self.radius = radius
      self.lineWidth = lineWidth
    }
  }

  /// Point symbols that take their radius from an attribute.
  public struct RadiusRule: Sendable {
    /// The column whose value decides.
    public var column: String
    /// The radius in points of a value; nil, negative or not finite means the layer's own.
    public var radius: @Sendable (Double?) -> Double?

    /// Makes a rule; a column that holds no number gives nil to it.
    public init(column: String, radius: @escaping @Sendable (Double?) -> Double?) {
      self.column = column
      self.radius = radius
    }
  }

  private let store: any FeatureStore
  private let symbols: Symbols
  /// What is worth saying about the layers that were indexed.
  public private(set) var notices: [StoreNotice] = []

  /// Prepares to index layers of a store.
  public init(_ store: any FeatureStore, symbols: Symbols = Symbols()) {
    self.store = store
    self.symbols = symbols
  }

  /// Reads a layer and builds its index; a rule may give every point its own radius.
  ///
  /// With a `reach` only the rows that the tap may touch are read, where they can be told cheaply.
  /// O(rows log rows). Throws what the store throws, and when PROJ is needed but not installed.
  public mutating func layer(
    _ schema: LayerSchema, radiusRule: RadiusRule? = nil, within reach: TapReach? = nil
  ) throws(WorkspaceError) -> HitLayer {
    let road = try road(for: schema)
    var builder = HitIndex.Builder(placement: road.placement)
    let columns = [schema.titleColumn, radiusRule?.column].compactMap { $0 }
    do throws(StoreError) {
      let near = road.transform == nil && radiusRule == nil ? reach : nil
      if let near,
        try store.forEachRow(
          in: schema, near: near.window(road.placement), trustsIndex: near.trustsIndex,
          columns: columns,
          { row, status, geometry, values in
            let title = schema.titleColumn == nil ? nil : values[0].text
            Self.add(
              row, status, geometry, title: title, radius: nil, through: nil, to: &builder)
            return true
          })
      {
        return layer(schema, index: builder.build(), hasPlace: road.hasPlace)
      }
      try store.forEachRow(in: schema, columns: columns) { row, status, geometry, values in
        let title = schema.titleColumn == nil ? nil : values[0].text
        let radius = radiusRule.flatMap { $0.radius(values[values.count - 1].number) }
        Self.add(
          row, status, geometry, title: title, radius: radius, through: road.transform, to: &builder
        )
        return true
      }
    } catch {
      throw .store(error)
    }
    return layer(schema, index: builder.build(), hasPlace: road.hasPlace)
  }

  private func layer(_ schema: LayerSchema, index: HitIndex, hasPlace: Bool) -> HitLayer {
    var layer = HitLayer(name: schema.name, index: index)
    layer.symbolRadius = symbols.radius
    layer.lineWidth = symbols.lineWidth
    layer.hasPlace = hasPlace
    layer.editability =
      schema.key == .none ? .noStableID : store.isReadOnly ? .readOnlyFile : .editable
    return layer
  }

  private static func add(
    _ row: RowID, _ status: GeometryStatus, _ geometry: borrowing GeometryBuffer, title: String?,
    radius: Double?, through transform: CoordinateTransform?, to builder: inout HitIndex.Builder
  ) {
    switch status {
    case .null: return
    case .empty: builder.refuse(geometry, fid: row.fid, row: row.row, reason: .geometryEmpty)
    case .malformed:
      // The coordinates of another system cannot tell where it may have been.
      var read = copy geometry
      if transform != nil { read.removeAll() }
      builder.refuse(read, fid: row.fid, row: row.row, reason: .geometryMalformed)
    case .valid, .nonFinite:
      guard let transform else {
        builder.append(
          geometry, fid: row.fid, row: row.row, title: title, symbolRadius: radius)
        return
      }
      var moved = copy geometry
      moved.mapCoordinates { transform.toLonLat(&$0) }
      builder.append(moved, fid: row.fid, row: row.row, title: title, symbolRadius: radius)
    }
  }

  // MARK: Reference systems

  /// How a layer's coordinates get to the world.
  private struct Road {
    var placement = HitIndex.Placement.degrees
    var transform: CoordinateTransform?
    var hasPlace = true
  }

  private mutating func road(for schema: LayerSchema) throws(WorkspaceError) -> Road {
    switch schema.crs {
    case .longitudeLatitude, .unknownGeographic: return Road()
    case .webMercator: return Road(placement: .mercatorMeters)
    // Read as degrees, so that an explanation can show what would have been there.
    case .undefined: return Road(hasPlace: false)
    case .authority:
      do throws(GeodesyError) {
        return Road(transform: try CoordinateTransform(from: schema.crs))
      } catch {
        guard case .unknownCRS = error else { throw .geodesy(error) }
        notices.append(
          StoreNotice(
            code: "unknown-crs", layer: schema.name,
            message: "Layer “\(schema.name)” is not hit: \(error.description)"))
        return Road(hasPlace: false)
      }
    }
  }
}

extension AttributeValue {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob: nil
    }
  }
}
