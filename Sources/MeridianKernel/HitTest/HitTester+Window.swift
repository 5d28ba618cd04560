/// A feature whose ink meets a rectangle of the glass.
public struct WindowHit: Hashable, Sendable {
  /// The layer's name.
  public var layer: String
  /// The layer's number, from the bottom.
  public var layerNumber: Int
  /// The feature's number within the layer's index.
  public var feature: Int
  /// The feature id; nil without a proven key.
  public var fid: Int64?
  /// The row's number.
  public var row: Int64
}

extension HitTester {
  /// All features whose drawn ink meets a rectangle of the glass, topmost layer first, then by id.
  ///
  /// What a renderer's box query gives: symbols with their own radii, lines with their width,
  /// polygons with their interior. Costs O(log n + found).
  public func features(
    in box: Envelope, through transform: CameraTransform, includesMarkup: Bool = false
  ) -> [WindowHit] {
    guard let window = GlassWindow(box, through: transform) else { return [] }
    var hits: [WindowHit] = []
    for number in layers.indices.reversed() {
      let layer = layers[number]
      let excluded = layer.exclusion(
        atZoom: transform.camera.zoom, includingMarkup: includesMarkup)
      guard excluded == nil else { continue }
      let found = features(of: layer, in: window)
      hits.append(contentsOf: found.map { layer.windowHit($0, number: number) }.inOrder)
    }
    return hits
  }

  private func features(of layer: HitLayer, in window: GlassWindow) -> Set<Int> {
    var found = Set<Int>()
    let index = layer.index
    let area = searchArea(of: layer, window: window)
    guard let copies = window.transform.copies(of: index.geometry.extent, meeting: area) else {
      return found
    }
    let corners = window.worldCorners
    var runs: [UInt32] = []
    for copy in copies {
      var shifted = area
      shifted.minX -= Double(copy)
      shifted.maxX -= Double(copy)
      runs.removeAll(keepingCapacity: true)
      _ = index.tree.forEachMeeting(shifted) { runs.append(UInt32($0)) }
      for number in runs {
        let run = index.runs[Int(number)]
        let feature = Int(run.feature)
        if found.contains(feature) || layer.hidden?.contains(feature) == true { continue }
        if meets(run, of: layer, copy: Double(copy), window: window) { found.insert(feature) }
      }
      // A polygon around the whole window has no edge in it.
      for corner in corners {
        addPolygons(around: Coordinate(corner.x - Double(copy), corner.y), of: layer, to: &found)
      }
    }
    return found
  }

  private func searchArea(of layer: HitLayer, window: GlassWindow) -> Envelope {
    let transform = window.transform
    var radius = 0.0
    if layer.index.traits.hasPoints {
      // The symbol reach grows downward: the bottom edge needs the widest margin.
      radius =
        layer.pitchScale == .viewport
        ? layer.largestRadius
        : transform.symbolReach(
          at: ScreenPoint(window.box.minX, window.box.maxY), reach: 0, radius: layer.largestRadius)
    }
    guard radius.isFinite else { return layer.index.everywhere }
    return transform.footprint(of: window.box.padded(by: radius), margin: layer.lineWidth / 2)
  }

  private func meets(
    _ run: HitIndex.Run, of layer: HitLayer, copy: Double, window: GlassWindow
  ) -> Bool {
    let column = layer.index.geometry
    let start = Int(run.start)
    let dimension = run.dimension
    if dimension == .point {
      return window.meetsSymbol(
        column.coordinates[start], copy: copy, radius: layer.radius(of: Int(run.feature)),
        isScaled: layer.pitchScale == .map)
    }
    let end = start + Int(run.segments)
    for index in start..<max(end, start + 1) {
      let isMet = window.meetsSegment(
        column.coordinates[index], column.coordinates[min(index + 1, end)], copy: copy,
        halfWidth: dimension == .line ? layer.lineWidth / 2 : 0)
      if isMet { return true }
    }
    return false
  }

  private func addPolygons(around place: Coordinate, of layer: HitLayer, to found: inout Set<Int>) {
    var features: [UInt32] = []
    var scratch = HitIndex.AroundScratch()
    layer.index.features(around: place, into: &features, scratch: &scratch)
    for feature in features where layer.hidden?.contains(Int(feature)) != true {
      found.insert(Int(feature))
    }
  }
}

extension BruteForceHitTester {
  /// The twin of ``HitTester/features(in:through:includesMarkup:)``: every element of every
  /// feature.
  public func features(
    in box: Envelope, through transform: CameraTransform, includesMarkup: Bool = false
  ) -> [WindowHit] {
    guard let window = GlassWindow(box, through: transform) else { return [] }
    var hits: [WindowHit] = []
    for (number, layer) in layers.enumerated().reversed() {
      let excluded = layer.exclusion(
        atZoom: transform.camera.zoom, includingMarkup: includesMarkup)
      guard excluded == nil else { continue }
      let found = (0..<layer.index.count).filter { feature in
        layer.hidden?.contains(feature) != true
          && CameraTransform.copies.contains {
            meets(feature, of: layer, copy: Double($0), window: window)
          }
      }
      hits.append(contentsOf: found.map { layer.windowHit($0, number: number) }.inOrder)
    }
    return hits
  }

  private func meets(
    _ feature: Int, of layer: HitLayer, copy: Double, window: GlassWindow
  ) -> Bool {
    let column = layer.index.geometry
    let corners = window.worldCorners.map { Coordinate($0.x - copy, $0.y) }
    for part in column.parts(of: feature) {
      let dimension = column.dimension(of: part)
      var inside = [Bool](repeating: false, count: corners.count)
      for ring in column.rings(of: part) {
        let points = Array(column.coordinates[column.coordinates(of: ring)])
        if dimension == .point {
          let isMet = window.meetsSymbol(
            points[0], copy: copy, radius: layer.radius(of: feature),
            isScaled: layer.pitchScale == .map)
          if isMet { return true }
          continue
        }
        let ends = points.count == 1 ? points : Array(points.dropFirst())
        for (a, b) in zip(points, ends) {
          let halfWidth = dimension == .line ? layer.lineWidth / 2 : 0
          if window.meetsSegment(a, b, copy: copy, halfWidth: halfWidth) { return true }
          for (number, corner) in corners.enumerated() where RayCrossing.crosses(a, b, corner) {
            inside[number].toggle()
          }
        }
      }
      if dimension == .polygon && inside.contains(true) { return true }
    }
    return false
  }
}

extension HitLayer {
  fileprivate func windowHit(_ feature: Int, number: Int) -> WindowHit {
    let row = index.rows[feature]
    return WindowHit(
      layer: name, layerNumber: number, feature: feature,
      fid: row.hasKey ? row.fid : nil, row: row.row)
  }
}

extension [WindowHit] {
  fileprivate var inOrder: [WindowHit] {
    sorted { ($0.fid ?? $0.row, $0.row) < ($1.fid ?? $1.row, $1.row) }
  }
}
