import MeridianKernel
import Testing

/// The mid-latitude formula against geodesics on WGS 84, solved with GeographicLib.
struct GroundDistanceTests {
  typealias Row = (
    longitude1: Double, latitude1: Double, longitude2: Double, latitude2: Double, meters: Double
  )

  static let rows: [Row] = [
    (7.5, 0, 7.4999598, 2.02e-05, 5.0014983),
    (-179.999, 0.5, -179.9992918, 0.4997889, 39.9990976),
    (179.9995, -12, -179.9982619, -11.9984189, 299.9980491),
    (0, 23, -0.0038587, 22.9927004, 899.9997767),
    (-0.1366, 35, -0.1321913, 35.0158142, 1799.9999586),
    (144.9, 47, 144.8714986, 47.0173319, 2899.9984457),
    (7.5, -47, 7.481713, -47.0327759, 3900.0058271),
    (-179.999, 51.5, -179.9959708, 51.5404023, 4500.0025843),
    (179.9995, 60, 179.9786536, 59.9564468, 4990.0037366),
    (0, -64, -0.0413095, -63.958992, 4998.9979153),
    (-0.1366, 70, -0.1366556, 69.9999594, 5.0023491),
    (144.9, 75, 144.8992532, 74.9996983, 39.9987815),
    (7.5, -80, 7.4929372, -79.9976097, 300.0030910),
    (-179.999, 82, -179.9477431, 81.9962547, 899.9983382),
    (179.9995, 84.9, 179.8725605, 84.8885058, 1799.9995133),
    (0, -84.9, -0.288206, -84.9042813, 2899.9992754),
    (-0.1366, 10, -0.1110639, 10.0245473, 3899.9968501),
    (144.9, 45, 144.9184037, 44.9616719, 4499.9976839),
    (7.5, -33, 7.5248565, -32.9601811, 4990.0036661),
    (-179.999, 55, 179.9537342, 55.0357614, 4999.0008106),
  ]

  @Test(arguments: rows.indices)
  func `short distances are within a fifth of a millimeter of the geodesic`(
    index: Int
  ) throws {
    let row = Self.rows[index]
    let a = LonLat(row.longitude1, row.latitude1)
    let b = LonLat(row.longitude2, row.latitude2)
    let there = try #require(GroundDistance.short(a, b))
    let back = try #require(GroundDistance.short(b, a))
    #expect(abs(there - row.meters) <= 0.0002, "\(there)")
    #expect(there == back)
    let turned = try #require(GroundDistance.short(LonLat(a.longitude + 720, a.latitude), b))
    #expect(abs(turned - there) < 1e-6)
  }

  @Test func `a place is no distance from itself, on both sides of the seam`() {
    #expect(GroundDistance.short(LonLat(7.5, 47), LonLat(7.5, 47)) == 0)
    #expect(GroundDistance.short(LonLat(180, -17), LonLat(-180, -17)) == 0)
  }

  @Test func `beyond five kilometers the geodesic is asked for`() {
    #expect(GroundDistance.short(LonLat(0, 0), LonLat(0.0449, 0)) != nil)
    #expect(GroundDistance.short(LonLat(0, 0), LonLat(0.045, 0)) == nil)
    #expect(GroundDistance.short(LonLat(0, 0), LonLat(0, 1)) == nil)
    #expect(GroundDistance.short(LonLat(0, 0), LonLat(180, 0)) == nil)
  }
}
