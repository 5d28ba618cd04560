import Foundation
import FoundationXML
import MeridianCommands
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct Drawings {
  static let soho = "Data/samples/soho.gpkg"
  static let world = "Data/samples/world110.gpkg"

  /// Parses a drawing; its elements with their attributes, or nil when it is not XML.
  private func elements(of svg: String) -> [Element]? {
    let reader = ElementReader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    return parser.parse() ? reader.elements : nil
  }

  @Test func `the tap beside the Broad Street pump is drawn as ever`() {
    let run = Session([
      "hit", Self.soho, "--at", "-0.13666,51.51329", "--zoom", "17", "--format", "svg",
    ])
    #expect(run.code == 0 && run.errors.isEmpty)
    let difference = Golden.difference(
      run.output, from: "Tests/MeridianCommandsTests/Transcripts/hit-soho.svg")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `which pump is nearest is drawn as the documentation shows it`() throws {
    let run = Session([
      "query", Self.soho, "deaths", "--join", "pumps", "--on", "nearest", "--format", "svg",
    ])
    #expect(run.code == 0 && run.errors.isEmpty)
    let difference = Golden.difference(
      run.output, from: "Sources/MeridianQuery/MeridianQuery.docc/Resources/pumps.svg")
    #expect(difference == nil, "\(difference ?? "")")
    let drawn = try #require(elements(of: run.output))
    #expect(drawn.filter { $0.name == "line" }.count == 324)
  }

  @Test func `maps of lines, areas, nothing and a single place are well-formed`() throws {
    for words in [
      ["query", Self.soho, "streets"], ["query", Self.world, "countries"],
      ["query", Self.soho, "pumps", "--where", "name = 'none'"],
      ["query", Self.soho, "pumps", "--limit", "1"],
      ["query", Self.soho, "pumps", "--crs", "EPSG:3857"],
      ["query", Self.soho, "deaths", "--join", "buildings", "--on", "within", "--left"],
    ] {
      let run = Session(words + ["--format", "svg"])
      #expect(run.code == 0 && run.errors.isEmpty)
      let drawn = try #require(elements(of: run.output), "\(words)")
      let numbers = drawn.flatMap { $0.attributes.values }
      #expect(!numbers.contains { $0.contains("nan") || $0.contains("inf") })
    }
  }

  @Test func `any tap gives well-formed XML with finite numbers and labels apart`() throws {
    for seed in Seeds.list(24) {
      var numbers = SplitMix64(seed: seed)
      let isWorld = Bool.random(using: &numbers)
      let (x, y) = (
        Double.random(in: -20...410, using: &numbers), Double.random(in: -20...860, using: &numbers)
      )
      let center =
        isWorld
        ? "\(Double.random(in: -400...400, using: &numbers)),\(Double.random(in: -85...85, using: &numbers))"
        : "-0.1366,51.5132"
      let zoom = Double.random(in: isWorld ? 0...6 : 14...20, using: &numbers)
      let pitch = Bool.random(using: &numbers) ? 0 : Double.random(in: 0...85, using: &numbers)
      let words = [
        "hit", isWorld ? Self.world : Self.soho, "--screen", "\(x),\(y)", "--center", center,
        "--zoom", "\(zoom)", "--pitch", "\(pitch)", "--bearing",
        "\(Double.random(in: -180...180, using: &numbers))", "--tolerance",
        "\(Double.random(in: 0...100, using: &numbers))", "--format", "svg",
      ]
      let run = Session(words)
      let hint = "SEED=\(seed) \(words.joined(separator: " "))"
      #expect(run.code == 0, "\(hint): \(run.errors)")
      let found = try #require(elements(of: run.output), "\(hint)")
      for element in found {
        for (name, value) in element.attributes where Self.numeric.contains(name) {
          #expect(Double(value).map(\.isFinite) == true, "\(hint): \(name)=\(value)")
        }
        let data = element.attributes["d"]?.lowercased() ?? ""
        #expect(!data.contains("n") && !data.contains("e"), "\(hint): \(data.prefix(80))")
      }
      expectLabelsApart(found, hint)
    }
  }

  private static let numeric: Set = ["x", "y", "cx", "cy", "r", "x1", "x2", "y1", "y2", "width"]

  /// No two labels, on the map or in the list, cover each other.
  private func expectLabelsApart(_ found: [Element], _ hint: String) {
    let places = found.filter { ["badge", "missbadge"].contains($0.attributes["class"]) }
      .compactMap { element -> (Double, Double)? in
        guard let x = element.attributes["cx"].flatMap(Double.init),
          let y = element.attributes["cy"].flatMap(Double.init)
        else { return nil }
        return (x, y)
      }
    for (number, a) in places.enumerated() {
      for b in places[..<number] {
        #expect(max(abs(a.0 - b.0), abs(a.1 - b.1)) >= 20, "\(hint): \(a) \(b)")
      }
    }
  }

  @Test func `titles of any text stay text`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    let title = #"<script>&"'"# + "\u{1}\u{202E}é 井戸"
    let writer = try GeoPackageWriter(creating: path)
    var definition = GeoPackageWriter.Definition(name: "a<b&c", geometryType: "POINT")
    definition.columns = [AttributeColumn(name: "name", declaredType: "TEXT")]
    let layer = try writer.addLayer(definition)
    try writer.insert(into: layer, geometry: RandomGeometry.point(7.5, 47), values: [.text(title)])
    try writer.finish()
    let run = Session(["hit", path, "--at", "7.5,47", "--zoom", "16", "--format", "svg"])
    #expect(run.code == 0, "\(run.errors)")
    let found = try #require(elements(of: run.output))
    #expect(!found.contains { $0.name == "script" })
    let texts = found.map(\.text)
    #expect(texts.contains { $0.contains("a<b&c 1 · <script>&\"'\u{FFFD}\u{FFFD}é 井戸") })
  }

  @Test func `the spread of times is well-formed, with one tap as with many`() throws {
    for words in [["--taps", "1", "--repeat", "1"], ["--taps", "80"]] {
      for step in [UInt64(0), 1, 1_000_000_000] {
        let run = Session(
          ["profile", Self.soho, "--format", "svg"] + words,
          machine: FakeMachine(step: { _ in step }).machine)
        #expect(run.code == 0, "\(run.errors)")
        let found = try #require(elements(of: run.output))
        for element in found {
          for (name, value) in element.attributes where Self.numeric.contains(name) {
            #expect(Double(value).map { $0.isFinite && $0 >= 0 } == true, "\(name)=\(value)")
          }
        }
        #expect(found.contains { $0.attributes["class"] == "bar" })
      }
    }
  }

  @Test func `a batch is not drawn`() {
    let run = Session(["hit", Self.soho, "-", "--format", "svg"], input: "{}\n")
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains("draws one tap"))
  }

  @Test func `text and numbers of a drawing are always valid`() {
    #expect(SVGWriter.number(.nan) == "0" && SVGWriter.number(-.infinity) == "0")
    #expect(SVGWriter.number(1.005) == "1" && SVGWriter.number(-0.004) == "0")
    #expect(SVGWriter.escaped("a<b>&\"\u{0}\u{FFFF}") == "a&lt;b&gt;&amp;&quot;\u{FFFD}\u{FFFD}")
    #expect(SVGWriter.cut("abcdefghij", to: 31, size: 10) == "abcd…")
    #expect(SVGWriter.cut("abc", to: 31, size: 10) == "abc")
  }
}

/// An element of a drawing.
private struct Element {
  var name: String
  var attributes: [String: String]
  var text = ""
}

private final class ElementReader: NSObject, XMLParserDelegate {
  var elements: [Element] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !elements.isEmpty { elements[elements.count - 1].text += text }
  }
}
