import MeridianKernel
import MeridianTestSupport
import Testing

/// The case log, A26–A31: orientation, seam and world copies.
struct SeamCaseTests {
  private func polygon(_ places: [(Double, Double)]) -> GeometryBuffer {
    let ring = places.map { Coordinate($0.0, $0.1) }
    return ScreenScene.geometry(.polygon, [(.polygon, [ring + [ring[0]]])])
  }

  private func point(_ longitude: Double, _ latitude: Double) -> GeometryBuffer {
    ScreenScene.geometry(.point, [(.point, [[Coordinate(longitude, latitude)]])])
  }

  private func fids(_ answer: HitAnswer) -> [Int64?] { answer.hits.map(\.fid) }

  @Test func `A26 the orientation of a ring does not decide inside`() throws {
    let box = [
      (144.96064066886902, -37.834369664262354), (144.97222781181335, -37.834369664262354),
      (144.97222781181335, -37.83140388052918), (144.96064066886902, -37.83140388052918),
    ]
    for ring in [box, box.reversed()] {
      let layer = ScreenScene.layer("p", [polygon(ring)])
      let inside = try ScreenScene.answer(at: LonLat(144.966, -37.833), [layer])
      #expect(inside.hits.map(\.isInside) == [true])
      #expect(try ScreenScene.answer(at: LonLat(0, 0), [layer]).hits.isEmpty)
    }
  }

  @Test func `A27 features on the seam are reached from both sides`() throws {
    let line = ScreenScene.geometry(
      .lineString, [(.line, [[Coordinate(180, -60), Coordinate(180, 60)]])])
    let layer = ScreenScene.layer("s", [line, point(-180, 10), point(0, 90)])
    for longitude in [179.9999, -179.9999, 180, -180] {
      let answer = try ScreenScene.answer(at: LonLat(longitude, 10), [layer])
      #expect(Set(fids(answer)) == [1, 2], "from \(longitude)")
    }
    // The pole is not on the map; the row is kept and says why.
    #expect(layer.index.count == 2)
    #expect(layer.index.problems.map(\.reason) == [.offScreen])
  }

  @Test func `A28 a tap at the seam finds both sides and nothing of the middle`() throws {
    let layer = ScreenScene.layer(
      "p", [point(179.9999, -17), point(-179.9999, -17), point(0, -17)])
    let transform = CameraTransform(try Camera(center: LonLat(180, -17), zoom: 16))
    let tap = try #require(transform.project(LonLat(179.9999, -17)))
    let answer = HitTester(layers: [layer]).hits(at: tap, through: transform)
    #expect(fids(answer) == [1, 2])
    #expect(abs(answer.hits[0].distance) < 0.005)
    #expect(abs(answer.hits[1].distance - 18.64) < 0.005)
  }

  @Test func `A29 a tap on another world copy tells both coordinates`() throws {
    let layer = ScreenScene.layer("p", [point(7.5, 47)])
    let near = try ScreenScene.answer(at: LonLat(7.5, 47), [layer])
    let far = try ScreenScene.answer(at: LonLat(367.5, 47), [layer])
    #expect(near.hits.map(\.distance) == far.hits.map(\.distance))
    #expect(near.hits.count == 1)
    #expect(near.wrappedGround == nil)
    #expect(abs((far.ground?.longitude ?? 0) - 7.5) < 1e-9)
    #expect(abs((far.wrappedGround?.longitude ?? 0) - 367.5) < 1e-9)
    #expect(far.hits[0].nearest.longitude < 8)
  }

  @Test func `A30 both spellings of a ring across the seam mean the same`() throws {
    for east in [-178.0, 182] {
      let layer = ScreenScene.layer(
        "p", [polygon([(177, -17), (east, -17), (east, -19), (177, -19)])])
      #expect(try ScreenScene.answer(at: LonLat(-179, -18), [layer]).hits.count == 1)
      #expect(try ScreenScene.answer(at: LonLat(179, -18), [layer]).hits.count == 1)
      #expect(try ScreenScene.answer(at: LonLat(181, -18), [layer]).hits.count == 1)
      #expect(try ScreenScene.answer(at: LonLat(0, -18), [layer]).hits.isEmpty)
    }
  }

  @Test func `A31 a country split at the seam counts by its true area`() throws {
    func box(_ west: Double, _ east: Double) -> [[Coordinate]] {
      [[(west, 64), (east, 64), (east, 66), (west, 66), (west, 64)].map { Coordinate($0.0, $0.1) }]
    }
    let split = ScreenScene.geometry(
      .multiPolygon, [(.polygon, box(178, 180)), (.polygon, box(-180, -178))])
    let hemisphere = polygon([(90, 40), (179, 40), (180, 80), (90, 80)])
    let layer = ScreenScene.layer("p", [hemisphere, split])
    for policy in [HitPolicy.class, .likelihood] {
      let answer = try ScreenScene.answer(
        at: LonLat(178.5, 65), zoom: 5, [layer], options: HitOptions(policy: policy))
      // Its box spans the world, its area does not: the split country is the smaller one.
      #expect(fids(answer) == [2, 1])
    }
    let bounds = try #require(ScreenScene.layer("s", [split]).index.bounds)
    #expect(bounds.southWest.latitude < bounds.northEast.latitude)
  }
}
