import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

/// Sessions on a document in a folder of their own: `DOC/town.gpkg` is a copy of the sample, and
/// `STATE=ben` is another person's machine.
struct DocumentTranscriptTests {
  static let names: [String] = {
    let folder = Golden.root + "/Tests/MeridianCommandsTests/Transcripts/Documents"
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return found.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test(arguments: names)
  func `a recorded session on a document gives the same again`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Golden.root + "/Data/samples/soho.gpkg", toPath: folder.file("town.gpkg"))
    let path = "Tests/MeridianCommandsTests/Transcripts/Documents/\(name)"
    let difference = Transcript.difference(replaying: path) { Self.answer($0, in: folder) }
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `there are sessions on documents to replay`() { #expect(Self.names.count >= 5) }

  private static func answer(
    _ run: Transcript.Run, in folder: TemporaryFolder
  ) -> Transcript.Answer {
    var environment = run.environment
    let person = environment.removeValue(forKey: "STATE") ?? "anna"
    environment["XDG_STATE_HOME"] = folder.file("state-\(person)")
    environment["XDG_CACHE_HOME"] = folder.file("cache-\(person)")
    var machine = Machine.here
    machine.name = { "atlas" }
    machine.today = { "2026-08-01" }
    let session = Session(
      run.arguments.map { $0.replacingOccurrences(of: "DOC/", with: folder.file("")) },
      input: run.input, environment: environment, terminal: run.terminal, machine: machine)
    let shown = { (text: String) in text.replacingOccurrences(of: folder.file(""), with: "DOC/") }
    return .init(
      output: shown(session.output), errors: shown(session.errors), code: session.code)
  }
}
