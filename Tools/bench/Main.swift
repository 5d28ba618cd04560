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
    if let names = options["growth"] {
      return try growth(names.split(separator: ",").map(String.init), folder, options)
    }
    var outcomes: [Outcome] = []
    for name in [options["city"] ?? "city", "shorelines", "cities"] {
      let files = DatasetFiles(name: name, folder: folder)
      guard files.isThere else {
        say("\(name) is not in \(folder); it is left out.")
        continue
      }
      outcomes += try Questions(options).run(files)
      outcomes += try cores(files, options)
      outcomes += try loading(files, options)
      outcomes += try cold(files, options)
      outcomes += try joins(files, options)
      outcomes += try imports(files, options)
      outcomes += try edits(files, options)
    }
    outcomes += try soho(options)
    outcomes += try pipes(options, folder)
    print(Table.text(of: outcomes))
    print("\nMeasured on \(machine(options)).")
    if !outcomes.isEmpty {
      try keep("\"results\":[\(outcomes.map(\.json).joined(separator: ","))]", options)
    }
  }

  private static func machine(_ options: Options) -> String {
    Machine.description + (options["versions"].map { "; " + $0 } ?? "")
  }

  /// Appends a line to the baseline, if there is one.
  private static func keep(_ fields: String, _ options: Options) throws {
    guard let path = options["baseline"] else { return }
    try write("{\"machine\":\(JSONText.quoted(machine(options))),\(fields)}\n", to: path, mode: "a")
  }

  private static func write(_ text: String, to path: String, mode: String) throws {
    guard let file = fopen(path, mode) else { throw Failure(text: "cannot write \(path).") }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0 && isWritten else { throw Failure(text: "cannot write \(path).") }
  }
}

/// The workloads beside the questions.
extension Main {
  private static func growth(_ names: [String], _ folder: String, _ options: Options) throws {
    let series = try Growth(
      folder: folder, rounds: Int(try options.number("rounds", 5, from: 5)),
      seconds: try options.number("seconds", 0.4, from: 0.01)
    ).run(names)
    guard !series.isEmpty else { throw Failure(text: "there is no data to draw.") }
    let chart = Chart(
      title: "What a tap costs as the city grows",
      subtitle: "Processor time of one tap on one thread; below each size, what a tap finds. "
        + "Both axes are logarithmic.",
      series: series)
    if let path = options["chart"] { try write(chart.svg, to: path, mode: "w") }
    let lines = series.map { line in
      let points = line.points.map {
        "[\(JSONText.number($0.size)),\(JSONText.number($0.cost)),\(JSONText.number($0.hits))]"
      }
      return "{\"contestant\":\(JSONText.quoted(line.title)),"
        + "\"featuresMicrosecondsHits\":[\(points.joined(separator: ","))]}"
    }
    try keep("\"growth\":[\(lines.joined(separator: ","))]", options)
  }

  private static func loading(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard files.name != "cities", options.wants("\(files.name) load") else { return [] }
    return try Loading(files: files, rounds: 5).run()
  }

  private static func cores(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard files.name.hasPrefix("city"), options.wants("\(files.name) cores") else { return [] }
    return [try Cores(data: Dataset(files), rounds: 5).run()]
  }

  private static func joins(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard files.name != "cities", options["linked"] != "no",
      options.wants("\(files.name) join") || options.wants("\(files.name) dwithin")
    else { return [] }
    return try Joins(files: files, rounds: 5, python: options["python"]).run()
  }

  private static func edits(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard files.name.hasPrefix("city"), files.name != "cities", options.wants("\(files.name) edit")
    else { return [] }
    return try Edits(files: files, rounds: 5).run()
  }

  private static func imports(_ files: DatasetFiles, _ options: Options) throws -> [Outcome] {
    guard let program = options["program"], files.name.hasPrefix("city"), files.name != "cities",
      options.wants("\(files.name) import")
    else { return [] }
    return try Imports(files: files, program: program, rounds: 3).run()
  }

  private static func pipes(_ options: Options, _ folder: String) throws -> [Outcome] {
    guard let program = options["program"], let samples = options["samples"] else { return [] }
    let pipes = Pipes(program: program, samples: samples, folder: folder, rounds: 5)
    var outcomes: [Outcome?] = []
    if options.wants("soho pipe") {
      outcomes.append(
        try pipes.taps(
          python: options["python"], script: "Tools/bench/peers/soho_shapely.py"))
    }
    if options.wants("globe pipe") { outcomes.append(try pipes.distances()) }
    return outcomes.compactMap { $0 }
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
