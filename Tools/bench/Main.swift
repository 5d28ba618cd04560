import Glibc

/// `meridian-bench [--city FILE] [--soho FILE --database FILE --program FILE] [--rounds N]
/// [--versions TEXT] [--baseline FILE]`: the peers in turns within one run; prints the README's
/// table, and appends one JSON line a workload to the baseline.
@main
struct Main {
  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      say("meridian-bench: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    let rounds = Int(options["rounds"] ?? "7") ?? 0
    guard rounds >= 5 else { throw Failure(text: "--rounds is a number from 5 up.") }
    let whole = try measureProcess(options)
    let inMemory = try measureCity(options, rounds: rounds)
    let outcomes = whole + inMemory
    print("| workload | Meridian | peer | ratio: median (least…largest) |")
    print("|---|--:|--:|--:|")
    for outcome in outcomes { print(outcome.row) }
    var machine = Machine.description
    if let versions = options["versions"] { machine += "; \(versions)" }
    print("\nMeasured on \(machine).")
    if !inMemory.isEmpty {
      print(
        """
        Taps are timed with symbols and lines of the default sizes, ranked by likelihood, on one
        thread; the peer gives distances only. Found features were compared with symbols of no size.
        """)
    }
    guard let path = options["baseline"] else { return }
    let lines = outcomes.map { $0.json(machine: machine) + "\n" }.joined()
    guard let file = fopen(path, "a") else { throw Failure(text: "cannot write \(path).") }
    let isWritten = fputs(lines, file) >= 0
    guard fclose(file) == 0 && isWritten else { throw Failure(text: "cannot write \(path).") }
  }

  private static func measureProcess(_ options: Options) throws -> [Outcome] {
    guard let program = options["program"], let soho = options["soho"],
      let database = options["database"]
    else { return [] }
    let workload = ProcessWorkload(program: program, sample: soho, database: database)
    if let outcome = try workload.run(rounds: 60) { return [outcome] }
    say("spatialite is not installed; the whole process is not compared.")
    return []
  }

  private static func measureCity(_ options: Options, rounds: Int) throws -> [Outcome] {
    guard let path = options["city"] else { return [] }
    guard let peer = GEOSPeer() else {
      throw Failure(text: "GEOS is not installed; install libgeos-dev.")
    }
    say("Loading the city twice, once for each side.")
    let city = try City(path: path, peer: peer)
    let tapCount = 20_000
    let workload = CityWorkload(city, tapCount: tapCount)
    for way in GEOSPeer.Preparing.allCases {
      let differing = try workload.disagreements(preparing: way)
      say("GEOS, \(way.rawValue): other features on \(differing) of \(tapCount) taps.")
      guard differing == 0 else { throw Failure(text: "the two sides do not agree.") }
    }
    say("One tap looks at \(try workload.work()).")
    return try workload.run(rounds: rounds) + [city.load]
  }

  private static func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(2, line, line.count)
  }
}

/// Why the benchmark stops.
struct Failure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

/// Options as pairs of words.
struct Options {
  private var values: [String: String] = [:]

  init(_ words: ArraySlice<String>) throws {
    var words = words
    while let name = words.popFirst() {
      guard name.hasPrefix("--"), let value = words.popFirst() else {
        throw Failure(
          text:
            "options are --city, --soho, --database, --program, --baseline (paths), --rounds and "
            + "--versions, each with a value.")
      }
      values[String(name.dropFirst(2))] = value
    }
  }

  subscript(name: String) -> String? { values[name] }
}

/// The machine in a few words.
enum Machine {
  static var description: String {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return "\(cores) cores, \(model)"
  }

  private static var model: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "an unknown processor" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, 512, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
      let name = text[text.index(after: colon)...].drop { $0 == " " }
      return String(name.prefix { $0 != "\n" })
    }
    return "an unknown processor"
  }
}
