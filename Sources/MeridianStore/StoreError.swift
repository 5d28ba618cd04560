/// What can go wrong between a file and its features; every description is one sentence.
public enum StoreError: Error, Hashable, Sendable {
  /// No file at the path.
  case notFound(path: String)
  /// A file (or folder) that is neither a GeoPackage nor a SpatiaLite database.
  case notAStore(path: String, reason: String)
  /// A store that uses what is not supported.
  case unsupported(path: String, reason: String)
  /// A store whose bytes contradict themselves.
  case damaged(path: String, detail: String)
  /// A layer that the store does not have, with those it has and the nearest name.
  case noSuchLayer(name: String, path: String, existing: [String], suggestion: String?)
  /// A row that the layer does not have.
  case noSuchRow(row: RowID, layer: String, path: String)
  /// A column that the layer does not have.
  case noSuchColumn(name: String, layer: String, path: String, existing: [String])
  /// The operating system or SQLite could not read or write.
  case inputOutput(path: String, detail: String)
  /// Another program holds the store locked.
  case busy(path: String)
  /// The file was replaced or written while it was read without locks.
  case changedWhileReading(path: String)
  /// A library that is opened on first use is not installed.
  case missingLibrary(name: String, purpose: String, package: String)
  /// The person asked to stop.
  case interrupted
}

extension StoreError: CustomStringConvertible {
  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .notFound(let path):
      "no file at \(path); check the path"
    case .notAStore(let path, let reason):
      "\(path) is not a GeoPackage or SpatiaLite file: \(reason)"
    case .unsupported(let path, let reason):
      "\(path) cannot be read: \(reason)"
    case .damaged(let path, let detail):
      "\(path) is damaged (\(detail)); restore it from a copy"
    case .noSuchLayer(let name, let path, let existing, let suggestion):
      Self.missing("layer", name, path, existing, suggestion)
    case .noSuchRow(let row, let layer, let path):
      "layer \"\(layer)\" of \(path) has no "
        + (row.fid.map { "feature \($0)" } ?? "row \(row.row)")
    case .noSuchColumn(let name, let layer, let path, let existing):
      Self.missing(
        "column", name, "layer \"\(layer)\" of \(path)", existing,
        NameDistance.nearest(to: name, among: existing))
    case .inputOutput(let path, let detail):
      "\(path) could not be read or written: \(detail)"
    case .busy(let path):
      "\(path) is locked by another program; try again when it has finished"
    case .changedWhileReading(let path):
      "\(path) was changed by another program while it was read; read it again"
    case .missingLibrary(let name, let purpose, let package):
      "\(name) is needed to \(purpose) and is not installed; install \(package)"
    case .interrupted:
      "interrupted"
    }
  }

  private static func missing(
    _ noun: String, _ name: String, _ place: String, _ existing: [String], _ suggestion: String?
  ) -> String {
    var text = "no \(noun) \"\(name)\" in \(place)"
    if let suggestion { text += "; did you mean \"\(suggestion)\"?" }
    if existing.isEmpty { return text + "; it has none" }
    let shown = existing.prefix(20).joined(separator: ", ")
    let more = existing.count > 20 ? " and \(existing.count - 20) more" : ""
    return text + (suggestion == nil ? "; it has " : " It has ") + shown + more
  }
}

/// How far two names are apart in edits, for suggestions.
package enum NameDistance {
  /// The known name that differs least, if it is close enough to be meant; ties go to the first.
  package static func nearest(to word: String, among names: [String]) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    var best: (name: String, distance: Int)?
    for name in names.prefix(10_000) {
      let known = Array(name.lowercased().unicodeScalars.prefix(64))
      let distance = distance(typed, known)
      let isStart = typed.count >= 3 && known.starts(with: typed)
      guard isStart || distance <= max(1, min(typed.count, known.count) / 3) else { continue }
      let weight = isStart ? min(distance, 1) : distance
      if best.map({ weight < $0.distance }) ?? true { best = (name, weight) }
    }
    return best?.name
  }

  /// Letters inserted, removed, changed or swapped with a neighbor.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1] + [Int](repeating: 0, count: b.count)
      for j in b.indices {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
