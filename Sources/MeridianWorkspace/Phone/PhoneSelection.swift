public import MeridianKernel

/// What a tap selected, and the other features that it may have meant.
public struct PhoneSelection: Hashable, Sendable {
  /// One feature under the finger.
  public struct Candidate: Hashable, Sendable {
    /// Which feature it is.
    public var key: FeatureKey
    /// What it is called, if anything.
    public var title: String?
    /// Whether it may be edited, and if not, why.
    public var editability: Editability

    /// Makes a candidate of its parts.
    public init(key: FeatureKey, title: String?, editability: Editability = .editable) {
      self.key = key
      self.title = title
      self.editability = editability
    }

    /// A hit as a candidate.
    public init(_ hit: Hit) {
      self.init(
        key: FeatureKey(layer: hit.layer, fid: hit.fid, row: hit.row), title: hit.title,
        editability: hit.editability)
    }

    /// What it is called, else its layer and number.
    public var name: String {
      if let title, !title.isEmpty { return title }
      return key.fid.map { "\(key.layer) \($0)" } ?? "\(key.layer), row \(key.row)"
    }
  }

  /// The features under the finger, the likeliest first; never empty.
  public private(set) var candidates: [Candidate]
  /// Which of them is selected.
  public private(set) var index = 0
  /// Whether the likeliest is not clearly the one that was meant.
  public private(set) var isAmbiguous: Bool
  /// The tap.
  let tap: ScreenPoint
  /// The camera that was tapped through.
  let camera: Camera

  /// Selects the likeliest; nil when nothing was hit.
  public init?(
    _ candidates: [Candidate], isAmbiguous: Bool, tap: ScreenPoint, camera: Camera
  ) {
    guard !candidates.isEmpty else { return nil }
    self.candidates = candidates
    self.isAmbiguous = isAmbiguous && candidates.count > 1
    self.tap = tap
    self.camera = camera
  }

  /// The selected feature.
  public var current: Candidate { candidates[index] }

  /// Goes on to the next feature under the finger, after the last to the first.
  mutating func cycle() { index = (index + 1) % candidates.count }

  /// Keeps the selected feature alone.
  mutating func forgetOthers() {
    candidates = [current]
    index = 0
    isAmbiguous = false
  }

  /// Whether a tap asks for the next one: where it was not clear which was meant, the same finger
  /// again on the same map.
  func isRepeated(by tap: ScreenPoint, through camera: Camera) -> Bool {
    isAmbiguous && camera == self.camera
      && tap.distance(to: self.tap) <= HitTolerance.fingertip.radius
  }

  /// Which of how many, such as `1 of 3 features here`; nil when there is one only.
  public var place: Readout? {
    candidates.count > 1
      ? .count(index + 1, of: candidates.count, "feature here", "features here") : nil
  }
}
