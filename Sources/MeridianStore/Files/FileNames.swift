import CPlatform

/// Changes of names in folders, each as one call of the system, so that whoever looks sees the
/// names as they were or as they are to be.
package enum FileNames {
  /// Lets two files change their names in one step: `renameat2` with `RENAME_EXCHANGE` on Linux,
  /// `RENAME_SWAP` on Apple's systems. False when the file system has no such step.
  package static func exchange(_ one: String, _ other: String) throws(StoreError) -> Bool {
    try isDone(unsafe cplatform_exchange(one, other), other)
  }

  /// Gives a file a new name in one step, whoever has the name now.
  package static func rename(_ from: String, over to: String) throws(StoreError) {
    try FileAccess.check(unsafe cplatform_rename(from, to), to)
  }

  /// The same where both names are in one file system; false, and nothing done, where they are not.
  package static func renameIfNear(_ from: String, over to: String) throws(StoreError) -> Bool {
    let code = unsafe cplatform_rename(from, to)
    if FileAccess.isElsewhere(code) { return false }
    try FileAccess.check(code, to)
    return true
  }

  /// Writes a small file as a whole: under the name with `.new` at its end, brought to the disk,
  /// then renamed over what was there. For folders in which one process at a time writes.
  package static func replace(_ path: String, with text: String) throws(StoreError) {
    let fresh = path + ".new"
    try remove(fresh)
    let file = try OpenFile(creating: fresh, isPrivate: true)
    let bytes = Array(text.utf8)
    do throws(StoreError) {
      try file.write(bytes, count: bytes.count)
      try file.sync()
      try rename(fresh, over: path)
    } catch {
      _ = FileAccess.remove(fresh)
      throw error
    }
    try sync(folder: FileAccess.folder(of: path))
  }

  /// What became of a name that had to be free.
  package enum Claim: Hashable, Sendable {
    /// The file has the name now.
    case done
    /// Somebody else's file has it.
    case taken
  }

  /// Gives a file a new name that nobody has: in one step, or by a second name before the first one
  /// goes, or where both are unknown by taking the name with an empty file first.
  package static func rename(_ from: String, new to: String) throws(StoreError) -> Claim {
    var code = unsafe cplatform_rename_new(from, to)
    guard FileAccess.isUnsupported(code) else { return try claim(code, to) }
    code = unsafe cplatform_link(from, to)
    guard FileAccess.isUnsupported(code) else {
      let claim = try claim(code, to)
      // The new name is there; an old one that will not go changes nothing about that.
      if claim == .done { _ = unsafe cplatform_remove(from) }
      return claim
    }
    var placeholder: Int32 = -1
    code = unsafe cplatform_create(to, true, &placeholder)
    guard try claim(code, to) == .done else { return .taken }
    cplatform_close(placeholder)
    do {
      try rename(from, over: to)
    } catch {
      _ = unsafe cplatform_remove(to)
      throw error
    }
    return .done
  }

  /// Gives a file a second name that nobody has; false when the file system, or the owner of the
  /// file, does not allow it.
  package static func link(_ file: String, as name: String) throws(StoreError) -> Bool {
    try isDone(unsafe cplatform_link(file, name), name)
  }

  /// Removes a name; one that nobody has is fine.
  package static func remove(_ path: String) throws(StoreError) {
    let code = unsafe cplatform_remove(path)
    guard FileAccess.isMissing(code) else { return try FileAccess.check(code, path) }
  }

  /// Brings the names of a folder to the disk: what has been renamed stays renamed.
  package static func sync(folder: String) throws(StoreError) {
    try FileAccess.check(unsafe cplatform_sync_folder(folder), folder)
  }

  /// The path without links, `.` and `..`; throws `notFound` when nothing is there.
  package static func realPath(_ path: String) throws(StoreError) -> String {
    var room = [CChar](repeating: 0, count: 4097)
    let size = room.count
    try FileAccess.check(unsafe cplatform_real_path(path, &room, size), path)
    return String(
      decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes of the file that a name is for, links not followed; nil when there is none.
  package static func size(_ path: String) -> UInt64? {
    var (device, inode, size): (UInt64, UInt64, UInt64) = (0, 0, 0)
    return unsafe cplatform_link_status(path, &device, &inode, &size) == 0 ? size : nil
  }

  private static func isDone(_ code: Int32, _ path: String) throws(StoreError) -> Bool {
    if FileAccess.isUnsupported(code) { return false }
    try FileAccess.check(code, path)
    return true
  }

  private static func claim(_ code: Int32, _ path: String) throws(StoreError) -> Claim {
    if FileAccess.isTaken(code) { return .taken }
    try FileAccess.check(code, path)
    return .done
  }
}
