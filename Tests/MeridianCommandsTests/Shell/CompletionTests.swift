import MeridianCommands
import Testing

struct CompletionTests {
  /// A line as it is typed so far, and what every shell offers behind it.
  static let expected: [(line: String, offers: [String])] = [
    ("meridian h", ["help", "hit"]),
    ("meridian measure l", ["line"]),
    ("meridian measure ", ["-", "area", "direct", "inverse", "line"]),
    ("meridian index ", ["build", "drop", "info"]),
    ("meridian hit a.gpkg --ra", ["--rank"]),
    ("meridian hit a.gpkg --rank ", ["class", "likelihood", "nearest", "order"]),
    ("meridian hit a.gpkg --rank=l", ["likelihood"]),
    ("meridian hit a.gpkg ", ["-"]),
    ("meridian hit a.gpkg --at ", []),
    ("meridian hit --at -0.13,51.5 ma", ["map-one.gpkg", "map-two.gpkg"]),
    ("meridian hit -l roads ma", ["map-one.gpkg", "map-two.gpkg"]),
    ("meridian measure line -0.13,51.5 --unit ft", ["ft", "ft-us"]),
    ("meridian measure line @ma", ["map-one.gpkg", "map-two.gpkg"]),
    ("meridian measure line --un", ["--unit"]),
    ("meridian measure - --ellipsoid w", ["wgs84"]),
    ("meridian -q measure inverse --format g", ["geojson"]),
    ("meridian info a.gpkg --format g", []),
    ("meridian help m", ["man", "measure"]),
    ("meridian help measure d", ["direct"]),
    ("meridian completion ", ["bash", "fish", "zsh"]),
  ]

  @Test(arguments: ShellKind.allCases)
  func `a shell offers what fits behind a line`(_ kind: ShellKind) throws {
    guard let probe = ShellProbe(kind) else { return }
    let found = try probe.offers(
      behind: Self.expected.map(\.line), commands: CommandTable.all,
      files: ["map-one.gpkg", "map-two.gpkg", "other.gpkg"])
    try #require(found.count == Self.expected.count, "\(found)")
    for (expected, offers) in zip(Self.expected, found) {
      #expect(offers == expected.offers, "\(kind.rawValue): \(expected.line)")
    }
  }

  @Test(arguments: ShellKind.allCases)
  func `every option of every command is offered`(_ kind: ShellKind) throws {
    guard let probe = ShellProbe(kind) else { return }
    let found = try probe.offers(
      behind: CommandTable.all.map { "meridian \($0.name) --" }, commands: CommandTable.all)
    try #require(found.count == CommandTable.all.count)
    for (command, offers) in zip(CommandTable.all, found) {
      let names = command.allOptions.map { "--\($0.name)" }
      #expect(Set(offers) == Set(names), "\(kind.rawValue): \(command.name)")
    }
  }

  /// Texts that a shell would run, expand or trip over if they were not escaped.
  static let nasty = ["it's", "$HOME", "a[b]", "c:d", "`id`", "e\\f", "*", "g\"h", "(i)", "{j,k}"]

  private var nastyCommand: Command {
    Command(
      words: ["odd"], summary: "it's $(false) `x`: \\ [y]", examples: [],
      options: [
        Option(
          "pick",
          ValueKind(placeholder: "A:B'C", needs: "", choices: Self.nasty) {
            text throws(ValueProblem) in text
          }, "It's [odd] $(exit 1) `exit 1` \\n %s \"x\""),
        Switch("no", letter: "n", "]'[ :\\"),
      ]
    ) { _ in .done }
  }

  @Test(arguments: ShellKind.allCases)
  func `special characters are offered, and not obeyed`(_ kind: ShellKind) throws {
    guard let probe = ShellProbe(kind) else { return }
    let found = try probe.offers(
      behind: ["meridian odd --pick ", "meridian odd --n", "meridian o"], commands: [nastyCommand])
    try #require(found.count == 3, "\(found)")
    // Two of them quote a word before they insert it.
    let words = found[0].map { word in
      kind == .fish
        ? word
        : word.replacing("\\\\", with: "\0").replacing("\\", with: "").replacing(
          "\0", with: "\\")
    }
    #expect(words.sorted() == Self.nasty.sorted())
    #expect(found[1] == ["--no"])
    #expect(found[2] == ["odd"])
  }
}
