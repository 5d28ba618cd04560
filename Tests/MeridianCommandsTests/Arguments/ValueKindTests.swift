import MeridianCommands
import MeridianKernel
import Testing

struct ValueKindTests {
  @Test(arguments: [
    ("22pt", 22), ("22", 22), ("0", 0), ("1e1pt", 10), ("fingertip", 22), ("pencil", 10),
    ("pointer", 4), ("0.5pt", 0.5), (".5", 0.5), ("+3", 3), ("-0", 0),
  ])
  func `lengths on the glass`(_ text: String, _ points: Double) throws {
    #expect(try ValueKind<Double>.glassLength(0...100, presets: true).read(text) == points)
  }

  @Test(arguments: [
    ("25m", 25), ("25", 25), ("1.2km", 1200), ("0.3nmi", 555.6), ("1ft", 0.3048),
    ("3937ft-us", 1200), ("1mi", 1609.344), ("1yd", 0.9144), ("1e3m", 1000), ("-5km", -5000),
  ])
  func `lengths on the ground in meters`(_ text: String, _ meters: Double) throws {
    let value = try ValueKind<Double>.groundLength.read(text)
    #expect(abs(value - meters) <= 1e-12 * abs(meters))
  }

  @Test(arguments: [
    "", "m", "5 m", "5miles", "1e400m", "nan", "NaNm", "0x5m", "5m5", "--5m", "1_000m",
  ])
  func `what is no length on the ground`(_ text: String) {
    #expect(throws: ValueProblem.self) { try ValueKind<Double>.groundLength.read(text) }
  }

  @Test func `a viewport has two sides`() throws {
    let size = try ValueKind<GlassSize>.glassSize.read("390x844")
    #expect(size.width == 390 && size.height == 844)
    for text in ["390", "390x", "x844", "390x844x1", "0x5", "-1x5", "390X844", "infx5"] {
      #expect(throws: ValueProblem.self) { try ValueKind<GlassSize>.glassSize.read(text) }
    }
  }

  @Test func `a box may cross 180 degrees`() throws {
    let kind = ValueKind<GeographicBox>.geographicBox
    #expect(try kind.read("170,-20,-170,-10").crosses180)
    #expect(try !kind.read("-0.14,51.51,-0.13,51.52").crosses180)
    for text in ["1,2,3", "1,20,3,10", "1,2,3,100", "1,2,3,nan", "1,2,3,4,5"] {
      #expect(throws: ValueProblem.self) { try kind.read(text) }
    }
  }

  @Test func `a whole number is written as one`() throws {
    let kind = ValueKind<Int>.whole(1...Int.max)
    #expect(try kind.read("12") == 12)
    for text in ["0", "-1", "1.0", "+1", "1e3", "", "99999999999999999999"] {
      #expect(throws: ValueProblem.self) { try kind.read(text) }
    }
  }

  @Test func `a point on the glass may lie outside it`() throws {
    #expect(try ValueKind<Coordinate>.screenPoint.read("-5,422.5") == Coordinate(-5, 422.5))
  }

  @Test(arguments: ["-0.13,51", "-5", "+5", ".5", "-.5", "-inf", "-NaN,3", "-Infinity", "7x"])
  func `words that look like numbers`(_ word: String) { #expect(Numeral.looksLikeNumber(word)) }

  @Test(arguments: ["-l", "--at", "-info", "-nano", "-e5", "-", "--", "", "layer"])
  func `words that do not look like numbers`(_ word: String) {
    #expect(!Numeral.looksLikeNumber(word))
  }

  @Test func `the nearest name is one that could be meant`() {
    let names = ["measure", "hit", "info", "index info"]
    #expect(Suggestion.nearest(to: "mesure", among: names) == "measure")
    #expect(Suggestion.nearest(to: "meas", among: names) == "measure")
    #expect(Suggestion.nearest(to: "HIT", among: names) == "hit")
    #expect(Suggestion.nearest(to: "ihnfo", among: names) == "info")
    #expect(Suggestion.nearest(to: "zebra", among: names) == nil)
    #expect(Suggestion.nearest(to: "", among: names) == nil)
  }

  @Test(arguments: [
    ("EPSG:4326", true, true), ("epsg:3857", true, true), ("EPSG:04326", true, true),
    ("ogc:crs84", true, true), ("EPSG:2056", true, true), ("ESRI:54030", true, false),
    ("OGC:CRS83", true, false), ("EPSG:", false, false), (":4326", false, false),
    ("EPSG:x", false, false), ("EPSG:-1", false, false), ("EPSG:0", false, false),
    ("EPSG:99999999999", false, false), ("4326", false, false), ("EPSG:4326:1", false, false),
    ("EP SG:1", false, false),
  ])
  func `a reference system is read alike wherever one is asked for`(
    _ text: String, _ isSystem: Bool, _ isOfTheEPSG: Bool
  ) {
    let complaint = "needs a reference system such as EPSG:2056, but it is “\(text)”"
    let query = Session(["query", "Data/samples/soho.gpkg", "pumps", "--count", "--crs", text])
    #expect(query.errors.contains(complaint) != isSystem, "\(query.errors)")
    let none = Session(["import", "none.csv", "--into", "none.gpkg", "--dry-run", "--crs", text])
    #expect(none.errors.contains(complaint) != isOfTheEPSG, "\(none.errors)")
  }
}
