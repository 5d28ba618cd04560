import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

struct ExchangePropertyTests {
  /// A value of a random kind, as JSON has it and as a store holds it.
  private func value(_ kind: Int, _ random: inout SplitMix64) -> (json: String, AttributeValue) {
    if Int.random(in: 0..<5, using: &random) == 0 { return ("null", .null) }
    switch kind {
    case 0:
      let flag = Bool.random(using: &random)
      return (flag ? "true" : "false", .integer(flag ? 1 : 0))
    case 1:
      let number = Int64.random(in: .min ... .max, using: &random)
      return ("\(number)", .integer(number))
    case 2:
      // A fraction always, so that it is written as one.
      let number = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) + 0.5
      return ("\(number)", .real(number))
    default:
      let scalars: [Unicode.Scalar] = [
        "a", "\"", "\\", "\n", "é", "😀", "{", "]", ",", "\u{1}", "/",
      ]
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        text.append(scalars.randomElement(using: &random) ?? "a")
      }
      let string = String(text)
      let data = try? JSONSerialization.data(withJSONObject: [string])
      let json = String(decoding: data ?? Data(), as: UTF8.self)
      return (String(json.dropFirst().dropLast()), .text(string))
    }
  }

  @Test(arguments: Seeds.batches(60))
  func `features written, imported and exported again are the same`(_ seeds: [UInt64]) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let folder = try ExchangeFolder()
      var stored: [[AttributeValue]] = []
      var shapes: [GeometryBuffer] = []
      let writer = try GeoPackageWriter(creating: folder.file("in.gpkg"))
      let types = ["BOOLEAN", "INTEGER", "REAL", "TEXT"]
      let layer = try writer.addLayer(
        "a", geometryType: "GEOMETRY",
        columns: types.enumerated().map {
          AttributeColumn(name: "c\($0.offset)", declaredType: $0.element)
        })
      var lines: [String] = []
      for number in 0..<20 {
        let values = types.indices.map { value($0, &random) }
        stored.append(values.map(\.1))
        let geometry = RandomGeometry.any(seed: seed &* 1000 &+ UInt64(number))
        shapes.append(copy geometry)
        try writer.insert(into: layer, geometry: geometry, values: values.map(\.1))
        let members = values.enumerated().map { "\"c\($0.offset)\":\($0.element.json)" }
        lines.append("{" + members.joined(separator: ",") + "}")
      }
      try writer.finish()
      for format in ["wkt", "geojsonseq", "gpkg"] {
        let out = "=out." + format
        #expect(folder.run("export", "=in.gpkg", "a", "-o", out, "--precision", "15").code == 0)
      }
      let again = folder.run("import", "=out.gpkg", "--into", "=t.gpkg", "-l", "copy")
      #expect(again.code == 0, "seed \(seed): \(again.errors)")
      let copied = try folder.layer("copy", of: "t.gpkg").rows
      #expect(copied.map(\.values) == stored && copied.map(\.geometry) == shapes, "seed \(seed)")
      let sequence = folder.run("import", "=out.geojsonseq", "--into", "=t.gpkg", "-l", "seq")
      #expect(sequence.code == 0, "seed \(seed): \(sequence.errors)")
      #expect(
        try folder.layer("seq", of: "t.gpkg").rows.map(\.values) == stored, "seed \(seed)")
      // The properties as any other writer spells them.
      try folder.write(
        lines.map { "{\"type\":\"Feature\",\"geometry\":null,\"properties\":\($0)}" }
          .joined(separator: "\n"), to: "l.ndjson")
      #expect(folder.run("import", "=l.ndjson", "--into", "=t.gpkg").code == 0)
      #expect(try folder.layer("l", of: "t.gpkg").rows.map(\.values) == stored, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.batches(300))
  func `bytes of any kind never end the program`(_ seeds: [UInt64]) throws {
    let folder = try ExchangeFolder()
    let pieces = [
      "{", "}", "[", "]", "\"", "\\", ",", ":", "\n", "\u{1E}", "null", "1e9", "\"features\"",
      "\"type\"", "\"Feature\"", "\"geometry\"", "\"coordinates\"", "\"FeatureCollection\"", "-",
      "{\"type\":\"FeatureCollection\",\"features\":[",
      "{\"type\":\"Feature\",\"properties\":{},\"geometry\":null}", ";", "\r", "lon", "lat",
      "<kml>", "</kml>", "<Placemark>", "</Placemark>", "<Point><coordinates>1,2", "</coordinates>",
    ]
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var text = ""
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
      }
      for format in ["geojson", "geojsonseq", "csv", "kml"] {
        let answer = folder.run(
          "import", "-", "--format-in", format, "--into", "=t.gpkg", "--dry-run", input: text,
          piece: Int.random(in: 1...9, using: &random))
        #expect([0, 4, 6].contains(answer.code), "seed \(seed) \(format): \(answer)")
      }
    }
  }
}
