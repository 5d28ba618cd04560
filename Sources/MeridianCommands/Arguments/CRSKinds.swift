internal import MeridianKernel

extension CRS {
  /// The system of an authority and code such as `EPSG:2056` or `OGC:CRS84`; nil for other texts.
  /// Codes of the EPSG are numbers.
  init?(named text: String) {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, !words[0].isEmpty, !words[1].isEmpty,
      words.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    else { return nil }
    let (authority, code) = (words[0].uppercased(), String(words[1]))
    guard authority == "EPSG" else {
      let isDegrees = authority == "OGC" && code.uppercased() == "CRS84"
      self =
        isDegrees ? .longitudeLatitude : .authority(name: authority, code: code, definition: nil)
      return
    }
    guard let number = Int32(code), number > 0 else { return nil }
    switch number {
    case 4326: self = .longitudeLatitude
    case 3857: self = .webMercator
    default: self = .authority(name: authority, code: String(number), definition: nil)
    }
  }
}

extension ValueKind where Value == CRS {
  /// A reference system by authority and code.
  static var crs: ValueKind { named("AUTHORITY:CODE") { $0 } }
}

extension ValueKind where Value == LayerCRS {
  /// A reference system of the EPSG's registry, such as `EPSG:2056`.
  static var layerCRS: ValueKind { named("EPSG:N") { LayerCRS($0) } }
}

extension ValueKind {
  /// What stands for a reference system of a name; `value` is nil where it is not wanted.
  fileprivate static func named(
    _ placeholder: String, _ value: @escaping @Sendable (CRS) -> Value?
  ) -> ValueKind {
    let needs = "a reference system such as EPSG:2056"
    return ValueKind(placeholder: placeholder, needs: needs) { text throws(ValueProblem) in
      guard let value = CRS(named: text).flatMap(value) else {
        throw ValueProblem(needs: needs, but: "it is \(ValueProblem.quoted(text))")
      }
      return value
    }
  }
}
