/// The sets that a command works on.
struct TokenSources {
  private let console: Console

  init(_ console: Console) { self.console = console }

  /// Where the files are when none is named.
  private static let folder = "Data/tokens"

  /// Reads the named files, or all resolvers of the default folder; warnings go beside the result.
  func systems(_ files: [String]) throws(CommandFailure) -> [DesignSystem] {
    var systems: [DesignSystem] = []
    for file in try self.files(files) { systems.append(try system(file)) }
    return systems
  }

  /// The named files, or all resolvers of the default folder.
  func files(_ named: [String]) throws(CommandFailure) -> [String] {
    named.isEmpty ? try defaults() : named
  }

  /// Reads one file; warnings go beside the result.
  func system(_ file: String) throws(CommandFailure) -> DesignSystem {
    let reading = try Self.read(file)
    warn(of: reading)
    return reading.system
  }

  func warn(of reading: Reading) {
    for warning in reading.warnings { console.warn("warning: \(warning)") }
  }

  /// Reads one file and says nothing.
  static func read(_ file: String) throws(CommandFailure) -> Reading {
    if let problem = FileSystem.problem(reading: file) { throw CommandFailure(problem) }
    if FileSystem.isInterrupted { throw .interrupted }
    do throws(TokenProblem) {
      return try TokenReader.read(file)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func defaults() throws(CommandFailure) -> [String] {
    let names: [String]
    do throws(FileProblem) {
      names = try FileSystem.names(in: Self.folder)
    } catch {
      throw CommandFailure(error)
    }
    let files = names.filter { $0.hasSuffix(".resolver.json") }.map { "\(Self.folder)/\($0)" }
    guard !files.isEmpty else {
      throw CommandFailure(
        "There is no \(Self.folder)/*.resolver.json here; name a file, or go to the repository's "
          + "root.", .missing)
    }
    return files
  }
}
