import Foundation
import MeridianCommands
import MeridianKernel
import MeridianTestSupport
import Testing

/// A small table of commands to parse with.
private enum Table {
  static let at = Option("at", .place, "Where.")
  static let zoom = Option("zoom", .number(0...24), "How near.")
  static let tolerance = Option("tolerance", .glassLength(0...100, presets: true), "How far.")
  static let layer = Option("layer", letter: "l", .layer, repeats: true, "Which.")
  static let geometry = Option(
    "of", .text("GEOM", needs: "a geometry"), readsFiles: true, "What.")
  static let explain = Switch("explain", letter: "e", "Why.")
  static let store = Operand("STORE", .path, "A file.")
  static let places = Operand(
    "LON,LAT", .place, arity: .atLeast(2), readsFiles: true, "The line.")

  static let commands: [Command] = [
    Command(
      words: ["tap"], summary: "s", examples: [], operands: [store, CommonOperands.batch],
      options: [at, zoom, tolerance, layer, geometry, explain], formats: [.ndjson, .table]
    ) { _ in .done },
    Command(
      words: ["gauge"], summary: "s", examples: [],
      operands: [Operand("-", .hyphen, "Batch.")]
    ) { _ in .done },
    Command(
      words: ["gauge", "line"], summary: "s", examples: [], operands: [places],
      options: [Switch("closed", "Ring.")]
    ) { _ in .done },
    Command(words: ["tree", "show"], summary: "s", examples: [], operands: [store]) { _ in .done },
    Command(words: ["tree", "drop"], summary: "s", examples: [], operands: [store]) { _ in .done },
  ]

  static func parse(_ line: String, file: String = "") throws -> ParsedArguments {
    guard case .run(_, let parsed) = try outcome(line, file: file) else {
      throw CommandError("test", "not a run", exitCode: .bug)
    }
    return parsed
  }

  static func outcome(_ line: String, file: String = "") throws -> ArgumentParser.Outcome {
    try ArgumentParser.parse(Transcript.split(line), commands: commands) {
      path throws(CommandError) in
      if path == "missing" { throw CommandError("noSuchFile", "no file", exitCode: .notFound) }
      return file
    }
  }

  static func sentence(_ line: String) -> String {
    do {
      _ = try outcome(line)
      return "(understood)"
    } catch let error as CommandError {
      return error.exitCode == .usage ? error.message : "(exit \(error.exitCode.rawValue))"
    } catch {
      return "\(error)"
    }
  }
}

struct ArgumentParserTests {
  @Test func `an option takes the next word even when it starts with a hyphen`() throws {
    let parsed = try Table.parse("tap a.gpkg --at -0.1366,51.5132 -l -odd --zoom 16")
    #expect(parsed[Table.at] == LonLat(-0.1366, 51.5132))
    #expect(parsed.all(Table.layer) == ["-odd"])
    #expect(try Table.parse("tap a.gpkg -l -- -l --at").all(Table.layer) == ["--", "--at"])
  }

  @Test func `a value may follow an equals sign`() throws {
    let parsed = try Table.parse("tap --at=-1,2 a.gpkg --layer=a=b")
    #expect(parsed[Table.at] == LonLat(-1, 2))
    #expect(parsed.all(Table.layer) == ["a=b"])
  }

  @Test func `a word that looks like a number is never an option`() throws {
    let parsed = try Table.parse("gauge line -0.13,51.5 -.5,1 --closed -5,2")
    #expect(parsed.all(Table.places).map(\.longitude) == [-0.13, -0.5, -5])
  }

  @Test func `two hyphens end the options`() throws {
    let parsed = try Table.parse("tap -- --at")
    #expect(parsed[Table.store] == "--at")
  }

  @Test func `a lone hyphen is a word`() throws {
    let parsed = try Table.parse("tap a.gpkg -")
    #expect(parsed[CommonOperands.batch] != nil)
  }

  @Test func `options and words come in any order`() throws {
    let first = try Table.parse("tap a.gpkg --zoom 3 --explain")
    let second = try Table.parse("tap --explain --zoom 3 a.gpkg")
    for parsed in [first, second] {
      #expect(
        parsed[Table.zoom] == 3 && parsed.has(Table.explain) && parsed[Table.store] == "a.gpkg")
    }
  }

  @Test func `a repeatable option keeps its values in order`() throws {
    #expect(try Table.parse("tap a -l x --layer y -l x").all(Table.layer) == ["x", "y", "x"])
  }

  @Test func `a long argument comes from a file or from standard input`() throws {
    #expect(
      try Table.parse("tap a --of @g.wkt", file: "POINT(1 2)")[Table.geometry] == "POINT(1 2)")
    #expect(try Table.parse("tap a --of -", file: "POINT(1 2)")[Table.geometry] == "POINT(1 2)")
    #expect(try Table.parse("tap a --of @@x", file: "no")[Table.geometry] == "@x")
    #expect(try Table.parse("gauge line @p", file: "1,2\n3,4 5,6\n").all(Table.places).count == 3)
    #expect(Table.sentence("tap a --of @missing") == "(exit 5)")
  }

  @Test func `help wins over what is missing`() throws {
    for line in ["tap --help", "tap a.gpkg -h", "gauge line --help"] {
      guard case .help = try Table.outcome(line) else {
        Issue.record("\(line) shows no help")
        continue
      }
    }
    guard case .help(let words) = try Table.outcome("tree --help") else {
      Issue.record("no help")
      return
    }
    #expect(words == ["tree"])
  }

  static let sentences: [(String, String)] = [
    ("", "A command is missing; `meridian help` lists them."),
    ("tpa", "There is no command “tpa”; did you mean `tap`?"),
    ("line", "There is no command “line”; did you mean `gauge line`?"),
    ("tree", "`tree` needs `show` or `drop` after it."),
    ("tree a.gpkg", "`tree` needs `show` or `drop` after it, not “a.gpkg”."),
    ("tree shwo", "`tree` does not know “shwo”; did you mean `tree show`?"),
    ("gauge lien 1,2", "`gauge` does not know “lien”; did you mean `gauge line`?"),
    ("gauge", "`gauge` needs `line` after it."),
    ("tap", "`tap` needs STORE; write `meridian tap STORE [-] [OPTION]…`."),
    ("tap a b", "`-` needs a hyphen, for standard input, but it is “b”."),
    ("tap a - c", "`tap` has no use for “c”; write `meridian tap STORE [-] [OPTION]…`."),
    ("tap a --zom 3", "`tap` has no option “--zom”; did you mean `--zoom`?"),
    ("tap a --closed", "`tap` has no option `--closed`; it belongs to `gauge line`."),
    ("tap a --zoom", "`--zoom` needs a number from 0 to 24 after it."),
    ("tap a --zoom 25", "`--zoom` needs a number from 0 to 24, but it is 25."),
    ("tap a --zoom nan", "`--zoom` needs a number from 0 to 24, but “nan” is not a finite number."),
    (
      "tap a --zoom -inf",
      "`--zoom` needs a number from 0 to 24, but “-inf” is not a finite number."
    ),
    (
      "tap a --zoom 1e999",
      "`--zoom` needs a number from 0 to 24, but “1e999” is too large for a number."
    ),
    ("tap a --zoom 1,5", "`--zoom` needs a number from 0 to 24, but “1,5” has a comma; write 1.5."),
    ("tap a --zoom 0x10", "`--zoom` needs a number from 0 to 24, but “0x10” is not a number."),
    ("tap a --zoom 1 --zoom 2", "`--zoom` stands twice; give it once."),
    ("tap a --explain=1", "`--explain` takes no value; write it alone."),
    ("tap a -lpumps", "“-lpumps” is not an option; write `-l pumps`."),
    ("tap a -eq", "“-eq” is not an option; write each letter behind its own hyphen, `-e -q`."),
    ("tap a -zoom 3", "“-zoom” is not an option; write `--zoom`."),
    (
      "tap a --at 1",
      "`--at` needs a place as LON,LAT, such as -0.1366,51.5132, but “1” has one part."
    ),
    (
      "tap a --at 1,2,3",
      "`--at` needs a place as LON,LAT, such as -0.1366,51.5132, but “1,2,3” has 3 parts."
    ),
    (
      "tap a --at 51.5,151.2",
      "`--at` needs a place as LON,LAT, such as -0.1366,51.5132, but latitude 151.2 lies "
        + "outside ±90; the axes look swapped, longitude comes first."
    ),
    (
      "tap a --at 151,-251",
      "`--at` needs a place as LON,LAT, such as -0.1366,51.5132, but latitude -251 lies "
        + "outside ±90."
    ),
    (
      "tap a --at nan,2",
      "`--at` needs a place as LON,LAT, such as -0.1366,51.5132, but “nan” is not a finite number."
    ),
    (
      "tap a --at --zoom 3",
      "`--at` needs a place as LON,LAT, such as -0.1366,51.5132, but “--zoom” has one part."
    ),
    (
      "tap a --tolerance 101",
      "`--tolerance` needs a length on the glass such as 22pt or fingertip, from 0 to 100 "
        + "pt, but it is 101 pt."
    ),
    (
      "tap a --tolerance -1pt",
      "`--tolerance` needs a length on the glass such as 22pt or fingertip, from 0 to 100 "
        + "pt, but it is -1 pt."
    ),
    (
      "tap a --tolerance infpt",
      "`--tolerance` needs a length on the glass such as 22pt or fingertip, but “infpt” "
        + "has no number."
    ),
    (
      "tap a --tolerance 22m",
      "`--tolerance` needs a length on the glass such as 22pt or fingertip, but “m” is no "
        + "unit on the glass; write pt."
    ),
    (
      "tap a --tolerance finger",
      "`--tolerance` needs a length on the glass such as 22pt or fingertip, but “finger” "
        + "has no number."
    ),
    (
      "gauge line 1,2",
      "`gauge line` needs 2 of LON,LAT, not 1; write `meridian gauge line LON,LAT LON,LAT… "
        + "[OPTION]…`."
    ),
    (
      "gauge line -inf,5 1,2",
      "`LON,LAT` needs a place as LON,LAT, such as -0.1366,51.5132, but “-inf” is not a "
        + "finite number."
    ),
  ]

  @Test(arguments: sentences)
  func `every mistake is told in one sentence with its remedy`(_ line: String, _ sentence: String) {
    #expect(Table.sentence(line) == sentence)
  }

  @Test func `control characters of a word do not reach the terminal`() {
    let sentence = Table.sentence("tap a --\u{1B}[31m")
    #expect(!sentence.contains("\u{1B}"))
  }
}

struct CorpusTests {
  private func corpus(_ name: String) throws -> [(String, [UInt8])] {
    let folder = Golden.root + "/Data/corpus/" + name
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
      let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
      return (file, Array(data))
    }
  }

  @Test func `kept command lines parse or fail in one sentence of plain text`() throws {
    let inputs = try corpus("arguments")
    #expect(!inputs.isEmpty)
    for (file, bytes) in inputs {
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      do throws(CommandError) {
        _ = try ArgumentParser.parse(words, commands: Table.commands) {
          path throws(CommandError) in path
        }
      } catch {
        let hasControl = error.message.unicodeScalars.contains {
          $0.properties.generalCategory == .control
        }
        #expect(error.exitCode == .usage && !error.message.isEmpty && !hasControl, "\(file)")
      }
    }
  }

  @Test func `kept JSON lines are documents or errors within their bounds`() throws {
    let inputs = try corpus("json")
    #expect(!inputs.isEmpty)
    let document = try JSONDocument()
    for (file, bytes) in inputs {
      let piece = 1 + Int(bytes.first ?? 0)
      var reader = LineReader(
        MemorySource(bytes: Array(bytes.dropFirst()), piece: piece), limit: 4096, block: 64)
      while case let line = try reader.next(beforeWaiting: { () throws(CommandError) in }),
        line != .end
      {
        guard case .line(let range) = line else { continue }
        do throws(JSONError) {
          _ = try document.parse(reader.buffer, range).raw
        } catch {
          #expect(error.offset.map { (0...range.count).contains($0) } ?? true, "\(file)")
        }
        document.forget()
      }
    }
  }

  @Test func `a verb may follow what it is done to`() throws {
    for line in ["tree show a.gpkg", "tree a.gpkg show", "tree show show", "tree -q show a.gpkg"] {
      guard case .run(let command, let parsed) = try Table.outcome(line) else {
        Issue.record("\(line) is no run")
        continue
      }
      #expect(command.name == "tree show", "\(line)")
      #expect(try parsed.required(Table.store) == (line.hasSuffix("show show") ? "show" : "a.gpkg"))
    }
    #expect(Table.sentence("tree a.gpkg chop").contains("`show`"))
    // A family with a command of one word keeps its operands: no verb is looked for behind them.
    #expect(Table.sentence("gauge a line") != "(understood)")
  }
}
