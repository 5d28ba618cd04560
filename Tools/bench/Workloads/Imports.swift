import Glibc

/// A large GeoJSON document into a new GeoPackage with an R-tree, against `ogr2ogr`.
struct Imports {
  let files: DatasetFiles
  let program: String
  let rounds: Int

  private struct Side {
    let title: String
    let store: String
    let words: [String]
  }

  private var document: String { "\(files.folder)/\(files.name).geojson" }

  /// Two outcomes, processor time and time by the wall's clock; none without `ogr2ogr`.
  func run() throws -> [Outcome] {
    try makeDocument()
    let stores = ["ours", "theirs"].map { "\(files.folder)/\(files.name)-\($0).import.gpkg" }
    let sides = [
      Side(
        title: "Meridian", store: stores[0],
        words: [program, "import", document, "--into", stores[0], "-l", "features", "-q"]),
      Side(
        title: "ogr2ogr", store: stores[1],
        words: ["ogr2ogr", "-f", "GPKG", stores[1], document, "-nln", "features"]),
    ]
    defer { for store in stores { remove(store) } }
    // The first round warms the page cache, and tells who is there and how much comes in.
    guard let counts = try counts(of: sides) else { return [] }
    var outcomes = ["processor", "wall"].map {
      Outcome(
        data: files.name, work: "import of \(brief(Double(counts))) features of GeoJSON, \($0)",
        unit: "s",
        isMoreBetter: false)
    }
    for number in outcomes.indices {
      outcomes[number].lanes = sides.map { Outcome.Lane(contestant: $0.title) }
    }
    for _ in 0..<rounds {
      let uses = try sides.map { side in
        guard let use = run(side) else { throw Failure(text: "\(side.title) fails.") }
        return use
      }
      outcomes[0].append(uses.map(\.processorSeconds))
      outcomes[1].append(uses.map(\.wallSeconds))
    }
    for outcome in outcomes { say(outcome.text) }
    return outcomes
  }

  private func run(_ side: Side) -> WholeProcess.Use? {
    remove(side.store)
    return WholeProcess.run(side.words)
  }

  /// How many features both have brought in; nil where the peer is not installed.
  private func counts(of sides: [Side]) throws -> Int? {
    var counts: [Int] = []
    for side in sides {
      guard run(side) != nil else {
        guard side.title != "Meridian" else { throw Failure(text: "the program cannot import.") }
        say("\(side.title) is not installed or fails; imports are left out.")
        return nil
      }
      let answer = WholeProcess.answer([
        program, "query", side.store, "features", "--count", "--format", "json",
      ])
      counts.append(answer.flatMap { Int($0.prefix { $0 != "\n" }) } ?? 0)
    }
    guard counts[0] > 0, counts[0] == counts[1] else {
      throw Failure(text: "imports of \(document) have \(counts) features.")
    }
    return counts[0]
  }

  /// All layers of the store as one document, one feature a line; it stays for the next time.
  private func makeDocument() throws {
    guard access(document, R_OK) != 0 else { return }
    let script = """
      set -e
      head='{"type":"FeatureCollection","features":['
      { echo "$head"
        for layer in buildings streets poi; do
          "$0" export "$1" "$layer" -o - --format geojsonseq -q
        done | tr -d '\\036' | sed '$!s/$/,/'
        echo ']}'; } > "$2.part"
      mv "$2.part" "$2"
      """
    guard WholeProcess.run(["sh", "-c", script, program, files.store, document]) != nil else {
      throw Failure(text: "\(document) cannot be made.")
    }
  }
}
