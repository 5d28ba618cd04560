internal import MeridianKernel

/// A geometry as people write it on a command line: well-known text or GeoJSON.
enum GeometryText {
  /// Reads either, told apart by its first character; throws a clause that follows "but".
  static func read(_ text: String) throws(ValueProblem) -> GeometryBuffer {
    let needs = "a geometry as WKT or GeoJSON"
    let trimmed = text.drop { $0.isWhitespace }
    var buffer = GeometryBuffer()
    if trimmed.hasPrefix("{") {
      do throws(CommandError) {
        let document = try JSONDocument.reading()
        let bytes = Array(trimmed.utf8)
        let value: JSONValue
        do throws(JSONError) {
          value = try document.parse(bytes, 0..<bytes.count)
        } catch {
          throw BatchError.json(error)
        }
        try read(value, into: &buffer)
      } catch {
        let clause = error.message.hasSuffix(".") ? error.message.dropLast() : error.message[...]
        throw ValueProblem(needs: needs, but: "read as GeoJSON it is not one: " + clause)
      }
    } else {
      do throws(WKTError) {
        try WKTReader.read(text, into: &buffer)
      } catch {
        throw ValueProblem(needs: needs, but: "read as WKT it is not one: " + error.description)
      }
    }
    return buffer
  }

  /// Reads a GeoJSON geometry, or the geometry of a GeoJSON feature.
  static func read(
    _ value: JSONValue, into buffer: inout GeometryBuffer
  ) throws(CommandError) {
    let isFeature = value.kind == .object && value.member("type")?.string == "Feature"
    let geometry = isFeature ? value.member("geometry") ?? value : value
    var reader = GeoJSONGeometryReader()
    do throws(FeatureProblem) {
      try reader.read(geometry, into: &buffer)
    } catch {
      throw .badRecord(error.clause.prefix(1).uppercased() + error.clause.dropFirst() + ".")
    }
  }
}

extension JSONDocument {
  /// A parser for one document.
  static func reading() throws(CommandError) -> JSONDocument {
    do throws(JSONError) { return try JSONDocument() } catch { throw BatchError.json(error) }
  }
}

extension ValueKind where Value == GeometryBuffer {
  /// Well-known text or GeoJSON.
  static var geometry: ValueKind {
    ValueKind(placeholder: "GEOM", needs: "a geometry as WKT or GeoJSON, or @FILE") {
      text throws(ValueProblem) in
      try GeometryText.read(text)
    }
  }
}
