/// Why the benchmark stops.
struct Failure: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

/// Options as pairs of words.
struct Options {
  private var values: [String: [String]] = [:]

  static let help = """
    meridian-bench --data FOLDER [--city NAME] [--only WORDS] [--rounds N] [--seconds S]
                   [--outside COMMAND]… [--linked yes|no] [--program FILE] [--samples FOLDER]
                   [--versions TEXT] [--baseline FILE]

      Asks Meridian and its peers the same questions in turns; prints the README's table.

      --data FOLDER      what Tools/bench-data.sh made
      --city NAME        the data set that stands for the city (default city)
      --only WORDS       the workloads whose names hold all words of one of these, separated by
                         commas: "city tap" or "shorelines,load"; beside a data set's name the
                         names hold tap z 12|15|17, point in polygon, nearest, window, load,
                         cores, cold cached|uncached, pipe, import
      --rounds N         rounds, 5 or more (default 5)
      --seconds S        processor seconds for one contestant in one round (default 0.4)
      --outside COMMAND  a peer in a process of its own; may be repeated
      --linked no        leaves out the peers in this process
      --program FILE     the program, for what whole processes need
      --python FILE      a Python with shapely, for the peer of long pipes
      --samples FOLDER   where soho.gpkg and soho.sqlite are
      --versions TEXT    put beside the machine
      --baseline FILE    gets one line of JSON a run
      --growth NAMES     instead: the cost of a tap over these data sets, separated by commas,
                         drawn as SVG to --chart FILE

    """

  init(_ words: ArraySlice<String>) throws {
    let names = [
      "data", "city", "only", "rounds", "seconds", "outside", "linked", "program", "samples",
      "versions", "baseline", "load", "growth", "chart", "python",
    ]
    var words = words
    while let option = words.popFirst() {
      guard option.hasPrefix("--"), names.contains(String(option.dropFirst(2))) else {
        throw Failure(text: "\"\(option)\" is not an option; see meridian-bench --help.")
      }
      guard let value = words.popFirst() else { throw Failure(text: "\(option) needs a value.") }
      values[String(option.dropFirst(2)), default: []].append(value)
    }
  }

  subscript(name: String) -> String? { values[name]?.last }

  /// All values of an option that may be repeated.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  func number(_ name: String, _ standard: Double, from least: Double) throws -> Double {
    guard let text = self[name] else { return standard }
    guard let value = Double(text), value >= least else {
      throw Failure(text: "--\(name) is a number from \(least) up.")
    }
    return value
  }

  /// Whether a workload is wanted.
  func wants(_ name: String) -> Bool {
    guard let only = self["only"] else { return true }
    return only.split(separator: ",").contains { choice in
      choice.split(separator: " ").allSatisfy { name.contains($0) }
    }
  }
}
