internal import MeridianKernel
internal import MeridianStore

/// A snapshot for the taps on a document, with what it was made from: switches, edits and notes do
/// not make indexes anew.
struct KeptSnapshot {
  let snapshot: WorkspaceSnapshot
  /// The status of the file whose geometries are indexed; nil when nothing tells whether they are
  /// still the same.
  private let stamp: String?

  /// The snapshot of a document as it is now; `last` gives its indexes where they still hold.
  ///
  /// Notes are left out: taps do not ask for them.
  init(
    of document: Document, after last: KeptSnapshot?, _ filtering: DefinitionFiltering?,
    _ loading: Loading
  ) throws(WorkspaceError) {
    stamp = document.geometryStamp
    let names = document.layers.filter {
      $0.schema.geometryColumn != nil && $0.settings.role != .markup
    }.map(\.name)
    if let last, stamp != nil, last.stamp == stamp, last.snapshot.schemas.map(\.name) == names {
      snapshot = try last.snapshot.redefined(by: document, filtering: filtering)
    } else {
      snapshot = try WorkspaceSnapshot(
        reading: document, layers: names, filtering: filtering, loading: loading)
    }
  }
}

extension Document {
  /// Which geometries the document shows: as long as it is the same, they are. Attribute edits
  /// never move any, but triggers that a save sets off may.
  fileprivate var geometryStamp: String? {
    hasOtherRows ? nil : copy.map(\.record.identity) ?? store.identity?.text
  }
}
