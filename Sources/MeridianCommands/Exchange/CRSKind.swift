internal import MeridianGeodesy

extension ValueKind where Value == LayerCRS {
  /// A reference system of the EPSG's registry, such as `EPSG:2056`.
  static var layerCRS: ValueKind {
    let needs = "a reference system such as EPSG:2056"
    return ValueKind(placeholder: "EPSG:N", needs: needs) { text throws(ValueProblem) in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      if text.uppercased() == "OGC:CRS84" { return .longitudeLatitude }
      guard parts.count == 2, parts[0].uppercased() == "EPSG",
        let code = Int64(parts[1]), code > 0, code <= Int64(Int32.max)
      else { throw ValueProblem(needs: needs, but: "it is \(ValueProblem.quoted(text))") }
      return LayerCRS(epsg: code)
    }
  }
}

extension LayerCRS {
  /// A system of the EPSG's registry, its name and definition still to be looked up.
  init(epsg code: Int64) {
    switch code {
    case 4326: self = .longitudeLatitude
    case 3857: self = .webMercator
    default: self.init(id: code, name: "", organization: "EPSG", code: code, definition: "")
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
