import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace

/// What a journey happens in: a folder with a document, the machine's own folders, and others who
/// use the same document.
final class JourneyWorld {
  let folder: TemporaryFolder
  let source: String
  let engine: PhoneEngine
  /// Every request, in order.
  private(set) var log: [PhoneRequest] = []

  init() throws {
    folder = try TemporaryFolder()
    source = folder.file("Soho.gpkg")
    try FileManager.default.copyItem(
      atPath: Golden.root + "/Data/samples/soho.gpkg", toPath: source)
    engine = PhoneEngine(
      at: source, folders: Self.folders(folder, "phone"), device: "Phone",
      today: { "2026-05-17" })
  }

  static func folders(_ folder: TemporaryFolder, _ machine: String) -> DocumentFolders {
    DocumentFolders(
      cache: folder.file("\(machine)-cache"), state: folder.file("\(machine)-state"))
  }

  func answer(_ request: PhoneRequest) -> [PhoneEvent] {
    log.append(request)
    return engine.answer(request)
  }

  /// Something happens, and the surface looks anew.
  func happen(_ words: [String]) throws -> [PhoneEvent] {
    let files = FileManager.default
    let argument = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "open": break
    case "elsewhere": try sql(argument)
    case "locks":
      try desktop { try $0.set(argument) { $0.isLocked = true } }
    case "readOnly":
      try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: source)
    case "goesToCloud":
      try files.moveItem(atPath: source, toPath: folder.file("elsewhere"))
      try Data().write(to: URL(fileURLWithPath: folder.file(".Soho.gpkg.icloud")))
    case "comes":
      try files.removeItem(atPath: folder.file(".Soho.gpkg.icloud"))
      try files.moveItem(atPath: folder.file("elsewhere"), toPath: source)
    case "vanishes": try files.removeItem(atPath: source)
    default: throw JourneyError(words: words)
    }
    return engine.open()
  }

  /// Another program writes the document.
  func sql(_ text: String) throws {
    let connection = try Connection(path: source, mode: .update)
    try connection.execute(text)
  }

  /// Another machine changes the document and publishes.
  func desktop(_ change: (Document) throws -> Void) throws {
    let document = try Document(at: source, folders: Self.folders(folder, "desktop"))
    try change(document)
    _ = try document.publish()
    try document.close()
  }

  /// What a program without knowledge of Meridian reads.
  func text(_ query: String) throws -> String? {
    let connection = try Connection(path: source, mode: .readOnly)
    let row = try connection.prepare(query)
    return try row.step() ? row.text(0) : nil
  }
}
