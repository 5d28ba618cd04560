import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport

/// A healthy GeoPackage of one layer `t` of 60 points, to be made sick by SQL.
struct SickFixture {
  let store: StoreFixture
  /// The file that is looked at.
  let path: String

  /// Looks at another file in the folder of a fixture.
  init(reading store: StoreFixture, at path: String) {
    self.store = store
    self.path = path
  }

  init(type: String = "POINT", rows: Int = 60, seed: UInt64 = 1) throws {
    var random = SplitMix64(seed: seed)
    store = try StoreFixture { writer in
      let layer = try writer.addLayer(
        "t", geometryType: type,
        columns: [
          AttributeColumn(name: "name", declaredType: "TEXT(20)"),
          AttributeColumn(name: "day", declaredType: "DATE"),
        ])
      for number in 1...rows {
        let x = Double.random(in: -10...10, using: &random)
        let y = Double.random(in: 40...50, using: &random)
        try writer.add(
          "POINT (\(x) \(y))", to: layer, [.text("row \(number)"), .text("2026-01-02")])
      }
    }
    path = store.path
  }

  /// The file's bytes.
  var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }

  func doctor(
    buildsIndexes: Bool = false, validity: StoreDoctor.Validity? = nil
  ) -> StoreDoctor {
    StoreDoctor(
      cacheFolder: store.cache.path, buildsIndexes: buildsIndexes, validity: validity)
  }

  func examine(buildsIndexes: Bool = false) throws -> StoreExamination {
    try doctor(buildsIndexes: buildsIndexes).examine(path)
  }

  /// Whether GDAL reads all rows; true where there is no GDAL.
  func isReadByGDAL(_ layer: String = "t", rows: Int) throws -> Bool {
    let program = "/usr/bin/ogrinfo"
    guard FileManager.default.isExecutableFile(atPath: program) else { return true }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-ro", "-so", path, layer]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 && text.contains("Feature Count: \(rows)\n")
  }
}
