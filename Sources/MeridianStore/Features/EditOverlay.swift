/// Values of one layer that stand for the stored ones, by feature id and column.
package typealias LayerOverlay = [Int64: [String: AttributeValue]]

extension LayerOverlay {
  /// The values by the places of their columns among those that are read.
  func patches(of columns: [String]) -> [Int64: [Int: AttributeValue]] {
    guard !isEmpty else { return [:] }
    let folded = columns.map(SchemaCatalog.folding)
    return compactMapValues { values in
      var patch: [Int: AttributeValue] = [:]
      for (name, value) in values {
        let name = SchemaCatalog.folding(name)
        for (place, column) in folded.enumerated() where column == name { patch[place] = value }
      }
      return patch.isEmpty ? nil : patch
    }
  }
}

/// How a file is seen that stands for another one, such as a working copy for its source.
package struct StoreView: Sendable {
  /// The path that messages name.
  package var shownPath: String
  /// Whether the file that it stands for may not be written.
  package var isReadOnly: Bool

  /// Describes a view of its parts.
  package init(shownPath: String, isReadOnly: Bool) {
    self.shownPath = shownPath
    self.isReadOnly = isReadOnly
  }
}

extension FeatureStore {
  /// From now on these values are read instead of the stored ones, by the layers' names.
  package func layOver(_ overlay: [String: LayerOverlay]) {
    (self as? FileStore)?.overlay = overlay
  }

  /// From now on one more value is read instead of the stored one.
  package func layOver(_ value: AttributeValue, layer: String, fid: Int64, column: String) {
    (self as? FileStore)?.layOver(value, layer: layer, fid: fid, column: column)
  }

  /// From now on only these rows of a layer are seen, as the store numbers them; nil for all.
  ///
  /// A single row can still be asked for by its id.
  package func show(only rows: Set<Int64>?, of layer: LayerSchema) {
    (self as? FileStore)?.shown[layer.name] = .some(rows)
  }

  /// How to open the same file, seen in the same way, for another thread.
  package var opening: StoreOpening? {
    guard let store = self as? FileStore else { return nil }
    return StoreOpening(
      path: store.file.path, cacheFolder: store.cacheFolder,
      view: StoreView(shownPath: store.path, isReadOnly: store.isReadOnly),
      overlay: store.overlay, shown: store.shown)
  }

  /// What tells the file in the state in which it was opened from other files and other states, at
  /// the cost of no reading; nil when it is no file of ours.
  package var identity: StoreIdentity? { (self as? FileStore)?.file.identity }
}

/// How to open a file that is open already, seen in the same way.
package struct StoreOpening: Sendable {
  let path: String
  let cacheFolder: String
  let view: StoreView
  let overlay: [String: LayerOverlay]
  let shown: [String: Set<Int64>?]

  /// Opens it; the store belongs to the thread that does.
  package func open() throws(StoreError) -> any FeatureStore {
    let store = try FileStore(path: path, cacheFolder: cacheFolder, as: view)
    store.overlay = overlay
    store.shown = shown
    return store
  }
}
