package import MeridianStore
internal import MeridianWorkspace

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

  /// Opens the store a command names, says its notices, and closes it afterwards.
  ///
  /// The body's error wins over one of closing; a store that changed while it was read is an error.
  ///
  /// - Parameter layers: the layers that are asked; nil for all. Notices of others are not said.
  package func withStore(
    about layers: [String]? = nil,
    _ body: (any FeatureStore) throws(CommandError) -> ExitCode
  ) throws(CommandError) -> ExitCode {
    let path = try arguments.required(CommonOperands.store)
    do {
      let store = try openStore(at: path, cacheFolder: invocation.cacheFolder)
      let asked = layers?.map { name in (try? store.layer(named: name).name) ?? name }
      for found in store.notices {
        if let layer = found.layer, let asked, !asked.contains(layer) { continue }
        notice(found.message)
      }
      let code: ExitCode
      do {
        code = try body(store)
      } catch {
        try? store.close()
        throw error
      }
      try store.close()
      return code
    } catch {
      throw CommandError(error)
    }
  }
}
