internal import MeridianQuery
internal import MeridianKernel
package import MeridianStore
internal import MeridianWorkspace

extension CommandError {
  /// Notes are no data.
  fileprivate static func markup(_ layer: String) -> CommandError {
    CommandError(
      "markup",
      "Layer \"\(layer)\" holds notes, which are out of queries and exports; see `notes list`.",
      exitCode: .notAllowed)
  }
}

/// Options of every command that reads a document.
enum DocumentOptions {
  /// The file instead of the working copy.
  static let source = Switch(
    "source", "Reads the file itself, whatever changes to it wait to be published.")
}

extension CommandContext {
  /// Loading that this run's interrupt stops and that a line on the terminal follows.
  func loading(_ line: ProgressLine?) -> Loading {
    var loading = Loading()
    loading.isCanceled = invocation.isInterrupted
    loading.cache = invocation.hasCacheFolder ? indexCache : nil
    if let line {
      loading.report = {
        line.update("Reading \($0.layer)", done: $0.rows, of: $0.expectedRows, noun: "rows")
      }
    }
    return loading
  }

  /// Where hit indexes are kept from run to run.
  var indexCache: IndexCache { IndexCache(folder: invocation.cacheFolder) }

  /// Where documents keep what is not in their files.
  var documentFolders: DocumentFolders {
    DocumentFolders(cache: invocation.cacheFolder, state: invocation.stateFolder)
  }

  /// Opens the document a command names, says its notices, and closes it afterwards.
  ///
  /// The body's error wins over one of closing; a store that changed while it was read is an error.
  ///
  /// - Parameter layers: the layers that are asked; nil for all. Notices of others are not said.
  func withDocument(
    about layers: [String]? = nil, _ body: (Document) throws(CommandError) -> ExitCode
  ) throws(CommandError) -> ExitCode {
    let path = try arguments.required(CommonOperands.store)
    do {
      let document = try Document(
        at: path, folders: documentFolders, ignoresCopy: arguments.has(DocumentOptions.source))
      let store = document.store
      let asked = layers?.map { name in (try? store.layer(named: name).name) ?? name }
      for found in store.notices {
        if let layer = found.layer, let asked, !asked.contains(layer) { continue }
        notice(found.message)
      }
      let code: ExitCode
      do {
        code = try body(document)
      } catch {
        try? document.close()
        throw error
      }
      try document.close()
      return code
    } catch {
      throw CommandError(error)
    }
  }

  /// The same for commands that ask for features: of layers with a definition filter only those are
  /// there for which it holds, and notes are not there at all.
  package func withStore(
    about layers: [String]? = nil,
    _ body: (any FeatureStore) throws(CommandError) -> ExitCode
  ) throws(CommandError) -> ExitCode {
    try withDocument(about: layers) { document throws(CommandError) in
      for layer in document.layers {
        let isAsked = layers.map { $0.contains { layer.name.lowercased() == $0.lowercased() } }
        if isAsked == false { continue }
        guard layer.settings.role != .markup else {
          if isAsked == true { throw .markup(layer.name) }
          document.store.show(only: [], of: layer.schema)
          continue
        }
        guard let filter = layer.settings.filter else { continue }
        do {
          let rows = try DefinitionFilter.rows(of: layer.schema, filter, in: document.store)
          document.store.show(only: rows, of: layer.schema)
        } catch {
          throw CommandError(error)
        }
      }
      return try body(document.store)
    }
  }
}
