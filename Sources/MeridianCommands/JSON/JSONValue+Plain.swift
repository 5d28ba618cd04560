internal import MeridianKernel

/// Records in their plainest form, read in one pass without a text made.
///
/// What is not plain is `nil` here and read by the general way, which knows the errors.
extension JSONValue {
  /// A member by a name that is known when the program is built; linear.
  func member(_ key: StaticString) -> JSONValue? {
    let object = node
    guard object.kind == .object else { return nil }
    var at = index + 1
    while at < object.extent {
      if document.node(at, generation).isText(key) { return value(at: at + 1) }
      at = past(at + 1)
    }
    return nil
  }

  /// A tap `{"id":…,"at":[lon,lat],"zoom":16}` in any order, its zoom and id perhaps absent.
  var plainTap: (place: LonLat, zoom: Double?)? {
    let object = node
    guard object.kind == .object else { return nil }
    var (place, zoom): (LonLat?, Double?)
    var at = index + 1
    while at < object.extent {
      let key = document.node(at, generation)
      if key.isText("at") {
        guard let found = plainPlace(at + 1) else { return nil }
        place = found
      } else if key.isText("zoom") {
        guard let number = document.node(at + 1, generation).double else { return nil }
        zoom = number
      } else if !key.isText("id") {
        return nil
      }
      at = past(at + 1)
    }
    return place.map { ($0, zoom) }
  }

  /// A pair `{"id":…,"op":"inverse","from":[lon,lat],"to":[lon,lat]}` in any order, its id and
  /// operation perhaps absent.
  var plainPair: (from: LonLat, to: LonLat, hasOperation: Bool)? {
    let object = node
    guard object.kind == .object else { return nil }
    var (from, to): (LonLat?, LonLat?)
    var hasOperation = false
    var at = index + 1
    while at < object.extent {
      let key = document.node(at, generation)
      if key.isText("from") {
        guard let found = plainPlace(at + 1) else { return nil }
        from = found
      } else if key.isText("to") {
        guard let found = plainPlace(at + 1) else { return nil }
        to = found
      } else if key.isText("op") {
        guard document.node(at + 1, generation).isText("inverse") else { return nil }
        hasOperation = true
      } else if !key.isText("id") {
        return nil
      }
      at = past(at + 1)
    }
    guard let from, let to else { return nil }
    return (from, to, hasOperation)
  }

  private func plainPlace(_ at: Int) -> LonLat? {
    let list = document.node(at, generation)
    guard list.kind == .array, list.count == 2,
      let longitude = document.node(at + 1, generation).double,
      let latitude = document.node(at + 2, generation).double
    else { return nil }
    let place = LonLat(longitude, latitude)
    return place.isValid ? place : nil
  }

  /// The index behind a value and everything in it.
  private func past(_ at: Int) -> Int {
    let node = document.node(at, generation)
    return node.isContainer ? node.extent : at + 1
  }
}
