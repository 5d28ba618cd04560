/// `build`: every set to every surface.
struct BuildCommand {
  /// One set, made but not written.
  private struct Product: Sendable {
    var system: DesignSystem
    var folder: String
    var files: [OutputFile]
  }

  /// What became of one file; nothing is made of one that cannot be read.
  private struct Attempt: Sendable {
    let reading: Result<Reading, CommandFailure>
    let product: Result<Product, CommandFailure>?

    init(_ file: String) {
      let reading = Result { () throws(CommandFailure) in try TokenSources.read(file) }
      self.reading = reading
      product = (try? reading.get()).map { reading in
        Result { () throws(CommandFailure) in try BuildCommand.product(of: reading.system) }
      }
    }
  }

  private let request: Request
  private let sources: TokenSources
  private let console: Console

  init(_ request: Request, _ sources: TokenSources, _ console: Console) {
    self.request = request
    self.sources = sources
    self.console = console
  }

  func run() throws(CommandFailure) -> ExitCode {
    // Everything is made before anything is written, so that a broken set leaves all as it was.
    let products = try products()
    var folders: [OutputFolder] = []
    for product in products { folders.append(try folder(of: product)) }
    if request.isCheck { folders.forEach(report) } else { try update(folders) }
    for (product, folder) in zip(products, folders) { console.say(summary(of: product, folder)) }
    return request.isCheck && !folders.allSatisfy(\.isCurrent) ? .found : .done
  }

  /// Makes folders and files agree: first every draft, then every name.
  private func update(_ folders: [OutputFolder]) throws(CommandFailure) {
    var drafts = Drafts()
    do throws(CommandFailure) {
      for folder in folders { try folder.write(into: &drafts, unless: isInterrupted) }
      if isInterrupted() { throw .interrupted }
    } catch {
      drafts.discard()
      throw error
    }
    do throws(FileProblem) {
      try drafts.takeNames()
      for folder in folders { try folder.removeExtra() }
    } catch {
      drafts.discard()
      throw CommandFailure(error)
    }
  }

  /// All sets, worked on side by side; what there is to say about them comes in their order.
  private func products() throws(CommandFailure) -> [Product] {
    let attempts = SideBySide.map(try sources.files(request.words), Attempt.init)
    for attempt in attempts { sources.warn(of: try attempt.reading.get()) }
    var products: [Product] = []
    for attempt in attempts {
      guard let product = try attempt.product?.get() else { continue }
      if let other = products.first(where: { $0.folder == product.folder }) {
        throw CommandFailure(
          "The sets \(other.system.name) and \(product.system.name) would share the folder "
            + "\(product.folder); rename one of them in its resolver.", .broken)
      }
      products.append(product)
    }
    return products
  }

  private func isInterrupted() -> Bool { FileSystem.isInterrupted }

  private static func product(of system: DesignSystem) throws(CommandFailure) -> Product {
    if FileSystem.isInterrupted { throw .interrupted }
    do throws(TokenProblem) {
      let files = try Outputs.files(for: system)
      try Outputs.check(files, of: system)
      return Product(system: system, folder: try Outputs.folder(for: system), files: files)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func folder(of product: Product) throws(CommandFailure) -> OutputFolder {
    do throws(FileProblem) {
      return try OutputFolder("\(request.out)/\(product.folder)", product.files)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func report(_ folder: OutputFolder) {
    for file in folder.stale { console.say("stale    \(folder.path)/\(file.path)") }
    for file in folder.missing { console.say("missing  \(folder.path)/\(file.path)") }
    for path in folder.extra { console.say("extra    \(folder.path)/\(path)") }
  }

  private func summary(of product: Product, _ folder: OutputFolder) -> String {
    let head =
      "\(product.system.name): \(product.system.tokens.count) tokens, "
      + "\(product.files.count) files"
    if request.isCheck {
      let odd = folder.stale.count + folder.missing.count + folder.extra.count
      return odd == 0
        ? "\(head), all current"
        : "\(head), \(odd) not current; run `meridian-tokens build`"
    }
    let written = folder.stale.count + folder.missing.count
    return "\(head): \(written) written, \(folder.unchanged) unchanged, "
      + "\(folder.extra.count) removed"
  }
}
