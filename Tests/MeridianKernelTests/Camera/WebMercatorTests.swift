@testable import MeridianKernel
import MeridianTestSupport
import Testing

/// The projection by two series, against the C library's tangent.
struct WebMercatorTests {
  /// 0.5 − asinh(tan φ)/2π.
  private func plain(_ latitude: Double) -> Double {
    let tangent = LibM.tangent(abs(latitude) * (.pi / 180))
    let stretched = LibM.logarithm(tangent + (tangent * tangent + 1).squareRoot()) / (2 * .pi)
    return latitude < 0 ? 0.5 + stretched : 0.5 - stretched
  }

  @Test(arguments: Seeds.batches(20_000))
  func `the series give what the tangent gives`(seeds: [UInt64]) {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      // Over all the square, near the equator, and near the square's edge.
      let edge = WebMercator.maximumLatitude
      let latitude = [
        Double.random(in: -edge...edge, using: &random),
        Double.random(in: -1e-6...1e-6, using: &random),
        edge * (seed % 2 == 0 ? 1 : -1) + Double.random(in: -1e-9...1e-9, using: &random),
      ][Int(seed % 3)]
      let y = WebMercator.y(ofLatitude: latitude)
      #expect(abs(y - plain(latitude)) <= 1.3e-15, "SEED=\(seed) \(latitude)")
      let back = WebMercator.unproject(Coordinate(0.5, y)).latitude
      #expect(abs(back - latitude) <= 1e-12, "SEED=\(seed) \(latitude)")
    }
  }

  @Test func `the square ends where it should, and poles are somewhere`() {
    #expect(WebMercator.y(ofLatitude: 0) == 0.5)
    #expect(abs(WebMercator.y(ofLatitude: WebMercator.maximumLatitude)) <= 1e-15)
    #expect(abs(WebMercator.y(ofLatitude: -WebMercator.maximumLatitude) - 1) <= 1e-15)
    for latitude in [85.06, 89.0, 89.999, 90] {
      let y = WebMercator.y(ofLatitude: latitude)
      #expect(y < 0 && y.isFinite && abs(1 - y - WebMercator.y(ofLatitude: -latitude)) <= 1e-15)
      #expect(y == plain(min(latitude, 89.999)))
    }
  }
}
