import Dispatch
import Glibc
import MeridianKernel
import Synchronization

/// Our side for many taps at once: put in the order of a space-filling curve, cut into chunks, each
/// answered by whichever core is free. The answers come in the order of the taps.
final class MeridianBatch: Contestant {
  let title: String
  private let data: Dataset
  private let isSerial: Bool

  /// Answers with all cores, or with one.
  init(_ data: Dataset, cores: Int) {
    self.data = data
    isSerial = cores == 1
    title = isSerial ? "one core" : "Meridian"
  }

  /// What a chunk of taps found: everybody's ids, one after the other, and where each tap's end.
  private struct Answers: Sendable {
    var ids: [UInt32] = []
    var ends: [UInt32] = []
  }

  func pass(_ work: Work, count: Int) throws -> Pass? {
    guard work == .batch else { return nil }
    let start = wallSeconds()
    let taps = data.taps.prefix(count)
    let order = Self.order(of: taps)
    let chunks = isSerial ? 1 : min(128, max(1, count / 256))
    let finished = Mutex([Answers](repeating: Answers(), count: chunks))
    let (tester, bases) = (data.tester, data.bases)
    @Sendable func answer(_ chunk: Int) {
      let places = order[(chunk * count / chunks)..<((chunk + 1) * count / chunks)]
      let answers = Self.answers(to: places, of: taps, in: tester, bases: bases)
      finished.withLock { $0[chunk] = answers }
    }
    if isSerial {
      answer(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: chunks, execute: answer)
    }
    let answers = finished.withLock { $0 }
    var pass = Pass(seconds: 0, hits: 0, idSum: 0)
    for chunk in answers {
      pass.hits += chunk.ids.count
      for id in chunk.ids { pass.idSum &+= Int(id) }
    }
    pass.seconds = wallSeconds() - start
    return pass
  }

  private static func answers(
    to places: ArraySlice<Int>, of taps: ArraySlice<Tap>, in tester: HitTester, bases: [UInt32]
  ) -> Answers {
    var answers = Answers()
    var scratch = HitScratch()
    let options = HitOptions(policy: .nearest)
    for place in places {
      // All taps of the files are on the map.
      guard let camera = try? Camera(center: taps[place].place, zoom: 15) else { continue }
      let transform = CameraTransform(camera)
      tester.touch(
        at: transform.viewport.center, through: transform, options: options, scratch: &scratch)
      for hit in scratch.ranked {
        answers.ids.append(bases[hit.layer] &+ UInt32(truncatingIfNeeded: hit.id))
      }
      answers.ends.append(UInt32(answers.ids.count))
    }
    return answers
  }

  /// The taps along Morton's curve, so that what lies near is asked soon after.
  static func order(of taps: ArraySlice<Tap>) -> [Int] {
    var box = Envelope.empty
    for tap in taps { box.formUnion(tap.flat) }
    let scaleX = 65_535 / max(box.width, 1e-9)
    let scaleY = 65_535 / max(box.height, 1e-9)
    let keys = taps.indices.map { index -> (key: UInt32, index: Int) in
      let place = taps[index].flat
      let x = UInt32((place.x - box.minX) * scaleX)
      let y = UInt32((place.y - box.minY) * scaleY)
      return (spread(x) | spread(y) << 1, index)
    }
    return keys.sorted { $0.key < $1.key }.map(\.index)
  }

  /// The low 16 bits with a gap after each.
  private static func spread(_ value: UInt32) -> UInt32 {
    var bits = value & 0xFFFF
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }
}
