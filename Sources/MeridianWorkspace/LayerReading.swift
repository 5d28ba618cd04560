internal import MeridianGeodesy
internal import MeridianKernel
internal import MeridianStore

/// What is read of every row of a layer, and how its coordinates get to the world.
struct RowIntake {
  var schema: LayerSchema
  var placement: HitIndex.Placement
  /// Whether coordinates go through PROJ; every thread makes a transformation of its own.
  var isTransformed: Bool
  var radiusRule: LayerIndexer.RadiusRule?

  init(_ schema: LayerSchema, _ road: LayerIndexer.Road, _ rule: LayerIndexer.RadiusRule?) {
    self.schema = schema
    placement = road.placement
    isTransformed = road.isTransformed
    radiusRule = rule
  }

  /// The columns to ask for: the title's first, then the radius's.
  var columns: [String] { [schema.titleColumn, radiusRule?.column].compactMap { $0 } }

  func builder() -> HitIndex.Builder { HitIndex.Builder(placement: placement) }

  func transform() throws(WorkspaceError) -> CoordinateTransform? {
    guard isTransformed else { return nil }
    do throws(GeodesyError) {
      return try CoordinateTransform(from: schema.crs)
    } catch {
      throw .geodesy(error)
    }
  }

  /// Gives a row with lent values to a builder.
  func add(
    _ row: RowID, _ status: GeometryStatus, _ geometry: borrowing GeometryBuffer,
    _ values: RowValues, through transform: CoordinateTransform?,
    to builder: inout HitIndex.Builder
  ) {
    add(row, status, geometry, through: transform, to: &builder) { geometry, builder in
      let radius = radiusRule.flatMap { $0.radius(values.number(radiusColumn)) }
      guard schema.titleColumn != nil else {
        builder.append(geometry, fid: row.fid, row: row.row, symbolRadius: radius)
        return
      }
      values.withText(0) {
        builder.append(
          geometry, fid: row.fid, row: row.row, titleUTF8: $0, symbolRadius: radius)
      }
    }
  }

  /// Gives a row with copied values to a builder.
  func add(
    _ row: RowID, _ status: GeometryStatus, _ geometry: borrowing GeometryBuffer,
    _ values: [AttributeValue], through transform: CoordinateTransform?,
    to builder: inout HitIndex.Builder
  ) {
    add(row, status, geometry, through: transform, to: &builder) { geometry, builder in
      let radius = radiusRule.flatMap { $0.radius(values[radiusColumn].number) }
      let title = schema.titleColumn == nil ? nil : values[0].text
      builder.append(geometry, fid: row.fid, row: row.row, title: title, symbolRadius: radius)
    }
  }

  private var radiusColumn: Int { schema.titleColumn == nil ? 0 : 1 }

  @inline(__always)
  private func add(
    _ row: RowID, _ status: GeometryStatus, _ geometry: borrowing GeometryBuffer,
    through transform: CoordinateTransform?, to builder: inout HitIndex.Builder,
    _ append: (borrowing GeometryBuffer, inout HitIndex.Builder) -> Void
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
      guard let transform else { return append(geometry, &builder) }
      var moved = copy geometry
      moved.mapCoordinates { transform.toLonLat(&$0) }
      append(moved, &builder)
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

/// Reads the rows of one layer by several threads, each over a connection of its own.
struct LayerReading {
  let store: any SharedStore
  let intake: RowIntake
  let loading: Loading
  /// Hears how many rows of this layer have been read; true asks to stop.
  let tick: (Int) -> Bool

  /// The layer's pieces in the rows' order; nil when it must be read row after row.
  ///
  /// A version that changes under the readers, a page that one of them cannot read, a layer that
  /// has no rowids: what then is to be said, reading row after row says.
  func pieces() throws(WorkspaceError) -> [HitIndex.Builder]? {
    let columns = intake.columns
    let shared: SharedReading?
    do throws(StoreError) {
      shared = try store.beginSharing(intake.schema, columns: columns)
    } catch {
      throw .store(error)
    }
    guard let shared else { return nil }
    var pieces: [HitIndex.Builder]?
    var failure: WorkspaceError?
    do throws(WorkspaceError) {
      pieces = try read(shared)
    } catch {
      failure = error
    }
    let isSame = store.endSharing(shared)
    if let failure { throw failure }
    return isSame ? pieces : nil
  }

  private func read(_ shared: SharedReading) throws(WorkspaceError) -> [HitIndex.Builder]? {
    guard let rowids = shared.rowids else { return [intake.builder()] }
    // A layer of few rows is read before a second thread would have opened the file.
    let (first, last) = try head(rowids)
    guard let last, last < rowids.upperBound else { return [first] }
    let queue = PieceQueue(
      PieceQueue.equal(last + 1...rowids.upperBound, count: loading.workers * 4).reversed(),
      pieceLength: loading.pieceLength)
    work(queue, shared)
    if queue.isStopped {
      if case .store(.interrupted)? = queue.failure { throw .store(.interrupted) }
      guard queue.failure != nil else { throw .store(.interrupted) }
      return nil
    }
    return [first] + queue.takePieces()
  }

  private var headLength: Int { min(loading.pieceLength, 4096) }

  /// Reads the first rows on this thread; gives the last rowid when there may be more.
  private func head(
    _ rowids: ClosedRange<Int64>
  ) throws(WorkspaceError) -> (HitIndex.Builder, last: Int64?) {
    var builder = intake.builder()
    let transform = try intake.transform()
    let limit = headLength
    var count = 0
    var last: Int64?
    do throws(StoreError) {
      try store.scan(
        intake.schema, columns: intake.columns, .range(rowids), readsGeometry: true
      ) {
        row, status, geometry, values in
        intake.add(row, status, geometry, values, through: transform, to: &builder)
        count += 1
        if count == limit { last = row.row }
        return count < limit
      }
    } catch {
      throw .store(error)
    }
    if tick(count) { throw .store(.interrupted) }
    return (builder, last)
  }

  /// Lets the workers read until the queue is empty; meanwhile this thread tells how far they are.
  private func work(_ queue: PieceQueue, _ shared: SharedReading) {
    let (intake, workerWillOpen, head) = (intake, loading.workerWillOpen, headLength)
    let watch = {
      if tick(head + queue.rows) { queue.stop() }
    }
    Crew.run(loading.workers, watch: watch) { number in
      workerWillOpen?(number)
      do throws(WorkspaceError) {
        try Self.read(queue, shared, intake)
      } catch {
        queue.stop(error)
      }
    }
  }

  /// One worker: range after range, each into a builder of its own.
  private static func read(
    _ queue: PieceQueue, _ shared: SharedReading, _ intake: RowIntake
  ) throws(WorkspaceError) {
    let transform = try intake.transform()
    do throws(StoreError) {
      let reader = try shared.reader()
      var previous = intake.builder()
      while let range = queue.next() {
        var builder = intake.builder()
        builder.reserve(like: previous)
        var count = 0
        var last: Int64?
        try reader.scan(range) { row, status, geometry, values in
          intake.add(row, status, geometry, values, through: transform, to: &builder)
          count += 1
          if count & 255 == 0 {
            queue.count(256)
            if queue.isStopped { return false }
          }
          if count == queue.pieceLength { last = row.row }
          return last == nil
        }
        queue.count(count & 255)
        queue.finish(range, builder, rest: last)
        previous = builder
      }
      try reader.finish()
    } catch {
      throw .store(error)
    }
  }
}
