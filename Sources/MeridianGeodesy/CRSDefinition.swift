/// What a reference system is called and how it is defined, by PROJ's copy of the registries.
///
/// ```swift
/// let swiss = try CRSDefinition(authority: "EPSG", code: "2056")
/// print(swiss.name)  // CH1903+ / LV95
/// ```
public struct CRSDefinition: Hashable, Sendable {
  /// The registry's name for it.
  public let name: String
  /// Well-known text in the version of 2001 (OGC 01-009), as GeoPackage keeps it.
  public let wellKnownText: String

  /// Looks up a code of an authority; throws when PROJ is not installed or does not know it.
  public init(authority: String, code: String) throws(GeodesyError) {
    let wanted = "\(authority):\(code)"
    let context = try PROJContext()
    guard let found = context.describe(wanted) else {
      throw .unknownCRS(name: wanted, detail: context.lastErrorText)
    }
    (name, wellKnownText) = found
  }
}
