/// The bytes of an index: a head of 64-bit words, then columns, each from a multiple of 64 on.
///
/// The head says what it is, by which version it was made, what the numbers of the index are, and
/// for every column where it starts, how many values it has and how long one is. Nothing in it is
/// an address, so it can be mapped anywhere. Values stand as the machine that made it holds them;
/// the words of another machine do not read as ours.
enum IndexImage {
  /// "MERIDIX" and the layout's number: changed whenever a column or its meaning changes.
  static let magic: UInt64 = 0x4D45_5249_4449_5800 | 3
  static let headLength = 4096
  static let alignment = 64

  /// Collects columns and numbers, then writes them in order.
  struct Writer {
    private var numbers: [UInt64] = []
    private var columns: [(bytes: Column<UInt8>, stride: Int)] = []

    mutating func add(_ number: Int) { numbers.append(UInt64(bitPattern: Int64(number))) }
    mutating func add(_ number: Double) { numbers.append(number.bitPattern) }

    mutating func add<Element>(_ column: Column<Element>) {
      columns.append((column.raw, MemoryLayout<Element>.stride))
    }

    /// Hands over the whole image piece by piece.
    func write(_ emit: (UnsafeRawBufferPointer) throws -> Void) rethrows {
      var head = [IndexImage.magic, UInt64(numbers.count), UInt64(columns.count)] + numbers
      var offset = IndexImage.headLength
      for (bytes, stride) in columns {
        head += [UInt64(offset), UInt64(bytes.count / stride), UInt64(stride)]
        offset = rounded(offset + bytes.count)
      }
      precondition(head.count * 8 <= IndexImage.headLength, "the head holds all columns")
      head += [UInt64](repeating: 0, count: IndexImage.headLength / 8 - head.count)
      try unsafe head.withUnsafeBytes { try unsafe emit($0) }
      let padding = [UInt8](repeating: 0, count: IndexImage.alignment)
      for (bytes, _) in columns {
        try unsafe emit(UnsafeRawBufferPointer(start: bytes.base, count: bytes.count))
        let rest = rounded(bytes.count) - bytes.count
        try unsafe padding.withUnsafeBytes {
          try unsafe emit(UnsafeRawBufferPointer(rebasing: $0[..<rest]))
        }
      }
    }
  }

  /// Reads numbers and columns in the order in which they were added.
  struct Reader {
    private let bytes: Column<UInt8>
    private var numbers: ArraySlice<UInt64> = []
    private var columns: ArraySlice<UInt64> = []

    /// nil when the bytes are no image of this version, or its head is not all there.
    init?(_ image: UnsafeRawBufferPointer) {
      guard image.count >= headLength, let base = image.baseAddress,
        Int(bitPattern: base) % alignment == 0
      else { return nil }
      unsafe bytes = Column(base: base.assumingMemoryBound(to: UInt8.self), count: image.count)
      let head = (0..<(headLength / 8)).map {
        unsafe image.load(fromByteOffset: 8 * $0, as: UInt64.self)
      }
      guard head[0] == magic, head[1] < 100, head[2] < 100 else { return nil }
      let first = 3 + Int(head[1])
      let end = first + 3 * Int(head[2])
      guard end <= head.count else { return nil }
      numbers = head[3..<first]
      columns = head[first..<end]
    }

    mutating func integer() -> Int? {
      numbers.popFirst().map { Int(Int64(bitPattern: $0)) }
    }

    mutating func double() -> Double? { numbers.popFirst().map(Double.init(bitPattern:)) }

    /// The next column; nil when it does not lie within the bytes as it should.
    mutating func column<Element>(_: Element.Type = Element.self) -> Column<Element>? {
      guard let offset = columns.popFirst(), let count = columns.popFirst(),
        let stride = columns.popFirst(), stride == UInt64(MemoryLayout<Element>.stride),
        offset % UInt64(alignment) == 0, offset >= UInt64(headLength),
        offset <= UInt64(bytes.count), count <= (UInt64(bytes.count) - offset) / stride
      else { return nil }
      // A column without values needs an address all the same; the head's will do.
      let start = unsafe UnsafeRawPointer(bytes.base) + (count == 0 ? 0 : Int(offset))
      return unsafe Column(base: start.assumingMemoryBound(to: Element.self), count: Int(count))
    }
  }

  private static func rounded(_ length: Int) -> Int {
    (length + alignment - 1) / alignment * alignment
  }
}
