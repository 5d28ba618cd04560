internal import MeridianStore

/// Where an import goes: a new store that appears as a whole at the end, or one that is there and
/// changes as a whole at the end.
///
/// Let go before ``finish()``, nothing has happened: a new store's temporary file is removed, and
/// SQLite takes back what an existing one has been given.
final class ImportTarget {
  let path: String
  let isNew: Bool
  private var writer: GeoPackageWriter?
  private var temporary: String?
  /// The layers that are there already, for a sentence about one of them.
  private let existing: [String]

  /// Looks at what is at a path, without changing it.
  init(_ path: String, cacheFolder: String) throws(CommandError) {
    self.path = path
    guard path.lowercased().hasSuffix(".gpkg") else {
      throw CommandError(
        UsageError.combination(
          "`--into` needs the name of a GeoPackage, such as town.gpkg, but it is "
            + "\(ValueProblem.quoted(path))."))
    }
    isNew = SystemCalls.status(of: path) == nil
    guard !isNew else {
      existing = []
      return
    }
    do {
      let store = try openStore(at: path, cacheFolder: cacheFolder)
      defer { try? store.close() }
      guard case .geoPackage = store.format else {
        throw CommandError(
          "unsupported",
          "\(path) is a SpatiaLite database; import adds layers to GeoPackages only, so name one "
            + "or a new file.", exitCode: .broken)
      }
      guard !store.isReadOnly else {
        throw CommandError(
          "readOnly", "\(path) or its folder is read-only; import into another file.",
          exitCode: .notAllowed)
      }
      existing = store.layers.map(\.name)
    } catch {
      throw CommandError(error)
    }
  }

  deinit { abandon() }

  /// Refuses names that the store has or keeps for itself, before anything is read.
  func check(layer name: String) throws(CommandError) {
    let folded = name.lowercased()
    if existing.contains(where: { $0.lowercased() == folded }) {
      throw CommandError(
        "layerExists",
        "\(path) has a layer \(ValueProblem.quoted(name)) already; choose another name with `-l`.",
        exitCode: .usage)
    }
    if name.isEmpty || ["gpkg_", "rtree_", "sqlite_"].contains(where: folded.hasPrefix) {
      throw CommandError(
        "badLayerName",
        "A layer cannot be called \(ValueProblem.quoted(name)); choose another name with `-l`.",
        exitCode: .usage)
    }
  }

  /// Opens the target for writing.
  func open() throws(CommandError) -> GeoPackageWriter {
    do {
      if isNew {
        let made = try SystemCalls.makeFile(beside: path)
        SystemCalls.closeDescriptor(made.descriptor)
        temporary = made.name
        SystemCalls.remove(made.name)
        let writer = try GeoPackageWriter(creating: made.name, lastChange: nil)
        self.writer = writer
        return writer
      }
      let writer = try GeoPackageWriter(appendingTo: path)
      self.writer = writer
      return writer
    } catch {
      throw explained(error)
    }
  }

  /// Brings everything to the disk, and gives a new store its name.
  func finish() throws(CommandError) {
    do {
      try writer?.finish()
      writer = nil
      guard let temporary else { return }
      try SystemCalls.settle(temporary, as: path)
      self.temporary = nil
    } catch {
      throw explained(error)
    }
  }

  /// Takes everything back.
  func abandon() {
    if writer != nil && !isNew {
      writer = nil
      GeoPackageWriter.takeBack(path)
    }
    writer = nil
    guard let temporary else { return }
    SystemCalls.remove(temporary)
    self.temporary = nil
  }

  /// An error of the temporary file, told of the file that it was to become.
  func explained(_ error: any Error) -> CommandError {
    let error = CommandError(error)
    guard error.exitCode != .interrupted else {
      return CommandError(
        "interrupted", "Interrupted; nothing was imported.", exitCode: .interrupted)
    }
    return temporary.map { error.naming(path, insteadOf: $0) } ?? error
  }
}

extension CommandError {
  /// The error with another file's name in its sentence.
  func naming(_ path: String, insteadOf old: String) -> CommandError {
    let (bytes, wanted) = (Array(message.utf8), Array(old.utf8))
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at...].starts(with: wanted) {
        result += path.utf8
        at += wanted.count
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return CommandError(code, String(decoding: result, as: UTF8.self), exitCode: exitCode)
  }
}
