package import MeridianKernel

/// GeoJSON (RFC 7946) on top of ``JSONWriter``: longitude first, seven decimals unless told.
extension JSONWriter {
  /// A position, `[longitude,latitude]`.
  package mutating func position(_ place: LonLat, decimals: Int = 7) {
    beginArray()
    number(place.longitude, decimals: decimals)
    number(place.latitude, decimals: decimals)
    endArray()
  }

  /// An array of positions.
  package mutating func positions(_ places: some Sequence<LonLat>, decimals: Int = 7) {
    beginArray()
    for place in places { position(place, decimals: decimals) }
    endArray()
  }

  /// Opens a feature: type, id and the key of its geometry, which the caller writes next.
  package mutating func beginFeature(id: Int64?) {
    beginObject()
    member("type", "Feature")
    if let id { member("id", id) }
    key("geometry")
  }

  /// A point as geometry.
  package mutating func pointGeometry(_ place: LonLat, decimals: Int = 7) {
    beginObject()
    member("type", "Point")
    key("coordinates")
    position(place, decimals: decimals)
    endObject()
  }

  /// A line as geometry.
  package mutating func lineGeometry(_ places: some Sequence<LonLat>, decimals: Int = 7) {
    beginObject()
    member("type", "LineString")
    key("coordinates")
    positions(places, decimals: decimals)
    endObject()
  }

  /// Opens a feature collection; features follow, then ``endFeatureCollection()``.
  package mutating func beginFeatureCollection() {
    beginObject()
    member("type", "FeatureCollection")
    key("features")
    beginArray()
  }

  /// Closes a feature collection.
  package mutating func endFeatureCollection() {
    endArray()
    endObject()
  }
}
