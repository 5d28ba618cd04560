import Foundation

/// A command during which something happens, and what there is before it.
struct Accident: CustomStringConvertible, Sendable {
  let description: String
  /// Commands that have ended well before, with edits of pump 8.
  let before: [[String]]
  /// The command, which edits pump 9, adds a note, or moves the edits on.
  let words: [String]
  /// What the document's state may be when the command has not told that it is done.
  let states: Set<String>
  /// The state when it has.
  let done: String

  static let eight = ["edit", "pumps", "8", "name=Eight", "Id:=88"]
  static let nine = ["edit", "pumps", "9", "name=Nine", "Id:=99"]
  static let note = ["notes", "add", "-0.136,51.513", "pump handle removed"]

  static let all = [
    Accident(
      description: "first edit", before: [], words: nine, states: ["downloaded", "localDraft"],
      done: "localDraft"),
    Accident(
      description: "second edit", before: [eight], words: nine, states: ["localDraft"],
      done: "localDraft"),
    Accident(
      description: "save", before: [eight, nine], words: ["save"],
      states: ["localDraft", "edited"], done: "edited"),
    Accident(
      description: "publish", before: [eight, nine, ["save"]], words: ["publish"],
      states: ["edited", "downloaded"], done: "downloaded"),
    Accident(
      description: "note", before: [eight], words: note, states: ["localDraft"],
      done: "localDraft"),
  ]

  /// A document for which all is done that comes before.
  func makeTown() throws -> Town {
    let town = try Town()
    for words in before {
      let ending = try town.start(words).wait()
      guard ending.code == 0 else { throw Surprise("\(words): \(ending)") }
    }
    try town.keep()
    return town
  }

  private var editsNine: Bool { words == Self.nine || before.contains(Self.nine) }
  private var editsEight: Bool { before.contains(Self.eight) }

  /// What is wrong after the command has ended, by accident or not; the edits are brought to the
  /// source on the way.
  func faults(in town: Town, after ending: Ending, mayBeKilled: Bool) throws -> [String] {
    var faults = endingFaults(ending, mayBeKilled: mayBeKilled)
    let isNew = sourceFaults(town, &faults)
    let state = try town.state()
    if !(ending.code == 0 ? [done] : states).contains(state) { faults.append("state: \(state)") }
    if isNew != (state == "downloaded"), words == ["publish"] {
      faults.append("\(state) while the source is \(isNew ? "new" : "old")")
    }
    let isThere = try effectFaults(town, ending, state, &faults)
    if !isThere {
      let again = try town.start(words).wait()
      if again.code != 0 { faults.append("again: \(again)") }
    }
    try publishFaults(town, from: isThere ? state : done, &faults)
    return faults
  }

  private func endingFaults(_ ending: Ending, mayBeKilled: Bool) -> [String] {
    switch ending.code {
    case 0: []
    case Ending.killed: mayBeKilled ? [] : ["killed by nobody"]
    case 7: ending.isOneSentence ? [] : ["not one sentence: \(ending.errors)"]
    default: ["ended with \(ending)"]
    }
  }

  /// Looks at the source before anybody has had a chance to mend it; true when it is new.
  private func sourceFaults(_ town: Town, _ faults: inout [String]) -> Bool {
    let bytes = try? Data(contentsOf: URL(fileURLWithPath: town.source))
    if bytes == town.bytes { return false }
    if let side = town.names.first(where: { $0.hasSuffix("-journal") || $0.hasSuffix("-wal") }) {
      faults.append("\(side) beside the source")
    }
    guard let content = TownContent(town.source), content.check == "ok" else {
      faults.append("source torn")
      return false
    }
    if words != ["publish"] || content != expected(town) {
      faults.append("source neither old nor new")
    }
    return true
  }

  private func expected(_ town: Town) -> TownContent {
    var content = town.content
    if editsEight { content.pumps[8] = "Eight|88" }
    if editsNine { content.pumps[9] = "Nine|99" }
    if words == Self.note { content.notes = [Self.note[3]] }
    return content
  }

  /// Whether the command's edit is there; it must be, as a whole, when the command told so.
  private func effectFaults(
    _ town: Town, _ ending: Ending, _ state: String, _ faults: inout [String]
  ) throws -> Bool {
    let diff = try town.run("diff")
    if diff.code != 0 { faults.append("diff: \(diff)") }
    let marks: [String]
    let seen: String
    switch words {
    case Self.nine:
      seen = try town.run("inspect", "pumps", "9").output
      marks = ["\"value\":\"Nine\"", "\"value\":99"]
    case Self.note:
      seen = try town.run("notes", "list").output
      marks = [Self.note[3]]
    default: return state == done
    }
    let found = marks.filter { seen.contains($0) }.count
    if found != 0 && found != marks.count { faults.append("half of an edit: \(seen)") }
    if found == 0 && ending.code == 0 { faults.append("acknowledged edit lost") }
    if words == Self.nine, diff.output.contains("Nine") != (found > 0) {
      faults.append("diff and inspect do not agree")
    }
    return found == marks.count
  }

  /// Everything gets to the source in the end, and nothing else stays beside it.
  private func publishFaults(
    _ town: Town, from before: String, _ faults: inout [String]
  ) throws {
    if before == "localDraft" {
      let ending = try town.run("save")
      if ending.code != 0 { faults.append("save: \(ending)") }
    }
    if before != "downloaded" {
      let ending = try town.run("publish")
      if ending.code != 0 { faults.append("publish: \(ending)") }
    }
    let state = try town.state()
    if state != "downloaded" { faults.append("in the end: \(state)") }
    if TownContent(town.source) != expected(town) { faults.append("edits lost in the end") }
    if town.names != ["town.gpkg"] { faults.append("left beside: \(town.names)") }
    let left = try FileManager.default.contentsOfDirectory(atPath: town.stateFolder())
    let steps: Set = ["publishing", "settling", "next.gpkg", "document.gpkg-journal"]
    if !steps.isDisjoint(with: left) { faults.append("left in the state folder: \(left)") }
  }
}

/// A test that cannot be made.
struct Surprise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
