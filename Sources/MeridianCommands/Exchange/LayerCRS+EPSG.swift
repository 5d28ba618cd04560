internal import MeridianGeodesy
internal import MeridianKernel

extension LayerCRS {
  /// A system of the EPSG's registry, its name and definition still to be looked up.
  init(epsg code: Int64) {
    switch code {
    case 4326: self = .longitudeLatitude
    case 3857: self = .webMercator
    default: self.init(id: code, name: "", organization: "EPSG", code: code, definition: "")
    }
  }

  /// A system that has a name; nil for those of other registries.
  init?(_ crs: CRS) {
    switch crs {
    case .longitudeLatitude: self = .longitudeLatitude
    case .webMercator: self = .webMercator
    case .authority("EPSG", let text, _):
      guard let code = Int64(text) else { return nil }
      self.init(epsg: code)
    case .authority, .unknownGeographic, .undefined: return nil
    }
  }

  /// The system with its name and definition, nil where every store has it; throws where PROJ,
  /// which knows them, is not there or does not.
  func completed() throws(CommandError) -> LayerCRS? {
    if id == 4326 || id == 3857 { return nil }
    guard definition.isEmpty else { return self }
    do throws(GeodesyError) {
      let found = try CRSDefinition(authority: organization, code: String(code))
      var whole = self
      whole.name = found.name
      whole.definition = found.wellKnownText
      return whole
    } catch {
      throw CommandError(error)
    }
  }
}
