import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

struct FramerCorpusTests {
  /// The first byte of an input is the size of its pieces, less one.
  private func corpus(_ name: String) throws -> [(file: String, piece: Int, bytes: [UInt8])] {
    let folder = OraclePath.package + "/Data/corpus/" + name
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
      return (file, 1 + Int(bytes.first ?? 0), Array(bytes.dropFirst()))
    }
  }

  /// What a dry run says of bytes that come in pieces.
  private func look(_ bytes: [UInt8], _ format: String, piece: Int) -> String {
    let (out, err) = (MemorySink(), MemorySink())
    let code = runMeridian(
      Invocation(
        arguments: ["import", "-", "--format-in", format, "--into", "none.gpkg", "--dry-run"],
        environment: [:], input: MemorySource(bytes: bytes, piece: piece), output: out,
        errors: err, isInterrupted: { false }))
    #expect([0, 4, 6].contains(code), "\(err.text)")
    return "\(code) " + out.text + err.text
  }

  @Test(arguments: ["geojson", "csv"])
  func `kept documents and tables are read alike however they come in`(format: String) throws {
    let inputs = try corpus(format)
    #expect(inputs.count >= 7)
    for (file, piece, bytes) in inputs {
      let whole = look(bytes, format, piece: .max)
      #expect(look(bytes, format, piece: piece) == whole, "\(file)")
      #expect(look(bytes, format, piece: 1) == whole, "\(file)")
    }
  }
}
