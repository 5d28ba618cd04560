import MeridianKernel
import MeridianStore
import MeridianTestSupport
import MeridianWorkspace
import Testing

/// What is told of one feature.
@Suite struct `The inspector` {
  private func inspector(
    _ shape: String, srs: Int32 = 4326, pending: [String: StoredValue] = [:],
    context: Inspector.Context = Inspector.Context()
  ) throws -> Inspector {
    let folder = try TemporaryFolder()
    let path = folder.file("a.gpkg")
    let writer = try GeoPackageWriter(creating: path)
    try writer.addSpatialReference(
      id: 2056, name: "LV95", organization: "EPSG", code: 2056, definition: "EPSG:2056")
    let layer = try writer.addLayer(
      "places", geometryType: "GEOMETRY", srsID: srs,
      columns: [
        AttributeColumn(name: "kind", declaredType: "TEXT"),
        AttributeColumn(name: "name", declaredType: "TEXT"),
        AttributeColumn(name: "height", declaredType: "REAL"),
      ])
    try writer.insert(
      into: layer, fid: 9, geometry: WKT.geometry(shape),
      values: [.text("mill"), .text("Old Mill"), .real(12.5)])
    try writer.finish()
    let store = try openStore(at: path, cacheFolder: folder.file("cache"))
    let form = try LayerForm(of: store.layer(named: "places"), in: store)
    return try Inspector(fid: 9, in: form, from: store, context: context, pending: pending)
  }

  @Test func `lines have their geodesic length, polygons their area without holes`() throws {
    let line = try inspector("LINESTRING (0 0, 1 0, 1 1)").geometry
    #expect(line?.type == "LineString" && line?.parts == 1 && line?.vertices == 3)
    // The equator's degree, and the first degree of a meridian (Karney's geodesics on WGS 84).
    guard case .length(let length) = line?.measure else {
      Issue.record("no length: \(String(describing: line))")
      return
    }
    #expect(abs(length - (111_319.491 + 110_574.389)) < 0.001)
    let area = { (shape: String) throws -> Double in
      guard case .area(let area) = try inspector(shape).geometry?.measure else { return .nan }
      return area
    }
    let whole = try area("POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))")
    #expect(abs(whole - 12_308_778_361.469) < 0.001)
    let hole = try area("POLYGON ((0.25 0.25, 0.75 0.25, 0.75 0.75, 0.25 0.75, 0.25 0.25))")
    let cut = try area(
      "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0), "
        + "(0.25 0.25, 0.75 0.25, 0.75 0.75, 0.25 0.75, 0.25 0.25))")
    #expect(abs(cut - (whole - hole)) < 0.01)
  }

  @Test func `planes of every kind are measured on the Earth, planes of none are not`() throws {
    // Bern to Zürich in the Swiss plane (A97).
    let swiss = try inspector("LINESTRING (2600000 1200000, 2683000 1248500)", srs: 2056).geometry
    guard case .length(let meters) = swiss?.measure else {
      Issue.record("no length: \(String(describing: swiss))")
      return
    }
    // The plane's scale differs from 1 by less than 2 in 10 000.
    #expect(abs(meters - (83_000 * 83_000 + 48_500 * 48_500).squareRoot()) < 20)
    let web = try inspector("LINESTRING (0 0, 111319.490793 0)", srs: 3857).geometry
    guard case .length(let degree) = web?.measure else {
      Issue.record("no length")
      return
    }
    #expect(abs(degree - 111_319.491) < 0.001)
    #expect(try inspector("LINESTRING (0 0, 5 5)", srs: -1).geometry?.measure == nil)
    #expect(try inspector("POINT (1 2)").geometry?.measure == nil)
    #expect(
      try inspector("POINT (1 2)").geometry?.extent
        == Envelope(minX: 1, minY: 2, maxX: 1, maxY: 2))
    let pole = try inspector("LINESTRING (0 0, 0 95)").geometry
    #expect(pole?.measure == nil && pole?.measureProblem?.contains("atitude") == true)
  }

  @Test func `pending values stand before stored ones, which are kept`() throws {
    let feature = try inspector(
      "POINT (1 2)",
      pending: ["name": StoredValue(.text("New Mill")), "height": StoredValue(.null)])
    #expect(feature.title == "New Mill")
    let name = try feature.form.field(named: "name")
    #expect(name.original.value == .text("Old Mill") && name.current.value == .text("New Mill"))
    let height = try feature.form.field(named: "height")
    #expect(height.pending == StoredValue(.null) && height.original.value == .real(12.5))
    #expect(try feature.form.field(named: "kind").pending == nil)
    // The next edit goes on from there.
    #expect(try feature.form.edit("name", to: .text("x")).before == .text("New Mill"))
    #expect(feature.keyFields == ["kind", "height"])
    var context = Inspector.Context()
    context.keyFields = ["HEIGHT", "gone"]
    context.titleField = "kind"
    let other = try inspector("POINT (1 2)", context: context)
    #expect(other.keyFields == ["height"] && other.title == "mill")
  }

  @Test func `the first reason against editing is told`() throws {
    let layer = try inspector("POINT (1 2)").layer
    var view = layer
    view.isView = true
    var keyless = layer
    keyless.key = .none
    #expect(Editability(of: layer, fid: 9) == .editable)
    #expect(Editability(of: layer, fid: nil) == .noStableID)
    #expect(Editability(of: view, fid: 9) == .noStableID)
    #expect(Editability(of: keyless, fid: 9, isReadOnly: true) == .noStableID)
    #expect(Editability(of: layer, fid: 9, isReadOnly: true) == .readOnlyFile)
    #expect(Editability(of: layer, fid: 9, isLocked: true, isReadOnly: true) == .layerLocked)
    #expect(Editability(of: layer, fid: 9, isVisible: false, isLocked: true) == .layerHidden)
    #expect(Editability(of: layer, fid: 9, role: .reference, isVisible: false) == .reference)
    #expect(Editability(of: layer, fid: 9, role: .markup, isLocked: true) == .markup)
  }

  @Test func `rows without a stable id are shown by their place`() throws {
    let odd = try OddStore(seed: 3)
    let store = try odd.open()
    for name in ["loose", "bare", "text", "seen", "mixed"] {
      let layer = try store.layer(named: name)
      let form = try LayerForm(of: layer, in: store)
      var rows: [RowID] = []
      try store.forEachRow(in: layer, columns: ["name"]) { row, _, _, _ in
        rows.append(row)
        return rows.count < 40
      }
      for row in rows {
        let feature = try Inspector(of: row, in: form, from: store)
        var expected: (AttributeValue, GeometryStatus)?
        try store.forEachRow(in: layer, columns: ["name"]) { id, status, _, values in
          if id == row { expected = (values[0], status) }
          return expected == nil
        }
        #expect(try feature.form.field(named: "name").original.value == expected?.0)
        #expect(feature.geometry?.status == expected?.1)
        let isKeyed = row.fid != nil && !layer.isView
        #expect((feature.editability == .editable) == isKeyed, "\(name)")
      }
    }
    let form = try LayerForm(of: store.layer(named: "mixed"), in: store)
    #expect(throws: WorkspaceError.self) {
      try Inspector(fid: 123_456_789, in: form, from: store)
    }
  }
}
