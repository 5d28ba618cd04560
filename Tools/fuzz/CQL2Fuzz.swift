import MeridianFilter
import MeridianKernel
import MeridianStore

/// A layer with a column of every type.
private let layer = LayerSchema(
  name: "places", geometryColumn: "shape",
  columns: [
    ("pop", "INTEGER"), ("area", "REAL"), ("name", "TEXT"), ("open", "BOOLEAN"), ("day", "DATE"),
    ("start", "DATETIME"), ("end", "DATETIME"), ("tags", "TEXT"), ("quo\"te", "INTEGER"),
  ].map { AttributeColumn(name: $0.0, declaredType: $0.1) })

private struct Nowhere: SpatialRelating {
  mutating func holds(
    _ predicate: SpatialPredicate, of geometry: borrowing GeometryBuffer, literal: Int
  ) -> Bool { literal % 2 == 0 }
}

/// Any text is a filter that answers, or a mistake of three plain lines; values are taken from it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCQL2(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let text = unsafe String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
  do throws(FilterError) {
    let filter = try BoundFilter(text, layer: layer)
    var relating = Nowhere()
    let rows: [AttributeValue] = [
      .null, .integer(.min), .integer(1), .real(1e308), .text(text), .text("2022-04-16"),
      .text("[1, \"a\", [true]]"), .blob([0]),
    ]
    for value in rows {
      let row = filter.columns.map { _ in value }
      _ = filter.holds(
        values: row, geometry: GeometryBuffer(), hasGeometry: value != .null, relating: &relating)
    }
    if let condition = filter.condition(quote: { "\"\($0)\"" }) {
      precondition(condition.parameters.count <= 20_000, "more parameters than SQLite takes")
    }
  } catch {
    let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false)
    precondition(lines.count == 3, "not three lines: \(error.message)")
    let isPlain = error.message.unicodeScalars.allSatisfy {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    precondition(isPlain, "control characters reach the terminal")
  }
  return 0
}
