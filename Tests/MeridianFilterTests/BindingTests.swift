import MeridianFilter
import MeridianKernel
import MeridianStore
import Testing

@Suite("Binding a filter to a layer")
struct BindingTests {
  @Test(arguments: [
    ("pop > 'many'", 7, "column \"pop\" holds a number, which cannot be compared with a text"),
    ("pop = '5'", 7, "leave out the quotes"), ("name = 5", 8, "in single quotes"),
    ("5 = name", 1, "cannot be compared"), ("pop LIKE 'x%'", 1, "LIKE needs a text"),
    ("name LIKE other", 11, "pattern of LIKE"), ("open = 1", 8, "write TRUE or FALSE"),
    ("open < TRUE", 1, "= and <> only"), ("start > '2022-01-01'", 9, "write DATE("),
    ("pop", 1, "a condition is missing"), ("pop AND open", 1, "a condition is missing"),
    ("name + 1 = 2", 1, "arithmetic needs a number"), ("photo = 1", 1, "holds bytes"),
    ("pop IN (1, 'x')", 12, "cannot be compared"), ("'a' = 1", 7, "cannot be compared"),
    ("shape = 1", 1, "functions such as S_INTERSECTS"),
    ("CASEI(pop) = 'x'", 7, "CASEI needs a text"),
    ("S_INTERSECTS(name, POINT(1 2))", 14, "is not the layer's"),
    ("S_INTERSECTS(shape, 5)", 21, "needs a geometry"),
    ("S_INTERSECTS(shape, geom)", 21, "not to itself"),
    ("S_INTERSECTS(shape, POLYGON((0 0, 1 0, 1 1)))", 21, "not closed"),
    ("S_INTERSECTS(shape, LINESTRING(0 0))", 21, "one point only"),
    ("S_INTERSECTS(shape, BBOX(0, 5, 1, 4))", 21, "south"),
    ("T_DURING(day, INTERVAL('2022-01-01', '..'))", 10, "relates two intervals"),
    ("T_AFTER(pop, DATE('2022-01-01'))", 9, "needs a date or time"),
    ("T_AFTER(start, INTERVAL('2022-01-01', '2021-01-01'))", 16, "ends before it starts"),
    ("A_CONTAINS(pop, ('a'))", 12, "needs an array"),
    ("A_CONTAINS(tags, 'a')", 18, "needs an array"),
    ("nam = 'x'", 1, "did you mean \"name\"?"), ("zzzzzzzz = 1", 1, "it has fid, pop, area"),
  ])
  func `what does not fit the layer is told with its place`(
    text: String, column: Int, sentence: String
  ) throws {
    let error = try #require(Sample.mistake(text), "no error: \(text)")
    #expect(error.column == column, "\(error.message)")
    #expect(error.sentence.contains(sentence), "\(error.sentence)")
  }

  @Test func `columns are those that are needed, in the order of their first use`() throws {
    let filter = try Sample.filter(
      "NAME = 'x' AND (Pop > 1 OR name LIKE 'y') AND \"quo\"\"te\" = 2")
    #expect(filter.columns == ["name", "pop", "quo\"te"])
    #expect(!filter.usesGeometry)
    #expect(filter.windows == nil)
  }

  @Test func `a column of the exact name goes before one in another case`() throws {
    let layer = LayerSchema(
      name: "a", geometryColumn: nil,
      columns: ["ab", "AB", "geom"].map { AttributeColumn(name: $0, declaredType: "INTEGER") })
    #expect(try BoundFilter("AB = 1", layer: layer).columns == ["AB"])
    #expect(try BoundFilter("Ab = 1", layer: layer).columns == ["ab"])
    #expect(try BoundFilter("geom = 1", layer: layer).columns == ["geom"])
  }

  @Test func `A87 reserved words are columns in double quotes`() throws {
    let names = ["select", "count", "AS", "order", "quo\"te", "na'me", "ä", "🙂", "and", "a b"]
    let layer = LayerSchema(
      name: "a", geometryColumn: nil,
      columns: names.map { AttributeColumn(name: $0, declaredType: "INTEGER") })
    for name in names {
      let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
      let filter = try BoundFilter("\(quoted) = 1", layer: layer)
      #expect(filter.columns == [name])
    }
  }

  @Test func `literals are numbered, and equal ones are one`() throws {
    let filter = try Sample.filter(
      "S_INTERSECTS(geometry, BBOX(0,0,1,1)) OR S_WITHIN(POINT(1 2), shape) "
        + "OR S_DISJOINT(GEOM, BBOX(0,0,1,1))")
    #expect(filter.literals.map(\.type) == [.polygon, .point])
    #expect(filter.usesGeometry)
  }

  @Test func `a box across the 180th meridian is two`() throws {
    let filter = try Sample.filter("S_INTERSECTS(shape, BBOX(150,-90,0,-150,90,9))")
    #expect(filter.literals[0].type == .multiPolygon)
    #expect(
      filter.windows == [
        Envelope(minX: 150, minY: -90, maxX: 180, maxY: 90),
        Envelope(minX: -180, minY: -90, maxX: -150, maxY: 90),
      ])
    let planar = LayerSchema(
      name: "a", geometryColumn: "geom", crs: .undefined(id: -1), columns: [])
    #expect(throws: FilterError.self) {
      try BoundFilter("S_INTERSECTS(geom, BBOX(150,-90,-150,90))", layer: planar)
    }
  }
}
