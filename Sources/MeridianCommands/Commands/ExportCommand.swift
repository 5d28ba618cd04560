/// `export`: a layer becomes a file of another format.
package enum ExportCommand {
  static let layer = Operand("LAYER", .layer, "The layer to write.")
  static let file = Option(
    "output", letter: "o", ValueKind.text("FILE", needs: "the path of a file", offer: .files),
    "The file to write; - is standard output, with --format.")
  static let format = Option(
    "format", ValueKind.oneOf(ExportFormat.self),
    "The format of the file; default: as its name ends.")
  static let overwrite = Switch("overwrite", "Replaces a file that is there, when it is whole.")
  static let precision = Option(
    "precision", ValueKind.whole(0...15, "DECIMALS"),
    "The most decimals of coordinates in text; default: 7, about a centimeter.")

  /// The command.
  package static let command = Command(
    words: ["export"], summary: "a layer as a file of another format",
    examples: [
      Example(
        "export town.gpkg roads -o roads.geojson", "GeoJSON, cut at 180° as its standard asks"),
      Example("export town.gpkg stops -o stops.csv", "longitude and latitude in front"),
      Example("export town.gpkg roads -o - --format geojsonseq", "features for another program"),
      Example("export town.gpkg parks -o parks.svg", "a simple map"),
    ],
    synopsis: ["export STORE LAYER -o FILE [OPTION]…"],
    operands: [CommonOperands.store, layer],
    options: [file, format, overwrite, precision, DocumentOptions.source],
    notes: [
      """
      GeoJSON (RFC 7946) and sequences of it (RFC 8142), CSV, well-known text and maps are in \
      longitude and latitude on WGS 84; a GeoPackage keeps the layer's system, its fids and its \
      geometries byte for byte, in version 1.3 of the standard, which older programs read too. \
      GeoJSON has shells counterclockwise and nothing across 180°; its ids are the fids.
      """,
      """
      The file appears when it is whole; an interrupt or a full disk leaves things as they were.
      """,
    ]
  ) { context throws(CommandError) in
    try ExportRun(context).run()
  }
}
