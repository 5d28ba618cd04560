public import MeridianFilter
public import MeridianGeodesy
public import MeridianStore
public import MeridianTopology

/// What can go wrong between a question and its features.
public enum QueryError: Error, Sendable {
  /// The store, the reference systems, the filter's text or GEOS, in their own words.
  case store(StoreError)
  case geodesy(GeodesyError)
  case filter(FilterError)
  case topology(TopologyError)
  /// A distance on the ground was asked of a layer that has no place on the Earth.
  case noPlace(layer: String, crs: String)
  /// A relation or distance was asked of a table without geometry.
  case noGeometry(layer: String)
  /// A geometry was given that cannot be asked with, with the reason.
  case unsuitable(reason: String)
}

extension QueryError: CustomStringConvertible {
  /// One sentence: what failed, on what, what to do.
  public var description: String {
    switch self {
    case .store(let error): error.description
    case .geodesy(let error): error.description
    case .filter(let error): error.description
    case .topology(let error): error.description
    case .noPlace(let layer, let crs):
      "layer \"\(layer)\" has no place on the Earth (its reference system is \(crs)), so nothing"
        + " can be measured in meters; give its table a reference system"
    case .noGeometry(let layer):
      "\"\(layer)\" is a table without geometry; ask of its attributes only"
    case .unsuitable(let reason): reason
    }
  }
}
