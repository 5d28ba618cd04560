/// Which module may import which: the arrows of the architecture, one way.
enum ImportRules {
  private static let platform: Set = ["Glibc", "Musl", "Darwin"]

  /// What every target may import besides the platform's C library where it is allowed.
  private static let allowed: [(folder: String, imports: Set<String>)] = [
    ("Sources/MeridianKernel/", ["CKernels"]),
    ("Sources/LibraryOpening/", ["CPlatform"]),
    ("Sources/MeridianGeodesy/", ["MeridianKernel", "CPROJ", "LibraryOpening"]),
    ("Sources/MeridianStore/", ["MeridianKernel", "CSQLite", "CPlatform", "Synchronization"]),
    (
      "Sources/MeridianTopology/",
      ["MeridianKernel", "CGEOS", "LibraryOpening"]
    ),
    (
      "Sources/MeridianFilter/",
      ["MeridianKernel", "MeridianStore", "CUTF8Proc", "LibraryOpening"]
    ),
    (
      "Sources/MeridianQuery/",
      [
        "MeridianKernel", "MeridianStore", "MeridianGeodesy", "MeridianTopology",
        "MeridianFilter", "Synchronization",
      ]
    ),
    (
      "Sources/MeridianWorkspace/",
      ["MeridianKernel", "MeridianStore", "MeridianGeodesy", "Synchronization"]
    ),
    (
      "Sources/MeridianCommands/",
      [
        "MeridianKernel", "MeridianStore", "MeridianGeodesy", "MeridianTopology",
        "MeridianFilter", "MeridianQuery", "MeridianWorkspace", "CSimdJSON", "JSONText",
        "CShapelib",
        "CExpat", "CPlatform", "LibraryOpening", "Synchronization", "Dispatch",
      ]
    ),
    ("Sources/meridian/", ["MeridianCommands"]),
    ("Tools/fixtures/", ["MeridianKernel", "MeridianStore"]),
    (
      "Tools/bench/",
      [
        "MeridianKernel", "MeridianStore", "MeridianGeodesy", "MeridianWorkspace", "MeridianQuery",
        "LibraryOpening", "CGEOS", "CSQLite", "CPROJ", "CPlatform", "Dispatch", "Synchronization",
      ]
    ),
    ("Sources/JSONText/", []),
    ("Tools/tokens/Program/", ["MeridianTokens"]),
    ("Tools/tokens/", ["CSimdJSON", "JSONText", "CPlatform", "Synchronization"]),
    (
      "Tools/fuzz/",
      [
        "MeridianKernel", "MeridianStore", "MeridianFilter", "MeridianCommands", "JSONText",
        "MeridianTokens",
      ]
    ),
    ("Tests/MeridianTestSupport/", ["MeridianKernel", "MeridianStore", "Foundation"]),
  ]

  /// How many files of the libraries may see each wall, and each library the platform.
  private static let budget: [(folder: String, modules: Set<String>, files: Int)] = [
    ("Sources/", ["CSQLite"], 6), ("Sources/", ["CPROJ"], 4), ("Sources/", ["CGEOS"], 3),
    ("Sources/", ["CUTF8Proc"], 1), ("Sources/", ["CShapelib"], 2), ("Sources/", ["CExpat"], 2),
    ("Sources/", ["CSimdJSON"], 2), ("Sources/", ["CPlatform"], 18),
    ("Sources/", ["CKernels"], 5),
    ("Sources/MeridianKernel/", platform, 1), ("Sources/MeridianGeodesy/", platform, 1),
    ("Sources/MeridianStore/", platform, 1), ("Sources/MeridianWorkspace/", platform, 0),
    ("Sources/MeridianCommands/", platform, 1), ("Sources/meridian/", platform, 1),
  ]

  /// Imports that the table does not allow, and walls that more files see than agreed.
  static func findings(in repository: Repository) -> [Finding] {
    var result: [Finding] = []
    var seen: [(path: String, module: String)] = []
    for file in repository.swift {
      for (line, module) in imports(of: file) {
        seen.append((file.path, module))
        guard let rule = allowed.first(where: { file.path.hasPrefix($0.folder) }) else {
          if !file.path.hasPrefix("Tests/"), file.path != "Package.swift" {
            result.append(Finding(path: file.path, line: line, text: "no target of the table"))
          }
          continue
        }
        if !rule.imports.contains(module), !platform.contains(module) {
          result.append(
            Finding(path: file.path, line: line, text: "\(rule.folder) may not import \(module)"))
        }
      }
    }
    for (folder, modules, files) in budget {
      let users = Set(
        seen.filter { $0.path.hasPrefix(folder) && modules.contains($0.module) }.map(\.path))
      if users.count > files {
        result.append(
          Finding(
            path: folder, line: 0,
            text: "\(modules.sorted().joined(separator: "/")) is seen in \(users.count) files, "
              + "\(files) are agreed: \(users.sorted().joined(separator: ", "))"))
      }
    }
    return result
  }

  /// The modules that a file imports, with their lines.
  private static func imports(of file: Repository.File) -> [(line: Int, module: String)] {
    let pattern =
      #"^[ \t]*(?:@\w+[ \t]+)*(?:\w+[ \t]+)?import[ \t]+"#
      + #"(?:(?:struct|class|enum|protocol|func|var|let|typealias)[ \t]+)?(\w+)"#
    return file.matches(pattern, in: file.code).map { ($0.line, $0.groups[1]) }
  }
}
