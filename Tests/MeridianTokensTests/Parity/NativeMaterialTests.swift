import Foundation
import Testing

@testable import MeridianTokens

/// The material resolver and the layers of the generated Swift and Kotlin, read from their text:
/// every cell of the table gives the same there as in the source.
struct NativeMaterialTests {
  @Test func `every cell of the sample's table is resolved by both native outputs`() throws {
    try Self.compare(Samples.system)
  }

  @Test(arguments: SetParityTests.names)
  func `every cell of a set's table is resolved by both native outputs`(_ name: String) throws {
    try Self.compare(try SetParityTests.system(name))
  }

  private static func compare(_ system: DesignSystem) throws {
    let swift = try text(of: SwiftUIOutput.files(for: system), "Materials.swift")
    let kotlin = try text(of: ComposeOutput.files(for: system), "Materials.kt")
    let outputs = [
      (Context.Platform.ios, try steps(of: swift), try layers(of: swift)),
      (.android, try steps(of: kotlin), try layers(of: kotlin)),
    ]
    for (platform, steps, layers) in outputs {
      var cells = 0
      for question in questions(of: system.materials, platform) {
        let material = try #require(system.materials.material(for: question))
        let said = try #require(steps.first { $0.conditions.allSatisfy { question.meets($0) } })
        #expect(said.material == plain(material.name), "\(question)")
        let drawn = try #require(layers[plain(material.name)], "\(material.name) has no layers")
        #expect(drawn == material.layers.map { word(of: $0, platform) }, "\(material.name)")
        cells += 1
      }
      #expect(cells >= system.materials.roles.count * 8)
    }
  }

  private static func text(of files: [OutputFile], _ end: String) throws -> String {
    try #require(files.first { $0.path.hasSuffix(end) }, "no file \(end)").text
  }

  private static func plain(_ text: String) -> String {
    text.filter { $0.isLetter || $0.isNumber }.lowercased()
  }

  private static func questions(
    of table: MaterialTable, _ platform: Context.Platform
  ) -> [MaterialTable.Question] {
    let limits = table.rows.compactMap(\.minimumVersion)
    let versions = Set(limits.flatMap { [$0 - 1, $0, $0 + 1] } + [17, 24]).sorted()
    var questions: [MaterialTable.Question] = []
    for role in table.roles {
      for version in versions {
        for transparency in Context.Transparency.allCases {
          for contrast in Context.Contrast.allCases {
            for isLowRAM in platform == .android ? [false, true] : [false] {
              questions.append(
                .init(
                  role: role, platform: platform, version: version, isLowRAM: isLowRAM,
                  transparency: transparency, contrast: contrast))
            }
          }
        }
      }
    }
    return questions
  }

  private struct Step {
    var conditions: [String]
    /// In small letters without signs.
    var material: String
  }

  /// `if A && B { return .solid }`, `if (A && B) return AeroMaterial.Solid`, `return .solid`.
  private static func steps(of text: String) throws -> [Step] {
    var steps: [Step] = []
    for line in text.split(separator: "\n").map({ StyleSheet.trimmed($0) }) {
      let parts = line.components(separatedBy: "return ")
      guard parts.count == 2, parts[1].contains(".") else { continue }
      let name = try #require(parts[1].components(separatedBy: ".").last)
      let conditions = parts[0].components(separatedBy: "&&").map { part in
        let words = part.components(separatedBy: CharacterSet(charactersIn: " (){"))
        return words.filter { !$0.isEmpty && $0 != "if" }.joined(separator: " ")
      }
      steps.append(
        Step(conditions: conditions.filter { !$0.isEmpty }, material: plain(name)))
    }
    return steps
  }

  /// Material → its layers, as `fill glass.tint`.
  private static func layers(of text: String) throws -> [String: [String]] {
    var layers: [String: [String]] = [:]
    var material: String?
    for line in text.split(separator: "\n").map({ StyleSheet.trimmed($0) }) {
      if line.hasPrefix("case .") {
        material = plain(line)
          .replacingOccurrences(of: "case", with: "", options: .anchored)
      } else if line.contains("Material."), line.contains("-> listOf(") {
        let name = line.components(separatedBy: " ->")[0].components(separatedBy: ".").last
        material = name.map(plain)
      }
      guard let name = material else { continue }
      let list = line.components(separatedBy: "-> listOf(").last ?? line
      for part in StyleSheet.split(unwrapped(list), at: ",") {
        guard let word = layer(part) else { continue }
        layers[name, default: []].append(word)
      }
    }
    return layers
  }

  /// A line without the brackets of a list around its layers.
  private static func unwrapped(_ line: String) -> String {
    guard line.hasPrefix("["), line.hasSuffix("]") else {
      return line.hasSuffix("))")
        && line.filter { $0 == "(" }.count < line.filter { $0 == ")" }.count
        ? String(line.dropLast()) : line
    }
    return String(line.dropFirst().dropLast())
  }

  /// `.fill(Aero.Glass.tint(settings))`, `AeroLayer.Fill(colors.glass.tint)` → `fill glass.tint`.
  private static func layer(_ text: String) -> String? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let kind = text[..<open].components(separatedBy: ".").last, text[..<open].contains(".")
    else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
      .replacingOccurrences(of: "(settings)", with: "")
    let reference = inside.components(separatedBy: CharacterSet(charactersIn: " ,:()")).last ?? ""
    let path = reference.components(separatedBy: ".").dropFirst().map(plain)
    let word = plain(kind) == "edge" ? "border" : plain(kind)
    let system =
      inside.contains(".ultraThinMaterial")
      ? " ultraThinMaterial" : inside.contains(".regularMaterial") ? " regularMaterial" : ""
    return word + system + " " + path.joined(separator: ".")
  }

  private static func word(of layer: Material.Layer, _ platform: Context.Platform) -> String {
    func path(_ path: TokenPath) -> String { path.names.map(plain).joined(separator: ".") }
    switch layer {
    case .system(.glassEffect, let tint): return "glass " + path(tint)
    case .system(let system, let tint): return "material \(system.rawValue) " + path(tint)
    case .blur(let radius): return "blur " + path(radius)
    case .fill(let color): return "fill " + path(color)
    case .border(let border): return "border " + path(border)
    case .highlight(let border): return "highlight " + path(border)
    case .grain(let opacity): return "grain " + path(opacity)
    case .shadow(let shadow): return "shadow " + path(shadow)
    }
  }
}

extension MaterialTable.Question {
  /// Whether a condition of the generated code holds; one that is not known never does.
  fileprivate func meets(_ condition: String) -> Bool {
    let words = condition.split(separator: " ").map(String.init)
    switch words.first {
    case "settings.reducesTransparency": return transparency == .reduced
    case "settings.increasesContrast": return contrast == .increased
    case "settings.isLowRam": return isLowRAM
    case "role":
      let name = words.last?.components(separatedBy: ".").last?.lowercased()
      return words.count == 3 && name == role.filter { $0.isLetter || $0.isNumber }.lowercased()
    case "version", "systemVersion":
      return words.count == 3 && words[1] == ">="
        && words.last.flatMap { Int($0) } ?? .max <= version
    case "!settings.reducesTransparency": return transparency == .standard
    case "!settings.increasesContrast": return contrast == .standard
    case "!settings.isLowRam": return !isLowRAM
    default: return false
    }
  }
}
