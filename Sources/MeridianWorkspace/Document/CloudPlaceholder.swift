internal import MeridianStore

/// The file that stands where a cloud service has not yet brought the document: `.name.gpkg.icloud`
/// beside the place where `name.gpkg` belongs.
struct CloudPlaceholder {
  /// Where it is.
  let path: String

  /// nil when there is none for a path.
  init?(for path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.path = FileAccess.folder(of: path) + "/.\(name).icloud"
    guard FileAccess.exists(self.path) else { return nil }
  }
}
