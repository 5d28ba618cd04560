/// Why a value cannot be what somebody wants it to be: which kind of reason, the constraint's name
/// where there is one, and one sentence without a full stop.
public struct EditProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kinds of reasons, stable words for programs.
  public enum Kind: String, Hashable, Sendable {
    /// The layer has no such column.
    case noSuchColumn
    /// The layer has no such feature.
    case noSuchFeature
    /// The key, the geometry, or a computed column; a layer whose rows have no stable id.
    case notEditable
    /// The value is of another type than the column.
    case wrongType
    /// A BOOLEAN is 0, 1 or NULL.
    case notBoolean
    /// A number that no column holds, or not this one.
    case outOfRange
    /// A date or time not as GeoPackage writes it.
    case badDate
    /// NULL where it is refused.
    case notNull
    /// More characters or bytes than declared.
    case tooLong
    /// Outside of the column's field domain.
    case outsideDomain
    /// Another row has it already.
    case notUnique
    /// A CHECK constraint does not hold.
    case check
    /// No such row in the table that is referred to, or one there that refers to the old value.
    case reference
    /// A trigger refuses, fails, or undoes the edit.
    case trigger
    /// The stored value is no longer what the edit started from.
    case outOfStep
    /// SQLite refuses for another reason.
    case refused
  }

  /// Which kind of reason.
  public var kind: Kind
  /// The name of the constraint, or its declaration where it has none.
  public var constraint: String?
  /// The columns that it is about; empty for the whole row.
  public var columns: [String] = []
  /// What is wrong, with the remedy where there is one.
  public var sentence: String

  /// The sentence.
  public var description: String { sentence }

  init(_ kind: Kind, constraint: String? = nil, columns: [String] = [], _ sentence: String) {
    self.kind = kind
    self.constraint = constraint
    self.columns = columns
    self.sentence = sentence
  }
}

/// What a sentence is about: a column of a feature, of a layer at least.
struct EditPlace {
  var layer: String
  var fid: Int64?

  /// `feature 9 of layer "pumps"`.
  var feature: String {
    (fid.map { "feature \($0) of " } ?? "") + "layer \(Wording.quoted(layer))"
  }

  /// `column "name" of feature 9 in layer "pumps"`.
  func column(_ name: String) -> String {
    "column \(Wording.quoted(name)) of "
      + (fid.map { "feature \($0) in " } ?? "") + "layer \(Wording.quoted(layer))"
  }

  /// The same for several columns.
  func columns(_ names: [String]) -> String {
    guard names.count != 1, !names.isEmpty else { return names.first.map(column) ?? feature }
    return "columns \(Wording.list(names)) of "
      + (fid.map { "feature \($0) in " } ?? "") + "layer \(Wording.quoted(layer))"
  }
}
