internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// Answers `hit STORE - --in f64`: columns lon, lat, zoom in; the hits' columns out.
func runPackedHits(
  _ answerer: HitAnswerer, _ store: any FeatureStore, _ context: CommandContext
) throws(CommandError) -> BatchEnd {
  for option in [HitCommand.attributes, HitCommand.measure, HitCommand.explain]
  where context.arguments.has(option) {
    throw CommandError(
      UsageError.combination(
        "`--\(option.name)` has no column in f64; leave it out, or write answers as ndjson."))
  }
  let limit = answerer.limit ?? 1
  guard (1...HitPackedAnswerer.mostHits).contains(limit) else {
    throw CommandError(
      UsageError.combination(
        "With `--out f64` every answer has room for `--limit` hits; give it 1 to "
          + "\(HitPackedAnswerer.mostHits)."))
  }
  // Layers are numbered as `meridian info` lists them.
  let names = store.layers.map(\.name)
  let numbers = answerer.snapshot.schemas.map { schema in
    Double(names.firstIndex(of: schema.name) ?? -1)
  }
  return try runPackedBatch(context, .fixed(bytes: 8 * 3)) {
    HitPackedAnswerer(answerer, limit: limit, layerNumbers: numbers)
  }
}

/// Answers packed taps for one worker.
///
/// An answer is the number of hits before the limit and whether they are ambiguous (0, 1, NaN when
/// the ranking does not tell), then nine columns for each of `limit` hits, NaN where there is none:
/// layer, fid, fidRest, probability, distancePt, distanceM, inside, and the nearest longitude and
/// latitude.
struct HitPackedAnswerer: PackedAnswerer {
  /// Hits an answer may have room for.
  static let mostHits = 1000
  /// Columns before the first hit, and for each hit.
  static let headColumns = 2
  static let hitColumns = 9

  private let answerer: HitAnswerer
  private let limit: Int
  private let layerNumbers: [Double]
  private var scratch = HitScratch()
  let sortsRecords: Bool
  private(set) var hasFound = false

  var columns: Int { Self.headColumns + limit * Self.hitColumns }

  init(_ answerer: HitAnswerer, limit: Int, layerNumbers: [Double]) {
    self.answerer = answerer
    self.limit = limit
    self.layerNumbers = layerNumbers
    sortsRecords = HitBatchAnswerer(answerer, nil).sortsQuestions
  }

  func position(of record: PackedRecord) -> UInt64 {
    let place = LonLat(record[0], record[1])
    return place.isValid ? TapCurve.position(of: place) : 0
  }

  mutating func answer(_ record: PackedRecord, into row: inout PackedAnswer) -> Bool {
    let place = LonLat(record[0], record[1])
    let zoom = record[2].isNaN ? answerer.defaults.zoom : record[2]
    guard let zoom, place.isValid else { return false }
    let tap = HitTap(at: place, zoom: zoom, view: answerer.defaults.view)
    do throws(CommandError) {
      let answer = try answerer.answer(HitQuestion(tap), scratch: &scratch)
      write(answer, into: &row)
      return true
    } catch {
      return false
    }
  }

  private mutating func write(_ answer: HitAnswer, into row: inout PackedAnswer) {
    if !answer.hits.isEmpty { hasFound = true }
    row[0] = Double(answer.hits.count + answer.truncated)
    row[1] = answer.isAmbiguous.map { $0 ? 1 : 0 } ?? .nan
    var column = Self.headColumns
    for hit in answer.hits.prefix(limit) {
      let (fid, rest) = Self.columns(of: hit.fid, row: hit.row)
      row[column] = layerNumbers[hit.layerNumber]
      row[column + 1] = fid
      row[column + 2] = rest
      row[column + 3] = hit.probability ?? .nan
      row[column + 4] = hit.distance
      row[column + 5] = hit.groundDistance ?? .nan
      row[column + 6] = hit.isInside ? 1 : 0
      row[column + 7] = hit.nearest.longitude
      row[column + 8] = hit.nearest.latitude
      column += Self.hitColumns
    }
  }

  /// An id as two numbers whose sum is exact: the id rounded toward zero and what that left, which
  /// is 0 up to 2⁵³. A row without a proven key has a NaN first and its row number second.
  static func columns(of fid: Int64?, row: Int64) -> (fid: Double, rest: Double) {
    guard let fid else { return (.nan, Double(row)) }
    let excess = max(0, 64 - fid.magnitude.leadingZeroBitCount - 53)
    let rest = fid.magnitude & (1 << UInt64(excess) - 1)
    let sign = fid < 0 ? -1.0 : 1
    return (sign * Double(fid.magnitude - rest), rest == 0 ? 0 : sign * Double(rest))
  }
}
