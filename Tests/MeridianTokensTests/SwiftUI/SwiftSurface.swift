import Foundation

@testable import MeridianTokens

/// The generated Swift of all sets, compiled once against the stubs of SwiftUI, and what a program
/// made of it says the values are.
struct SwiftSurface {
  /// What the compiler complained about; empty when all is well.
  var complaints: String
  var values: [ValueKey: String]
  /// Colors of the catalogs: set, then path below the catalog, then the file's text.
  var catalogs: [String: [String: String]]

  /// Compiled when it is first asked for; every test shares it.
  static let shared = Result { try SwiftSurface() }

  private init() throws {
    let folder = try GeneratedFolder()
    var sources: [String] = []
    catalogs = [:]
    for system in NativeSets.all {
      let files = try SwiftUIOutput.files(for: system)
      let placed = files.map { OutputFile(path: "\(system.name)/\($0.path)", text: $0.text) }
      sources += try folder.write(placed, ending: ".swift")
      for file in files where file.path.hasSuffix(".colorset/Contents.json") {
        catalogs[system.name, default: [:]][file.path] = file.text
      }
      let dump = OutputFile(path: "Dump\(system.name).swift", text: try SwiftDump(system).source)
      sources += try folder.write([dump], ending: ".swift")
    }
    let calls = NativeSets.all.map { "dump\($0.name)()\n" }.joined()
    sources += try folder.write([OutputFile(path: "main.swift", text: calls)], ending: ".swift")
    // Written with `package`, for what is public in this repository is documented.
    let stubs = try GeneratedFolder.stubs("SwiftUIStubs").map { path in
      OutputFile(
        path: "Stubs/" + (path.split(separator: "/").last ?? ""),
        text: try String(contentsOfFile: path, encoding: .utf8)
          .replacingOccurrences(of: "package ", with: "public "))
    }
    let library = try ToolRun.run(
      ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "SwiftUI"]
        + ["-emit-module", "-emit-module-path", folder.path + "/SwiftUI.swiftmodule"]
        + ["-emit-library", "-static", "-o", folder.path + "/libSwiftUI.a"]
        + folder.write(stubs, ending: ".swift"))
    let program = try ToolRun.run(
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-Wwarning",
        "DeprecatedDeclaration",
      ]
        + ["-module-name", "Dump", "-I", folder.path, "-L", folder.path, "-lSwiftUI"]
        + ["-o", folder.path + "/dump"] + sources)
    guard let library, let program, library.status == 0, program.status == 0 else {
      complaints = (library?.output ?? "no swiftc") + (program?.output ?? "")
      values = [:]
      return
    }
    complaints = ""
    values = ValueKey.read(try ToolRun.run([folder.path + "/dump"])?.output ?? "")
    for (key, text) in values { values[key] = resolved(text, key) }
  }

  /// Names of assets replaced by the colors that their catalog has for the context.
  private func resolved(_ text: String, _ key: ValueKey) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix("asset:") else { return String(word) }
      return color(String(word.dropFirst("asset:".count)), key) ?? "no asset \(word)"
    }.joined(separator: " ")
  }

  private func color(_ asset: String, _ key: ValueKey) -> String? {
    let path = "swiftui/Colors.xcassets/\(asset).colorset/Contents.json"
    guard let text = catalogs[key.set]?[path] else { return nil }
    return CatalogColor.color(
      in: text, isDark: key.context & 1 == 1, isHigh: key.context & 2 == 2)
  }
}

/// A color set as the system reads it.
enum CatalogColor {
  private struct Contents: Decodable {
    struct Entry: Decodable {
      struct Appearance: Decodable {
        var appearance: String
        var value: String
      }
      struct Color: Decodable {
        var components: [String: String]
      }
      var appearances: [Appearance]?
      var color: Color
    }
    var colors: [Entry]
  }

  /// The entry with the most appearances that all hold; `nil` when the file is none.
  static func color(in text: String, isDark: Bool, isHigh: Bool) -> String? {
    guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(text.utf8)) else {
      return nil
    }
    let fitting = contents.colors.filter { entry in
      (entry.appearances ?? []).allSatisfy { appearance in
        switch (appearance.appearance, appearance.value) {
        case ("luminosity", "dark"): isDark
        case ("contrast", "high"): isHigh
        default: false
        }
      }
    }
    let best = fitting.max { ($0.appearances ?? []).count < ($1.appearances ?? []).count }
    guard let components = best?.color.components,
      let alpha = components["alpha"].flatMap(Double.init)
    else { return nil }
    let hex = ["red", "green", "blue"].map { components[$0]?.dropFirst(2) ?? "??" }.joined()
    return "#" + hex + String(format: "%02X", Int((alpha * 255).rounded()))
  }
}
