internal import MeridianStore
internal import MeridianTopology
internal import MeridianWorkspace

/// `doctor`: what is wrong with a store, and the exact plan to repair it.
package enum DoctorCommand {
  static let repair = Switch(
    "repair", "Carries the plan out, in one transaction, after a copy is made beside the file.")
  static let dryRun = Switch(
    "dry-run", "With --repair: prints the statements and changes nothing.")
  static let buildIndex = Switch(
    "build-index", "Plans an R-tree for layers that have none.")
  static let exitStatus = Switch(
    "exit-status", letter: "e", "Exits with 6 when something worse than a note is left.")

  /// The command.
  package static let command = Command(
    words: ["doctor"],
    summary: "what is wrong with a store and its indexes, and a plan to repair it",
    examples: [
      Example("doctor Data/samples/soho.gpkg", "what is wrong, and what would be repaired"),
      Example("doctor town.gpkg --repair --dry-run", "the statements of the plan"),
      Example("doctor town.gpkg --repair", "town.backup-1.gpkg keeps the file as it was"),
    ],
    operands: [CommonOperands.store], options: [repair, dryRun, buildIndex, exitStatus],
    formats: [.ndjson, .table, .json],
    notes: [
      """
      Every row and every node of every index is read. Severities: an error gives wrong answers or \
      hides rows, a warning misleads some program, a note is worth knowing. `planned` findings are \
      repaired by --repair; the others say what a person can do.
      """,
      """
      The plan corrects what can be computed again (indexes, triggers, counts, extents, rows of \
      tables of contents that name nothing); it never touches geometries or attributes. Whatever \
      fails, and an interrupt, leaves the file as it was and removes the copy. Afterwards the file \
      is examined again: 6 tells that a planned finding is still there.
      """,
      "Without -e findings are results like others: the exit code is 0.",
    ]
  ) { context throws(CommandError) in
    let arguments = context.arguments
    if arguments.has(dryRun) && !arguments.has(repair) {
      throw CommandError(UsageError.combination("`--dry-run` goes with `--repair`; add it."))
    }
    let line = context.progressLine()
    defer { line?.erase() }
    let path = try arguments.required(CommonOperands.store)
    let doctor = doctor(context, line)
    let before: StoreExamination
    do throws(StoreError) { before = try doctor.examine(path) } catch { throw CommandError(error) }
    line?.erase()
    guard arguments.has(repair), !arguments.has(dryRun) else {
      let report = DoctorReportWriter(before, showsStatements: arguments.has(dryRun))
      try report.write(in: context)
      return arguments.has(exitStatus) && !before.isHealthy ? .broken : .done
    }
    return try carryOut(before, doctor, line, context)
  }

  private static func carryOut(
    _ before: StoreExamination, _ doctor: StoreDoctor, _ line: ProgressLine?,
    _ context: CommandContext
  ) throws(CommandError) -> ExitCode {
    let done: StoreDoctor.Repair?
    do throws(RepairError) { done = try doctor.repair(before) } catch { throw CommandError(error) }
    line?.erase()
    var report = DoctorReportWriter(done?.after ?? before, showsStatements: false)
    report.repaired = before.findings.filter(\.isPlanned)
    report.backup = done?.backup
    try report.write(in: context)
    let after = done?.after ?? before
    let isLeft = after.findings.contains(where: \.isPlanned)
    return isLeft || (context.arguments.has(exitStatus) && !after.isHealthy) ? .broken : .done
  }

  private static func doctor(_ context: CommandContext, _ line: ProgressLine?) -> StoreDoctor {
    var validity: StoreDoctor.Validity?
    do throws(TopologyError) {
      let topology = try TopologyContext()
      validity = { geometry in
        do throws(TopologyError) {
          return try topology.validity(of: geometry).reason
        } catch {
          return error.description
        }
      }
    } catch {
      context.notice("\(error.description) The validity of geometries is not examined.")
    }
    var progress: StoreDoctor.Progress?
    if let line {
      progress = { layer, rows, expected in
        line.update(
          "Examining \(layer)", done: Int(clamping: rows), of: expected.map { Int(clamping: $0) },
          noun: "rows")
      }
    }
    var doctor = StoreDoctor(
      cacheFolder: context.invocation.cacheFolder,
      buildsIndexes: context.arguments.has(buildIndex), validity: validity, progress: progress)
    doctor.audit = WorkspaceAudit.examine
    return doctor
  }
}
