import Foundation
import MeridianKernel
import MeridianStore
import MeridianTestSupport
import Testing

@Suite struct `Cases of rows and geometry` {
  @Test func `A18 empty geometries of every type are counted and have nothing to hit`() throws {
    let texts = [
      "LINESTRING EMPTY", "POLYGON EMPTY", "POINT EMPTY", "GEOMETRYCOLLECTION EMPTY",
    ]
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("t", geometryType: "GEOMETRY")
      for text in texts { try writer.add(text, to: layer) }
    }
    let store = try fixture.open()
    let rows = try store.rows("t")
    #expect(rows.map(\.status) == Array(repeating: .empty, count: 4))
    #expect(rows.allSatisfy { $0.geometry.parts.isEmpty })
    let health = try store.health("t")
    #expect(health.empty == 4 && health.rows == 4 && health.null == 0)
    #expect(health.index == .healthy(entries: 0) && health.extent.isEmpty)
  }

  @Test func `A19 NULL and empty are two things`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("t", geometryType: "POINT")
      for text in [nil, "POINT EMPTY", "POINT (7 47)"] { try writer.add(text, to: layer) }
    }
    let store = try fixture.open()
    #expect(try store.rows("t").map(\.status) == [.null, .empty, .valid])
    let health = try store.health("t")
    #expect((health.null, health.empty, health.rows) == (1, 1, 3))
    #expect(health.index == .healthy(entries: 1))
  }

  @Test func `A20 an empty point among points leaves the others tappable`() throws {
    let place = Coordinate(-0.363885088919289, 0.562243502051984)
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("simple", geometryType: "POINT")
      try writer.add("POINT (-0.9 0.9)", to: layer)
      try writer.add("POINT (\(place.x) \(place.y))", to: layer)
      try writer.add("POINT (0.3 0.7)", to: layer)
      try writer.add("POINT EMPTY", to: layer)
    }
    let rows = try fixture.open().rows("simple")
    #expect(rows.map(\.id.fid) == [1, 2, 3, 4])
    #expect(rows.map(\.status) == [.valid, .valid, .valid, .empty])
    #expect(rows[1].geometry.coordinates == [place])
  }

  @Test func `A23 a curve polygon is read and marked as linearized`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("c", geometryType: "CURVEPOLYGON")
      var encoder = GeometryEncoder()
      for byte: UInt8 in [0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0, 1] { encoder.byte(byte) }
      encoder.uint32(10)
      encoder.uint32(1)
      encoder.byte(1)
      encoder.uint32(8)
      encoder.uint32(5)
      for number in [0, 0, 1, 1, 2, 0, 1, -1, 0, 0] { encoder.double(Double(number)) }
      try writer.insert(
        into: layer, blob: encoder.bytes, box: Envelope(minX: 0, minY: -1, maxX: 2, maxY: 1))
    }
    let store = try fixture.open()
    let health = try store.health("c")
    #expect(health.linearized == 1 && health.malformed == 0)
    #expect(abs(health.extent.maxY - 1) < 1e-12)
    #expect(try store.rows("c")[0].geometry.coordinates.count == 361)
  }

  @Test func `A24 a malformed row is reported with its byte and the others are served`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("lines", geometryType: "MULTILINESTRING")
      try writer.add("MULTILINESTRING ((0 0, 1 1))", to: layer)
      var encoder = GeometryEncoder()
      for byte: UInt8 in [0x47, 0x50, 0, 1, 0, 0, 0, 0, 1] { encoder.byte(byte) }
      encoder.uint32(5)
      encoder.uint32(1)
      encoder.byte(1)
      encoder.uint32(8)
      encoder.uint32(0)
      try writer.insert(into: layer, blob: encoder.bytes)
      try writer.add("MULTILINESTRING ((2 2, 3 3))", to: layer)
    }
    let store = try fixture.open()
    let error = GeometryError.unexpectedMember(code: 8, offset: 18)
    #expect(try store.rows("lines").map(\.status) == [.valid, .malformed(error), .valid])
    let health = try store.health("lines")
    #expect(health.malformed == 1)
    #expect(health.firstMalformed?.row == RowID(fid: 2, row: 2))
    #expect(health.firstMalformed?.error == error)
    #expect(health.index == .healthy(entries: 2))
  }

  @Test func `A85 ids and values above 32 bits are exact`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer(
        "t", geometryType: "POINT",
        columns: [AttributeColumn(name: "n", declaredType: "INTEGER")])
      try writer.add("POINT (1 1)", to: layer, fid: -5, [.integer(.min)])
      try writer.add(
        "POINT (1 1)", to: layer, fid: 9_007_199_254_740_993, [.integer(2_192_502_720)])
      try writer.add("POINT (1 1)", to: layer, fid: .max, [.integer(.max)])
    }
    let store = try fixture.open()
    let rows = try store.rows("t", ["n"])
    #expect(rows.map(\.id.fid) == [-5, 9_007_199_254_740_993, .max])
    #expect(rows.map(\.values) == [[.integer(.min)], [.integer(2_192_502_720)], [.integer(.max)]])
    let layer = try store.layer(named: "t")
    #expect(
      try store.attributes(of: rows[1].id, in: layer)
        == [.integer(9_007_199_254_740_993), .integer(2_192_502_720)])
    #expect(try store.health("t").index == .healthy(entries: 3))
  }

  @Test func `A86 table names with dots hyphens blanks and digits work`() throws {
    let names = ["a.b", "with-hyphen", "two words", "1st", "quo\"te", "sel'ect", "Straße 🗺"]
    let fixture = try StoreFixture { writer in
      for name in names {
        let layer = try writer.addLayer(name, geometryType: "POINT")
        try writer.add("POINT (7 47)", to: layer)
      }
    }
    let store = try fixture.open()
    #expect(store.layers.map(\.name) == names)
    #expect(store.notices.isEmpty)
    for name in names {
      let rows = try store.rows(name)
      #expect(rows.map(\.status) == [.valid])
      let layer = try store.layer(named: name)
      #expect(try store.attributes(of: rows[0].id, in: layer) == [.integer(1)])
      #expect(try store.health(name).index == .healthy(entries: 1))
    }
  }

  @Test func `A87 reserved words and quotes are good column names`() throws {
    let names = ["select", "count", "AS", "order", "quo\"te", "na'me", "ä", "🙂", "rowid", "oid"]
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer(
        "t", geometryType: "POINT",
        columns: names.map { AttributeColumn(name: $0, declaredType: "TEXT") })
      try writer.add("POINT (7 47)", to: layer, names.map { .text("v" + $0) })
    }
    let store = try fixture.open()
    let layer = try store.layer(named: "t")
    #expect(layer.columns.map(\.name) == ["fid"] + names)
    #expect(layer.columns.dropFirst().allSatisfy { $0.type == .text })
    let rows = try store.rows("t", names)
    #expect(rows[0].values == names.map { .text("v" + $0) })
    #expect(rows[0].id == RowID(fid: 1, row: 1))
    #expect(
      try store.attributes(of: rows[0].id, in: layer) == [.integer(1)]
        + names.map { .text("v" + $0) })
    #expect(throws: StoreError.self) { try store.rows("t", ["missing"]) }
  }

  @Test func `A89 dates in other forms are kept as they are and flagged`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer(
        "t", geometryType: "POINT",
        columns: [
          AttributeColumn(name: "day", declaredType: "DATE"),
          AttributeColumn(name: "at", declaredType: "DATETIME"),
        ])
      try writer.add(
        "POINT (1 1)", to: layer, [.text("2018-02-13"), .text("2018-02-13T10:11:12.5Z")])
      try writer.add("POINT (1 1)", to: layer, [.text("2018/02/13"), .null])
      try writer.add("POINT (1 1)", to: layer, [.null, .text("2018-02-13 10:11:12")])
      try writer.add("POINT (1 1)", to: layer, [.text("2018-13-01"), .text("2018-02-13T10:11Z")])
    }
    let store = try fixture.open()
    #expect(try store.rows("t", ["day"])[1].values == [.text("2018/02/13")])
    let health = try store.health("t")
    #expect(health.nonStandardDates == 3)
    let first = health.firstNonStandardDate
    #expect(first?.column == "day" && first?.text == "2018/02/13" && first?.row.fid == 2)
  }

  @Test func `A101 a layer of fids alone and a table without geometry are listed`() throws {
    let fixture = try StoreFixture { writer in
      let bare = try writer.addLayer("bare", geometryType: "POINT")
      try writer.add("POINT (1 1)", to: bare)
      let table = try writer.addLayer(
        "table", geometryType: nil, columns: [AttributeColumn(name: "name", declaredType: "TEXT")])
      try writer.insert(into: table, blob: nil, values: [.text("x")])
    }
    let store = try fixture.open()
    #expect(store.layers.map(\.name) == ["bare", "table"])
    let bare = store.layers[0]
    #expect(bare.columns.map(\.name) == ["fid"] && bare.titleColumn == nil)
    #expect(store.layers[1].geometryColumn == nil && store.layers[1].titleColumn == "name")
    #expect(try store.rows("table", ["name"]).map(\.values) == [[.text("x")]])
    #expect(try store.rows("table").map(\.status) == [.null])
    #expect(try store.health("table").index == .none)
  }

  @Test func `A103 numbers that are no place are flagged and touch no other row`() throws {
    let fixture = try StoreFixture { writer in
      let layer = try writer.addLayer("t", geometryType: "GEOMETRY")
      for text in [
        "POINT (inf 0)", "POINT (1e300 0)", "LINESTRING (0 0, nan 1, 2 2)", "POINT (7 47)",
      ] {
        try writer.add(text, to: layer)
      }
    }
    let store = try fixture.open()
    #expect(
      try store.rows("t").map(\.status) == [.nonFinite, .nonFinite, .nonFinite, .valid])
    let health = try store.health("t")
    #expect(health.nonFinite == 3)
    #expect(health.extent == Envelope(minX: 7, minY: 47, maxX: 7, maxY: 47))
    if case .stale(_, _) = health.index { Issue.record("flagged rows may be in the index or not") }
  }
}
