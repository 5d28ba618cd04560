private import MeridianFilter
private import MeridianGeodesy
private import MeridianKernel
private import MeridianQuery
private import MeridianStore
private import MeridianTopology
private import MeridianWorkspace

/// How the program ends (the exit codes of the command line's contract).
public enum ExitCode: Int32, Hashable, Sendable {
  /// Done; also a pipe the reader has closed.
  case done = 0
  /// Nothing was found, and `-e` asked to hear of it.
  case nothingFound = 1
  /// The command line is wrong.
  case usage = 2
  /// The file has changed under the edits.
  case conflict = 3
  /// Some records of a batch failed.
  case someFailed = 4
  /// No such store, layer or feature.
  case notFound = 5
  /// The data is broken or not supported.
  case broken = 6
  /// Reading or writing failed.
  case inputOutput = 7
  /// Locked, hidden, read-only or markup.
  case notAllowed = 8
  /// A defect of this program.
  case bug = 70
  /// Interrupted and rolled back.
  case interrupted = 130
}

/// Why a command, or one record of a batch, failed: a code for programs, a sentence for people.
package struct CommandError: Error, Hashable, Sendable {
  /// A stable word in camel case, such as `layerLocked`.
  package var code: String
  /// One sentence: what failed, on what, what to do.
  package var message: String
  /// How the program ends when this ends it.
  package var exitCode: ExitCode
  /// Lines that a person sees below the sentence, such as a text and a caret under a place in it.
  package var details: [String] = []

  /// Makes an error of its parts.
  package init(_ code: String, _ message: String, exitCode: ExitCode) {
    self.code = code
    self.message = message
    self.exitCode = exitCode
  }

  /// The reader of the results has gone: the program ends quietly.
  package static let closedPipe = CommandError("closedPipe", "", exitCode: .done)

  /// The user asked to stop.
  package static let interrupted = CommandError(
    "interrupted", "Interrupted; everything written so far is whole.", exitCode: .interrupted)

  /// A record of a batch, or a value in it, that is not what was asked for.
  package static func badRecord(_ message: String) -> CommandError {
    CommandError("badRecord", message, exitCode: .usage)
  }
}

/// Errors of other modules, told as the command line tells them.
///
/// This is the only place that decides which failure ends the program with which code.
extension CommandError {
  /// The command line's words for any error.
  package init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError:
      self.init(error.code, error.description, exitCode: .usage)
    case let error as SystemError:
      switch error.kind {
      case .closedPipe: self = .closedPipe
      case .interrupted: self = .interrupted
      case .missing: self.init("noSuchFile", error.description, exitCode: .notFound)
      case .failed: self.init("inputOutput", error.description, exitCode: .inputOutput)
      }
    case let error as StoreError: self.init(reading: error)
    case let error as GeodesyError: self.init(geodesic: error)
    case let error as QueryError: self.init(query: error)
    case RepairError.store(let error): self.init(reading: error)
    case let error as RepairError: self.init(repairing: error)
    case WorkspaceError.store(let error): self.init(reading: error)
    case WorkspaceError.geodesy(let error): self.init(geodesic: error)
    case let error as WorkspaceError: self.init(document: error)
    default:
      self.init(
        "internal", "An error nobody expected: \(error). Please report it.", exitCode: .bug)
    }
  }

  /// A store that cannot be read, or lacks what was asked for.
  private init(reading error: StoreError) {
    let (code, exitCode): (String, ExitCode) =
      switch error {
      case .notFound: ("noSuchStore", .notFound)
      case .notAStore: ("notAStore", .broken)
      case .unsupported: ("unsupported", .broken)
      case .damaged: ("damaged", .broken)
      case .noSuchLayer: ("noSuchLayer", .notFound)
      case .noSuchRow: ("noSuchFeature", .notFound)
      case .noSuchColumn: ("noSuchColumn", .usage)
      case .inputOutput: ("inputOutput", .inputOutput)
      case .busy: ("busy", .inputOutput)
      case .changedWhileReading: ("changedWhileReading", .inputOutput)
      case .missingLibrary: ("missingLibrary", .inputOutput)
      case .interrupted: ("interrupted", .interrupted)
      }
    guard exitCode != .interrupted else {
      self = .interrupted
      return
    }
    let text = error.description
    let isLower = text.hasPrefix("no ") || text.hasPrefix("layer \"")
    let sentence = isLower ? text.prefix(1).uppercased() + text.dropFirst() : text
    let isClosed = sentence.last.map { ".?!".contains($0) } ?? false
    self.init(code, isClosed ? sentence : sentence + ".", exitCode: exitCode)
  }

  /// A question that cannot be answered.
  private init(query error: QueryError) {
    switch error {
    case .store(let error): self.init(reading: error)
    case .geodesy(let error): self.init(geodesic: error)
    case .filter(let error):
      let text = "At column \(error.column) of the filter: " + error.sentence
      let isClosed = text.last.map { ".?!".contains($0) } ?? false
      self.init("badFilter", isClosed ? text : text + ".", exitCode: .usage)
      details = error.message.split(separator: "\n").dropFirst().map(String.init)
    case .topology(let error): self.init(topology: error)
    case .noPlace, .noGeometry, .unsuitable:
      let text = error.description
      self.init(
        "unsuitable", text.prefix(1).uppercased() + text.dropFirst() + ".", exitCode: .usage)
    }
  }

  /// A relation that GEOS cannot decide.
  private init(topology error: TopologyError) {
    let text = error.description
    let isMissing = if case .geosNotInstalled = error { true } else { false }
    self.init(
      isMissing ? "geosNotInstalled" : "unsuitable",
      text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : "."),
      exitCode: isMissing ? .inputOutput : .broken)
  }

  /// A document that cannot be read or changed as asked.
  private init(document error: WorkspaceError) {
    let (code, exitCode): (String, ExitCode) =
      switch error {
      case .notEditable(_, _, let reason): (reason.rawValue, .notAllowed)
      case .badEdits: ("badEdits", .usage)
      case .noSuchItem: ("noSuchItem", .notFound)
      case .nothingTo: ("nothingToDo", .usage)
      case .conflict: ("conflict", .conflict)
      case .sourceInUse: ("sourceInUse", .conflict)
      case .noConflict: ("noConflict", .usage)
      case .documentInUse: ("documentInUse", .inputOutput)
      case .newerFormat: ("newerFormat", .broken)
      case .unavailable: ("unavailable", .inputOutput)
      case .readOnly: ("readOnly", .notAllowed)
      case .exists: ("fileExists", .usage)
      case .outOfStep: ("outOfStep", .conflict)
      case .brokenCopy: ("brokenCopy", .broken)
      case .unsupported: ("unsupported", .broken)
      case .store, .geodesy: ("internal", .bug)
      }
    let text = error.description
    let isClosed = text.last.map { ".?!".contains($0) } ?? false
    let beginsWithPath =
      switch error {
      case .conflict, .sourceInUse, .noConflict, .newerFormat, .unavailable, .exists, .unsupported:
        true
      default: false
      }
    let sentence = beginsWithPath ? text : text.prefix(1).uppercased() + text.dropFirst()
    self.init(code, sentence + (isClosed ? "" : "."), exitCode: exitCode)
  }

  /// A store that cannot be repaired.
  private init(repairing error: RepairError) {
    let (code, exitCode): (String, ExitCode) =
      switch error {
      case .readOnly: ("readOnly", .notAllowed)
      case .unfinishedChanges: ("unfinishedChanges", .inputOutput)
      case .changed: ("changed", .conflict)
      case .failed: ("repairFailed", .broken)
      case .store: ("inputOutput", .inputOutput)
      }
    self.init(code, error.description, exitCode: exitCode)
  }

  /// A measurement or transformation that cannot be made.
  private init(geodesic error: GeodesyError) {
    let exitCode: ExitCode =
      switch error {
      case .projNotInstalled: .inputOutput
      case .latitudeOutOfRange, .notFinite, .numberNotFinite, .badEllipsoid, .unknownCRS,
        .notPlanar, .outsideDomain:
        .usage
      }
    self.init(error.code, error.description, exitCode: exitCode)
  }
}
