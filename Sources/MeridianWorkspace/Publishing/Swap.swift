import MeridianStore

/// How two files change their names: the first way that the file system knows.
package enum SwapMethod: String, Hashable, Sendable, CaseIterable {
  /// In one step.
  case exchange
  /// With a second name for the file that goes.
  case link
  /// With a copy of the file that goes.
  case copy
}

/// The file at a path and a file beside it change their names.
///
/// One system call does it where the file system has such a call. Elsewhere it takes three steps,
/// none of which leaves the path without a whole file: theirs gets a second name aside (a link, or
/// where there are no links a copy), the new file is renamed over the path, and what lies aside
/// gets the new file's old name. Between the last look at the path and the rename over it there is
/// a moment in which somebody who takes no lock and renames a third file to the path loses it.
struct Swap {
  let path: String
  let beside: String
  private(set) var method: SwapMethod
  private var phase = Phase.start
  /// Whether the path may be for the new file although the swap is not over.
  private(set) var hasBegun = false

  private enum Phase { case start, aside, over }

  /// The third name, of theirs for a while.
  static func aside(_ beside: String) -> String { beside + ".aside" }
  private var aside: String { Self.aside(beside) }
  /// A copy that is not complete yet.
  static func part(_ beside: String) -> String { beside + ".part" }

  init(path: String, beside: String, method: SwapMethod) {
    (self.path, self.beside, self.method) = (path, beside, method)
  }

  /// What a step came to.
  enum Progress: Hashable {
    case more
    case done
    /// The path is for another file than expected, and nothing has been done.
    case moved
  }

  /// Does the next step; `expected` is the file at the path, held open.
  mutating func step(expecting expected: OpenFile) throws(StoreError) -> Progress {
    switch phase {
    case .start: try startIfThere(expected)
    case .aside: try renameOver(expected)
    case .over: try takeAside(expected)
    }
  }

  private mutating func startIfThere(_ expected: OpenFile) throws(StoreError) -> Progress {
    do throws(StoreError) {
      return try start(expected)
    } catch {
      // Somebody has removed what the path was for.
      guard case .notFound = error, FileIdentity(path) == nil else { throw error }
      return .moved
    }
  }

  private mutating func start(_ expected: OpenFile) throws(StoreError) -> Progress {
    if method == .exchange {
      if try FileNames.exchange(beside, path) { return .done }
      method = .link
    }
    if method == .link, try !FileNames.link(path, as: aside) { method = .copy }
    if method == .copy { try copyAside(expected, isUrgent: false) }
    phase = .aside
    return .more
  }

  private func copyAside(_ expected: OpenFile, isUrgent: Bool) throws(StoreError) {
    let part = Self.part(beside)
    try FileNames.remove(part)
    let copy = try expected.copy(to: part, isPrivate: true, isUrgent: isUrgent)
    try copy.file.copyAccess(from: path)
    try FileNames.rename(part, over: aside)
  }

  private mutating func renameOver(_ expected: OpenFile) throws(StoreError) -> Progress {
    // A copy has to be one of the file as it is now.
    let isAside =
      method == .copy
      ? try expected.digest() == OpenFile(aside).digest()
      : FileIdentity(aside) == expected.identity
    guard isAside, FileIdentity(path) == expected.identity else {
      try FileNames.remove(aside)
      phase = .start
      return .moved
    }
    hasBegun = true
    try FileNames.rename(beside, over: path)
    phase = .over
    return .more
  }

  private func takeAside(_ expected: OpenFile) throws(StoreError) -> Progress {
    // A copy is of the file as it was; what has been written to the file since is in the file only,
    // which has no name any more.
    if method == .copy,
      try expected.digest(isUrgent: true) != OpenFile(aside).digest(isUrgent: true)
    {
      try copyAside(expected, isUrgent: true)
    }
    try FileNames.rename(aside, over: beside)
    return .done
  }
}
