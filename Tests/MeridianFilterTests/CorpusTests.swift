import Foundation
import MeridianFilter
import MeridianKernel
import MeridianTestSupport
import Testing

@Suite("The corpus of the fuzzer of filters")
struct FilterCorpusTests {
  @Test func `every seed and past crasher is a filter or a mistake with a place`() throws {
    let folder = OraclePath.package + "/Data/corpus/cql2"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count >= 5)
    for file in files {
      let text = String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)), as: UTF8.self)
      do throws(FilterError) {
        let filter = try Sample.filter(text)
        var relating = BoxRelating(filter)
        _ = filter.holds(
          values: [], geometry: GeometryBuffer(), hasGeometry: false, relating: &relating)
        _ = filter.condition { $0 }
      } catch {
        #expect(error.message.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
      }
    }
  }
}
