import MeridianStore

/// A file as it was when it was looked at, held open.
struct FileVersion {
  let identity: FileIdentity
  /// nil when it may not be read.
  let file: OpenFile?
  let digest: ContentDigest?

  /// What a path is for; nil when it is for nothing.
  init?(at path: String) throws(StoreError) {
    guard let found = FileIdentity(path) else { return nil }
    do throws(StoreError) {
      let opened = try OpenFile(path)
      let read = try opened.digest(isUrgent: true)
      (file, digest, identity) = (opened, read, opened.identity)
    } catch {
      if case .notFound = error { return nil }
      (file, digest, identity) = (nil, nil, found)
    }
  }

  init(_ file: OpenFile, _ digest: ContentDigest) {
    (self.file, self.digest, identity) = (file, digest, file.identity)
  }
}

/// Puts back what another program wrote in the last moment and the exchange took away.
///
/// The newest version gets the path. A version that somebody writes to the path meanwhile is newer
/// than the one that is put back, which then gets a name of its own: no version is ever without
/// one.
struct Restoration {
  let path: String
  let beside: String
  /// Contents that the state folder has: nothing is lost with them.
  let known: Set<ContentDigest>
  private let copies: KeptCopies
  private let method: SwapMethod
  /// What the path was for when it was last looked at, or given to.
  private var placed: FileVersion
  /// What lies beside and is to have the path.
  private var waiting: FileVersion
  private var phase = Phase.look
  private var rounds = 0

  private enum Phase {
    case look
    case swap(Swap)
    case compare
  }

  init(
    _ record: PublishRecord, in state: String, placed: FileVersion, waiting: FileVersion,
    method: SwapMethod
  ) {
    (path, beside, known) = (record.source, record.beside, record.known)
    (self.placed, self.waiting, self.method) = (placed, waiting, method)
    copies = KeptCopies(state: state)
  }

  /// Does the next step; true when everything has a name that lasts.
  mutating func step() throws(StoreError) -> Bool {
    switch phase {
    case .look: return try look()
    case .swap(var swap):
      guard let file = placed.file else {
        phase = .look
        return try keepWaiting()
      }
      let progress = try swap.step(expecting: file)
      phase =
        switch progress {
        case .more: .swap(swap)
        case .done: .compare
        case .moved: .look
        }
      return false
    case .compare: return try compare()
    }
  }

  private mutating func look() throws(StoreError) -> Bool {
    guard let now = FileIdentity(path) else {
      return try FileNames.rename(beside, new: path) == .done
    }
    // Somebody's newer file: it stays.
    guard now == placed.identity else { return try keepWaiting() }
    phase = .swap(Swap(path: path, beside: beside, method: method))
    return false
  }

  /// Looks at what came away from the path this time.
  private mutating func compare() throws(StoreError) -> Bool {
    guard let out = try FileVersion(at: beside) else { return true }
    // A copy is another file than the one it was made of.
    let isSame = out.digest == placed.digest && (method == .copy || out.identity == placed.identity)
    rounds += 1
    (placed, waiting) = (waiting, out)
    // The path has what was to have it. Else what came away is newer; after so many rounds with
    // somebody who writes without an end, both keep the names they have got.
    if isSame || rounds == 8 { return try keepWaiting() }
    phase = .look
    return false
  }

  /// Gives what lies beside a name that lasts, or none if its content is elsewhere.
  private func keepWaiting() throws(StoreError) -> Bool {
    if let digest = waiting.digest, known.contains(digest) {
      try FileNames.remove(beside)
    } else {
      try copies.keep(beside, of: path, digest: waiting.digest)
    }
    return true
  }
}

extension KeptCopies {
  /// Gives a hidden file beside a source a name that people see.
  func keep(_ file: String, of source: String, digest: ContentDigest?) throws(StoreError) {
    try keep(file) { BesideName.recovered(source, digest, number: $0) }
  }
}
