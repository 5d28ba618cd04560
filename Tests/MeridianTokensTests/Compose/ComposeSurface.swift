import Foundation

@testable import MeridianTokens

/// The generated Kotlin of all sets, compiled once against the stubs of Compose and Android, and
/// what a program made of it says the values are.
struct ComposeSurface {
  /// Whether there was no compiler: tests say that they are skipped.
  var isSkipped = false
  /// What the compiler complained about; empty when all is well.
  var complaints = ""
  var values: [ValueKey: String] = [:]

  /// Compiled when it is first asked for; every test shares it.
  static let shared = Result { try ComposeSurface() }

  private init() throws {
    let folder = try GeneratedFolder()
    // The folder goes with its object, which must outlast the compiler.
    defer { withExtendedLifetime(folder) {} }
    var sources = try GeneratedFolder.stubs("ComposeStubs")
    for system in NativeSets.all {
      let files = try ComposeOutput.files(for: system)
      let placed = files.map { OutputFile(path: "\(system.name)/\($0.path)", text: $0.text) }
      sources += try folder.write(placed, ending: ".kt")
      let dump = OutputFile(path: "Dump\(system.name).kt", text: try KotlinDump(system).source)
      sources += try folder.write([dump], ending: ".kt")
    }
    let calls = NativeSets.all.map {
      "    org.meridian.tokens.\($0.name.lowercased()).dump()\n"
    }
    let main = OutputFile(path: "Main.kt", text: "fun main() {\n" + calls.joined() + "}\n")
    sources += try folder.write([main], ending: ".kt")
    let jar = folder.path + "/dump.jar"
    guard let compiler = try ToolRun.run(["kotlinc", "-include-runtime", "-d", jar] + sources),
      try ToolRun.run(["java", "-version"]) != nil
    else {
      print("skipped: kotlinc is not here; the generated Kotlin is not compiled")
      isSkipped = true
      return
    }
    let lines = compiler.output.split(separator: "\n", omittingEmptySubsequences: false)
    // The Java machine warns about the compiler's own options.
    complaints = lines.filter { !$0.contains("-Xverify:none") && !$0.isEmpty }
      .joined(separator: "\n")
    guard compiler.status == 0 else { return }
    values = ValueKey.read(try ToolRun.run(["java", "-cp", jar, "MainKt"])?.output ?? "")
  }
}
