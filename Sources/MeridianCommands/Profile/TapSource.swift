/// Where the taps of a profile come from.
package enum TapSource: Hashable, Sendable {
  /// So many taps over the data, from a seed.
  case made(Int)
  /// A trace: one tap a line, as `hit -` reads them.
  case file(String)
  /// A trace on standard input.
  case input

  /// The most taps of a profile.
  package static let limit = 1_000_000
}

extension ValueKind where Value == TapSource {
  /// A number of taps, or the path of a trace, or a hyphen.
  package static var taps: ValueKind {
    let needs =
      "a number of taps from 1 to \(TapSource.limit), a file of taps, or - for standard input"
    return ValueKind(placeholder: "FILE|N", needs: needs) { text throws(ValueProblem) in
      guard !text.isEmpty else { throw ValueProblem(needs: needs, but: "the word is empty") }
      if text == "-" { return .input }
      guard case .success = Numeral.number(text) else { return .file(text) }
      guard let count = Int(text) else {
        let isWhole = text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        throw ValueProblem(
          needs: needs,
          but: "\(ValueProblem.quoted(text)) is \(isWhole ? "too many" : "no whole number")"
            + "; a file of that name is written ./\(ValueProblem.visible(text, limit: 60))")
      }
      guard (1...TapSource.limit).contains(count) else {
        throw ValueProblem(needs: needs, but: "it is \(count)")
      }
      return .made(count)
    }
  }
}
