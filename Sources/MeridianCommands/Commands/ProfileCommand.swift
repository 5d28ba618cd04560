internal import MeridianKernel

/// `profile`: where the time of taps goes.
package enum ProfileCommand {
  static let layers = Operand(
    "LAYER", .layer, arity: .atLeast(0), "Only these layers; default: all with geometry.")
  static let taps = Option(
    "taps", .taps,
    "The taps: a trace as `hit -` reads it (`hit --record` writes one), - for a trace on standard "
      + "input, or how many to make over the data, half of them beside a vertex.")
  static let seed = Option(
    "seed", ValueKind.whole(0...Int.max, "S"), "Where made taps begin; default: 1.")
  static let rounds = Option(
    "repeat", ValueKind.whole(1...1000, "R"),
    "How often the taps are asked; default: 5, with --against 15.")
  static let trace = Option(
    "trace", .path,
    "Writes a timeline in the Chrome trace event format, for Perfetto or speedscope.")
  static let save = Option(
    "save", .path,
    "Writes a baseline: this program, the options, the taps and what was measured.")
  static let against = Option(
    "against", ValueKind.text("BASELINE", needs: "the path of a baseline"),
    "Runs the program of a baseline and this one in turns, and tells the ratios.")

  /// The most questions of a profile, taps times rounds: their times are kept in memory.
  static let questionLimit = 5_000_000

  /// The options of `hit` that a profile has too.
  static var shared: [any AnyOption] {
    [
      HitCommand.zoom, HitCommand.bearing, HitCommand.pitch, HitCommand.size,
      HitCommand.tolerance, HitCommand.rank, HitCommand.sigma, HitCommand.symbolRadius,
      HitCommand.lineWidth, HitCommand.limit,
    ]
  }

  /// The command.
  package static let command = Command(
    words: ["profile"], summary: "where the time of taps goes",
    examples: [
      Example("profile Data/samples/soho.gpkg --taps 1000", "a thousand taps over the data"),
      Example(
        "profile town.gpkg roads --taps taps.ndjson --trace timeline.json",
        "recorded taps on one layer, and a timeline of them"),
      Example(
        "profile town.gpkg --taps 1000 --format svg > latency.svg", "how the times are spread"),
      Example(
        "profile town.gpkg --against before.json",
        "faster or slower than the program that made the baseline"),
    ],
    synopsis: [
      "profile STORE [LAYER]… --taps FILE|N [OPTION]…",
      "profile STORE [LAYER]… --against BASELINE [OPTION]…",
    ],
    operands: [CommonOperands.store, layers],
    options: [taps, seed, rounds, trace, save, against] + shared,
    formats: [.json, .table, .svg],
    notes: [
      """
      Made taps look two to six levels closer than the whole extent unless --zoom says how close. \
      Percentiles are by nearest rank over all rounds. A slow tap's reason is what it counted most \
      beyond the usual, or the first touch when later rounds are twice as fast.
      """,
      """
      --against starts both programs anew in every turn, the two in changing order, on the \
      baseline's taps, and takes each one's second round. What the baseline once measured is \
      never compared. A ratio is the median over the turns with a bootstrap interval, all of \
      them together sure to 99 %; an interval that comes within 1 % of 1, or 10 % for memory, is \
      no difference. Keep a copy of a program before building the next one: the baseline names \
      the file and notices when it is another.
      """,
    ]
  ) { context throws(CommandError) in
    if let path = context.arguments[against] {
      return try ProfileComparison(path, context).run()
    }
    return try ProfileRun(context).run()
  }
}
