internal import MeridianKernel
internal import MeridianStore
internal import MeridianWorkspace

/// Answers `hit STORE -`: one tap a record in, one answer out.
func runHitBatch(
  _ answerer: HitAnswerer, _ store: any FeatureStore, _ recorder: TapRecorder?,
  _ context: CommandContext
) throws(CommandError) -> ExitCode {
  let end: BatchEnd
  if try BatchOptions.isPacked(context.arguments) {
    end = try runPackedHits(answerer, store, context)
  } else if answerer.addsAttributes || recorder != nil {
    // The connection to the store belongs to this thread, and a record keeps the order asked.
    end = try runSequentialBatch(context, HitBatchAnswerer(answerer, store, recorder))
    try recorder?.finish()
  } else {
    end = try runBatch(context) { HitBatchAnswerer(answerer, nil) }
  }
  let isEmpty = end.failures == 0 && !end.hasFound && context.arguments.has(HitCommand.exitStatus)
  return isEmpty ? .nothingFound : end.exitCode
}

/// Answers taps for one worker.
struct HitBatchAnswerer: BatchAnswerer {
  /// Features from which on neighboring taps are worth bringing together: below, all of them stay
  /// in a processor's cache.
  private static let manyFeatures = 20_000

  private let answerer: HitAnswerer
  private let store: (any FeatureStore)?
  private let recorder: TapRecorder?
  private var scratch = HitScratch()
  let sortsQuestions: Bool
  private(set) var hasFound = false

  init(
    _ answerer: HitAnswerer, _ store: (any FeatureStore)?, _ recorder: TapRecorder? = nil,
    manyFeatures: Int = manyFeatures
  ) {
    self.recorder = recorder
    self.answerer = answerer
    self.store = store
    let features = answerer.snapshot.tester.layers.reduce(0) { $0 + $1.index.count }
    sortsQuestions = features >= manyFeatures
  }

  func question(from record: JSONValue) throws(CommandError) -> HitTap {
    let tap = try HitTap(record, defaults: answerer.defaults)
    try recorder?.append(HitQuestion(tap), id: record["id"]?.raw)
    return tap
  }

  func position(of tap: HitTap) -> UInt64 { TapCurve.position(of: tap.center) }

  mutating func answer(_ tap: HitTap, to json: inout JSONWriter) throws(CommandError) {
    let answer = try answerer.answer(HitQuestion(tap), scratch: &scratch)
    if !answer.hits.isEmpty { hasFound = true }
    try answerer.appendMembers(of: answer, from: store, to: &json)
  }
}
