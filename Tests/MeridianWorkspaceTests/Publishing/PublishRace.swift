import Foundation
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Publishers and other programs at one source, in one order of their steps; and the judge of what
/// is left.
struct PublishRace {
  let fixture: PublishFixture
  private var runners: [Runner] = []
  private let writers: [ForeignWriter]
  private let whole: WholeFiles
  /// The order in which things were written, as far as the judge has to know it.
  private var events: [Event] = []

  private struct Runner {
    let editor: String
    var publisher: Publisher?
    var ending: Result<PublishOutcome, WorkspaceError>?
    var finding: PublishRecovery.Finding?
    let settled = Counter()

    var isPublished: Bool {
      if case .success(.published) = ending { return true }
      if case .published = finding { return true }
      return false
    }

    var kept: [String] {
      switch finding {
      case .published(_, let kept), .notPublished(let kept): return kept
      case .none?, nil: break
      }
      return (try? ending?.get().kept) ?? []
    }
  }

  private enum Event: Equatable {
    case verified(String)
    case ended(String)
    case wrote(Int)
  }

  init(
    editors: [String], writers kinds: [ForeignWriter.Kind], method: SwapMethod, whole: WholeFiles
  ) throws {
    self.whole = whole
    let fixture = try PublishFixture()
    self.fixture = fixture
    writers = try kinds.enumerated().map {
      try ForeignWriter($1, mark: "foreign\($0)", row: 2 + $0, in: fixture)
    }
    for editor in editors {
      var runner = Runner(editor: editor)
      runner.publisher = Publisher(
        fixture.job(editor, settled: runner.settled), method: method)
      runners.append(runner)
    }
  }

  /// How finely the steps of publishers are told apart.
  enum Grain {
    /// Steps that nobody else can see go with the one before: the order among them means nothing.
    case visible
    case every
    /// Each publisher may be ended between any two steps, and its state folder is recovered at any
    /// time after that.
    case deadly
  }

  /// Stages in which a publisher touches nothing that others look at.
  private static let hidden: Set<Publisher.Stage> = [
    .note, .write, .copy, .guardNew, .announce, .sync, .confirm, .settle, .adopt,
  ]

  /// Lets everybody come to an end, in the order of a schedule.
  mutating func run(_ schedule: Schedule, _ grain: Grain) throws {
    var waiting = Array(writers.indices)
    var dead: Set<Int> = []
    while true {
      var moves: [() throws -> Void] = []
      // The lists are read now, the moves are made at once.
      var made: (inout PublishRace) throws -> Void = { _ in }
      for index in runners.indices where runners[index].publisher != nil {
        moves.append { made = { try $0.step(index, grain) } }
        if grain == .deadly {
          moves.append {
            made = { $0.end(index) }
            dead.insert(index)
          }
        }
      }
      for index in dead.sorted() {
        moves.append {
          made = { try $0.recover(index) }
          dead.remove(index)
        }
      }
      for index in waiting {
        moves.append {
          made = { try $0.write(index) }
          waiting.removeAll { $0 == index }
        }
      }
      guard !moves.isEmpty else { return }
      try moves[schedule.choose(of: moves.count)]()
      try made(&self)
      expectWhole(schedule)
    }
  }

  private mutating func step(_ index: Int, _ grain: Grain) throws {
    repeat {
      step(index)
    } while grain == .visible
      && runners[index].publisher.map { Self.hidden.contains($0.stage) } == true
  }

  private mutating func end(_ index: Int) {
    runners[index].publisher = nil
    events.append(.ended(runners[index].editor))
  }

  private mutating func step(_ index: Int) {
    let before = runners[index].publisher?.stage
    do throws(WorkspaceError) {
      if let outcome = try runners[index].publisher?.step() {
        runners[index].ending = .success(outcome)
        runners[index].publisher = nil
      }
    } catch {
      runners[index].ending = .failure(error)
      runners[index].publisher = nil
    }
    if before == .verify { events.append(.verified(runners[index].editor)) }
  }

  private mutating func recover(_ index: Int) throws {
    let settled = runners[index].settled
    events.append(.verified(runners[index].editor))
    do throws(WorkspaceError) {
      runners[index].finding = try PublishRecovery.run(in: fixture.state(runners[index].editor)) {
        _ in settled.count += 1
      }
    } catch {
      runners[index].ending = .failure(error)
    }
  }

  private mutating func write(_ index: Int) throws {
    try writers[index].write()
    if writers[index].hasWritten { events.append(.wrote(index)) }
  }

  // MARK: The judge

  private var mayBeGone: Bool { writers.contains { $0.kind == .remove } }

  /// At any moment there is a whole file at the path.
  private func expectWhole(_ schedule: Schedule) {
    guard !mayBeGone else { return }
    #expect(whole.isWhole(fixture), "no whole file at the path after \(schedule.text)")
  }

  /// The contents of the copies that people have been told of.
  private var toldCopies: String {
    fixture.names.filter { $0.contains("(recovered") }
      .map { PublishFixture.content(fixture.folder.file("shared/\($0)")) ?? "" }
      .joined(separator: " ")
  }

  /// The contents of what the new files took the place of; the next publish tells of those that
  /// have been written since.
  private var previousContents: String {
    runners.map { PublishFixture.content(fixture.state($0.editor) + "/previous.gpkg") ?? "" }
      .joined(separator: " ")
  }

  /// Nobody's update has been overwritten silently, and nothing is left that should not be.
  func judge(_ schedule: Schedule) throws {
    let note = Comment(
      rawValue: "\(schedule.text) \(writers) \(runners.map { ($0.ending, $0.finding) }) \(events)")
    let content = fixture.content ?? ""
    let told = content + toldCopies
    for (index, writer) in writers.enumerated()
    where writer.hasWritten && ![.renameSame, .remove].contains(writer.kind) {
      // Who has a file open that somebody else has replaced writes to nobody's file.
      let isOverwritten =
        isBlindlyOverwritten(after: .wrote(index))
        || (writer.kind == .heldMemoryUpdate && isBlindlyOverwritten(before: .wrote(index)))
      let isLate = writer.kind == .heldMemoryUpdate && previousContents.contains(writer.mark)
      #expect(
        told.contains(writer.mark) || isLate || isOverwritten, "lost: \(writer): \(note)")
    }
    for runner in runners {
      let isThere = content.hasPrefix("\(runner.editor)|")
      if runner.isPublished {
        let isOverwritten = isBlindlyOverwritten(after: .verified(runner.editor))
        #expect(isThere || isOverwritten, "published, and lost: \(note)")
        #expect(runner.settled.count > 0, note)
      } else {
        // Whoever updates the new file before the recovery has seen what is in it. And where the
        // same bytes are renamed over the source, two publishers hold two files, so that the second
        // one may take the first one's file away while that is put back, and puts it back in turn.
        // The next publish finds every edit there.
        let isAdoptable =
          isUpdated(after: .ended(runner.editor))
          || (runners.count > 1 && writers.contains { $0.kind == .renameSame })
        #expect(!isThere || isAdoptable, "not published, and there: \(note)")
        #expect(runner.settled.count == 0, note)
      }
      #expect(!PublishRecovery.isNeeded(in: fixture.state(runner.editor)), note)
      try fixture.expectEditsSafe(runner.editor)
    }
    let isRepeatable = writers.contains { $0.kind == .renameSame }
    #expect(runners.count(where: \.isPublished) <= 1 || isRepeatable, note)
    let recovered = fixture.names.filter { $0.contains("(recovered") }
    #expect(
      fixture.names.filter { $0 != "town.gpkg" } == recovered, "left over: \(fixture.names) \(note)"
    )
    #expect(
      Set(recovered.map { fixture.folder.file("shared/\($0)") })
        == Set(runners.flatMap(\.kept).filter { $0.contains("/shared/") }), "untold: \(note)")
  }

  /// Whether another program has replaced everything at the path after an event, without a look.
  private func isBlindlyOverwritten(after event: Event) -> Bool {
    writes(after: event).contains { $0.isBlind }
  }

  private func isBlindlyOverwritten(before event: Event) -> Bool {
    kinds(events.prefix { $0 != event }).contains { $0.isBlind }
  }

  private func isUpdated(after event: Event) -> Bool {
    writes(after: event).contains { !$0.isBlind }
  }

  private func writes(after event: Event) -> [ForeignWriter.Kind] {
    guard let start = events.firstIndex(of: event) else { return [] }
    return kinds(events[(start + 1)...])
  }

  private func kinds(_ events: some Sequence<Event>) -> [ForeignWriter.Kind] {
    events.compactMap {
      if case .wrote(let index) = $0 { writers[index].kind } else { nil }
    }
  }

  /// How the publishers ended, for a count.
  var endings: [String] {
    runners.map { runner in
      switch (runner.finding, runner.ending) {
      case (.published?, _): "finished"
      case (.notPublished?, _): "undone"
      case (PublishRecovery.Finding.none?, _): "untouched"
      case (nil, .success(.published)?): "published"
      case (nil, .success(.conflict)?): "conflict"
      case (nil, .success(.sourceInUse)?): "in use"
      case (nil, .success(.adopted)?): "adopted"
      case (nil, .failure?): "failed"
      case (nil, nil): "ended"
      }
    }
  }
}

/// Files that have been found whole, by their bytes: most orders lead past the same few.
final class WholeFiles {
  private var known: Set<Data> = []

  func isWhole(_ fixture: PublishFixture) -> Bool {
    guard let bytes = fixture.bytes else { return false }
    if known.contains(bytes) { return true }
    guard fixture.content != nil else { return false }
    known.insert(bytes)
    return true
  }
}
