import Foundation
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `File names and open files` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ name: String) throws -> String {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func digest(_ text: String) throws -> ContentDigest {
    try ContentDigest(of: Array(text.utf8))
  }

  @Test func `an exchange lets two names change their files`() throws {
    let (a, b) = (try write("one", "a"), try write("two", "b"))
    let (first, second) = (FileIdentity(a), FileIdentity(b))
    #expect(try FileNames.exchange(a, b))
    #expect(try text(a) == "two" && text(b) == "one")
    #expect(FileIdentity(a) == second && FileIdentity(b) == first)
    #expect(throws: StoreError.notFound(path: folder.file("c"))) {
      try FileNames.exchange(a, folder.file("c"))
    }
    #expect(try text(a) == "two")
  }

  @Test func `a new name is never one that is taken`() throws {
    let (a, b) = (try write("one", "a"), try write("two", "b"))
    #expect(try FileNames.rename(a, new: b) == .taken)
    #expect(try text(a) == "one" && text(b) == "two")
    #expect(try FileNames.rename(a, new: folder.file("c")) == .done)
    #expect(folder.names == ["b", "c"])
    #expect(throws: StoreError.self) { try FileNames.rename(a, new: folder.file("d")) }
    #expect(throws: StoreError.self) { try FileNames.rename(b, new: folder.file("gone/d")) }
  }

  @Test func `a link is a second name of the same file`() throws {
    let a = try write("one", "a")
    #expect(try FileNames.link(a, as: folder.file("b")))
    #expect(FileIdentity(a) == FileIdentity(folder.file("b")))
    #expect(throws: StoreError.self) { try FileNames.link(a, as: folder.file("b")) }
  }

  @Test func `a small file is replaced as a whole, and nothing stays beside it`() throws {
    let a = try write("one", "a")
    _ = try write("left over", "a.new")
    try FileNames.replace(a, with: "two ✓\n")
    #expect(try text(a) == "two ✓\n" && folder.names == ["a"])
    #expect(throws: StoreError.self) {
      try FileNames.replace(folder.file("gone/a"), with: "")
    }
    try FileNames.remove(a)
    try FileNames.remove(a)
    #expect(folder.names.isEmpty)
  }

  @Test func `the real path goes through links, and an open file does not`() throws {
    let a = try write("one", "a")
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
    let real = try FileNames.realPath(folder.file("./x/../link").replacing("/x/..", with: ""))
    #expect(real == (try FileNames.realPath(a)) && real.hasSuffix("/a"))
    #expect(throws: StoreError.self) { try OpenFile(link) }
    #expect(throws: StoreError.notFound(path: folder.file("b"))) {
      try OpenFile(folder.file("b"))
    }
    #expect(throws: StoreError.self) { try OpenFile(folder.path) }
    #expect(throws: StoreError.notFound(path: folder.file("b"))) {
      try FileNames.realPath(folder.file("b"))
    }
  }

  @Test func `an open file stays the file it was, and tells its digest`() throws {
    let a = try write("abc", "a")
    let file = try OpenFile(a)
    _ = try FileNames.exchange(a, try write("other", "b"))
    #expect(try file.digest() == digest("abc") && file.prefix(2) == Array("ab".utf8))
    #expect(file.identity == FileIdentity(folder.file("b")))
    #expect(try OpenFile(a).digest() == digest("other"))
  }

  @Test func `a copy has the bytes and the digest, and never takes a name`() throws {
    let text = String(repeating: "0123456789abcdef", count: 200_000)
    let source = try OpenFile(try write(text, "a"))
    let copy = try source.copy(to: folder.file("b"), isPrivate: true)
    #expect(try copy.digest == digest(text) && self.text(folder.file("b")) == text)
    #expect(copy.file.identity == FileIdentity(folder.file("b")))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("b"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(throws: StoreError.self) { try source.copy(to: folder.file("b"), isPrivate: true) }
    #expect(try self.text(folder.file("b")) == text)
    #expect(throws: StoreError.self) {
      try source.copy(to: folder.file("gone/b"), isPrivate: true)
    }
  }

  @Test func `a copy takes the mode of another file`() throws {
    let a = try write("one", "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: a)
    let copy = try OpenFile(a).copy(to: folder.file("b"), isPrivate: true)
    try copy.file.copyAccess(from: a)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("b"))[.posixPermissions]
    #expect(mode as? Int == 0o664)
  }

  @Test func `a lock is held once and goes with its holder`() throws {
    let path = folder.file("lock")
    #expect(FileLock.holder(of: path) == nil)
    var lock = try FileLock.take(path)
    #expect(lock != nil)
    #expect(try FileLock.take(path) == nil)
    #expect(FileLock.holder(of: path) == ProcessInfo.processInfo.processIdentifier)
    lock = nil
    #expect(try FileLock.take(path) != nil)
    #expect(throws: StoreError.self) { try FileLock.take(folder.file("gone/lock")) }
  }
}
