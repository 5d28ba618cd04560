import MeridianKernel

/// The leaf pages of a table, found by walking down its tree (SQLite's file format, 1.6).
struct TablePages {
  /// Bytes of a page, and how many of them SQLite uses.
  let size: Int
  let usable: Int
  /// The numbers of the leaves, from 1, in the order of the rows.
  private(set) var leaves: [UInt32] = []

  private let reader: Connection.FileReader
  private let count: Int
  private var page: [UInt8]

  /// Walks down the tree from a root page; nil when it is not one of a table.
  init?(_ reader: Connection.FileReader, root: Int64) {
    var header = [UInt8](repeating: 0, count: 100)
    guard reader.read(100, at: 0, into: &header) else { return nil }
    let stored = Int(header[16]) << 8 | Int(header[17])
    size = stored == 1 ? 65536 : stored
    guard size >= 512, size & (size - 1) == 0, size - Int(header[20]) >= 480 else { return nil }
    usable = size - Int(header[20])
    count = (28..<32).reduce(0) { $0 << 8 | Int(header[$1]) }
    self.reader = reader
    page = [UInt8](repeating: 0, count: size)
    guard let root = UInt32(exactly: root), descend(to: root, level: 0) else { return nil }
  }

  /// Adds the leaves below a page; false where the tree is none.
  private mutating func descend(to number: UInt32, level: Int) -> Bool {
    // Page 1 begins with the file's header; a tree of twenty levels would not fit any file.
    guard level < 20, isPage(number), load(number) else { return false }
    switch page[0] {
    case 0x0D:
      leaves.append(number)
      return leaves.count <= count
    case 0x05:
      guard let children = children() else { return false }
      // The siblings of a leaf are leaves: they need not be read here.
      guard isPage(children[0]), load(children[0]) else { return false }
      if page[0] == 0x0D {
        leaves += children
        return leaves.count <= count && children.allSatisfy(isPage)
      }
      return children.allSatisfy { descend(to: $0, level: level + 1) }
    default: return false
    }
  }

  private func isPage(_ number: UInt32) -> Bool { number > 1 && Int(number) <= count }

  private mutating func load(_ number: UInt32) -> Bool {
    reader.read(size, at: (Int(number) - 1) * size, into: &page)
  }

  /// The children of the inner page at hand, from left to right.
  private func children() -> [UInt32]? {
    let cells = Int(page[3]) << 8 | Int(page[4])
    guard 12 + 2 * cells <= usable else { return nil }
    var found: [UInt32] = []
    for cell in 0..<cells {
      let start = Int(page[12 + 2 * cell]) << 8 | Int(page[13 + 2 * cell])
      guard start + 4 <= usable else { return nil }
      found.append(number(at: start))
    }
    found.append(number(at: 8))
    return found
  }

  private func number(at start: Int) -> UInt32 {
    (start..<start + 4).reduce(0) { $0 << 8 | UInt32(page[$1]) }
  }
}
