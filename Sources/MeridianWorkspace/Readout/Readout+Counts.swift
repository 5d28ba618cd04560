extension Readout {
  /// So many of a kind, such as `1␣204 features`.
  public static func count(
    _ number: Int, _ one: String = "feature", _ many: String = "features"
  ) -> Readout {
    let noun = Figures.plural("\(number)", one, many)
    return Readout("\(Figures.grouped("\(number)")) \(noun)", spoken: "\(number) \(noun)")
  }

  /// A part or a place among so many, such as `1 of 324 features`; the first number is as wide as
  /// the second.
  public static func count(
    _ part: Int, of total: Int, _ one: String = "feature", _ many: String = "features"
  ) -> Readout {
    let noun = Figures.plural("\(total)", one, many)
    let whole = Figures.grouped("\(total)")
    return Readout(
      "\(Figures.padded(Figures.grouped("\(part)"), to: whole.count)) of \(whole) \(noun)",
      spoken: "\(part) of \(total) \(noun)")
  }
}
