internal import MeridianKernel

/// Whether the shortest way between two places is one of several.
///
/// The rules are those of Karney's `geod_inverse`: antipodes, mirrored latitudes whose two azimuths
/// differ, opposite meridians whose azimuth is off the meridian.
struct PairAmbiguity {
  /// The places are one, so that every azimuth is as good.
  let coincide: Bool
  /// The places are antipodes to a tenth of a millimeter.
  let areAntipodes: Bool
  /// More than one shortest way joins the places; false when they coincide.
  let hasSeveralWays: Bool

  /// A billionth of a degree: a tenth of a millimeter on the ground.
  private static let tolerance = 1e-9

  init(_ start: LonLat, _ end: LonLat, _ way: Geodesic.Way) {
    coincide = way.length < 1e-9
    let mirrored = abs(start.latitude + end.latitude) <= Self.tolerance
    let turn = abs(Trigonometry.difference(from: start.longitude, to: end.longitude))
    let atPole = abs(start.latitude) == 90 || abs(end.latitude) == 90
    let opposite = 180 - turn <= Self.tolerance
    areAntipodes = mirrored && !coincide && (opposite || atPole)
    let bend = abs(Trigonometry.difference(from: way.azimuth, to: way.endAzimuth))
    let offMeridian = abs(Trigonometry.sine(degrees: way.azimuth)) > Self.tolerance
    let severalWays =
      areAntipodes || (!atPole && mirrored && bend > 1e-6) || (!atPole && opposite && offMeridian)
    hasSeveralWays = severalWays && !coincide
  }
}
