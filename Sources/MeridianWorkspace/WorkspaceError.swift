public import MeridianGeodesy
public import MeridianStore

/// What can go wrong with a document.
public enum WorkspaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be read.
  case store(StoreError)
  /// A reference system or a measurement failed.
  case geodesy(GeodesyError)

  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .store(let error): error.description
    case .geodesy(let error): error.description
    }
  }
}
