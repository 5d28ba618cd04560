import Glibc

/// `meridian-bench --city FILE --soho FILE --database FILE --program FILE [--baseline FILE]`: the
/// peers in turns within one run; prints the README's table, and appends one JSON line a workload.
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
    var outcomes: [Outcome] = []
    if let program = options["program"], let soho = options["soho"],
      let database = options["database"]
    {
      let workload = ProcessWorkload(program: program, sample: soho, database: database)
      if let outcome = workload.run(rounds: 60) {
        outcomes.append(outcome)
      } else {
        say("spatialite or the program cannot run; the whole process is not compared.")
      }
    }
    if let city = options["city"] {
      guard let peer = GEOSPeer() else {
        throw Failure(text: "GEOS is not installed; install libgeos-dev.")
      }
      say("Loading the city twice, once for each side.")
      let workload = try CityWorkload(path: city, peer: peer, tapCount: 20_000)
      let differing = try workload.disagreements()
      guard differing == 0 else {
        throw Failure(text: "the two sides differ on \(differing) of 2000 taps.")
      }
      say("Both find the same features on 2000 of 2000 taps.")
      outcomes.append(try workload.run(rounds: 7, preparing: .large))
      outcomes.append(try workload.run(rounds: 7, preparing: .all))
    }
    print("| workload | Meridian | peer | ratio: median (least…largest) |")
    print("|---|--:|--:|--:|")
    for outcome in outcomes { print(outcome.row) }
    print("\nMeasured on \(Machine.description).")
    guard let path = options["baseline"] else { return }
    let lines = outcomes.map { $0.json(machine: Machine.description) + "\n" }.joined()
    guard let file = fopen(path, "a") else { throw Failure(text: "cannot write \(path).") }
    fputs(lines, file)
    fclose(file)
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
            "options are --city, --soho, --database, --program and --baseline, each with a path.")
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
