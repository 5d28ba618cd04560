import Foundation
import MeridianKernel
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// Journeys over the phone's surface, one transcript each in the folder `Journeys`.
@Suite struct `Journeys on the phone` {
  static let names: [String] = {
    let folder = Golden.root + "/Tests/MeridianWorkspaceTests/Phone/Journeys"
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return found.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test(arguments: names)
  func `a recorded journey goes the same way again`(name: String) throws {
    let difference = try Journey.difference(
      replaying: "Tests/MeridianWorkspaceTests/Phone/Journeys/\(name)")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `there are journeys to replay`() { #expect(Self.names.count >= 8) }
}
