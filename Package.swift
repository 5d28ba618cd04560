// swift-tools-version: 6.2
import PackageDescription

/// The strictest settings the toolchain offers, from the first day.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Tests keep the language rules but may use unsafe calls freely.
let testing: [SwiftSetting] = [
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Meridian",
  products: [
    .library(
      name: "Meridian",
      targets: ["MeridianKernel", "MeridianGeodesy", "MeridianStore", "MeridianWorkspace"]),
    .library(name: "MeridianTopology", targets: ["MeridianTopology"]),
    .library(name: "MeridianQuery", targets: ["MeridianQuery"]),
    .executable(name: "meridian", targets: ["meridian"]),
    .executable(name: "meridian-fixtures", targets: ["meridian-fixtures"]),
    .executable(name: "meridian-bench", targets: ["meridian-bench"]),
    .executable(name: "meridian-tokens", targets: ["meridian-tokens"]),
  ],
  targets: [
    // C walls: declarations only. SQLite is linked; the others are opened on first use.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPROJ", providers: [.apt(["libproj-dev"])]),
    .systemLibrary(name: "CGEOS", providers: [.apt(["libgeos-dev"])]),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CShapelib", providers: [.apt(["libshp-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CPlatform"),
    .target(name: "LibraryOpening", dependencies: ["CPlatform"], swiftSettings: strict),
    .target(name: "CKernels"),
    .target(
      name: "CSimdJSON",
      // Elsewhere it is opened on first use.
      linkerSettings: [.linkedLibrary("simdjson", .when(platforms: [.macOS]))]),
    .target(name: "JSONText", swiftSettings: strict),

    // The libraries, in a strict line of dependency.
    .target(name: "MeridianKernel", dependencies: ["CKernels"], swiftSettings: strict),
    .target(
      name: "MeridianGeodesy", dependencies: ["MeridianKernel", "CPROJ", "LibraryOpening"],
      swiftSettings: strict),
    .target(
      name: "MeridianStore", dependencies: ["MeridianKernel", "CSQLite", "CPlatform"],
      swiftSettings: strict),
    .target(
      name: "MeridianTopology", dependencies: ["MeridianKernel", "CGEOS", "LibraryOpening"],
      swiftSettings: strict),
    .target(
      name: "MeridianFilter",
      dependencies: ["MeridianKernel", "MeridianStore", "CUTF8Proc", "LibraryOpening"],
      swiftSettings: strict),
    .target(
      name: "MeridianQuery",
      dependencies: [
        "MeridianKernel", "MeridianStore", "MeridianGeodesy", "MeridianTopology",
        "MeridianFilter",
      ],
      swiftSettings: strict),
    .target(
      name: "MeridianWorkspace",
      dependencies: ["MeridianKernel", "MeridianStore", "MeridianGeodesy"],
      swiftSettings: strict),
    .target(
      name: "MeridianCommands",
      dependencies: [
        "MeridianKernel", "MeridianGeodesy", "MeridianStore", "MeridianTopology",
        "MeridianFilter", "MeridianQuery", "MeridianWorkspace", "CSimdJSON", "JSONText",
        "CShapelib", "CExpat", "CPlatform", "LibraryOpening",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "meridian", dependencies: ["MeridianCommands"], swiftSettings: strict),

    // Tools.
    .executableTarget(
      name: "meridian-fixtures", dependencies: ["MeridianKernel", "MeridianStore"],
      path: "Tools/fixtures", swiftSettings: strict),
    .executableTarget(
      name: "meridian-bench",
      dependencies: [
        "MeridianKernel", "MeridianStore", "MeridianWorkspace", "MeridianQuery", "CGEOS",
        "CPROJ", "CSQLite", "CPlatform", "LibraryOpening",
      ],
      path: "Tools/bench", exclude: ["peers"], swiftSettings: testing),
    .target(
      name: "MeridianTokens", dependencies: ["CSimdJSON", "JSONText", "CPlatform"],
      path: "Tools/tokens", exclude: ["Program"], swiftSettings: strict),
    .executableTarget(
      name: "meridian-tokens", dependencies: ["MeridianTokens"], path: "Tools/tokens/Program",
      swiftSettings: strict),

    // Tests.
    .target(
      name: "MeridianTestSupport", dependencies: ["MeridianKernel", "MeridianStore"],
      path: "Tests/MeridianTestSupport", swiftSettings: testing),
    .testTarget(
      name: "MeridianKernelTests",
      dependencies: ["MeridianKernel", "CKernels", "MeridianTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "MeridianGeodesyTests", dependencies: ["MeridianGeodesy", "MeridianTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "MeridianStoreTests", dependencies: ["MeridianStore", "MeridianTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "MeridianTopologyTests", dependencies: ["MeridianTopology", "MeridianTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "MeridianFilterTests",
      dependencies: ["MeridianFilter", "MeridianStore", "MeridianTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "MeridianQueryTests",
      dependencies: ["MeridianQuery", "MeridianStore", "MeridianGeodesy", "MeridianTestSupport"],
      swiftSettings: testing),
    .testTarget(
      name: "MeridianWorkspaceTests",
      dependencies: ["MeridianWorkspace", "MeridianStore", "MeridianTestSupport"],
      exclude: ["Phone/Journeys"], swiftSettings: testing),
    .testTarget(
      name: "MeridianCommandsTests",
      dependencies: [
        "MeridianCommands", "MeridianStore", "MeridianGeodesy", "MeridianKernel",
        "MeridianWorkspace", "MeridianTestSupport",
      ],
      exclude: ["Transcripts"], swiftSettings: testing),
    .testTarget(
      name: "MeridianTokensTests", dependencies: ["MeridianTokens", "JSONText"],
      exclude: ["Golden", "Surfaces"], swiftSettings: testing),
    .testTarget(name: "TidyTests", dependencies: ["MeridianTestSupport"], swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
