import Foundation
import Testing

@testable import MeridianTokens

/// The two design systems that are checked in.
@Suite("Aero and Remly")
struct DataTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private func reading(_ name: String) throws -> Reading {
    try TokenReader.read("\(Self.root)/Data/tokens/\(name).resolver.json")
  }

  @Test(arguments: ["aero", "remly"])
  func `a checked-in set is read without a warning and passes the gate`(name: String) throws {
    let reading = try reading(name)
    #expect(reading.warnings.map(\.description) == [])
    #expect(ContrastGate.findings(in: reading.system).map(\.description) == [])
  }

  @Test(arguments: ["aero", "remly"])
  func `what is checked in is what would be built`(name: String) throws {
    let system = try reading(name).system
    let folder = try OutputFolder(
      "\(Self.root)/Data/tokens/generated/\(name)", Outputs.files(for: system))
    #expect(folder.stale.map(\.path) == [])
    #expect(folder.missing.map(\.path) == [])
    #expect(folder.extra == [])
  }

  /// The figures of the design, in points, seconds and weights.
  @Test func `Aero has the figures of its design`() throws {
    let system = try reading("aero").system
    func points(_ path: String, _ platform: Context.Platform = .ios) -> Double? {
      switch system.token(TokenPath(path))?.value[Context(platform: platform)] {
      case .dimension(let size): size.points
      case .typography(let type): type.fontSize.points
      default: nil
      }
    }
    let sizes: [(String, Double)] = [
      ("radius.card", 20), ("radius.sheet", 26), ("radius.control-small", 11),
      ("radius.control", 14), ("radius.pill-small", 16), ("radius.pill", 24),
      ("size.primary-button", 48), ("size.icon-button", 44), ("size.cluster-button", 46),
      ("size.cluster-button-large", 48), ("size.row", 48), ("type.title-large", 28),
      ("type.title", 24), ("type.sheet-title-large", 20), ("type.sheet-title", 17),
      ("type.section-large", 13), ("type.section", 12), ("type.body", 16), ("type.control", 15),
      ("type.metadata-large", 13), ("type.metadata", 12),
    ]
    for (path, size) in sizes { #expect(points(path) == size, "\(path)") }
    #expect(points("type.body", .web) == 16)
    func duration(_ path: String, _ motion: Context.Motion) -> Double? {
      guard case .duration(let time) = system.token(TokenPath(path))?.value[Context(motion: motion)]
      else { return nil }
      return time
    }
    #expect(duration("duration.quick", .standard) == 200)
    #expect(duration("duration.slow", .standard) == 260)
    #expect(duration("duration.slow", .reduced) == 0)
    #expect(duration("duration.toast", .reduced) == 2500)
    func grain(_ theme: Context.Theme) -> Double {
      guard
        case .number(let grain) = system.token(TokenPath("glass.grain"))?
          .value[Context(theme: theme)]
      else { return 0 }
      return grain
    }
    #expect(grain(.dark) > grain(.light))
    let readout = try #require(system.token(TokenPath("type.readout")))
    #expect(readout.role.isTabular && readout.role.isMonospaced)
    let section = try #require(system.token(TokenPath("type.section")))
    #expect(section.role.isUppercase)
    #expect(system.backdrops.count == 6)
  }

  @Test func `Aero's words have the weights of its design`() throws {
    let system = try reading("aero").system
    let weights: [(String, Double)] = [
      ("title-large", 800), ("title", 800), ("sheet-title-large", 600), ("sheet-title", 600),
      ("section-large", 700), ("section", 700), ("body", 500), ("control", 500),
    ]
    for (name, weight) in weights {
      guard case .typography(let type) = system.token(TokenPath("type.\(name)"))?.value[Context()]
      else {
        Issue.record("there is no type.\(name)")
        continue
      }
      #expect(type.fontWeight == weight, "type.\(name)")
    }
  }

  /// A project may choose any tint, so each has to hold as ink, under words and behind a selection.
  @Test func `every tint of Aero's is measured as ink and as ground`() throws {
    let system = try reading("aero").system
    let presets = ["teal", "ocean", "iris", "moss", "clay"]
    let found = Set(system.tokens.filter { $0.path.names[0] == "preset" }.map { $0.path.names[1] })
    #expect(found == Set(presets))
    func fills(_ path: String) -> [TokenPath]? { system.token(TokenPath(path))?.role.fills }
    for preset in presets {
      #expect(system.token(TokenPath("preset.\(preset).ink"))?.role.ink == .text)
      // The accent is the teal, until a project chooses another.
      let tint = preset == "teal" ? "accent" : "preset.\(preset)"
      #expect(fills("accent.on")?.contains(TokenPath("\(tint).$root")) == true, "\(preset)")
      #expect(fills("accent.on-wash")?.contains(TokenPath("\(tint).wash")) == true, "\(preset)")
    }
  }

  @Test(arguments: ["aero", "remly"])
  func `words on the accent are measured, and Material has its main colors`(
    name: String
  ) throws {
    let system = try reading(name).system
    #expect(system.tokens.contains { $0.role.ink == .text && !$0.role.fills.isEmpty })
    let roles = KotlinColors.materialRoles(of: system).map(\.role)
    #expect(
      roles == [
        .primary, .onPrimary, .background, .onBackground, .surface, .onSurface, .onSurfaceVariant,
        .error, .outline,
      ])
  }

  @Test func `Remly has the figures and groups of its design`() throws {
    let system = try reading("remly").system
    for group in ["ink", "accent", "status", "stage", "channel"] {
      let tokens = system.tokens.filter { $0.path.names.first == group }
      #expect(!tokens.isEmpty)
      #expect(tokens.contains { $0.value[Context()] != $0.value[Context(theme: .dark)] })
    }
    #expect(system.springs.map(\.name) == ["signature", "lens", "sheet"])
    #expect(system.haptics.map(\.name) == ["selection", "light", "success", "warning"])
    #expect(system.wallpapers.map(\.name) == ["vivid", "calm"])
    #expect(system.wallpapers.allSatisfy { $0.radials.count > 1 })
    for (path, size) in [("radius.sheet", 38.0), ("radius.card", 30)] {
      #expect(system.token(TokenPath(path))?.value[Context()] == .dimension(Dimension(size)))
    }
  }
}
