private import CPlatform

/// Files that tokens are read from.
enum SourceFile {
  /// Reads a file of at most `JSONReader.sizeLimit` bytes; links are followed. `name` stands in
  /// places.
  static func read(_ path: String, name: String) throws(TokenProblem) -> JSONNode {
    guard let real = realPath(path) else { throw missing(name) }
    var file: Int32 = -1
    guard unsafe cplatform_open(real, &file) == 0 else { throw missing(name) }
    defer { cplatform_close(file) }
    var device: UInt64 = 0
    var inode: UInt64 = 0
    var size: UInt64 = 0
    guard unsafe cplatform_identity(file, &device, &inode, &size) == 0 else {
      throw missing(name)
    }
    guard size <= UInt64(JSONReader.sizeLimit) else {
      throw TokenProblem(
        "The file has more than \(JSONReader.sizeLimit >> 20) MiB; split the tokens into several "
          + "sources.", at: SourcePlace(file: name, line: 1, column: 1))
    }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      while count < buffer.count, let base = buffer.baseAddress {
        let read = unsafe cplatform_read(file, base + count, buffer.count - count, UInt64(count))
        if read <= 0 { break }
        count += Int(read)
      }
    }
    guard bytes.count == Int(size) else {
      throw TokenProblem("\(name) cannot be read to its end; try it again.")
    }
    return try JSONReader.read(bytes, file: name)
  }

  /// The path without links; `nil` when nothing is there.
  static func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0) else { return nil }
    var room = [UInt8](repeating: 0, count: 4096)
    let code = unsafe room.withUnsafeMutableBytes { buffer in
      unsafe buffer.baseAddress.map { base in
        unsafe cplatform_real_path(path, base.assumingMemoryBound(to: CChar.self), buffer.count)
      } ?? -1
    }
    guard code == 0 else { return nil }
    return String(decoding: room.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func missing(_ name: String) -> TokenProblem {
    TokenProblem(
      "\(Quote.plain(name, limit: 400)) cannot be opened as a file; check its name and whether you "
        + "may read it.")
  }

  /// The folder of a path, with a slash at its end; empty for a name alone.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  /// A path without the folder.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
