/// A material that some surface gets in a context, and the first question that leads to it.
package struct Reach: Sendable {
  package var material: Material
  package var question: MaterialTable.Question

  /// Where that is: `iOS`, `iOS from 26`, `Android from 31`, `Android, low RAM`.
  package var text: String { Self.text(of: question) }

  /// The platform, version and memory of a question.
  package static func text(of question: MaterialTable.Question) -> String {
    let version = question.version > 0 ? " from \(question.version)" : ""
    return question.platform.text + version + (question.isLowRAM ? ", low RAM" : "")
  }

  /// The materials that the table gives in a context, each once, in the order of the questions.
  package static func all(in table: MaterialTable, _ context: Context) -> [Reach] {
    var seen: Set<String> = []
    return questions(of: [table], context).compactMap { question in
      guard let material = table.material(for: question),
        seen.insert(material.name).inserted
      else { return nil }
      return Reach(material: material, question: question)
    }
  }

  /// The questions that can have different answers in a context: every role, version at which a row
  /// begins, and, on Android, both sizes of memory.
  package static func questions(
    of tables: [MaterialTable], _ context: Context
  ) -> [MaterialTable.Question] {
    var roles: [String] = []
    for role in tables.flatMap(\.roles) where !roles.contains(role) { roles.append(role) }
    let begins = Set(tables.flatMap { versions(of: $0, on: context.platform) }).sorted()
    return roles.flatMap { role in
      begins.flatMap { version in
        (context.platform == .android ? [false, true] : [false]).map { isLowRAM in
          MaterialTable.Question(
            role: role, platform: context.platform, version: version, isLowRAM: isLowRAM,
            transparency: context.transparency, contrast: context.contrast)
        }
      }
    }
  }

  /// 0, which stands for every version before the first that a row names, and those that rows name.
  private static func versions(
    of table: MaterialTable, on platform: Context.Platform
  ) -> [Int] {
    guard platform != .web else { return [0] }
    let named = table.rows.filter { ($0.platform ?? platform) == platform }
      .compactMap(\.minimumVersion)
    return Set(named + [0]).sorted()
  }
}

extension Context.Platform {
  /// As people write it.
  package var text: String {
    switch self {
    case .ios: "iOS"
    case .android: "Android"
    case .web: "web"
    }
  }
}
