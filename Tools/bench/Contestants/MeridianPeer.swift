import MeridianKernel

/// Our side: from a longitude and latitude through a camera to ranked hits.
final class MeridianPeer: Peer {
  let title: String
  private let data: Dataset
  private let options: HitOptions
  private var scratch = HitScratch()

  init(_ data: Dataset, policy: HitPolicy) {
    self.data = data
    options = HitOptions(policy: policy)
    title = policy == .nearest ? "Meridian" : "Meridian, \(policy.rawValue)"
  }

  func canAnswer(_ work: Work) -> Bool {
    switch work {
    case .tap: true
    case .containing, .nearest, .window: false
    }
  }

  func ask(_ work: Work, at tap: Tap, into found: inout [UInt32]) throws {
    switch work {
    case .tap(let zoom):
      let transform = CameraTransform(try Camera(center: tap.place, zoom: Double(zoom)))
      let answer = data.tester.hits(
        at: transform.viewport.center, through: transform, options: options, scratch: &scratch)
      for hit in answer.hits {
        found.append(UInt32(data.bases[hit.layerNumber] + Int(hit.fid ?? 0)))
      }
    case .containing, .nearest, .window: return
    }
  }
}
