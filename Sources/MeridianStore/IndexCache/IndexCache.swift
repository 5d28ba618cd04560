private import CPlatform
package import MeridianKernel

/// Hit indexes in a folder of the user, mapped by whoever needs them next.
///
/// A file holds its key and the index's image; a *seal* beside it holds what the system said of the
/// file right after it was whole (inode, size, times) and its checksum. An index is used only when
/// its seal fits to the nanosecond, its key is that of the store as opened, and file and folder
/// belong to the user alone: what is stale, torn, truncated, copied here or written to since has
/// another key, size or time, and costs no reading to be found out. The checksum is for those who
/// have the time (`index info`). Files are made under another name and renamed, so any number of
/// processes may build and read at once.
package struct IndexCache: Sendable {
  private let folder: String

  /// In a folder below the user's cache folder, made when something is kept.
  package init(folder: String) { self.folder = folder + "/index" }

  /// What is in the cache of a layer.
  package enum State: Hashable, Sendable {
    case none
    /// Usable, of so many bytes.
    case ready(UInt64)
    /// There, but not of this file as it stands, or not whole.
    case stale
    /// Its seal fits and its bytes do not.
    case damaged
  }

  /// Maps the index of a key; nil when there is none that can be used.
  package func index(_ key: IndexKey) -> HitIndex? {
    guard let mapping = mapping(key) else { return nil }
    return unsafe HitIndex(image: mapping.image, keeping: mapping)
  }

  /// What there is under a key; with `checking` the bytes are held against their checksum.
  package func state(_ key: IndexKey, checking: Bool = false) -> State {
    guard FileStamp(path(key)) != nil else { return .none }
    guard let mapping = mapping(key), unsafe HitIndex(image: mapping.image, keeping: mapping) != nil
    else { return .stale }
    if checking, let sealed = IndexSeal(at: sealPath(key))?.checksum, sealed != 0,
      let found = mapping.checksum, found != sealed
    {
      return .damaged
    }
    return .ready(mapping.size)
  }

  /// Keeps an index; gives back the file's length in bytes.
  @discardableResult
  package func keep(_ index: HitIndex, _ key: IndexKey) throws(StoreError) -> UInt64 {
    FileAccess.makeFolders(folder)
    let path = path(key)
    guard let head = head(key) else {
      throw .inputOutput(path: path, detail: "the layer's name is too long for the cache")
    }
    try unsafe FileAccess.replace(path) { emit in
      try unsafe head.withUnsafeBytes { try unsafe emit($0) }
      try unsafe index.writeImage { try unsafe emit($0) }
    }
    guard let mapping = IndexMapping(path) else {
      throw .inputOutput(path: path, detail: "it is gone again")
    }
    let seal = IndexSeal(of: path, checksum: mapping.checksum ?? 0)
    guard let seal else { throw .inputOutput(path: path, detail: "it is gone again") }
    try unsafe FileAccess.replace(sealPath(key)) { emit in
      try unsafe seal.bytes.withUnsafeBytes { try unsafe emit($0) }
    }
    return mapping.size
  }

  /// Removes what is kept under a key, whatever its state; whether there was anything.
  @discardableResult
  package func drop(_ key: IndexKey) -> Bool {
    let hadSeal = FileAccess.remove(sealPath(key))
    return FileAccess.remove(path(key)) || hadSeal
  }

  private func path(_ key: IndexKey) -> String { "\(folder)/\(key.name).index" }
  private func sealPath(_ key: IndexKey) -> String { "\(folder)/\(key.name).seal" }

  /// The key's part of a file, as long as the image's alignment wants; nil when it has no room.
  private func head(_ key: IndexKey) -> [UInt8]? {
    let room = IndexMapping.headLength - 8
    guard key.bytes.count <= room else { return nil }
    let length = [UInt64(key.bytes.count)].littleEndianBytes
    return length + key.bytes + [UInt8](repeating: 0, count: room - key.bytes.count)
  }

  private func mapping(_ key: IndexKey) -> IndexMapping? {
    guard FileStamp(folder)?.isPrivate == true,
      let seal = IndexSeal(at: sealPath(key)), let now = IndexSeal(of: path(key), checksum: 0),
      seal.isOf(now), let mapping = IndexMapping(path(key)), let head = head(key),
      unsafe mapping.bytes.count > IndexMapping.headLength,
      unsafe mapping.bytes.prefix(IndexMapping.headLength).elementsEqual(head)
    else { return nil }
    return mapping
  }
}

/// A file of the cache in memory, unmapped with the last that uses it.
@safe
final class IndexMapping: Sendable {
  /// The key's part.
  static let headLength = 4096
  private let address: UInt
  let size: UInt64

  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: Int(size))
  }

  /// The index's part.
  var image: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.headLength))
  }

  /// The checksum of everything; nil where the library for it is not installed.
  var checksum: UInt64? {
    var found: UInt64 = 0
    let bytes = unsafe self.bytes
    return unsafe cplatform_checksum(bytes.baseAddress, bytes.count, &found) ? found : nil
  }

  init?(_ path: String) {
    var mapping = unsafe cplatform_mapping()
    guard unsafe cplatform_map(path, &mapping) == 0, let start = unsafe mapping.start
    else { return nil }
    address = UInt(bitPattern: start)
    size = unsafe mapping.size
  }

  deinit {
    guard let start = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    unsafe cplatform_unmap(cplatform_mapping(start: start, size: size))
  }
}

/// What the system said of a file of the cache when it was whole.
struct IndexSeal {
  /// Device, inode, size, modification, change.
  private let numbers: [UInt64]
  let checksum: UInt64

  /// Of a file as it stands; nil when it is not there or not the user's alone.
  init?(of path: String, checksum: UInt64) {
    guard let stamp = FileStamp(path), stamp.isPrivate else { return nil }
    numbers = stamp.numbers
    self.checksum = checksum
  }

  /// As it was written; nil when it is not there, not whole or not the user's alone.
  init?(at path: String) {
    guard let stamp = FileStamp(path), stamp.isPrivate, stamp.size == 48,
      let bytes = try? FileAccess.prefix(of: path, count: 48), bytes.count == 48
    else { return nil }
    let words = (0..<6).map { word in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[8 * word + $1]) << (8 * $1) }
    }
    numbers = Array(words.prefix(5))
    checksum = words[5]
  }

  func isOf(_ other: IndexSeal) -> Bool { numbers == other.numbers }

  var bytes: [UInt8] { (numbers + [checksum]).littleEndianBytes }
}
