/// What can go wrong when relating geometries; every description is one sentence that says what
/// failed, on what, and what to do.
public enum TopologyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The shared library of GEOS cannot be opened or lacks a function.
  case geosNotInstalled
  /// A geometry that cannot be related to anything; `reason` says why.
  case unsuitable(reason: String)
  /// Text that is no pattern of the nine-intersection model.
  case badPattern(String)
  /// GEOS gave an operation up; `said` is its message, possibly empty.
  case failed(operation: String, said: String)

  /// A short stable word for programs, such as `geosNotInstalled`.
  public var code: String {
    switch self {
    case .geosNotInstalled: "geosNotInstalled"
    case .unsuitable: "unsuitableGeometry"
    case .badPattern: "badPattern"
    case .failed: "topologyFailed"
    }
  }

  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .geosNotInstalled:
      "Relating geometries needs the GEOS library, which is not installed here; install GEOS 3.11 "
        + "or newer (Debian: apt-get install libgeos-c1v5; macOS: brew install geos)."
    case .unsuitable(let reason):
      "The geometry cannot be related to others: \(reason); correct it first."
    case .badPattern(let text):
      "“\(text)” is not a pattern of relation; write nine of the characters T, F, *, 0, 1 and 2, "
        + "such as T*F**F***."
    case .failed(let operation, let said):
      "GEOS could not compute the \(operation)\(said.isEmpty ? "" : " (\(said))"); "
        + "make the geometries valid or snap them to a coarser grid first."
    }
  }
}
