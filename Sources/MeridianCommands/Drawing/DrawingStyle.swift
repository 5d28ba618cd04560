/// The look of drawings: one palette on its own paper, so that it reads on light and dark pages; a
/// viewer that says it is dark gets the dark one.
enum DrawingStyle {
  /// Rules of every drawing.
  static let sheet = """
    svg { font-family: Helvetica, Arial, "DejaVu Sans", sans-serif; }
    text { fill: #22272e; font-size: 12px; }
    .paper { fill: #fcfbf8; }
    .title { font-size: 17px; font-weight: bold; }
    .strong { font-size: 13px; font-weight: bold; }
    .number { font-size: 12px; }
    .note { fill: #59626d; font-size: 11.5px; }
    .frame { fill: none; stroke: #8b949e; stroke-width: 1; }
    .rule { stroke: #d5d2ca; stroke-width: 1; }
    .axis { stroke: #8b949e; stroke-width: 1; }

    """

  /// The same for dark viewers.
  static let darkSheet = """
    text { fill: #e6e9ee; }
    .paper { fill: #15191f; }
    .note { fill: #a3adb9; }
    .frame, .axis { stroke: #6e7884; }
    .rule { stroke: #333b45; }

    """

  /// The sheet of a drawing with rules of its own for light and for dark.
  static func sheet(_ light: String, dark: String) -> String {
    sheet + light + "@media (prefers-color-scheme: dark) {\n" + darkSheet + dark + "}\n"
  }

  /// Rules of the drawing of a tap.
  static let tap = sheet(
    """
    .ground { fill: #f4f1ea; }
    .sky { fill: #dfe7ee; }
    .off { fill: #22272e; fill-opacity: 0.08; }
    .edge { fill: none; stroke: #59626d; stroke-width: 1; stroke-dasharray: 6 3; }
    .area { fill: #e3dccd; stroke: #b8ae9a; stroke-width: 1; fill-rule: evenodd; }
    .way { fill: none; stroke: #b3b9c0; stroke-linecap: round; stroke-linejoin: round; }
    .symbol { fill: #98a1ab; stroke: #fcfbf8; stroke-width: 1; }
    .area.hit { fill: #7fb2e5; fill-opacity: 0.45; stroke: #0a5fb4; stroke-width: 1.5; }
    .way.hit { stroke: #3f8ad0; }
    .symbol.hit { fill: #3f8ad0; }
    .area.first { fill: #3f8ad0; fill-opacity: 0.6; stroke: #08427d; stroke-width: 2.5; }
    .way.first { stroke: #08427d; }
    .symbol.first { fill: #08427d; }
    .area.miss { fill: #f0d2a8; fill-opacity: 0.55; stroke: #a3480a; stroke-width: 1.5;
      stroke-dasharray: 5 3; }
    .way.miss { stroke: #d8894a; }
    .symbol.miss { fill: #d8894a; }
    .finger { fill: #c2255c; fill-opacity: 0.1; stroke: #c2255c; stroke-width: 2; }
    .reach { fill: none; stroke: #c2255c; stroke-width: 1.2; stroke-dasharray: 2 5; }
    .cross { stroke: #c2255c; stroke-width: 2; }
    .halo { stroke: #fcfbf8; stroke-width: 3.5; stroke-opacity: 0.85; }
    .leader { stroke: #22272e; stroke-width: 1; }
    .foot { fill: #22272e; }
    .badge { fill: #0a5fb4; stroke: #fcfbf8; stroke-width: 1.5; }
    .badgetext { fill: #ffffff; font-size: 12px; font-weight: bold; }
    .missbadge { fill: #fcfbf8; stroke: #a3480a; stroke-width: 1.5; }
    .misstext { fill: #a3480a; font-size: 12px; font-weight: bold; }
    .plate { fill: #fcfbf8; fill-opacity: 0.88; }
    .scale { fill: none; stroke: #22272e; stroke-width: 1.5; }
    .arrow { fill: #22272e; }
    .track { fill: #e4e1d8; }
    .share { fill: #0a5fb4; }

    """,
    dark: """
      .ground { fill: #1d232b; }
      .sky { fill: #283544; }
      .off { fill: #000000; fill-opacity: 0.35; }
      .edge { stroke: #a3adb9; }
      .area { fill: #2e343b; stroke: #56606b; }
      .way { stroke: #59636e; }
      .symbol { fill: #8b95a1; stroke: #15191f; }
      .area.hit { fill: #3f8ad0; fill-opacity: 0.4; stroke: #7fb8f2; }
      .way.hit, .symbol.hit { stroke: #5aa0e6; }
      .symbol.hit { fill: #5aa0e6; stroke: #15191f; }
      .area.first { fill: #7fb8f2; fill-opacity: 0.55; stroke: #cfe5fb; }
      .way.first { stroke: #cfe5fb; }
      .symbol.first { fill: #cfe5fb; }
      .area.miss { fill: #8a5a24; fill-opacity: 0.5; stroke: #f0a85c; }
      .way.miss { stroke: #c98244; }
      .symbol.miss { fill: #c98244; }
      .finger { fill: #ff7aa8; fill-opacity: 0.14; stroke: #ff7aa8; }
      .reach, .cross { stroke: #ff7aa8; }
      .halo { stroke: #15191f; }
      .leader, .scale { stroke: #e6e9ee; }
      .foot, .arrow { fill: #e6e9ee; }
      .badge { fill: #8cc2f8; stroke: #15191f; }
      .badgetext { fill: #0b1622; }
      .missbadge { fill: #15191f; stroke: #f0a85c; }
      .misstext { fill: #f0a85c; }
      .plate { fill: #15191f; }
      .track { fill: #333b45; }
      .share { fill: #8cc2f8; }

      """)
}
