import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

@Suite struct `Layers of a store as layers of taps` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func snapshot(
    _ build: (GeoPackageWriter) throws -> Void
  ) throws -> WorkspaceSnapshot {
    let path = folder.file("t.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    try build(writer)
    try writer.finish()
    return try WorkspaceSnapshot(reading: try openStore(at: path, cacheFolder: folder.path))
  }

  private func point(_ x: Double, _ y: Double) -> GeometryBuffer {
    var buffer = GeometryBuffer()
    buffer.begin(.point)
    buffer.beginPart(.point, member: 0)
    buffer.append(Coordinate(x, y))
    buffer.endRing()
    return buffer
  }

  private func tap(_ snapshot: WorkspaceSnapshot, _ longitude: Double, _ latitude: Double) throws
    -> HitAnswer
  {
    let transform = CameraTransform(try Camera(center: LonLat(longitude, latitude), zoom: 16))
    return snapshot.hits(
      at: transform.viewport.center, through: transform, options: HitOptions(explains: true))
  }

  @Test func `A32 a point of the Chatham Islands stored in NZTM is hit at its longitude`() throws {
    let snapshot = try snapshot { writer in
      try writer.addSpatialReference(
        id: 2193, name: "NZTM2000", organization: "EPSG", code: 2193, definition: "EPSG:2193")
      let layer = try writer.addLayer("islands", geometryType: "POINT", srsID: 2193)
      // PROJ's NZTM coordinates of 176.5° west, 44° south.
      try writer.insert(into: layer, geometry: point(2_441_977.48012573, 5_074_225.22612514))
    }
    let answer = try tap(snapshot, -176.5, -44)
    #expect(answer.hits.map(\.fid) == [1])
    #expect((answer.hits.first?.groundDistance ?? .infinity) < 0.01)
  }

  @Test func `A94 northing-first systems are read easting first`() throws {
    let snapshot = try snapshot { writer in
      try writer.addSpatialReference(
        id: 3006, name: "SWEREF99 TM", organization: "EPSG", code: 3006, definition: "EPSG:3006")
      let layer = try writer.addLayer("towns", geometryType: "POINT", srsID: 3006)
      // The central meridian: 15° east, easting 500 km; latitude 60 is northing 6651411.190.
      try writer.insert(into: layer, geometry: point(500_000, 6_651_411.190))
    }
    #expect(try tap(snapshot, 15, 60).hits.map(\.fid) == [1])
  }

  @Test func `A95 undefined systems are never hit and say so, unknown degrees are`() throws {
    let snapshot = try snapshot { writer in
      for (name, id) in [("planar", -1), ("degrees", 0), ("plain", 4326)] {
        let layer = try writer.addLayer(name, geometryType: "POINT", srsID: Int32(id))
        try writer.insert(into: layer, geometry: point(7.5, 47))
      }
    }
    let answer = try tap(snapshot, 7.5, 47)
    #expect(answer.hits.map(\.layer).sorted() == ["degrees", "plain"])
    #expect(answer.nearMisses.map(\.reason) == [.crsUndefined])
    #expect(answer.nearMisses.map(\.layer) == ["planar"])
  }

  @Test func `a reference system that nobody knows is a notice, not an error`() throws {
    let snapshot = try snapshot { writer in
      try writer.addSpatialReference(
        id: 7777, name: "none", organization: "NOBODY", code: 7777, definition: "none")
      let layer = try writer.addLayer("lost", geometryType: "POINT", srsID: 7777)
      try writer.insert(into: layer, geometry: point(7.5, 47))
    }
    #expect(snapshot.notices.map(\.code) == ["unknown-crs"])
    #expect(try tap(snapshot, 7.5, 47).hits.isEmpty)
  }

  @Test func `polygons are drawn below lines below points, later above`() throws {
    let snapshot = try snapshot { writer in
      for (name, type) in [
        ("a", "POINT"), ("b", "MULTIPOLYGON"), ("c", "LINESTRING"), ("d", "POINT"),
        ("e", "GEOMETRY"),
      ] { _ = try writer.addLayer(name, geometryType: type, srsID: 4326) }
    }
    #expect(snapshot.schemas.map(\.name) == ["b", "e", "c", "a", "d"])
  }

  @Test func `a feature far from the tap has the geodesic's distance`() throws {
    let snapshot = try snapshot { writer in
      let layer = try writer.addLayer("far", geometryType: "POINT", srsID: 4326)
      try writer.insert(into: layer, geometry: point(10, 0))
    }
    let transform = CameraTransform(try Camera(center: LonLat(0, 0), zoom: 0))
    let answer = snapshot.hits(at: transform.viewport.center, through: transform)
    // Ten degrees of the equator: a·π/18.
    #expect(abs((answer.hits.first?.groundDistance ?? 0) - 1_113_194.9079) < 0.001)
  }
}
