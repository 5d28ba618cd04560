import MeridianKernel

/// A layer with what only the store needs to read it.
struct StoredLayer {
  var schema: LayerSchema
  var source: RowSource
  /// The R-tree that a table with a geometry may have, whether or not it exists.
  var index: LayerIndex?
  /// Values that stand for the stored ones.
  var overlay: LayerOverlay = [:]
  /// The rows that are seen, by their numbers; nil for all.
  var shown: Set<Int64>?
}

/// What a catalog says of a layer before its table was looked at.
struct LayerDeclaration {
  var name: String
  var table: String
  var title: String?
  var geometryColumn: String?
  var geometryTypeName: String?
  var srsID: Int64
  var crs: CRS
  var keyCandidate: String?
  var extent: Envelope?
  var count: Int64?
  /// Whose rules the layer's R-tree follows, and what the file says of it.
  var index: (format: LayerIndex.Format, declaration: LayerIndex.Declaration)?
}

/// Turns declarations into layers, leaving out with a notice what cannot be read.
struct LayerBuilder {
  let connection: Connection
  let catalog: SchemaCatalog
  private(set) var layers: [StoredLayer] = []
  private(set) var notices: [StoreNotice] = []
  private var names: Set<String> = []

  init(connection: Connection, catalog: SchemaCatalog) {
    self.connection = connection
    self.catalog = catalog
  }

  mutating func note(_ code: String, _ layer: String?, _ message: String) {
    notices.append(StoreNotice(code: code, layer: layer, message: message))
  }

  /// Adds a layer, or a notice why it is left out.
  mutating func add(_ declared: LayerDeclaration) {
    do throws(LayerRefusal) {
      let layer = try build(declared)
      guard names.insert(layer.schema.name).inserted else {
        throw LayerRefusal(code: "duplicate-layer", message: "its name occurs twice")
      }
      layers.append(layer)
      remark(on: layer)
    } catch {
      note(error.code, declared.name, "layer \"\(declared.name)\" was left out: \(error.message)")
    }
  }

  private func build(_ declared: LayerDeclaration) throws(LayerRefusal) -> StoredLayer {
    guard !SchemaCatalog.folding(declared.table).hasPrefix("sqlite_"),
      let entry = catalog.entry(declared.table)
    else {
      throw LayerRefusal(code: "missing-table", message: "its table does not exist")
    }
    if entry.kind == .virtualTable {
      throw LayerRefusal(code: "virtual-table", message: "it is a virtual table")
    }
    let infos: [Connection.ColumnInfo]
    do {
      infos = try connection.columns(of: entry.name)
    } catch {
      throw LayerRefusal(
        code: entry.kind == .view ? "broken-view" : "broken-table", message: error.message)
    }
    guard !infos.isEmpty else {
      throw LayerRefusal(code: "broken-table", message: "it has no columns")
    }
    let geometry = try declared.geometryColumn.map { name throws(LayerRefusal) in
      let wanted = SchemaCatalog.folding(name)
      guard let info = infos.first(where: { SchemaCatalog.folding($0.name) == wanted }) else {
        throw LayerRefusal(
          code: "missing-column", message: "its geometry column \"\(name)\" does not exist")
      }
      return info.name
    }
    let source = try KeyFinder(connection: connection).source(
      of: entry, columns: infos, candidate: declared.keyCandidate)
    let columns = infos.filter { $0.name != geometry }.map {
      AttributeColumn(
        name: $0.name, declaredType: $0.declaredType, isNotNull: $0.isNotNull,
        isPrimaryKey: $0.keyPosition > 0)
    }
    let title = columns.first {
      $0.type == .text && ["name", "title", "label"].contains(SchemaCatalog.folding($0.name))
    }
    let schema = LayerSchema(
      name: declared.name, title: declared.title.flatMap { $0.isEmpty ? nil : $0 } ?? declared.name,
      tableName: entry.name, geometryColumn: geometry,
      geometryTypeName: geometry == nil ? nil : (declared.geometryTypeName ?? "GEOMETRY"),
      crs: declared.crs, srsID: declared.srsID, isView: entry.kind == .view, key: source.key,
      columns: columns, titleColumn: title?.name, declaredExtent: declared.extent,
      declaredCount: declared.count)
    var layer = StoredLayer(schema: schema, source: source)
    if let geometry, let index = declared.index, entry.kind == .table {
      layer.index = LayerIndex(
        format: index.format, table: entry.name, geometry: geometry,
        declaration: index.declaration)
    }
    return layer
  }

  /// Says what is unusual about a layer that can be read.
  private mutating func remark(on layer: StoredLayer) {
    let schema = layer.schema
    let name = schema.name
    if schema.key == .none {
      note("no-stable-id", name, "layer \"\(name)\" has no stable id: it can be read, not edited")
    }
    guard schema.geometryColumn != nil else { return }
    if let index = layer.index { remark(on: index, of: name) }
    switch schema.crs {
    case .unknownGeographic:
      note(
        "unknown-datum", name,
        "layer \"\(name)\" is in degrees on an unknown datum, taken as WGS 84")
    case .undefined(let id):
      note(
        "undefined-crs", name,
        "layer \"\(name)\" has no place on the Earth: its reference system \(id) is undefined")
    default: break
    }
  }
}

extension LayerBuilder {
  private mutating func remark(on index: LayerIndex, of name: String) {
    if index.declaration == .mbrCache {
      let text = "layer \"\(name)\" has an MbrCache, which SpatiaLite alone can use, instead of an "
      note("mbr-cache", name, text + "R-tree: it is read in full")
    } else if catalog.table(index.entries) == nil {
      let text =
        index.isDeclared
        ? "layer \"\(name)\" declares a spatial index that does not exist"
        : "layer \"\(name)\" has no spatial index: it is read in full"
      note("no-index", name, text)
    }
  }
}

/// Names of reference systems as both formats keep them.
enum StoredCRS {
  /// The reference system of an authority's code.
  static func crs(
    id: Int64, authority: String?, code: String?, definition: String?
  ) -> CRS {
    if id == -1 { return .undefined(id: -1) }
    if id == 0 { return .unknownGeographic }
    let name = SchemaCatalog.folding(authority ?? "")
    let code = code ?? String(id)
    switch (name, SchemaCatalog.folding(code)) {
    case ("epsg", "4326"), ("ogc", "crs84"), ("ogc", "84"): return .longitudeLatitude
    case ("epsg", "3857"), ("epsg", "900913"), ("epsg", "102100"), ("epsg", "102113"),
      ("esri", "102100"), ("esri", "102113"), ("osgeo", "900913"):
      return .webMercator
    case ("none", _), ("", _):
      guard let text = useful(definition) else { return .undefined(id: id) }
      return .authority(name: "srs", code: String(id), definition: text)
    default:
      return .authority(
        name: authority?.uppercased() ?? "", code: code, definition: useful(definition))
    }
  }

  /// A definition that defines something.
  static func useful(_ text: String?) -> String? {
    guard let text, !text.isEmpty, SchemaCatalog.folding(text) != "undefined" else { return nil }
    return text
  }
}
