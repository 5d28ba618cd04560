import MeridianTestSupport
import Testing

// README begins
import MeridianKernel
import MeridianStore
import MeridianWorkspace

func whatWasTouched(in path: String, cacheFolder: String) throws -> [Hit] {
  let store = try openStore(at: path, cacheFolder: cacheFolder)
  let snapshot = try WorkspaceSnapshot(reading: store)
  try store.close()

  let camera = try Camera(center: LonLat(-0.1366, 51.5132), zoom: 17, bearing: 30, pitch: 45)
  let answer = snapshot.hits(at: ScreenPoint(195, 422), through: CameraTransform(camera))
  return answer.hits  // the likeliest first, each with its distances and its reasons
}
// README ends

@Test func `the example of the README finds what it says`() throws {
  let cache = try TemporaryFolder()
  let hits = try whatWasTouched(
    in: OraclePath.package + "/Data/samples/soho.gpkg", cacheFolder: cache.path)
  #expect(!hits.isEmpty)
  #expect(hits.map(\.rank) == Array(1...hits.count))
}
