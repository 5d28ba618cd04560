internal import MeridianFilter
internal import MeridianKernel
internal import MeridianStore
internal import MeridianTopology

extension LayerQuery {
  /// A feature that matches, made into a value only when somebody wants it.
  typealias Match = () -> FoundFeature

  /// Visits all matching rows in key order, before any order, offset and limit.
  func scan(_ visit: (Match) -> Bool) throws(QueryError) {
    plan = QueryPlan()
    tally = RowTally()
    var failure: QueryError?
    let body = {
      (
        row: RowID, status: GeometryStatus, geometry: borrowing GeometryBuffer,
        values: [AttributeValue]
      ) -> Bool in
      do throws(QueryError) {
        return try self.consider(row, status, geometry, values, visit)
      } catch {
        failure = error
        return false
      }
    }
    do throws(StoreError) {
      try readRows(body)
    } catch {
      throw .store(error)
    }
    if let failure { throw failure }
  }

  /// Holds the conditions against a row and visits it if all hold.
  private func consider(
    _ row: RowID, _ status: GeometryStatus, _ stored: borrowing GeometryBuffer,
    _ values: [AttributeValue], _ visit: (Match) -> Bool
  ) throws(QueryError) -> Bool {
    tally.read += 1
    let hasGeometry = status == .valid
    var distance: Double?
    let isOwn = !hasGeometry || plane.keeps(stored)
    var carried = GeometryBuffer()
    if !isOwn {
      carried = copy stored
      plane.enter(&carried)
    }
    // One borrow for both roads: a carried geometry, or the store's own without a copy.
    let matches =
      try isOwn
      ? holds(status, stored, values, &distance)
      : holds(carried.isNonFinite ? .nonFinite : status, carried, values, &distance)
    guard matches else { return true }
    // What has no image in the plane has nothing to show there.
    let isShown = hasGeometry && (isOwn || !carried.isNonFinite)
    let geometry = isShown ? (isOwn ? copy stored : carried) : GeometryBuffer()
    return visit {
      FoundFeature(
        fid: row.fid, row: row.row, geometry: geometry, hasGeometry: isShown,
        allValues: values, columnCount: self.columns.count, distance: distance)
    }
  }

  private func holds(
    _ status: GeometryStatus, _ geometry: borrowing GeometryBuffer, _ values: [AttributeValue],
    _ distance: inout Double?
  ) throws(QueryError) -> Bool {
    let hasGeometry = status == .valid
    if let box = query.box {
      guard hasGeometry, meets(geometry, box) else { return false }
      tally.inBox += 1
    }
    filterRelater.begin()
    relater.begin()
    if let filter {
      let picked = filterPlaces.map { values[$0] }
      do throws(TopologyError) {
        guard
          try filter.holds(
            values: picked, geometry: geometry, hasGeometry: hasGeometry || status == .empty,
            relating: &filterRelater)
        else { return false }
      } catch {
        throw .topology(error)
      }
      tally.filtered += 1
    }
    if !query.relations.isEmpty {
      guard hasGeometry || status == .empty else { return false }
      for (number, relation) in query.relations.enumerated() {
        do throws(TopologyError) {
          guard try relater.holds(relation.predicate, of: geometry, literal: number) else {
            return false
          }
        } catch {
          throw .topology(error)
        }
      }
      tally.related += 1
    }
    if let asked = query.reach, let reach {
      guard hasGeometry else { return false }
      let found =
        plane.isGeographic
        ? reach.distance(to: geometry, within: asked.meters)
        : reach.distance(to: inDegrees(geometry), within: asked.meters)
      guard found <= asked.meters else { return false }
      distance = found
      tally.reached += 1
    }
    return true
  }

  /// A geometry of the plane in longitude and latitude.
  func inDegrees(_ geometry: borrowing GeometryBuffer) -> GeometryBuffer {
    var carried = copy geometry
    plane.toLonLat(&carried)
    return carried
  }

  /// Whether a geometry shares a point with a box: rectangles first, then exactly.
  private func meets(
    _ geometry: borrowing GeometryBuffer, _ box: FeatureQuery.Box
  ) -> Bool {
    let own = geometry.envelope
    return box.envelopes.contains { part in
      SeamCopies(of: own, against: part, isGeographic: plane.isGeographic).turns.contains { turn in
        // The box moves instead of the geometry.
        let part = part.moved(east: -turn)
        guard own.intersects(part) else { return false }
        let isWithin =
          own.minX >= part.minX && own.maxX <= part.maxX && own.minY >= part.minY
          && own.maxY <= part.maxY
        return isWithin || geometry.intersects(part)
      }
    }
  }
}

// MARK: - Where rows come from

extension LayerQuery {
  private typealias RowVisit = (
    RowID, GeometryStatus, borrowing GeometryBuffer, [AttributeValue]
  ) -> Bool

  /// Whether anything asks for geometries: conditions, or the answer.
  private var needsGeometry: Bool {
    layer.geometryColumn != nil
      && (!query.omitsGeometry || query.box != nil || !query.relations.isEmpty
        || query.reach != nil || query.nearest != nil || filter?.usesGeometry == true)
  }

  private func readRows(_ visit: RowVisit) throws(StoreError) {
    if let windows, windows.isEmpty { return plan.append("engine", "nothing can match", rows: 0) }
    if let ids = indexedRows(), let shared = store as? any SharedStore,
      shared.canFetchRows(of: layer)
    {
      plan.append("index", "rectangles that meet a window", rows: ids.count)
      return try lend(shared, .rows(ids), visit)
    }
    let nearby = try readNear(visit)
    // Small layers need no index, which is nothing to tell.
    let refusal = nearby.refusal.flatMap { $0.reason == .smallLayer ? nil : "; \($0)" } ?? ""
    switch nearby {
    case .byIndex(let name):
      return plan.append("index", "rows near the window, by \(name)", rows: tally.read)
    case .byBounds:
      return plan.append("store", "geometries near the window" + refusal, rows: tally.read)
    case .unread: break
    }
    nearWindow = nil
    if let shared = store as? any SharedStore {
      if let condition = filter?.condition(quote: Connection.quoted) {
        try lend(
          shared, .matching(sql: condition.sql, parameters: condition.parameters), visit)
        return plan.append("sqlite", "rows that may match" + refusal, rows: tally.read)
      }
      try lend(shared, .all, visit)
    } else {
      try store.forEachRow(in: layer, columns: read, visit)
    }
    plan.append("store", "all rows" + refusal, rows: tally.read)
  }

  private func lend(
    _ store: any SharedStore, _ selection: RowSelection, _ visit: RowVisit
  ) throws(StoreError) {
    var values: [AttributeValue] = []
    try store.scan(layer, columns: read, selection, readsGeometry: needsGeometry) {
      row, status, geometry, lent in
      values.removeAll(keepingCapacity: true)
      for place in read.indices { values.append(lent.value(place)) }
      return visit(row, status, geometry, values)
    }
  }

  /// Rectangles of the plane outside of which nothing matches; nil when anything may. In degrees
  /// their copies a turn east and west are meant too.
  var windows: [Envelope]? {
    var windows: [Envelope]?
    if let box = query.box { windows = narrowed(windows, [box.window]) }
    for relation in query.relations where relation.predicate.impliesIntersection {
      windows = narrowed(windows, [relation.geometry.envelope])
    }
    if let found = filter?.windows { windows = narrowed(windows, found) }
    if let asked = query.reach, plane.isGeographic, let window = reach?.window(asked.meters) {
      windows = narrowed(windows, [window])
    }
    if let nearWindow { windows = narrowed(windows, [nearWindow]) }
    return windows
  }

  private func narrowed(_ known: [Envelope]?, _ more: [Envelope]) -> [Envelope] {
    guard let known else { return more.filter { !$0.isEmpty } }
    let turns: [Double] = plane.isGeographic ? [0, 360, -360] : [0]
    return known.flatMap { one in
      more.flatMap { other in
        turns.map { one.intersection(other.moved(east: $0)) }.filter { !$0.isEmpty }
      }
    }
  }

  /// The rows whose rectangles meet the windows by the index at hand, in their order.
  private func indexedRows() -> [Int64]? {
    guard let memory else { return nil }
    if let nearestRows { return nearestRows }
    guard let windows else { return nil }
    var found: [UInt32] = []
    for window in windows { memory.index.features(aroundTheSeam: window, into: &found) }
    return Set(found.map { memory.row(of: Int($0)).row }).sorted()
  }

  /// Reads near the one rectangle around all windows, where the store can tell cheaply.
  private func readNear(_ visit: RowVisit) throws(StoreError) -> NearbyRows {
    guard plane.isLayersOwn, let windows, let first = windows.first else { return .unread(nil) }
    let around = windows.dropFirst().reduce(into: first) { $0.formUnion($1) }
    let window = GeometryWindow(
      around, period: plane.isGeographic ? 360 : 1e300, plain: -.infinity ... .infinity)
    return try store.forEachRow(
      in: layer, near: window, trust: query.trust, columns: read, visit)
  }
}
