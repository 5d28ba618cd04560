/// Lets GDAL's `ogr2ogr` turn a file of any of its formats into a GeoPackage that is then imported.
struct OGRConversion {
  private let program: String
  private let context: CommandContext

  /// Finds the program on the search path.
  init(_ converter: ImportCommand.Converter, _ context: CommandContext) throws(CommandError) {
    self.context = context
    let name = converter.rawValue
    let folders = context.invocation.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in folders.split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if SystemCalls.status(of: path) != nil {
        program = path
        return
      }
    }
    throw CommandError(
      "noConverter",
      "`--via \(name)` needs the program \(name), which is not installed here; install GDAL "
        + "(Debian: apt-get install gdal-bin; macOS: brew install gdal).",
      exitCode: .inputOutput)
  }

  /// Turns a file into a temporary GeoPackage beside a path, and answers its name.
  func convert(_ file: String, beside path: String) throws(CommandError) -> String {
    guard file != "-" else {
      throw CommandError(
        UsageError.combination("`--via` reads files, not standard input; name one."))
    }
    guard SystemCalls.status(of: file) != nil else {
      throw CommandError(
        "noSuchFile", "Cannot read \(file): there is no such file; check the path.",
        exitCode: .notFound)
    }
    let target: String
    let outcome: Machine.Outcome
    do {
      let made = try SystemCalls.makeFile(beside: path)
      SystemCalls.closeDescriptor(made.descriptor)
      SystemCalls.remove(made.name)
      target = made.name + ".gpkg"
      // A hyphen in front would be read as an option.
      let source = file.hasPrefix("-") ? "./" + file : file
      outcome = try context.invocation.machine.run(
        Machine.Errand(
          program: program, arguments: ["-q", "-f", "GPKG", target, source], input: []))
    } catch {
      throw CommandError(error)
    }
    guard outcome.code == 0 else {
      for suffix in ["", "-journal", "-wal", "-shm"] { SystemCalls.remove(target + suffix) }
      try context.checkInterrupted()
      throw CommandError(
        "brokenInput", "\(program) could not read \(file) (its reason stands above).",
        exitCode: .broken)
    }
    return target
  }
}
