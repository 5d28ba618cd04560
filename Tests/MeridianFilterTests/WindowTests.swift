import MeridianFilter
import MeridianKernel
import MeridianTestSupport
import Testing

@Suite("Where a filter can be true")
struct WindowTests {
  private let box = Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
  private let big = Envelope(minX: -9, minY: -9, maxX: 9, maxY: 9)

  @Test func `windows of single conditions`() throws {
    #expect(try Sample.filter("S_INTERSECTS(shape, BBOX(0,0,1,1))").windows == [box])
    #expect(try Sample.filter("S_WITHIN(shape, BBOX(0,0,1,1)) AND pop = 1").windows == [box])
    #expect(try Sample.filter("S_WITHIN(shape, BBOX(0,0,1,1)) OR pop = 1").windows == nil)
    #expect(try Sample.filter("NOT S_INTERSECTS(shape, BBOX(0,0,1,1))").windows == nil)
    #expect(try Sample.filter("S_DISJOINT(shape, BBOX(0,0,1,1))").windows == nil)
    #expect(try Sample.filter("NOT S_DISJOINT(shape, BBOX(0,0,1,1))").windows == [box])
    #expect(
      try Sample.filter("S_INTERSECTS(shape, BBOX(0,0,1,1)) OR S_EQUALS(shape, BBOX(-9,-9,9,9))")
        .windows == [box, big])
    #expect(
      try Sample.filter("S_INTERSECTS(shape, BBOX(-9,-9,9,9)) AND S_TOUCHES(shape, BBOX(0,0,1,1))")
        .windows == [box])
    #expect(try Sample.filter("1 = 2").windows == [])
    #expect(try Sample.filter("1 = 2 OR S_CROSSES(shape, BBOX(0,0,1,1))").windows == [box])
    #expect(try Sample.filter("S_EQUALS(shape, POINT EMPTY)").windows == nil)
    #expect(try Sample.filter("(S_INTERSECTS(shape, POINT(1 2))) IS NULL").windows == nil)
  }

  @Test(arguments: Seeds.list(20))
  func `a row that counts meets a window`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func condition(_ depth: Int) -> String {
      switch depth == 0 ? 3 : Int.random(in: 0..<4, using: &random) {
      case 0: return "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
      case 1: return "(\(condition(depth - 1)) OR \(condition(depth - 1)))"
      case 2: return "NOT \(condition(depth - 1))"
      default:
        let name =
          ["S_INTERSECTS", "S_DISJOINT", "S_WITHIN", "S_EQUALS"].randomElement(using: &random) ?? ""
        let x = Int.random(in: 0..<8, using: &random)
        let y = Int.random(in: 0..<8, using: &random)
        return "\(name)(shape, BBOX(\(x), \(y), \(x + 2), \(y + 2)))"
      }
    }
    for _ in 0..<50 {
      let filter = try Sample.filter(condition(3))
      guard let windows = filter.windows else { continue }
      var relating = BoxRelating(filter)
      for x in 0..<10 {
        for y in 0..<10 {
          let point = RandomGeometry.point(Double(x), Double(y))
          guard filter.holds(values: [], geometry: point, hasGeometry: true, relating: &relating)
          else { continue }
          #expect(windows.contains { $0.intersects(point.envelope) }, "\(filter.text)")
        }
      }
    }
  }
}
