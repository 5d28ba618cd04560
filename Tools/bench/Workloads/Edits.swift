import Glibc
import MeridianKernel
import MeridianStore
import MeridianWorkspace

/// What a document costs on a large file: one durable edit appended to the session against a plain
/// UPDATE with the same synchronous setting, and coming back to it against loading it.
struct Edits {
  let files: DatasetFiles
  let rounds: Int

  private static let count = 200

  /// Two outcomes: the 99th percentile of an edit, and the time to the first hit.
  func run() throws -> [Outcome] {
    let folder = "\(files.folder)/\(files.name)-edits"
    let clean = { _ = WholeProcess.run(["rm", "-rf", folder]) }
    clean()
    defer { clean() }
    guard mkdir(folder, 0o700) == 0 else { throw Failure(text: "cannot make \(folder).") }
    let (ours, plain) = ("\(folder)/ours.gpkg", "\(folder)/plain.gpkg")
    for copy in [ours, plain] {
      guard WholeProcess.run(["cp", files.store, copy]) != nil else {
        throw Failure(text: "cannot copy \(files.store).")
      }
    }
    let folders = DocumentFolders(cache: "\(folder)/cache", state: "\(folder)/state")
    let edits = try edits(ours, plain, folders)
    return [edits, try reopening(ours, folders)]
  }

  private func edits(
    _ ours: String, _ plain: String, _ folders: DocumentFolders
  ) throws -> Outcome {
    var outcome = Outcome(
      data: files.name, work: "one durable edit, 99th percentile of \(Self.count)", unit: "ms",
      isMoreBetter: false)
    outcome.lanes = ["Meridian", "SQLite UPDATE"].map { Outcome.Lane(contestant: $0) }
    let document = try Document(at: ours, folders: folders)
    let layer = try document.layer(named: document.layers[0].name)
    guard
      let column = layer.schema.columns.first(where: { $0.type == .integer && !$0.isPrimaryKey }),
      let key = layer.schema.key.column
    else { throw Failure(text: "\(layer.name) has no whole number to edit.") }
    let connection = try Connection(path: plain, mode: .update)
    _ = try connection.prepare("PRAGMA journal_mode = DELETE").step()
    try connection.execute("PRAGMA synchronous = EXTRA")
    let update = try connection.prepare(
      "UPDATE \(Connection.quoted(layer.name)) SET \(Connection.quoted(column.name)) = ?1 "
        + "WHERE \(Connection.quoted(key)) = ?2")
    for round in 0..<rounds {
      var times: [[Double]] = [[], []]
      for number in 0..<Self.count {
        // Far apart in the file, in no order.
        let fid = Int64((number &* 7919 &+ round &* 104_729) % 100_000 + 1)
        let value = AttributeValue.integer(Int64(1000 &* round &+ number))
        let start = wallSeconds()
        try document.edit([
          EditRequest(layer: layer.name, fid: fid, column: column.name, value: value)
        ])
        let between = wallSeconds()
        try connection.execute("BEGIN IMMEDIATE")
        update.reset()
        try update.bind(value, to: 1)
        try update.bind(.integer(fid), to: 2)
        _ = try update.step()
        update.reset()
        try connection.execute("COMMIT")
        times[0].append((between - start) * 1000)
        times[1].append((wallSeconds() - between) * 1000)
      }
      // The first round makes the working copy.
      if round > 0 { outcome.append(times.map { $0.sorted()[Self.count * 99 / 100] }) }
    }
    try document.close()
    say(outcome.text)
    return outcome
  }

  private func reopening(_ ours: String, _ folders: DocumentFolders) throws -> Outcome {
    var outcome = Outcome(
      data: files.name, work: "reopening an edited document, to the first hit", unit: "ms",
      isMoreBetter: false)
    outcome.lanes = ["cached index", "loading"].map { Outcome.Lane(contestant: $0) }
    var building = MeridianWorkspace.Loading()
    building.cache = IndexCache(folder: folders.cache)
    building.keeping = .all
    let document = try Document(at: ours, folders: folders)
    let tester = try WorkspaceSnapshot(reading: document, loading: building).tester
    try document.close()
    guard let bounds = tester.layers[0].index.bounds else {
      throw Failure(text: "nothing is there.")
    }
    let middle = LonLat(
      (bounds.southWest.longitude + bounds.northEast.longitude) / 2,
      (bounds.southWest.latitude + bounds.northEast.latitude) / 2)
    let camera = try Camera(center: middle, zoom: 17)
    for _ in 0..<rounds {
      var times: [Double] = []
      for isCached in [true, false] {
        var loading = MeridianWorkspace.Loading()
        loading.cache = isCached ? building.cache : nil
        let start = wallSeconds()
        let document = try Document(at: ours, folders: folders)
        let snapshot = try WorkspaceSnapshot(reading: document, loading: loading)
        let transform = CameraTransform(camera)
        _ = snapshot.hits(at: ScreenPoint(195, 422), through: transform)
        times.append((wallSeconds() - start) * 1000)
        try document.close()
      }
      outcome.append(times)
    }
    say(outcome.text)
    return outcome
  }
}
