import Foundation
import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace

/// A walk over the phone's surface, with the engine and a document on the disk below it, replayed
/// and compared.
///
/// ```
/// # A comment.
/// > tap 195 422          what the person does
/// < elsewhere "UPDATE …"  what happens in the world, and is looked at anew
/// ~ 2.5                   so many seconds pass
/// ? screen                all that is shown
/// ? voice                 all that is read out
/// ```
/// Below each step stand what the engine was asked for (`asks`) and what of the screen has changed.
struct Journey {
  private let world: JourneyWorld
  private let model: PhoneWorkspaceModel
  private var time = Duration.zero
  private var asked = 0

  /// Replays the journey at a path within the package; returns what differs, if anything.
  static func difference(replaying path: String) throws -> String? {
    let text = try String(contentsOfFile: Golden.root + "/" + path, encoding: .utf8)
    var journey = try Journey()
    var replayed = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard let sign = line.first else {
        replayed += "\n"
        continue
      }
      guard "#><~?".contains(sign) else { continue }
      replayed += line + "\n"
      if sign != "#" { replayed += try journey.step(sign, Transcript.split(String(line))) }
    }
    return Golden.difference(replayed, from: path)
  }

  private init() throws {
    let camera = try Camera(center: LonLat(-0.13666, 51.51334), zoom: 17)
    let world = try JourneyWorld()
    self.world = world
    model = PhoneWorkspaceModel(
      PhoneState(camera: camera, basemaps: ["Streets", "Aerial"])
    ) { world.answer($0) }
  }

  private mutating func step(_ sign: Character, _ words: [String]) throws -> String {
    let before = ScreenText(model.screen)
    let rest = Array(words.dropFirst())
    switch sign {
    case ">":
      time += .seconds(1)
      model.send(try action(rest), at: time)
    case "<":
      time += .seconds(1)
      for event in try world.happen(rest) { model.tell(event, at: time) }
    case "~":
      time += .milliseconds(Int((Double(rest[0]) ?? 0) * 1000))
      model.tick(at: time)
    default:
      return lines(rest[0] == "voice" ? voice : ScreenText(model.screen).lines)
    }
    defer { asked = world.log.count }
    let asks = world.log[asked...].map { "asks:    " + Self.text($0) }
    return lines(asks + ScreenText(model.screen).changes(since: before))
  }

  private func lines(_ lines: [String]) -> String {
    lines.map { "  \($0)\n" }.joined()
  }

  private var voice: [String] {
    model.screen.items.map { ($0.action == nil ? "" : "button: ") + $0.spoken }
      + (model.screen.sheet?.entries ?? []).map { "field: " + $0.spoken }
  }

  private static func text(_ request: PhoneRequest) -> String {
    switch request {
    case .hit(let tap, _, _): "hit \(tap.x),\(tap.y)"
    case .inspect(let key): "inspect \(key.layer) \(key.fid ?? -1)"
    case .setVisible(let layer, let isVisible): "\(isVisible ? "show" : "hide") \(layer)"
    case .edit(let key, let entries):
      "edit \(key.layer) \(key.fid ?? -1) "
        + entries.map { "\($0.column)=\($0.text ?? "NULL")" }.joined(separator: " ")
    case .writeNote(let id, let draft):
      "note \(id.map { "\($0)" } ?? "new") “\(draft.text)”\(draft.isCallout ? " callout" : "")"
    case .removeNote(let id): "remove note \(id)"
    case .addBookmark(let bookmark): "bookmark “\(bookmark.name)”"
    case .removeBookmark(let name): "remove bookmark “\(name)”"
    case .keepCamera: "keep the camera"
    case .publish: "publish"
    case .resolve(let choice): "resolve \(choice.rawValue)"
    case .undoEdit: "undo"
    case .redoEdit: "redo"
    case .leave: "leave"
    }
  }
}

struct JourneyError: Error {
  var words: [String]
}

extension Journey {
  private func action(_ words: [String]) throws -> PhoneAction {
    let plain: [String: PhoneAction] = [
      "zoomIn": .zoomIn, "zoomOut": .zoomOut, "flatNorth": .returnToFlatNorth, "expand": .expand,
      "shrink": .shrink, "dismiss": .dismiss, "next": .nextCandidate, "deselect": .deselect,
      "discardEntries": .discardEntries, "keepEntries": .keepEntries, "undoEdit": .undoEdit,
      "redoEdit": .redoEdit,
      "startNote": .startNote, "keepNote": .keepNote, "discardNote": .discardNote,
      "undoMeasure": .undoMeasure, "closeMeasure": .closeMeasure, "clearMeasure": .clearMeasure,
      "save": .save, "leave": .leave,
    ]
    if let action = plain[words[0]] { return action }
    let argument = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "tap": return .tap(ScreenPoint(try number(words, 1), try number(words, 2)))
    case "camera":
      return .moveCamera(
        try Camera(
          center: LonLat(try number(words, 1), try number(words, 2)), zoom: try number(words, 3),
          bearing: try number(words, 4), pitch: try number(words, 5)))
    case "open":
      guard let sheet = PrimarySheet(rawValue: argument) else { throw JourneyError(words: words) }
      return .open(sheet)
    case "toggle": return .toggleLayer(argument)
    case "basemap": return .chooseBasemap(argument)
    case "bookmark": return .addBookmark(argument)
    case "goTo": return .goToBookmark(argument)
    case "removeBookmark": return .removeBookmark(argument)
    case "type": return .type(column: argument, text: words.count > 2 ? words[2] : nil)
    case "write": return .typeNote(argument)
    case "callout": return .setCallout(argument != "off")
    case "editNote": return .editNote(Int64(try number(words, 1)))
    case "removeNote": return .removeNote(Int64(try number(words, 1)))
    case "resolve":
      guard let choice = ConflictChoice(rawValue: argument) else {
        throw JourneyError(words: words)
      }
      return .resolve(choice)
    default: throw JourneyError(words: words)
    }
  }

  private func number(_ words: [String], _ index: Int) throws -> Double {
    guard index < words.count, let number = Double(words[index]) else {
      throw JourneyError(words: words)
    }
    return number
  }
}
