public import MeridianKernel
internal import MeridianStore

/// The engine under the phone's surface: a document, and the answers to what the surface asks.
///
/// ```swift
/// let engine = PhoneEngine(at: path, folders: folders, device: "Ada's phone", today: today)
/// let model = PhoneWorkspaceModel(state) { request in engine.answer(request) }
/// for event in engine.open() { model.tell(event, at: clock.now) }
/// ```
/// It answers at once and on the caller's thread. Not Sendable, as the document is not.
public final class PhoneEngine {
  /// The document's path.
  public let path: String
  private let folders: DocumentFolders
  private let device: String
  private let today: () -> String
  private let filtering: DefinitionFiltering?
  private let loading: Loading
  private var document: Document?
  private var kept: KeptSnapshot?
  private var scratch = HitScratch()

  /// Makes the engine of a document, which is not opened yet.
  ///
  /// - Parameters:
  ///   - device: what this machine is called, for the names of conflict copies.
  ///   - today: today's date as text, for the same.
  ///   - filtering: evaluates the layers' definition filters; without it a document that has one
  ///     is not hit, and says so.
  public init(
    at path: String, folders: DocumentFolders, device: String,
    today: @escaping () -> String, filtering: DefinitionFiltering? = nil,
    loading: Loading = Loading()
  ) {
    (self.path, self.folders, self.device, self.today) = (path, folders, device, today)
    (self.filtering, self.loading) = (filtering, loading)
  }

  /// Where the map was left on this machine, else when the document was last published; nil before
  /// the document is open and where neither is known.
  public var camera: Camera? { document?.camera }

  /// Opens the document, or looks anew at one that is open: a source that has changed meanwhile is
  /// read where nothing waits to be published.
  public func open() -> [PhoneEvent] {
    try? document?.close()
    document = nil
    do throws(WorkspaceError) {
      let opened = try Document(at: path, folders: folders)
      document = opened
      return [.document(try opened.phoneDocument())] + opened.notices.map { .notice(shown($0)) }
    } catch {
      var facts = DocumentState.Facts(source: .unavailable)
      if case .unavailable = error { facts.source = .notDownloaded }
      return [
        .document(PhoneDocument(name: DocumentName(path).title, facts: facts)), failure(error),
      ]
    }
  }

  /// Does what the surface asks for; the answers, in order.
  public func answer(_ request: PhoneRequest) -> [PhoneEvent] {
    if case .leave = request {
      try? document?.close()
      (document, kept) = (nil, nil)
      return []
    }
    // One that could not be opened is tried again: it may have come meanwhile.
    guard let document else { return open() }
    do throws(WorkspaceError) {
      return try answer(request, document)
    } catch {
      // What is true now is told with what did not work.
      let state = (try? document.phoneDocument()).map { [PhoneEvent.document($0)] } ?? []
      return state + [failure(error)]
    }
  }

  private func answer(
    _ request: PhoneRequest, _ document: Document
  ) throws(WorkspaceError) -> [PhoneEvent] {
    switch request {
    case .hit(let tap, let camera, let viewport):
      return [try hits(at: tap, CameraTransform(camera, viewport: viewport), document)]
    case .inspect(let key):
      return [.inspection(try document.phoneInspection(of: key))]
    case .setVisible(let layer, let isVisible):
      try document.set(layer) { $0.isVisible = isVisible }
    case .edit(let key, let entries):
      return try edit(key, entries, document)
    case .undoEdit:
      try document.undo()
    case .redoEdit:
      try document.redo()
    case .writeNote(let id, let draft):
      try document.write(draft, over: id)
      return [.noteKept, .document(try document.phoneDocument())]
    case .removeNote(let id):
      try document.removeNote(id)
    case .addBookmark(let bookmark):
      try document.add(Bookmark(name: bookmark.name, camera: bookmark.camera))
    case .removeBookmark(let name):
      try document.removeBookmark(named: name)
    case .keepCamera(let camera):
      // A camera that cannot be kept is no reason to interrupt whoever looks around.
      try? document.keep(camera)
      return []
    case .publish:
      return try publish(document)
    case .resolve(let choice):
      return try resolve(choice, document)
    case .leave:
      return []
    }
    return [.document(try document.phoneDocument())]
  }

  // MARK: Taps

  private func hits(
    at tap: ScreenPoint, _ transform: CameraTransform, _ document: Document
  ) throws(WorkspaceError) -> PhoneEvent {
    let current = try KeptSnapshot(of: document, after: kept, filtering, loading)
    kept = current
    let answer = current.snapshot.hits(
      at: tap, through: transform, options: HitOptions(), scratch: &scratch)
    return .hits(
      answer.hits.map { PhoneSelection.Candidate($0) }, isAmbiguous: answer.isAmbiguous ?? false,
      tap: tap)
  }

  // MARK: Edits

  private func edit(
    _ key: FeatureKey, _ entries: [PhoneRequest.Entry], _ document: Document
  ) throws(WorkspaceError) -> [PhoneEvent] {
    let layer = try document.layer(named: key.layer)
    try layer.checkEditable(fid: key.fid)
    guard let fid = key.fid else {
      throw .notEditable(layer: layer.name, fid: nil, reason: .noStableID)
    }
    let form = try document.form(of: layer)
    var requests: [EditRequest] = []
    var problems: [PhoneEvent.Problem] = []
    for entry in entries {
      let column = try form.column(named: entry.column)
      do throws(EditProblem) {
        let value =
          try entry.text.map { text throws(EditProblem) in
            try EditText.value(text, for: column, in: form, fid: fid)
          } ?? .null
        requests.append(
          EditRequest(layer: layer.name, fid: fid, column: column.name, value: value))
      } catch {
        problems.append(problem(error))
      }
    }
    guard problems.isEmpty else { return [.refused(key, problems)] }
    do throws(WorkspaceError) {
      try document.edit(requests)
    } catch .badEdits(let sentences) {
      // The same again without a trace, to learn which column each sentence is about.
      problems = try document.tryEdits(requests).problems.map(problem)
      if problems.isEmpty {
        problems = sentences.map { PhoneEvent.Problem(column: nil, text: shown($0)) }
      }
      return [.refused(key, problems)]
    }
    return [.kept(key), .document(try document.phoneDocument())]
  }

  private func problem(_ problem: EditProblem) -> PhoneEvent.Problem {
    PhoneEvent.Problem(
      column: problem.columns.count == 1 ? problem.columns[0] : nil, text: shown(problem.sentence))
  }

  // MARK: Publishing

  /// Saves and publishes; in a conflict nothing is saved either, so that every edit can still be
  /// undone after a cancel.
  private func publish(_ document: Document) throws(WorkspaceError) -> [PhoneEvent] {
    if DocumentState(try document.facts()) == .conflict {
      let report = try document.conflict()
      guard report.theirsHoldsAllOfOurs else { return try conflict(report, document) }
    }
    if document.hasSessionEdits { try document.save() }
    let publication: Publication
    do throws(WorkspaceError) {
      publication = try document.publish()
    } catch .conflict {
      return try conflict(document.conflict(), document)
    }
    let state = PhoneEvent.document(try document.phoneDocument())
    switch publication {
    case .adopted: return [.adopted, state]
    case .published(let kept):
      return [.published, state]
        + kept.map {
          .notice("A version of somebody else's is kept as \(DocumentName($0).file)")
        }
    }
  }

  private func conflict(
    _ report: ConflictReport, _ document: Document
  ) throws(WorkspaceError) -> [PhoneEvent] {
    [.conflict(ConflictLines(report).lines), .document(try document.phoneDocument())]
  }

  private func resolve(
    _ choice: ConflictChoice, _ document: Document
  ) throws(WorkspaceError) -> [PhoneEvent] {
    var copy: String?
    switch choice {
    case .reload: try document.reload()
    case .saveCopy:
      let path = try document.saveConflictCopy(device: device, date: today())
      copy = DocumentName(path).file
    case .cancel: break
    }
    return [.resolved(choice, copy: copy), .document(try document.phoneDocument())]
  }

  // MARK: Words

  private func failure(_ error: WorkspaceError) -> PhoneEvent { .failed(shown(error.description)) }

  /// A sentence as the phone shows it: a document is called by its name, wherever it lies.
  private func shown(_ sentence: String) -> String {
    sentence.replacing(every: path, by: DocumentName(path).file)
  }
}

/// What a file is called.
struct DocumentName: Hashable, Sendable {
  /// The file's name.
  let file: String

  /// The name at the end of a path.
  init(_ path: String) {
    file = path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The name without its extension; one that begins with its only point has none.
  var title: String {
    guard let point = file.lastIndex(of: "."), point != file.startIndex else { return file }
    return String(file[..<point])
  }
}
