/// One thing that is odd or wrong about a store, with what can be done about it.
public struct StoreFinding: Hashable, Sendable {
  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing; the file is fine.
    case note
    /// Some program will answer wrongly or refuse.
    case warning
    /// Answers are wrong, or rows cannot be read.
    case error

    /// Orders notes before warnings before errors.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// What was found.
  public var code: Code
  /// The layer or table it is about; nil for the file.
  public var layer: String?
  /// Rows, entries or other things concerned.
  public var count: Int64
  /// The ids of the first few rows concerned.
  public var fids: [Int64]
  /// One sentence for people.
  public var message: String
  /// Whether the repair plan sets it right.
  public var isPlanned: Bool
  /// What a person can do where the plan does not.
  public var advice: String?

  /// How bad it is.
  public var severity: Severity { code.severity }

  /// At most so many ids are named.
  public static let mostFids = 5

  package init(
    _ code: Code, _ layer: String? = nil, count: Int64 = 1, fids: [Int64] = [],
    isPlanned: Bool = false, advice: String? = nil, _ message: String
  ) {
    self.code = code
    self.layer = layer
    self.count = count
    self.fids = Array(fids.prefix(Self.mostFids))
    self.isPlanned = isPlanned
    self.advice = advice
    self.message = message
  }
}

extension StoreFinding {
  /// Everything that can be found; the raw value is a stable word for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // The file.
    case damagedPages, applicationID, userVersion, walMode, unfinishedChanges
    // Its tables of contents.
    case danglingContents, duplicateContents, danglingGeometryColumn, contentsSRS, leftOut
    // Meridian's own tables.
    case workspaceVersion, workspaceTables, workspaceRows, workspaceUnregistered
    // A layer's declaration.
    case undefinedCRS, unknownCRS, noStableID, count, extentMissing, extentTooSmall
    case extentTooLarge
    // Its index.
    case noIndex, indexTablesMissing, indexUndeclared, indexBroken, indexUncheckable
    case indexMissing, indexOrphans, indexBoxes, triggersLegacy, triggersMissing
    // Its rows.
    case unreadable, nullGeometry, emptyGeometry, malformedGeometry, nonFiniteGeometry
    case invalidGeometry, curves, geometryType, blobSRS, blobEnvelope, oddDates

    /// How bad it is.
    public var severity: Severity {
      switch self {
      case .damagedPages, .indexBroken, .indexMissing, .indexBoxes, .unreadable,
        .malformedGeometry:
        .error
      case .applicationID, .userVersion, .danglingContents, .duplicateContents,
        .danglingGeometryColumn, .contentsSRS, .leftOut, .workspaceVersion, .workspaceTables,
        .workspaceRows, .unknownCRS, .noStableID, .count,
        .extentTooSmall, .indexTablesMissing, .indexUndeclared, .indexOrphans, .triggersMissing,
        .nonFiniteGeometry, .invalidGeometry, .geometryType, .blobSRS, .blobEnvelope:
        .warning
      case .walMode, .unfinishedChanges, .workspaceUnregistered, .undefinedCRS, .extentMissing,
        .extentTooLarge, .noIndex,
        .indexUncheckable, .triggersLegacy, .nullGeometry, .emptyGeometry, .curves, .oddDates:
        .note
      }
    }
  }
}

/// One statement of a repair plan.
public struct RepairStatement: Hashable, Sendable {
  /// The finding that it sets right.
  public var code: StoreFinding.Code
  /// The layer or table it is about; nil for the file.
  public var layer: String?
  /// The statement as it will be run, without a semicolon at the end.
  public var sql: String

  init(_ code: StoreFinding.Code, _ layer: String? = nil, _ sql: String) {
    self.code = code
    self.layer = layer
    self.sql = sql
  }
}

/// What a doctor found in a store, and the exact plan to repair what can be repaired safely.
///
/// A plan corrects what a program can compute again: indexes, triggers, counts, extents, rows of
/// the tables of contents that name nothing. It never touches a feature's geometry or attributes.
public struct StoreExamination: Sendable {
  /// The file.
  public let path: String
  /// Its format and version.
  public let format: StoreFormat
  /// What was found, the file first, then layer by layer.
  public let findings: [StoreFinding]
  /// The statements that repair what is planned, in order.
  public let plan: [RepairStatement]
  /// Rows read.
  public let rows: Int64
  /// The file as it was examined; a repair refuses another.
  let fingerprint: StoreFile.Fingerprint?

  /// The gravest finding; nil when there is none.
  public var severity: StoreFinding.Severity? { findings.map(\.severity).max() }

  /// Whether nothing worse than a note was found.
  public var isHealthy: Bool { (severity ?? .note) == .note }
}
