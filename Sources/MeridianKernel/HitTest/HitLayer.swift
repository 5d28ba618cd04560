/// A layer as taps see it: how it is drawn, whether it answers, and its features' index.
public struct HitLayer: Sendable {
  /// What a layer is to the document.
  public enum Role: String, Hashable, Sendable {
    /// The data itself.
    case authoritative
    /// Data to look at, hit like the first but never editable.
    case reference
    /// Notes; answers only when asked for, never editable.
    case markup
  }

  /// Whether a symbol shrinks with distance under pitch.
  public enum PitchScale: String, Hashable, Sendable {
    /// Scaled by the perspective factor.
    case map
    /// Constant on the glass.
    case viewport
  }

  /// The layer's name.
  public var name: String
  /// The layer's features.
  public var index: HitIndex
  /// What the layer is to the document.
  public var role = Role.authoritative
  /// The layer's own switch.
  public var isVisible = true
  /// 0…1; a layer of opacity 0 is not visible.
  public var opacity = 1.0
  /// The layer is drawn from this zoom on …
  public var minimumZoom = 0.0
  /// … and below this one.
  public var maximumZoom = Double.infinity
  /// Radius of point symbols in points.
  public var symbolRadius = 5.0
  /// Width of lines in ground points at the center's scale.
  public var lineWidth = 2.0
  /// Whether symbols scale with perspective.
  public var pitchScale = PitchScale.map
  /// The layer's own tolerance; nil for the question's.
  public var tolerance: HitTolerance?
  /// Rows that a definition filter leaves out, by feature number; nil when there is no filter.
  public var hidden: Set<Int>?
  /// Titles that stand for those of the index, by row number; empty for none.
  public var retitled: [Int64: String] = [:]
  /// Whether the layer's features may be edited, and if not, why.
  public var editability = Editability.editable
  /// Whether the layer's reference system gives its coordinates a place.
  public var hasPlace = true

  /// Makes a visible, authoritative layer with default symbols.
  public init(name: String, index: HitIndex) {
    self.name = name
    self.index = index
  }

  /// Leaves out all features for which the filter is false, by feature id and row number.
  public mutating func filter(_ isIncluded: (_ fid: Int64?, _ row: Int64) -> Bool) {
    var hidden = Set<Int>()
    for (number, row) in index.rows.enumerated()
    where !isIncluded(row.hasKey ? row.fid : nil, row.row) { hidden.insert(number) }
    self.hidden = hidden
  }

  /// What a feature is called, or nil.
  func title(of feature: Int, row: Int64) -> String? {
    guard !retitled.isEmpty, let title = retitled[row] else { return index.titles[feature] }
    return title.isEmpty ? nil : title
  }

  /// Why no feature of the layer can be hit at a zoom; nil when they can.
  func exclusion(atZoom zoom: Double, includingMarkup: Bool) -> MissReason? {
    LayerStanding(self).exclusion(atZoom: zoom, includingMarkup: includingMarkup)
  }

  /// The radius of a feature's symbols in points at perspective factor 1.
  @inline(__always)
  func radius(of feature: Int) -> Double { index.radius(of: feature) ?? symbolRadius }

  /// The largest radius a symbol of the layer may have.
  var largestRadius: Double { max(symbolRadius, index.traits.largestRadius) }
}

/// Whether a feature may be edited, and if not, why: the reasons of the workspace contract.
public enum Editability: String, Hashable, Sendable {
  case editable
  case layerHidden
  case layerLocked
  case markup
  case reference
  case noStableID
  case readOnlyFile
}

/// Why a feature near a tap was not offered.
public enum MissReason: String, Hashable, Sendable {
  case layerHidden
  case zoomRange
  case filtered
  case markup
  case beyondTolerance
  case geometryEmpty
  case geometryNonFinite
  case geometryMalformed
  case crsUndefined
  case offScreen
  case limit
}
