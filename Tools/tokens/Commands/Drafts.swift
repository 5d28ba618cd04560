/// Files that are written beside those they replace, and take their names only when all are there:
/// a full disk, a folder that may not be written or an interrupt leaves everything as it was.
struct Drafts {
  private var files: [(draft: String, path: String)] = []
  /// Folders that were made for them, the outer before the inner.
  private var folders: [String] = []

  /// Writes the draft of a file.
  mutating func add(_ path: String, _ bytes: [UInt8]) throws(FileProblem) {
    let (folder, name) = FileSystem.split(path)
    try FileSystem.makeFolder(folder, made: &folders)
    let draft = "\(folder)/.\(name).new"
    // Noted first: what is left of a draft that cannot be written to its end goes too.
    files.append((draft, path))
    try FileSystem.write(bytes, draft: draft, of: path)
  }

  /// Gives all drafts their names.
  func takeNames() throws(FileProblem) {
    for file in files { try FileSystem.rename(file.draft, to: file.path) }
  }

  /// Removes the drafts, and the folders if nothing else is in them.
  func discard() {
    for file in files { try? FileSystem.remove(file.draft) }
    for folder in folders.reversed() { FileSystem.removeEmptyFolder(folder) }
  }
}
