/// The radius of a finger on the glass, in points; always a circle.
public struct HitTolerance: Hashable, Sendable {
  /// The radius in points, 0…100.
  public let radius: Double

  /// A fingertip, 22 pt: half of the 44 pt that a touch target should have.
  public static let fingertip = HitTolerance(unchecked: 22)
  /// A pencil's tip, 10 pt.
  public static let pencil = HitTolerance(unchecked: 10)
  /// A mouse pointer, 4 pt.
  public static let pointer = HitTolerance(unchecked: 4)

  /// Makes a tolerance of 0…100 points; nil for anything else, NaN included.
  public init?(_ radius: Double) {
    guard radius >= 0 && radius <= 100 else { return nil }
    self.init(unchecked: radius)
  }

  private init(unchecked radius: Double) { self.radius = radius }
}

/// How candidates are put in order; see the module's article "How a tap becomes hits".
public enum HitPolicy: String, Hashable, Sendable, CaseIterable {
  /// By the probability that the finger meant the feature.
  case likelihood
  /// Points before lines before edges before interiors, then by distance, then the smaller first.
  case `class`
  /// By distance on the glass.
  case nearest
  /// By drawing order, top first.
  case order
}

/// Everything about a question but the place of the tap and the camera.
public struct HitOptions: Hashable, Sendable {
  /// How far from the ink a finger still hits.
  public var tolerance: HitTolerance
  /// How candidates are ranked.
  public var policy: HitPolicy
  /// The standard deviation of a tap around the aimed-at place, in points, 1…50.
  public var sigma: Double
  /// The most hits to give back; nil for all. Applied after ranking.
  public var limit: Int?
  /// Whether markup layers answer too.
  public var includesMarkup: Bool
  /// Whether near misses are listed, each with its reason.
  public var explains: Bool

  /// Makes options; every argument has the contract's default.
  public init(
    tolerance: HitTolerance = .fingertip, policy: HitPolicy = .likelihood, sigma: Double = 8,
    limit: Int? = nil, includesMarkup: Bool = false, explains: Bool = false
  ) {
    precondition(sigma >= 1 && sigma <= 50, "sigma is a number of points from 1 to 50")
    precondition(limit.map { $0 >= 0 } ?? true, "a limit is not negative")
    self.tolerance = tolerance
    self.policy = policy
    self.sigma = sigma
    self.limit = limit
    self.includesMarkup = includesMarkup
    self.explains = explains
  }
}
