private import CPlatform
private import MeridianStore

/// Everything a run of the program depends on, as a value: words, settings, streams.
///
/// Tests make one with `MemorySource` and `MemorySink`; the program uses ``ofThisProcess()``.
public struct Invocation {
  /// The words of the command line without the program's name.
  public var arguments: [String]
  /// The settings the program looks at (``settings``); others need not be there.
  public var environment: [String: String]
  /// Standard input.
  public var input: any ByteSource
  /// Where results go, and nothing else.
  public var output: any ByteSink
  /// Where messages go.
  public var errors: any ByteSink
  /// Whether results are read by a person on a terminal.
  public var isOutputTerminal: Bool
  /// Whether messages are read by a person on a terminal.
  public var isErrorTerminal: Bool
  /// Columns of the terminal; `nil` means no limit.
  public var terminalWidth: Int?
  /// Columns of the terminal that shows messages; `nil` when it does not say.
  public var errorWidth: Int?
  /// Whether the user has asked to stop.
  public var isInterrupted: () -> Bool
  /// The clock and the memory that a run measures itself with.
  public var machine: Machine

  /// Makes a run; without more words it neither reads nor shows anything on a terminal.
  public init(
    arguments: [String], environment: [String: String] = [:], input: any ByteSource,
    output: any ByteSink, errors: any ByteSink, isOutputTerminal: Bool = false,
    isErrorTerminal: Bool = false, terminalWidth: Int? = nil,
    isInterrupted: @escaping () -> Bool = { false }, machine: Machine = .here
  ) {
    self.arguments = arguments
    self.environment = environment
    self.input = input
    self.output = output
    self.errors = errors
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    self.terminalWidth = terminalWidth
    self.isInterrupted = isInterrupted
    self.machine = machine
  }

  /// The names of the environment the program looks at.
  public static let settings = [
    "HOME", "PATH", "XDG_CACHE_HOME", "XDG_STATE_HOME", "NO_COLOR", "TERM",
  ]

  /// The run this process was started for; from now on an interrupt only sets a flag.
  public static func ofThisProcess() -> Invocation {
    cplatform_catch_signals()
    Connection.prepareForThreads()
    var environment: [String: String] = [:]
    for name in settings { environment[name] = SystemCalls.environmentValue(name) }
    let isTerminal = SystemCalls.isTerminal(1)
    var invocation = Invocation(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      input: DescriptorSource(0, name: "standard input"),
      output: DescriptorSink(1, name: "standard output"),
      errors: DescriptorSink(2, name: "standard error"),
      isOutputTerminal: isTerminal, isErrorTerminal: SystemCalls.isTerminal(2),
      terminalWidth: isTerminal ? SystemCalls.columns(of: 1) : nil,
      isInterrupted: { cplatform_interrupted() })
    if invocation.isErrorTerminal { invocation.errorWidth = SystemCalls.columns(of: 2) }
    return invocation
  }

  /// The folder for caches: `$XDG_CACHE_HOME/meridian`, else `~/.cache/meridian`.
  ///
  /// A relative setting is ignored, as the XDG base directory specification asks.
  public var cacheFolder: String { folder("XDG_CACHE_HOME", otherwise: ".cache") }

  /// Whether there is a place for caches: a user without a home has none.
  var hasCacheFolder: Bool { !cacheFolder.hasPrefix("/nonexistent/") }

  /// The folder for working copies: `$XDG_STATE_HOME/meridian`, else `~/.local/state/meridian`.
  public var stateFolder: String { folder("XDG_STATE_HOME", otherwise: ".local/state") }

  private func folder(_ setting: String, otherwise fallback: String) -> String {
    if let path = environment[setting], path.hasPrefix("/") { return path + "/meridian" }
    if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/\(fallback)/meridian" }
    // Where a user without a home has it by Debian's custom: nothing can be written there, and the
    // error of whoever tries names the folder. A shared folder would be anybody's to prepare.
    return "/nonexistent/\(fallback)/meridian"
  }
}
