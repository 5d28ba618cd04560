import Glibc

/// `meridian-bench`: Meridian and its peers in turns within one run.
@main
struct Main {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.isEmpty || words.contains("--help") {
      print(Options.help, terminator: "")
      return
    }
    do {
      try run(try Options(words))
    } catch {
      say("meridian-bench: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    guard let folder = options["data"] else { throw Failure(text: "--data FOLDER is missing.") }
    if let word = options["load"] {
      guard let side = Loading.Side(rawValue: word) else {
        throw Failure(text: "--load takes ours or geos.")
      }
      try Loading.load(side, DatasetFiles(name: options["city"] ?? "city", folder: folder))
    }
    var outcomes: [Outcome] = []
    for name in [options["city"] ?? "city", "shorelines", "cities"] {
      let files = DatasetFiles(name: name, folder: folder)
      guard files.isThere else {
        say("\(name) is not in \(folder); it is left out.")
        continue
      }
      outcomes += try Questions(options).run(files)
      outcomes += try loading(files, options)
      outcomes += try cold(files, options)
    }
    outcomes += try soho(options)
    var machine = Machine.description
    if let versions = options["versions"] { machine += "; \(versions)" }
    print(Table.text(of: outcomes))
    print("\nMeasured on \(machine).")
    guard let path = options["baseline"], !outcomes.isEmpty else { return }
    let line =
      "{\"machine\":\(JSONText.quoted(machine)),"
      + "\"results\":[\(outcomes.map(\.json).joined(separator: ","))]}\n"
    guard let file = fopen(path, "a") else { throw Failure(text: "cannot write \(path).") }
    let isWritten = fputs(line, file) >= 0
    guard fclose(file) == 0 && isWritten else { throw Failure(text: "cannot write \(path).") }
  }
}

extension Main {
  private static func loading(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard files.name != "cities", options.wants("\(files.name) load") else { return [] }
    return try Loading(files: files, rounds: 5).run()
  }

  private static func cold(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard let program = options["program"], files.name != "cities" else { return [] }
    guard ["cached", "uncached"].contains(where: { options.wants("\(files.name) cold \($0)") }),
      let tap = try ColdTaps.tap(over: files)
    else { return [] }
    let cold = ColdTaps(program: program, rounds: 7)
    var outcomes: [Outcome?] = []
    if options.wants("\(files.name) cold cached") {
      outcomes.append(try cold.cached(files, at: tap))
    }
    if options.wants("\(files.name) cold uncached") {
      outcomes.append(try cold.uncached(files, at: tap))
    }
    return outcomes.compactMap { $0 }
  }

  private static func soho(_ options: Options) throws -> [Outcome] {
    guard let program = options["program"], let samples = options["samples"],
      options.wants("soho cold")
    else { return [] }
    return try [ColdTaps(program: program, rounds: 30).soho(in: samples)].compactMap { $0 }
  }
}

/// A line for whoever watches.
func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(2, line, line.count)
}
