import Glibc

/// `meridian-bench`: Meridian and its peers in turns within one run.
@main
struct Main {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.isEmpty || words.contains("--help") {
      print(Options.help, terminator: "")
      return
    }
    do {
      try run(try Options(words))
    } catch {
      say("meridian-bench: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    guard let folder = options["data"] else { throw Failure(text: "--data FOLDER is missing.") }
    var outcomes: [Outcome] = []
    for name in [options["city"] ?? "city", "shorelines", "cities"] {
      let files = DatasetFiles(name: name, folder: folder)
      guard files.isThere else {
        say("\(name) is not in \(folder); it is left out.")
        continue
      }
      outcomes += try Questions(options).run(files)
    }
    var machine = Machine.description
    if let versions = options["versions"] { machine += "; \(versions)" }
    print(Table.text(of: outcomes))
    print("\nMeasured on \(machine).")
    guard let path = options["baseline"], !outcomes.isEmpty else { return }
    let line =
      "{\"machine\":\(JSONText.quoted(machine)),"
      + "\"results\":[\(outcomes.map(\.json).joined(separator: ","))]}\n"
    guard let file = fopen(path, "a") else { throw Failure(text: "cannot write \(path).") }
    let isWritten = fputs(line, file) >= 0
    guard fclose(file) == 0 && isWritten else { throw Failure(text: "cannot write \(path).") }
  }
}

/// A line for whoever watches.
func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(2, line, line.count)
}
