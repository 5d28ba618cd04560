/// What an index in the cache was made of: the file as it stood, and how the layer was read.
///
/// Made of what the system and the database's head say, so that it costs nothing on the way to the
/// first hit: device, inode, size, times of modification and change in nanoseconds, the database's
/// first hundred bytes (with its change counter), and a write-ahead log's head and length. Two
/// files with the same key are the same bytes unless someone has set the clock back in between.
package struct IndexKey: Hashable, Sendable {
  /// Everything that must be the same.
  let bytes: [UInt8]
  /// The name of the file in the cache: the same for all states of one layer of one file.
  let name: String

  /// The key of a layer in the state that a store has opened; `way` is what else its index depends
  /// on, such as the column of its titles.
  init(_ identity: StoreIdentity, layer: String, way: [String]) {
    var bytes = identity.bytes
    for text in [layer] + way {
      let utf8 = Array(text.utf8)
      bytes += [UInt64(utf8.count)].littleEndianBytes + utf8
    }
    self.bytes = bytes
    let place = [identity.device, identity.inode, Self.mixed(layer)]
    name = place.map { String($0, radix: 16) }.joined(separator: "-")
  }

  /// A short number for a name (FNV-1a, 64 bits): equal ones share a file in the cache, whose key
  /// then tells them apart.
  private static func mixed(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// A database file as it stood when it was opened.
package struct StoreIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let bytes: [UInt8]
  private let header: [UInt8]

  /// Whether the file at a path still is in this state, as far as its times tell.
  package func isStill(at path: String) -> Bool {
    StoreIdentity(path: path, header: header) == self
  }

  /// The same as hexadecimal digits, for a record of it.
  package var text: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// nil when the file is gone.
  init?(path: String, header: [UInt8]) {
    guard let stamp = FileStamp(path) else { return nil }
    device = stamp.device
    inode = stamp.inode
    var numbers = stamp.numbers
    var log: [UInt8] = []
    if let status = FileStamp(path + "-wal"), status.size > 0 {
      numbers.append(status.size)
      log = (try? FileAccess.prefix(of: path + "-wal", count: 32)) ?? []
    }
    bytes = numbers.littleEndianBytes + header.prefix(100) + log
    self.header = Array(header.prefix(100))
  }
}

extension FileStore: IndexableStore {
  package func indexKey(of layer: LayerSchema, way: [String]) -> IndexKey? {
    file.identity.map { IndexKey($0, layer: layer.name, way: way) }
  }

  package var isAsOpened: Bool {
    // The head could be read again only through SQLite's own descriptor; the times tell as much.
    file.identity?.isStill(at: file.path) ?? false
  }
}

/// A store whose layers' indexes may be kept in the cache.
package protocol IndexableStore: FeatureStore {
  /// What the index of a layer is kept under; nil when it cannot be told.
  func indexKey(of layer: LayerSchema, way: [String]) -> IndexKey?
  /// Whether the file still is what it was when it was opened.
  var isAsOpened: Bool { get }
}
