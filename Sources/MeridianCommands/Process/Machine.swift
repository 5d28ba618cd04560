/// What a run needs of the machine to measure itself, as a value: tests bring their own.
public struct Machine: Sendable {
  /// Nanoseconds of a clock that never goes back.
  public var clock: @Sendable () -> UInt64
  /// The most memory the process has held resident so far in bytes; `nil` where nobody can tell.
  public var peakMemory: @Sendable () -> UInt64?
  /// How often the thread has been taken off its processor so far.
  public var preemptions: @Sendable () -> UInt64
  /// The path of the running program; `nil` where nobody can tell.
  public var program: @Sendable () -> String?
  /// What the machine is called.
  public var name: @Sendable () -> String = { SystemCalls.hostName() }
  /// The day, as `2026-08-01` in UTC.
  public var today: @Sendable () -> String = { SystemCalls.today() }
  /// Runs another program with words and standard input; its exit code and standard output.
  public var run: @Sendable (Errand) throws -> Outcome

  /// A program to be run.
  public struct Errand: Sendable {
    /// The path of the program.
    public var program: String
    /// Its words without its name.
    public var arguments: [String]
    /// What it reads on standard input.
    public var input: [UInt8]
  }

  /// How a program ended.
  public struct Outcome: Sendable {
    /// Its exit code; 128 and the signal for one that was ended.
    public var code: Int32
    /// What it wrote on standard output.
    public var output: [UInt8]

    /// Makes an outcome of its parts.
    public init(code: Int32, output: [UInt8]) {
      self.code = code
      self.output = output
    }
  }

  /// Makes a machine of its parts.
  public init(
    clock: @escaping @Sendable () -> UInt64, peakMemory: @escaping @Sendable () -> UInt64?,
    preemptions: @escaping @Sendable () -> UInt64 = { 0 },
    program: @escaping @Sendable () -> String?,
    run: @escaping @Sendable (Errand) throws -> Outcome
  ) {
    self.clock = clock
    self.peakMemory = peakMemory
    self.preemptions = preemptions
    self.program = program
    self.run = run
  }

  /// The machine this process runs on.
  public static let here = Machine(
    clock: { SystemCalls.monotonicNanoseconds() },
    peakMemory: { SystemCalls.peakMemory() },
    preemptions: { SystemCalls.preemptions() },
    program: { SystemCalls.programPath() },
    run: { errand in try ChildProgram.run(errand) })
}

/// Another program, run to its end.
private enum ChildProgram {
  static func run(_ errand: Machine.Errand) throws(SystemError) -> Machine.Outcome {
    let (input, output, process) = try SystemCalls.start(errand.program, errand.arguments)
    // The program reads all of its input before it answers, so that neither waits for the other.
    var failure: SystemError?
    do throws(SystemError) {
      try SystemCalls.writeAll(errand.input, to: input, name: errand.program)
    } catch {
      failure = error
    }
    SystemCalls.closeDescriptor(input)
    var bytes: [UInt8] = []
    do throws(SystemError) {
      bytes = try SystemCalls.readToEnd(
        output, limit: JSONDocument.sizeLimit, name: errand.program)
    } catch {
      failure = failure ?? error
    }
    SystemCalls.closeDescriptor(output)
    let code = SystemCalls.waitForEnd(of: process)
    // A program that ended early tells its own reason; the closed pipe is only what follows.
    if let failure, code == 0 || failure.kind == .interrupted { throw failure }
    return Machine.Outcome(code: code, output: bytes)
  }
}
